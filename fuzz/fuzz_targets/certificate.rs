//! Fuzz target: see `grundy_trials::bodies::certificate`.

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| grundy_trials::bodies::certificate(data));
