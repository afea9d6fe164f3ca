//! Random trials: what a fuzzer runs, and answers compared with plain definitions.
//!
//! [`bodies`] are the bodies of the fuzz targets in `fuzz/`, which run on stable as well: a test feeds them a corpus
//! and seeded mutations of it. [`differential`] makes up positions of every game, sums, rules, graphs, quotients and
//! periods, and compares what grundy says with definitions that share no code with the solvers.

pub mod bodies;
pub mod differential;
mod random;

pub use random::Random;
