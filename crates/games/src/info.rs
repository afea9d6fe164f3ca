//! What `grundy games` says of a game, and how to make one.

use grundy_core::SpecError;
use grundy_positions::Game;

/// A game as the registry knows it.
pub struct GameInfo {
    /// The name in positions: `kayles`.
    pub name: &'static str,
    /// Other names.
    pub aliases: &'static [&'static str],
    /// The game in one line.
    pub summary: &'static str,
    /// The rules in words, a few sentences.
    pub rules: &'static str,
    /// What stands after the colon.
    pub notation: &'static str,
    /// What may stand after a `/`, if anything may.
    pub parameters: Option<&'static str>,
    /// A whole position that runs; small enough for exhaustive search.
    pub example: &'static str,
    /// Further positions, small enough for exhaustive search: the edge cases of the rules.
    pub trials: &'static [&'static str],
    /// What theory knows, in a sentence or two.
    pub theory: &'static str,
    /// Where the game comes from.
    pub source: &'static str,
    /// The game with these parameters (the text after `/`), spans counted from their start.
    pub make: Make,
}

/// Makes a game from its parameters.
pub type Make = fn(Option<&str>) -> Result<Box<dyn Game>, SpecError>;

impl GameInfo {
    /// The name and the aliases.
    pub fn names(&self) -> impl Iterator<Item = &'static str> {
        std::iter::once(self.name).chain(self.aliases.iter().copied())
    }
}

/// For games without parameters: says so if there are any.
pub(crate) fn no_parameters(parameters: Option<&str>) -> Result<(), SpecError> {
    match parameters {
        None => Ok(()),
        Some(text) => Err(SpecError::unexpected(
            text,
            "`:` and a position; this game takes no parameters",
            0..text.len(),
        )),
    }
}
