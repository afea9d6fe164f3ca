//! Telling about the games.

use grundy_core::{Limits, SpecError, SpecErrorKind};
use grundy_games::{GameInfo, find, looks_like_code, nearest};
use grundy_solve::{Component, Evaluator, Sum};

use crate::Error;
use crate::spec::{Files, open_ruleset};

/// Heap sizes whose values are shown.
const FIRST_VALUES: u64 = 20;

/// The game with this name, alias or code.
///
/// # Errors
///
/// [`Error::Spec`] with the nearest names.
pub fn game_info(name: &str) -> Result<&'static GameInfo, Error> {
    let bare = name.split(['/', ':']).next().unwrap_or(name);
    let known = match looks_like_code(bare) {
        true => find("code"),
        false => find(bare),
    };
    known.ok_or_else(|| Error::Spec {
        text: name.to_owned(),
        error: SpecError::new(
            SpecErrorKind::UnknownGame {
                name: bare.chars().take(40).collect(),
                nearest: nearest(bare),
            },
            0..bare.len(),
        ),
    })
}

/// The values of the positions `0`, `1`, `2`, … of the example's ruleset, where those are positions.
pub fn first_values(game: &GameInfo) -> Option<String> {
    let ruleset = game.example.split(':').next()?;
    let mut sum = Sum {
        games: vec![open_ruleset(ruleset, Files::Deny).ok()?],
        components: Vec::new(),
    };
    let mut limits = Limits::default();
    limits.positions = limits.positions.min(20_000);
    let mut evaluator = Evaluator::new();
    let mut values = Vec::new();
    for n in 0..FIRST_VALUES {
        // A game that has no position 0 may still have a position 1.
        let Ok(id) = sum.games[0].parse(&n.to_string()) else {
            if n == 0 {
                values.push("-".to_owned());
                continue;
            }
            return None;
        };
        let component = Component { game: 0, id };
        let value = evaluator.value(&mut sum, component, &limits).ok()??;
        values.push(value.to_string());
    }
    // Where a number is a name and not a size, all are worth the same, which says nothing.
    if values.iter().all(|value| *value == values[0]) {
        return None;
    }
    let list = values.join(" ");
    Some(format!("{ruleset}:0, 1, 2, … are worth {list} …"))
}

/// The games as one JSON object.
pub fn games_json(games: &[&GameInfo]) -> String {
    let list: Vec<serde_json::Value> = games
        .iter()
        .map(|game| {
            serde_json::json!({
                "name": game.name,
                "aliases": game.aliases,
                "summary": game.summary,
                "rules": game.rules,
                "notation": game.notation,
                "parameters": game.parameters,
                "example": game.example,
                "theory": game.theory,
                "source": game.source,
            })
        })
        .collect();
    serde_json::json!({"schema": 1, "games": list}).to_string()
}
