//! Opening what a name stands for: a game of the registry, a rules file, a graph.

use std::path::Path;

use grundy_core::{SpecError, SpecErrorKind};
use grundy_games::unknown_game;
use grundy_graph::{GraphRules, GraphSource, format};
use grundy_positions::Game;
use grundy_rules::{RuleLimits, StarFile, is_star, star_path};

use crate::{Access, Files};

/// The graph in the file called `path`.
pub(crate) fn open_graph(path: &str, access: &Access<'_>) -> Result<GraphRules, SpecError> {
    match access.files.given(path.trim()) {
        Err(why) => Err(unusable(path, why, path.len())),
        Ok(None) => GraphRules::load_within(path, access.limits),
        Ok(Some(text)) => {
            let source = GraphSource::Bytes(text.as_bytes().to_vec());
            let file = format::load(&source, None, false, access.limits);
            let file = file.map_err(|error| unusable(path, &error.to_string(), path.len()))?;
            GraphRules::new_within(path.trim(), file, access.limits)
        }
    }
}

/// The game with this name, code or path.
pub(crate) fn open(ruleset: &str, access: &Access<'_>) -> Result<Box<dyn Game>, SpecError> {
    let span = 0..ruleset.len();
    if ruleset.trim().is_empty() {
        return Err(SpecError::missing("the name of a game", "nim:3,4,5", span));
    }
    if is_star(ruleset) {
        let rules = open_star(ruleset, access)?;
        if matches!(&rules, StarFile::Moves(rules) if rules.has_scores()) {
            let cure = "ask about one position of it at a time";
            return Err(SpecError::illegal(
                "points decide this game, not the last move",
                cure,
                span,
            ));
        }
        return Ok(rules.game());
    }
    match grundy_games::open(ruleset)? {
        Some(game) => Ok(game),
        None if access.files == Files::Allow && Path::new(ruleset).is_file() => {
            let why = "not a stored sequence, nor a rules file, whose name would end in `.star`";
            Err(unusable(ruleset, why, ruleset.len()))
        }
        None => Err(unknown_game(ruleset)),
    }
}

/// That the file called `path` cannot be used; it is named in the first `length` bytes of the text.
fn unusable(path: &str, why: &str, length: usize) -> SpecError {
    let (path, why) = (path.to_owned(), why.to_owned());
    SpecError::new(SpecErrorKind::File { path, why }, 0..length)
}

/// The rules in a file, with the player to move if the name says who.
pub(crate) fn open_star(ruleset: &str, access: &Access<'_>) -> Result<StarFile, SpecError> {
    let (path, player) = star_path(ruleset).unwrap_or((ruleset, None));
    let unreadable = |why: &str| unusable(path, why, ruleset.len());
    let source = match access.files.given(path) {
        Err(why) => return Err(unreadable(why)),
        Ok(Some(text)) => text.to_owned(),
        Ok(None) => {
            grundy_rules::read_rules(path).map_err(|error| unreadable(&error.to_string()))?
        }
    };
    let rules = StarFile::load(path, &source, &RuleLimits::within(access.limits));
    let rules = rules
        .map_err(|error| SpecError::new(SpecErrorKind::Rules(Box::new(error)), 0..ruleset.len()))?;
    match player {
        None => Ok(rules),
        Some(player) => rules
            .with_player(player)
            .map_err(|error| error.shifted(path.len() + 1)),
    }
}
