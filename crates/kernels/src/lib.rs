//! Hot loops.

mod cpu_time;
pub mod memory;

pub use cpu_time::cpu_time;
