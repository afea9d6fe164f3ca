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
mod nimbers;
pub mod plan;
mod reachable;
mod search;
mod sprague_grundy;
mod sum;
mod tame;
mod values;
mod verify;
mod waiting;

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
        during: String,
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

impl SolveError {
    /// A limit that was reached while a search was at `position`.
    pub(crate) fn limit_at(reached: LimitReached, position: &str) -> SolveError {
        const LONGEST: usize = 60;
        let mut shown: String = position.chars().take(LONGEST).collect();
        if shown.len() < position.len() {
            shown.push('…');
        }
        SolveError::Limit {
            reached,
            during: format!("while searching, at `{shown}`"),
        }
    }
}

impl From<LimitReached> for SolveError {
    fn from(reached: LimitReached) -> SolveError {
        SolveError::Limit {
            reached,
            during: "while searching".to_owned(),
        }
    }
}
