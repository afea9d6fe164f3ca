//! The engine for a page without a server: one question as JSON, one answer as JSON.
//!
//! The program beside this reads the question from its standard input and writes the answer to its standard output.
//! Compiled for WASI it needs of a page only what every such program needs: a clock, chance, two pipes. So nothing
//! here is `unsafe`, a question cannot spoil the next (each is a new instance), and to cancel is to end the worker.
#![forbid(unsafe_code)]

use std::time::Duration;

use grundy::core::Limits;
use grundy::report::to_json;
use grundy_api::Refusal;
use serde_json::Value;

/// What a question may take: the processor and the memory are the visitor's own, and there is a button to cancel.
const TIME: Duration = Duration::from_secs(10);
/// Browsers give a page up to four times this; the rest is for what is not accounted.
const BYTES: u64 = 1 << 30;
const POSITIONS: u64 = 5_000_000;

/// What one question may take in a page.
pub fn limits() -> Limits {
    let limits = Limits {
        positions: POSITIONS,
        bytes: BYTES,
        threads: 1,
        ..Limits::default()
    };
    limits.within(TIME)
}

/// Answers `{"path": "/api/solve", "request": {…}}` with the object that the server would send.
///
/// # Errors
///
/// The object that the server would send with a status of failure.
pub fn answer(question: &str, limits: &Limits) -> Result<String, String> {
    let refused = |refusal: Refusal| to_json(&refusal.report());
    let question: Value = serde_json::from_str(question).map_err(|error| {
        refused(Refusal::Malformed(format!(
            "the question is wrong: {error}"
        )))
    })?;
    let path = question["path"].as_str().unwrap_or_default();
    grundy_api::answer(path, &question["request"], limits).map_err(refused)
}
