//! How requests name a position, and large numbers on their way to JavaScript.

use grundy::Question;
use grundy::core::{Limits, Play};
use grundy::spec::Files;
use serde::Deserialize;
use serde_json::{Value, json};

use super::schema;

/// Moves that are listed to somebody who plays.
const MOST_MOVES: usize = 2000;

/// The ending convention as requests write it.
#[derive(Clone, Copy, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum PlayWord {
    #[default]
    Normal,
    Misere,
}

impl From<PlayWord> for Play {
    fn from(word: PlayWord) -> Play {
        match word {
            PlayWord::Normal => Play::Normal,
            PlayWord::Misere => Play::Misere,
        }
    }
}

/// The question about `positions` as the facade takes it. Files are never read for a request.
pub(super) fn question(positions: Vec<String>, play: PlayWord, limits: &Limits) -> Question {
    Question {
        play: play.into(),
        limits: limits.clone(),
        most_moves: MOST_MOVES,
        files: Files::Deny,
        ..Question::new(positions)
    }
}

/// The schema of the part of a request that names a position.
pub(super) fn properties() -> Value {
    json!({
        "position": {
            "type": "string",
            "description": "a position or a sum in the position language: `nim:3,4,5 + kayles:6`",
        },
        "play": schema::play(),
    })
}

/// A number that JavaScript can hold, or its digits.
pub(super) fn big(number: impl Into<u128>) -> Value {
    const LARGEST_EXACT: u128 = (1 << 53) - 1;
    match number.into() {
        small if small <= LARGEST_EXACT => json!(small as u64),
        large => json!(large.to_string()),
    }
}

/// The nim-value as the page reads it.
pub(super) fn value(value: Option<&grundy::core::Value>) -> Value {
    use grundy::core::Value::{Finite, Infinite, Loony};
    match value {
        Some(Finite(nimber)) => big(nimber.0),
        Some(Infinite(set)) => {
            json!({"infinite": set.iter().map(|nimber| big(nimber.0)).collect::<Vec<_>>()})
        }
        Some(Loony) => json!("loony"),
        None => Value::Null,
    }
}
