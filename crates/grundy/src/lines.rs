//! Many positions one after the other: who wins each, with games and values shared between them.

use grundy_core::{Limits, Outcome, Play, Value};
use grundy_positions::Game;
use grundy_solve::SharedSolver;

use crate::Error;
use grundy_spec::{Files, OpenGames};

/// After so many positions everything is forgotten, so that memory stays bounded.
const MOST_POSITIONS: u64 = 100_000;

/// Answers position after position.
///
/// # Examples
///
/// ```
/// # use grundy::{core::{Outcome, Play}, lines::Lines, spec::Files};
/// let mut lines = Lines::new(Play::Normal, Files::Deny, Default::default());
/// assert_eq!(lines.outcome_and_value("nim:3,4,5")?.0, Outcome::Win);
/// assert_eq!(lines.outcome_and_value("nim:2,2")?.0, Outcome::Lose);
/// # Ok::<(), grundy::Error>(())
/// ```
pub struct Lines {
    play: Play,
    files: Files,
    limits: Limits,
    games: OpenGames,
    solver: SharedSolver,
    answered: u64,
    /// Games were added that cannot be opened again by name.
    has_own_games: bool,
}

impl Lines {
    /// Answers under this ending convention, within these limits for each position.
    pub fn new(play: Play, files: Files, limits: Limits) -> Lines {
        Lines {
            play,
            games: OpenGames::new(files.clone()),
            files,
            limits,
            solver: SharedSolver::new(),
            answered: 0,
            has_own_games: false,
        }
    }

    /// The same, where texts may also name this game; nothing is forgotten then.
    pub fn with_game(mut self, name: &str, game: Box<dyn Game>) -> Lines {
        self.games.add(name, game);
        self.has_own_games = true;
        self
    }

    /// The same answers within other limits for each position.
    pub fn set_limits(&mut self, limits: Limits) {
        self.limits = limits;
    }

    /// Who wins a position or sum, and its value where it has one.
    ///
    /// # Errors
    ///
    /// As [`crate::solve`]; what was learnt before stays known.
    pub fn outcome_and_value(&mut self, text: &str) -> Result<(Outcome, Option<Value>), Error> {
        self.answered += 1;
        if self.answered.is_multiple_of(MOST_POSITIONS) && !self.has_own_games {
            self.games = OpenGames::new(self.files.clone());
            self.solver = SharedSolver::new();
        }
        let (sum, components) = self.games.read(text, &self.limits)?;
        let solver = &mut self.solver;
        Ok(solver.outcome_and_value(sum, &components, self.play, &self.limits)?)
    }
}
