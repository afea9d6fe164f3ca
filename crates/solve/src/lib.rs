//! The methods, a file each, the one place that chooses among them (`plan`), and the one object that answers (`solver`).
//!
//! Methods see a sum of [`grundy_positions::Game`]s as integers; no file here knows any game.

mod best_play;
mod board;
mod exhaustive;
mod explain;
mod explain_values;
mod first_values;
mod heap_moves;
mod known_outcome;
mod method;
mod misere_nim;
mod misere_quotient;
mod nimbers;
mod outcomes;
mod plan;
mod proofs;
mod reachable;
mod remoteness;
mod removals;
mod scores;
mod search;
mod sequence;
mod shared;
mod solver;
mod sprague_grundy;
mod sum;
mod tame;
mod values;
mod verify;
mod waiting;

pub use best_play::{BestPlay, LineEnd};
pub use board::{Board, BoardComponent, BoardMove, board, first_moves, move_between, touched};
pub use first_values::first_values;
pub use grundy_proofs::{Claim, ProofError, ProofFile};
pub use grundy_search::StoreError;
pub use outcomes::{OutcomeTable, outcomes_and_remoteness};
pub use proofs::{ProofProblem, check_component, value_by_definition};
pub use remoteness::RemotenessTable;
pub use scores::{ScoreError, Scores};
pub use sequence::{Sequence, SequenceError, ValueProblem};
pub use shared::SharedSolver;
pub use solver::{Analysis, OutcomeVerdict, Request, Solver, analyse, solve};
pub use sum::{Component, Sum, SumMove};
pub use values::Evaluator;
pub use verify::{Verification, verify};

use std::fmt;

use grundy_core::{LimitReached, RulesError};
use grundy_positions::OptionsError;

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

impl fmt::Display for SolveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SolveError::Limit { reached, during } => write!(f, "{reached} ({during})"),
            SolveError::Rules(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for SolveError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            SolveError::Limit { reached, .. } => Some(reached),
            SolveError::Rules(error) => Some(error),
        }
    }
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
