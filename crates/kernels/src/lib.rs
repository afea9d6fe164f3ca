//! Hot loops.

pub mod memory;
