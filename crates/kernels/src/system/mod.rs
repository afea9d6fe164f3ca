//! What kernels need of the operating system and the allocator, and nothing that computes: clocks, hints about memory.

mod cpu_time;
pub mod memory;

pub use cpu_time::{Timing, timed};
