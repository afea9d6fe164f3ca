//! Asking who wins.

use grundy_core::{Limits, Play, Verdict};
use grundy_solve::{Analysis, Request, SolveError, Verification};

use crate::Error;
use crate::spec::{Files, parse_sum_within};

/// What is asked: a position, and how.
#[derive(Clone, Debug)]
pub struct Question {
    /// Positions; several are a sum.
    pub positions: Vec<String>,
    /// The ending convention.
    pub play: Play,
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
    /// Normal play, no reasons, the default limits.
    pub fn new<S: Into<String>>(positions: impl IntoIterator<Item = S>) -> Question {
        let defaults = Request::default();
        Question {
            positions: positions.into_iter().map(Into::into).collect(),
            play: defaults.play,
            explain: defaults.explain,
            most_moves: defaults.most_moves,
            limits: defaults.limits,
            files: Files::Allow,
        }
    }

    fn request(&self) -> Request {
        Request {
            play: self.play,
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
    let mut sum = parse_sum_within(
        &question.positions,
        question.files.clone(),
        &question.limits,
    )?;
    Ok(grundy_solve::solve(&mut sum, &question.request())?)
}

/// As [`solve`], with the outcome of every move and how to draw the position.
///
/// # Errors
///
/// As [`solve`].
pub fn analyse(question: &Question) -> Result<Analysis, Error> {
    let mut sum = parse_sum_within(
        &question.positions,
        question.files.clone(),
        &question.limits,
    )?;
    Ok(grundy_solve::analyse(&mut sum, &question.request())?)
}

/// Checks a verdict on the question's position against the rules alone.
///
/// # Errors
///
/// As [`solve`].
pub fn verify(question: &Question, verdict: &Verdict) -> Result<Verification, Error> {
    let mut sum = parse_sum_within(
        &question.positions,
        question.files.clone(),
        &question.limits,
    )?;
    Ok(grundy_solve::verify(&mut sum, verdict, &question.limits)?)
}

impl From<SolveError> for Error {
    fn from(error: SolveError) -> Error {
        match error {
            SolveError::Limit { reached, during } => Error::Limit {
                reached,
                progress: Some(during),
            },
            SolveError::Rules(error) => Error::Rules(error),
        }
    }
}
