//! Heap games by name: their nim-sequences, their periods, their misère quotients.
//!
//! A period or a quotient is shown only if the independent checker does not refute it ([`certificates`]).

pub mod certificates;
pub mod periods;
pub mod quotients;
pub mod sequences;

pub use sequences::nim_sequence;
