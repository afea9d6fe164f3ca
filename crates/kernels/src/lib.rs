//! Hot loops.
