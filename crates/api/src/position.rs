//! How requests name a position.

use std::sync::Arc;

use grundy::Question;
use grundy::core::Limits;
use grundy::own_rules;
use grundy::report::PlayWord;
use grundy::spec::Files;

/// Moves that are listed to somebody who plays.
const MOST_MOVES: usize = 2000;

/// The question about `positions` as the facade takes it.
pub(crate) fn question(
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
pub(crate) fn files(rules: Option<&str>, graph: Option<&str>) -> Files {
    let rules = rules.map(|text| (own_rules::NAME.to_owned(), text.to_owned()));
    let graph = graph.map(|text| ("g".to_owned(), text.to_owned()));
    match (&rules, &graph) {
        (None, None) => Files::Deny,
        _ => Files::Given(Arc::new(rules.into_iter().chain(graph).collect())),
    }
}
