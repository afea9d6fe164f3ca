//! Nim-sequences of taking-and-breaking games.

mod bytes;
mod engine;
mod sparse;

pub use engine::{BadState, Engine, EngineError, EngineStats};
pub use sparse::Sparse;
