//! What a program sees of an error.

use grundy_core::{LimitReached, RulesError};
use grundy_rules::OracleError;
use grundy_solve::SolveError;
use grundy_spec::TextError;

/// What a program sees of this error.
pub fn refused<E: std::fmt::Display + MayBeLimit>(error: E) -> OracleError {
    OracleError {
        is_limit: error.is_limit(),
        message: error.to_string(),
    }
}

/// An error that may say that a limit was reached.
pub trait MayBeLimit {
    /// True if a limit ended the work.
    fn is_limit(&self) -> bool;
}

impl MayBeLimit for TextError {
    fn is_limit(&self) -> bool {
        self.error.is_limit()
    }
}

impl MayBeLimit for RulesError {
    fn is_limit(&self) -> bool {
        self.is_limit
    }
}

impl MayBeLimit for LimitReached {
    fn is_limit(&self) -> bool {
        true
    }
}

impl MayBeLimit for SolveError {
    fn is_limit(&self) -> bool {
        match self {
            SolveError::Limit { .. } => true,
            SolveError::Rules(error) => error.is_limit,
        }
    }
}
