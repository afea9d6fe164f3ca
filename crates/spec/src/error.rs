//! A text that is wrong.

use std::fmt;

use grundy_core::{Limits, SpecError, SpecErrorKind};

/// A text that names no position or ruleset: the whole of it, what is wrong and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextError {
    /// The whole text.
    pub text: String,
    /// What is wrong with it and where.
    pub error: Box<SpecError>,
}

impl TextError {
    /// What is wrong with `text`.
    pub(crate) fn new(error: SpecError, text: &str) -> TextError {
        TextError {
            text: text.to_owned(),
            error: Box::new(error),
        }
    }

    /// What is wrong with `text`, or that the time is over: what could not be read in time is not known to be wrong.
    pub(crate) fn in_time(mut error: SpecError, text: &str, limits: &Limits) -> TextError {
        if let Err(reached) = limits.check_time() {
            error.kind = SpecErrorKind::Limit(reached);
        }
        TextError::new(error, text)
    }
}

impl fmt::Display for TextError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.error.fmt(f)
    }
}

impl std::error::Error for TextError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        Some(&*self.error)
    }
}
