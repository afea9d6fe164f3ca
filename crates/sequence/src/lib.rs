//! Nim-sequences of taking-and-breaking games.
//!
//! An [`Engine`] produces exact values one after another; [`Values`] is a table that grows on demand
//! and proves a [`Period`] where it can, so that heaps of any size are answered.

mod bytes;
mod choose;
#[cfg(test)]
mod definition;
mod engine;
mod period;
mod plain;
mod split_sets;
mod taking;
mod value_set;
mod values;

pub use engine::{BadState, Engine, EngineError, EngineStats};
pub use period::{Period, Theorem};
pub use plain::Plain;
pub use taking::Taking;
pub use values::Values;
