//! Fuzz target: see `grundy_trials::bodies::map`.

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| grundy_trials::bodies::map(data));
