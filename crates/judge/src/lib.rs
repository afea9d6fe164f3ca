//! What judge programs ask, answered by the solver.
//!
//! [`grundy_rules`] runs the programs and asks; [`Answers`] solves. The names of games and the notation of positions are
//! the caller's ([`PositionLanguage`]).

mod answers;
mod program;

use grundy_core::{HeapRules, LimitReached, Limits, RulesError};
use grundy_positions::Game;
use grundy_rules::OracleError;
use grundy_solve::{Component, SolveError, Sum};

pub use answers::Answers;
pub use program::{JudgeProgram, OpenError};

/// The games that were named so far; each is opened once and keeps what is known of it.
pub trait NamedGames: Default + Send {
    /// The components that `text` describes, in the sum that holds their games. A program must reach nothing outside
    /// its own file.
    ///
    /// # Errors
    ///
    /// [`OracleError`] if the text is wrong.
    fn read(
        &mut self,
        text: &str,
        limits: &Limits,
    ) -> Result<(&mut Sum, Vec<Component>), OracleError>;
}

/// How positions and games are named in the questions of a program.
pub trait PositionLanguage: Send {
    /// Why a text is refused, or a question has no answer.
    type Error: From<LimitReached> + From<SolveError> + From<RulesError>;
    /// The games that a program names, opened once each.
    type Games: NamedGames;

    /// The sum that `text` describes. A program must reach nothing outside its own file.
    ///
    /// # Errors
    ///
    /// If the text is wrong.
    fn sum(&self, text: &str, limits: &Limits) -> Result<Sum, Self::Error>;

    /// The heap game with this name or code, and its rules.
    ///
    /// # Errors
    ///
    /// If there is none.
    fn heap_game(&self, name: &str) -> Result<(Box<dyn Game>, HeapRules), Self::Error>;

    /// True if the positions `0`, `1`, `2`, … of this game are the heaps of its rules.
    fn is_heap_game(&self, name: &str) -> bool;

    /// What a program sees of an error.
    fn refused(error: Self::Error) -> OracleError;
}
