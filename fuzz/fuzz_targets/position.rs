//! Fuzz target: see `grundy_trials::bodies::position`.

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| grundy_trials::bodies::position(data));
