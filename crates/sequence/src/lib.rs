//! Nim-sequences of taking-and-breaking games.

mod engine;

pub use engine::{BadState, Engine, EngineError, EngineStats};
