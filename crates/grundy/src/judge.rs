//! Judge problems: built-in or written by users, answered in the judge's own format.

use grundy_core::{HeapRules, Limits};
use grundy_judge::{NamedGames, OpenError, PositionLanguage};
use grundy_positions::Game;
use grundy_rules::OracleError;
use grundy_solve::{Component, Sum};

pub use grundy_rules::{PROBLEMS, Problem, find_problem, nearest_problems};

use crate::spec::{Files, OpenGames, heap_rules, open_ruleset, parse_sum, positions_are_heaps};
use crate::{Error, ErrorClass};

/// A judge problem that is ready to be asked.
///
/// # Examples
///
/// ```
/// # use grundy::judge::JudgeProgram;
/// let problem = JudgeProgram::open("spoj-mmmgame", &Default::default()).unwrap();
/// assert_eq!(problem.run("2\n3\n3 5 1\n1\n1\n").unwrap(), "John\nBrother\n");
/// ```
pub type JudgeProgram = grundy_judge::JudgeProgram<SpecLanguage>;

/// The position language, without files.
#[derive(Clone, Copy, Debug, Default)]
pub struct SpecLanguage;

/// The games that a program has named; it reaches nothing outside its own file.
pub struct GamesWithoutFiles(OpenGames);

impl Default for GamesWithoutFiles {
    fn default() -> GamesWithoutFiles {
        GamesWithoutFiles(OpenGames::new(Files::Deny))
    }
}

impl NamedGames for GamesWithoutFiles {
    fn read(
        &mut self,
        text: &str,
        limits: &Limits,
    ) -> Result<(&mut Sum, Vec<Component>), OracleError> {
        self.0.read(text, limits).map_err(SpecLanguage::refused)
    }
}

impl PositionLanguage for SpecLanguage {
    type Error = Error;
    type Games = GamesWithoutFiles;

    fn sum(&self, text: &str, limits: &Limits) -> Result<Sum, Error> {
        parse_sum(&[text.to_owned()], Files::Deny, limits)
    }

    fn heap_game(&self, name: &str) -> Result<(Box<dyn Game>, HeapRules), Error> {
        let named = heap_rules(name)?;
        Ok((named.game, named.rules))
    }

    fn is_heap_game(&self, name: &str) -> bool {
        let game = open_ruleset(name, Files::Deny, &Limits::default());
        // What is no game at all is refused where it is opened.
        game.map_or(true, |mut game| {
            game.heap_rules().is_none() || positions_are_heaps(&mut *game)
        })
    }

    fn refused(error: Error) -> OracleError {
        OracleError {
            is_limit: error.class() != ErrorClass::Input,
            message: error.to_string(),
        }
    }
}

impl From<OpenError> for Error {
    fn from(error: OpenError) -> Error {
        match error {
            OpenError::Rules(error) => error.into(),
            OpenError::Io { path, source } => Error::Io { path, source },
            other => Error::usage(&other),
        }
    }
}
