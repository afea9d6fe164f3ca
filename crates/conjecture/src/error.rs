//! Why a conjecture could not be found or tested.

use std::fmt;

use grundy_core::{LimitReached, RulesError, SpecError};
use grundy_positions::OptionsError;
use grundy_solve::SolveError;
use grundy_spec::TextError;

/// Why there is no answer about a conjecture.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ConjectureError {
    /// The text that names the ruleset is wrong.
    Text(TextError),
    /// The ruleset does not read a position that the domain contains.
    Position {
        /// The position as text.
        text: String,
        /// What is wrong with it.
        error: Box<SpecError>,
    },
    /// The rules or the claim failed.
    Rules(Box<RulesError>),
    /// A limit ended the work.
    Limit {
        /// The limit.
        reached: LimitReached,
        /// What was being done, where that is known.
        during: Option<String>,
    },
    /// There are too few sizes to see a pattern in.
    TooFewSizes {
        /// The number of sizes.
        sizes: u64,
        /// The least number that is enough.
        least: u64,
    },
    /// A value was claimed under misère play, where positions have no nim-values.
    ValueUnderMisere,
    /// No claim was given, and the ruleset is no file that could make one.
    NothingClaimed,
    /// No claim was given, and the rules file makes none.
    FileClaimsNothing {
        /// The file.
        ruleset: String,
    },
    /// The positions belong to no family in which patterns can be looked for.
    NoFamily {
        /// The ruleset.
        ruleset: String,
        /// True if it is a rules file.
        is_file: bool,
    },
}

impl fmt::Display for ConjectureError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ConjectureError::Text(error) => error.fmt(f),
            ConjectureError::Position { text, error } => write!(f, "`{text}`: {error}"),
            ConjectureError::Rules(error) => error.fmt(f),
            ConjectureError::Limit { reached, during } => {
                reached.fmt(f)?;
                during
                    .iter()
                    .try_for_each(|during| write!(f, " ({during})"))
            }
            ConjectureError::TooFewSizes { sizes, least } => write!(
                f,
                "{sizes} sizes are too few to see a pattern in; at least {least} are needed"
            ),
            ConjectureError::ValueUnderMisere => {
                f.write_str("positions have no nim-values under misère play; claim lost positions")
            }
            ConjectureError::NothingClaimed => f.write_str(
                "nothing is claimed; say which positions are lost, or what positions are worth",
            ),
            ConjectureError::FileClaimsNothing { ruleset } => write!(
                f,
                "{ruleset} claims nothing; define lose(position) or value(position) in it"
            ),
            ConjectureError::NoFamily { ruleset, is_file } => {
                let cure = if *is_file {
                    "define `positions(n)`, which lists the positions of size n, or give `start` as a number, a tuple of numbers or a string of one character"
                } else {
                    "only games whose positions are numbers can be looked at"
                };
                write!(f, "the positions of {ruleset} are not numbers; {cure}")
            }
        }
    }
}

impl std::error::Error for ConjectureError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            ConjectureError::Text(error) => Some(error),
            ConjectureError::Position { error, .. } => Some(error),
            ConjectureError::Rules(error) => Some(error),
            ConjectureError::Limit { reached, .. } => Some(reached),
            _ => None,
        }
    }
}

impl From<TextError> for ConjectureError {
    fn from(error: TextError) -> ConjectureError {
        ConjectureError::Text(error)
    }
}

impl From<SolveError> for ConjectureError {
    fn from(error: SolveError) -> ConjectureError {
        match error {
            SolveError::Limit { reached, during } => ConjectureError::Limit {
                reached,
                during: Some(during),
            },
            SolveError::Rules(error) => error.into(),
        }
    }
}

impl From<RulesError> for ConjectureError {
    fn from(error: RulesError) -> ConjectureError {
        ConjectureError::Rules(Box::new(error))
    }
}

impl From<LimitReached> for ConjectureError {
    fn from(reached: LimitReached) -> ConjectureError {
        ConjectureError::Limit {
            reached,
            during: None,
        }
    }
}

impl From<OptionsError> for ConjectureError {
    fn from(error: OptionsError) -> ConjectureError {
        match error {
            OptionsError::Limit(reached) => reached.into(),
            OptionsError::Rules(error) => error.into(),
        }
    }
}
