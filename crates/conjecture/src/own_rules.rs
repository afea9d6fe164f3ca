//! Rules that somebody is writing: what they are, whether they run, whether their claims hold.

use std::collections::BTreeMap;
use std::sync::Arc;

use grundy_core::{Limits, Play};
use grundy_positions::Source;
use grundy_rules::{StarFile, StarRules};
use grundy_spec::{Files, parse_sum, star_rules};

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

/// The name under which rules that were sent as text are known: `mine.star:20`.
pub const NAME: &str = "mine.star";

/// The files of a request that brought rules along.
pub fn given(source: &str) -> Files {
    Files::Given(Arc::new(BTreeMap::from([(
        NAME.to_owned(),
        source.to_owned(),
    )])))
}

/// Reads rules, makes the moves of their default position once, and tests their claims up to `to`.
///
/// # Errors
///
/// [`ConjectureError`] with the line where the rules are wrong, or a limit.
pub fn look_at(source: &str, to: u64, limits: &Limits) -> Result<OwnRules, ConjectureError> {
    match star_rules(NAME, given(source), limits)? {
        StarFile::Moves(rules) => look_at_rules(&rules, source, to, limits),
        StarFile::Removals(rules) => {
            let start = rules.start();
            if start.is_some() {
                let position = [format!("{NAME}:")];
                parse_sum(&position, given(source), limits)?;
            }
            Ok(OwnRules {
                start,
                has_two_players: false,
                claims: None,
            })
        }
    }
}

/// Makes the moves of the default position of `rules` once, and tests the claims in their `source` up to `to`.
fn look_at_rules(
    rules: &StarRules,
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
            ..CheckRequest::new(NAME)
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
