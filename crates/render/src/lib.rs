//! Showing.

pub mod pursuit;
