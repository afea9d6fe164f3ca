//! Nim-sequences of taking-and-breaking games.
//!
//! An [`Engine`] produces exact values one after another; [`Values`] is a table that grows on demand
//! and proves a [`Period`] where it can, so that heaps of any size are answered.

pub mod bench;
mod bytes;
mod choose;
#[cfg(test)]
mod definition;
mod engine;
mod hash;
mod period;
mod plain;
mod search;
mod sparse;
mod split_sets;
pub mod store;
mod stream;
mod survey;
mod taking;
mod value_set;
mod values;

pub use engine::{BadState, Engine, EngineError, EngineStats};
pub use hash::Hash;
pub use period::{Certificate, Observation, Period, Refuted, Theorem, WindowProof};
pub use plain::Plain;
pub use search::Search;
pub use sparse::Sparse;
pub use stream::Stream;
pub use survey::{Surveyed, short_octal_codes, survey};
pub use taking::Taking;
pub use values::Values;
