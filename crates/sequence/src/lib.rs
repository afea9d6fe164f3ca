//! Nim-sequences of taking-and-breaking games.
//!
//! An [`Engine`] produces exact values one after another; [`Values`] is a table that grows on demand
//! and proves a [`Period`] where it can, so that heaps of any size are answered.

pub mod bench;
mod bytes;
mod choose;
mod count;
#[cfg(test)]
mod definition;
mod engine;
mod find;
mod hash;
mod iterate;
mod period;
mod plain;
mod search;
mod snapshot;
mod sparse;
mod split_sets;
pub mod store;
mod stream;
mod survey;
mod taking;
mod value_set;
mod values;

pub use engine::{BadState, Engine, EngineError, EngineStats};
pub use find::{FindError, FoundPeriod, find_period};
pub use hash::Hash;
pub use iterate::{NimSequence, nim_sequence};
pub use period::{Certificate, Observation, Period, Refuted, Theorem, WindowProof};
pub use plain::Plain;
pub use search::{PeriodSearch, SparseSearch};
pub use snapshot::SnapshotRun;
pub use sparse::Sparse;
pub use stream::Stream;
pub use survey::{Surveyed, short_octal_codes, survey};
pub use taking::Taking;
pub use values::Values;
