//! Fuzz target: see `grundy_trials::bodies::rules`.

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| grundy_trials::bodies::rules(data));
