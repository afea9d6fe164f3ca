//! Answers about a graph, in a file or our own, verified.

use std::fmt;

use grundy_core::{LimitReached, Limits, Play};

use crate::claims::{ClaimsError, check_claims, check_values, read_claims};
use crate::{GraphFile, GraphSource, LoadError, VertexError, values_under};

/// Why an answer is not verified.
#[derive(Debug)]
#[non_exhaustive]
pub enum AnswerError {
    /// The file of the answer cannot be read.
    Load(LoadError),
    /// It does not hold claims about the graph.
    Claims(ClaimsError),
    /// Values are claimed where there are none, or a limit ended the work.
    Values(VertexError),
    /// It is wrong; in words.
    Refuted(String),
}

impl fmt::Display for AnswerError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            AnswerError::Load(error) => error.fmt(f),
            AnswerError::Claims(error) => error.fmt(f),
            AnswerError::Values(error) => error.fmt(f),
            AnswerError::Refuted(message) => f.write_str(message),
        }
    }
}

impl std::error::Error for AnswerError {}

impl From<LoadError> for AnswerError {
    fn from(error: LoadError) -> AnswerError {
        AnswerError::Load(error)
    }
}

impl From<LimitReached> for AnswerError {
    fn from(reached: LimitReached) -> AnswerError {
        AnswerError::Values(reached.into())
    }
}

/// Checks claims about all vertices of `file` by the definition alone: those in the file called `answer`, or our own for
/// an empty name; `with_values` says that values stand at the ends of the lines. Returns the number of vertices.
///
/// # Errors
///
/// [`AnswerError`] with the first vertex that is wrong, or the line that is no claim.
pub fn verify_answer(
    file: &GraphFile,
    answer: &str,
    with_values: bool,
    play: Play,
    limits: &Limits,
) -> Result<usize, AnswerError> {
    let claims = if answer.is_empty() {
        file.solve(play, limits)?.claims()
    } else {
        let text = GraphSource::open_named(answer, limits)?.read_all(limits)?;
        let read = read_claims(&text, file, with_values).map_err(AnswerError::Claims);
        let (claims, claimed) = read?;
        if with_values {
            let values = values_under(file, play, limits).map_err(AnswerError::Values)?;
            check_values(&values, &claimed)
                .map_err(|wrong| AnswerError::Refuted(wrong.in_words(&file.labels)))?;
        }
        claims
    };
    check_claims(file, play, &claims)
        .map_err(|wrong| AnswerError::Refuted(wrong.in_words(&file.labels)))?;
    Ok(claims.len())
}
