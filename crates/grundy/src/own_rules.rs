//! Rules that somebody is writing: what they are, whether they run, whether their claims hold.

use std::collections::BTreeMap;
use std::sync::Arc;

use grundy_conjecture::look_at_rules;
use grundy_core::Limits;
use grundy_rules::StarFile;

use crate::Error;
use crate::spec::{Files, parse_sum, star_rules};

pub use grundy_conjecture::OwnRules;

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
/// [`Error::Rules`] with the line, [`Error::Limit`].
pub fn look_at(source: &str, to: u64, limits: &Limits) -> Result<OwnRules, Error> {
    match star_rules(NAME, given(source), limits)? {
        StarFile::Moves(rules) => Ok(look_at_rules(&rules, NAME, source, to, limits)?),
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
