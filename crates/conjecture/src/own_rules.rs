//! Rules that somebody is writing: what they are, whether they run, whether their claims hold.

use grundy_core::{Limits, Play};
use grundy_positions::Source;
use grundy_rules::StarRules;

use crate::check::CheckedConjectures;
use crate::error::ConjectureError;
use crate::of_ruleset::{CheckRequest, check_ruleset};
use crate::positions::PositionTable;

/// What is known about somebody's rules.
pub struct OwnRules {
    /// The default position as text.
    pub start: Option<String>,
    /// True if the players' moves differ.
    pub has_two_players: bool,
    /// The claims in the file, tested; none if it makes none.
    pub claims: Option<CheckedConjectures>,
}

/// Makes the moves of the default position of `rules` once, and tests the claims in their `source` up to `to`; `name` is
/// how they are called.
///
/// # Errors
///
/// [`ConjectureError::Rules`] with the line, or a limit.
pub fn look_at_rules(
    rules: &StarRules,
    name: &str,
    source: &str,
    to: u64,
    limits: &Limits,
) -> Result<OwnRules, ConjectureError> {
    let start = rules.start().map(|position| rules.show(position));
    if let Some(start) = &start {
        try_moves(rules.clone(), start, limits)?;
        rules.check_drawing()?;
    }
    let claims = if makes_claims(source) {
        let game = rules.clone().game();
        let mut table = PositionTable::new(game, Play::Normal, limits.clone());
        let request = CheckRequest {
            to: Some(to),
            limits: limits.clone(),
            ..CheckRequest::new(name)
        };
        Some(check_ruleset(&mut table, Some(rules), &request)?)
    } else {
        None
    };
    Ok(OwnRules {
        start,
        has_two_players: rules.has_two_players(),
        claims,
    })
}

/// A mistake that only shows when `moves` runs is better found now than in a game.
fn try_moves(rules: StarRules, start: &str, limits: &Limits) -> Result<(), ConjectureError> {
    let mut game = rules.game();
    let id = game.parse(start);
    let id = id.map_err(|error| ConjectureError::Position {
        text: start.to_owned(),
        error: Box::new(error),
    })?;
    game.options(id, limits)?;
    Ok(())
}

fn makes_claims(source: &str) -> bool {
    let mut lines = source.lines();
    lines.any(|line| line.starts_with("def lose(") || line.starts_with("def value("))
}
