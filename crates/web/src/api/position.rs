//! How requests name a position, and large numbers on their way to JavaScript.

use std::sync::Arc;

use grundy::Question;
use grundy::core::{Limits, Play};
use grundy::own_rules;
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

/// The question about `positions` as the facade takes it.
pub(super) fn question(
    positions: Vec<String>,
    play: PlayWord,
    files: Files,
    limits: &Limits,
) -> Question {
    Question {
        play: play.into(),
        limits: limits.clone(),
        most_moves: MOST_MOVES,
        files,
        ..Question::new(positions)
    }
}

/// The texts of a request, under the names by which positions speak of them. This machine's files
/// are never read for a request: only texts that it brought along.
pub(super) fn files(rules: Option<&str>, graph: Option<&str>) -> Files {
    let rules = rules.map(|text| (own_rules::NAME.to_owned(), text.to_owned()));
    let graph = graph.map(|text| ("g".to_owned(), text.to_owned()));
    match (&rules, &graph) {
        (None, None) => Files::Deny,
        _ => Files::Given(Arc::new(rules.into_iter().chain(graph).collect())),
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
        "rules": {
            "type": ["string", "null"],
            "description": "rules in Starlark; positions name them `mine.star`",
        },
        "graph": {
            "type": ["string", "null"],
            "description": "a graph as text; positions on it are `graph:g@0`",
        },
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
