//! Games with scores: by how much the player to move wins, and best play.

use grundy_core::Outcome;
use grundy_positions::Source;
use grundy_report::{SchemaVersion, ScoreReport, ScoredMove};
use grundy_solve::{ScoreError, Scores};

use crate::{Error, Question};
use grundy_spec::{is_star, star_rules};

/// The answer, if the question is about one position of a rules file with `score(position, move)`.
///
/// # Errors
///
/// As [`crate::solve`].
pub fn solve(question: &Question) -> Result<Option<ScoreReport>, Error> {
    let [text] = &question.positions[..] else {
        return Ok(None);
    };
    let (path, position) = text.split_once(':').unwrap_or((text, ""));
    if !is_star(path.trim()) {
        return Ok(None);
    }
    let (files, limits) = (question.files.clone(), &question.limits);
    let rules = star_rules(path.trim(), files, limits)?.moves();
    let Some(rules) = rules.filter(|rules| rules.has_scores()) else {
        return Ok(None);
    };
    let start = rules.parse(position).map_err(|error| Error::Spec {
        text: text.clone(),
        error: error.shifted(text.len() - position.len()),
    })?;
    let mut options = |position: &_| rules.scored_options(position);
    let scores = Scores::find(&start, &mut options, limits).map_err(|error| match error {
        ScoreError::Rules(error) => Error::Rules(error),
        ScoreError::Limit(reached) => reached.into(),
        ScoreError::Repeats => usage("positions repeat; a game with scores must come to an end"),
        ScoreError::TooLarge => usage("the points add up to more than 64 bits hold"),
    })?;
    let difference = scores.difference(&start).unwrap_or(0);
    let shown = |position: &_| format!("{}:{}", path.trim(), rules.show(position));
    let line = scores.line(&start).into_iter();
    Ok(Some(ScoreReport {
        schema: SchemaVersion,
        position: shown(&start),
        outcome: match difference {
            0 => Outcome::Draw,
            1.. => Outcome::Win,
            _ => Outcome::Lose,
        }
        .into(),
        difference,
        line: line
            .map(|(points, position)| ScoredMove {
                points,
                position: shown(&position),
            })
            .collect(),
    }))
}

fn usage(message: &str) -> Error {
    Error::Usage {
        message: message.to_owned(),
    }
}
