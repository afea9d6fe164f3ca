//! Benchmarks for developers: `grundy bench rules` and `grundy bench misere` print what is measured here.
//!
//! Every benchmark compares its answer with a plain search or with published results.

pub mod quotients;
pub mod rules;
