//! The methods, a file each, and the one place that chooses among them ([`plan`]).
//!
//! Methods see a sum of [`grundy_core::Game`]s as integers; no file here knows any game.

mod exhaustive;
mod explain;
mod explain_values;
mod heap_moves;
mod known_outcome;
mod method;
mod misere_nim;
mod misere_quotient;
pub mod plan;
mod reachable;
mod search;
mod sprague_grundy;
mod sum;
mod tame;
mod values;
mod verify;

pub use plan::{Analysis, Request, analyse, solve};
pub use sum::{Component, Sum};
pub use values::Evaluator;
pub use verify::{Verification, verify};

use grundy_core::{LimitReached, OptionsError, RulesError};

/// Why there is no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SolveError {
    /// A limit ended the work.
    Limit {
        /// Which one.
        reached: LimitReached,
        /// What was going on, for people.
        during: &'static str,
    },
    /// The rules failed.
    Rules(RulesError),
}

impl From<OptionsError> for SolveError {
    fn from(error: OptionsError) -> SolveError {
        match error {
            OptionsError::Limit(reached) => reached.into(),
            OptionsError::Rules(error) => SolveError::Rules(error),
        }
    }
}

impl From<LimitReached> for SolveError {
    fn from(reached: LimitReached) -> SolveError {
        SolveError::Limit {
            reached,
            during: "while searching",
        }
    }
}
