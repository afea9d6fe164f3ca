//! Rules that somebody is writing: what they are, whether they run, whether their claims hold.

use std::collections::BTreeMap;
use std::sync::Arc;

use grundy_core::{Game, Interned, Limits, Play, Ruleset};
use grundy_rules::StarRules;

use crate::Error;
use crate::check::{CheckRequest, Checked, check};
use crate::spec::{Files, star_rules};

/// The name under which rules that were sent as text are known: `mine.star:20`.
pub const NAME: &str = "mine.star";

/// What is known about somebody's rules.
pub struct OwnRules {
    /// The default position as text.
    pub start: Option<String>,
    /// True if the players' moves differ.
    pub has_two_players: bool,
    /// The claims in the file, tested; none if it makes none.
    pub claims: Option<Checked>,
}

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
/// [`Error::Rules`] with the line, [`Error::Limit`].
pub fn look_at(source: &str, to: u64, limits: &Limits) -> Result<OwnRules, Error> {
    let files = given(source);
    let rules = star_rules(NAME, files.clone(), limits)?;
    let start = rules.start().map(|position| rules.show(position));
    let has_two_players = rules.has_two_players();
    if let Some(start) = &start {
        try_moves(rules, start, limits)?;
    }
    let claims = match makes_claims(source) {
        false => None,
        true => Some(check(&CheckRequest {
            ruleset: NAME.to_owned(),
            to,
            claim: None,
            heaps: 1,
            play: Play::Normal,
            limits: limits.clone(),
            files,
        })?),
    };
    Ok(OwnRules {
        start,
        has_two_players,
        claims,
    })
}

/// A mistake that only shows when `moves` runs is better found now than in a game.
fn try_moves(rules: StarRules, start: &str, limits: &Limits) -> Result<(), Error> {
    let mut game = Interned::new(rules);
    let id = game.parse(start).map_err(|error| Error::Spec {
        text: start.to_owned(),
        error,
    })?;
    game.options(id, limits)?;
    Ok(())
}

fn makes_claims(source: &str) -> bool {
    let mut lines = source.lines();
    lines.any(|line| line.starts_with("def lose(") || line.starts_with("def value("))
}

#[cfg(test)]
mod tests {
    use super::*;

    const TAKE: &str = "def moves(n):\n    return [n - k for k in [1, 2] if k <= n]\nstart = 10\n";

    #[test]
    fn rules_without_claims_are_only_read() {
        let own = look_at(TAKE, 50, &Limits::default()).unwrap();
        assert_eq!(own.start.as_deref(), Some("10"));
        assert!(own.claims.is_none() && !own.has_two_players);
    }

    #[test]
    fn claims_are_tested() {
        let right = format!("{TAKE}def lose(n):\n    return n % 3 == 0\n");
        assert!(
            look_at(&right, 50, &Limits::default())
                .unwrap()
                .claims
                .unwrap()
                .holds()
        );
        let wrong = format!("{TAKE}def lose(n):\n    return n % 4 == 0\n");
        assert!(
            !look_at(&wrong, 50, &Limits::default())
                .unwrap()
                .claims
                .unwrap()
                .holds()
        );
    }

    #[test]
    fn a_mistake_in_moves_is_found_at_its_line() {
        let source = "def moves(n):\n    return n + 'x'\nstart = 3\n";
        match look_at(source, 50, &Limits::default()) {
            Err(Error::Rules(error)) => assert_eq!(error.line, Some(2), "{error}"),
            Err(other) => panic!("{other}"),
            Ok(_) => panic!("it cannot run"),
        }
    }
}
