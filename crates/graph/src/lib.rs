//! Games on directed graphs.

pub mod pursuit;
