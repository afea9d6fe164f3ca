//! Asking who wins.

use grundy_core::{Limits, Play, Verdict};
use grundy_solve::{Analysis, BestPlay, Request, Sum, Verification};

use crate::Error;
use grundy_spec::{Files, parse_sum};

/// What is asked: a position, and how.
#[derive(Clone, Debug)]
pub struct Question {
    /// Positions; several are a sum.
    pub positions: Vec<String>,
    /// The ending convention.
    pub play: Play,
    /// Who wins and one winning move is all that is wanted: no value, not every move.
    pub outcome_only: bool,
    /// Whether reasons are wanted.
    pub explain: bool,
    /// Moves to list at most.
    pub most_moves: usize,
    /// The limits.
    pub limits: Limits,
    /// Whether positions may name files.
    pub files: Files,
}

impl Question {
    /// Normal play, no reasons, the default limits, no files.
    pub fn new<S: Into<String>>(positions: impl IntoIterator<Item = S>) -> Question {
        let defaults = Request::default();
        Question {
            positions: positions.into_iter().map(Into::into).collect(),
            play: defaults.play,
            outcome_only: defaults.outcome_only,
            explain: defaults.explain,
            most_moves: defaults.most_moves,
            limits: defaults.limits,
            files: Files::Deny,
        }
    }

    /// The same question, whose positions may name files: rules and graphs.
    pub fn with_files(self) -> Question {
        Question {
            files: Files::Allow,
            ..self
        }
    }

    /// The same question about another position.
    pub(crate) fn about(&self, position: &str) -> Question {
        Question {
            positions: vec![position.to_owned()],
            ..self.clone()
        }
    }

    /// The positions as a sum.
    pub(crate) fn sum(&self) -> Result<Sum, Error> {
        Ok(parse_sum(
            &self.positions,
            self.files.clone(),
            &self.limits,
        )?)
    }

    pub(crate) fn request(&self) -> Request {
        Request {
            play: self.play,
            outcome_only: self.outcome_only,
            explain: self.explain,
            most_moves: self.most_moves,
            limits: self.limits.clone(),
        }
    }
}

/// Who wins, what it is worth, every winning move, and why.
///
/// # Errors
///
/// [`Error::Spec`] for wrong text, [`Error::Limit`] when a limit is reached, [`Error::Rules`] when
/// rules fail.
pub fn solve(question: &Question) -> Result<Verdict, Error> {
    Ok(grundy_solve::solve(
        &mut question.sum()?,
        &question.request(),
    )?)
}

/// Best play to the end, at most `most` moves: the winner hurries, the loser delays.
///
/// # Errors
///
/// As [`solve`].
pub fn best_play(question: &Question, most: usize) -> Result<BestPlay, Error> {
    Ok(question.sum()?.best_play(&question.request(), most)?)
}

/// As [`solve`], with the outcome of every move and how to draw the position.
///
/// # Errors
///
/// As [`solve`].
pub fn analyse(question: &Question) -> Result<Analysis, Error> {
    Ok(grundy_solve::analyse(
        &mut question.sum()?,
        &question.request(),
    )?)
}

/// Checks a verdict on the question's position against the rules alone.
///
/// # Errors
///
/// As [`solve`].
pub fn verify(question: &Question, verdict: &Verdict) -> Result<Verification, Error> {
    Ok(grundy_solve::verify(
        &mut question.sum()?,
        verdict,
        &question.limits,
    )?)
}
