//! Why a question was not answered, as every door reports it.

use grundy::Error;
use grundy::report::{ErrorReport, LimitWord};

/// A question that was not answered.
#[derive(Debug)]
pub enum Refusal {
    /// The request is not what the endpoint reads; says why.
    Malformed(String),
    /// There is no such endpoint.
    Unknown,
    /// What is asked for is wrong, or too much.
    Failed(Error),
}

impl From<Error> for Refusal {
    fn from(error: Error) -> Refusal {
        Refusal::Failed(error)
    }
}

impl Refusal {
    /// The object that is sent instead of an answer.
    pub fn report(&self) -> ErrorReport {
        match self {
            Refusal::Malformed(message) => ErrorReport::new("malformed", message, None),
            Refusal::Unknown => ErrorReport::new("not-found", "there is no such question", None),
            Refusal::Failed(error) => report(error),
        }
    }
}

/// The error with what a visitor can do about it.
fn report(error: &Error) -> ErrorReport {
    let mut report = error.report();
    let entry = &mut report.error;
    if entry.hint.is_none() {
        entry.hint = entry.limit.and_then(cure).map(str::to_owned);
    }
    report
}

/// What a visitor can do about a limit.
fn cure(limit: LimitWord) -> Option<&'static str> {
    match limit {
        LimitWord::Positions | LimitWord::Memory | LimitWord::Time => {
            Some("try something smaller, or use the command line, where limits can be raised")
        }
        LimitWord::Rules => None,
    }
}
