//! A rules file of either kind: moves as a program, or removals by declaration.

use std::sync::Arc;

use grundy_core::{RulesError, SpecError};
use grundy_positions::Game;

use crate::limits::RuleLimits;
use crate::program::Program;
use crate::removals::StarRemovals;
use crate::star_rules::StarRules;

/// The game that a rules file defines.
#[derive(Clone)]
pub enum StarFile {
    /// By `moves(position)`.
    Moves(StarRules),
    /// By `cells(size)` and `removals(size)`.
    Removals(StarRemovals),
}

impl StarFile {
    /// The game that `source`, the contents of `file`, defines; `moves` goes first where a file has both.
    ///
    /// # Examples
    ///
    /// ```
    /// use grundy_rules::{RuleLimits, StarFile};
    /// let source = "
    /// def cells(n):
    ///     return range(n)
    ///
    /// def removals(n):
    ///     return [([a, a + 1], [a, a + 1]) for a in range(n - 1)]
    /// ";
    /// let mut game = StarFile::load("row.star", source, &RuleLimits::default()).unwrap().game();
    /// let row = game.parse("3").unwrap();
    /// assert_eq!(game.removal(row).unwrap().remaining, [0, 1, 2]);
    /// ```
    ///
    /// # Errors
    ///
    /// [`RulesError`] with line, caret and cure if the file is no rules.
    pub fn load(file: &str, source: &str, limits: &RuleLimits) -> Result<StarFile, RulesError> {
        let program = Arc::new(Program::load(file, source.to_owned(), limits)?);
        if program.get("moves").is_none()
            && let Some(removals) = StarRemovals::from_program(&program)?
        {
            return Ok(StarFile::Removals(removals));
        }
        StarRules::from_program(program).map(StarFile::Moves)
    }

    /// The same game, where positions read from text have `player` to move.
    ///
    /// # Errors
    ///
    /// As [`StarRules::with_player`].
    pub fn with_player(self, player: &str) -> Result<StarFile, SpecError> {
        match self {
            StarFile::Moves(rules) => rules.with_player(player).map(StarFile::Moves),
            StarFile::Removals(_) => Err(SpecError::illegal(
                "in a removal game both players have the same moves: there is no player to name",
                "leave it out",
                0..player.len(),
            )),
        }
    }

    /// The rules, if they are a program.
    pub fn moves(self) -> Option<StarRules> {
        match self {
            StarFile::Moves(rules) => Some(rules),
            StarFile::Removals(_) => None,
        }
    }

    /// The game, ready to be solved.
    pub fn game(self) -> Box<dyn Game> {
        match self {
            StarFile::Moves(rules) => rules.game(),
            StarFile::Removals(rules) => rules.game(),
        }
    }
}
