//! Fuzz target: see `grundy_trials::bodies::graph`.

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| grundy_trials::bodies::graph(data));
