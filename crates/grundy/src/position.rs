//! A position that can be asked and played: the way into the library.

use std::fmt;
use std::ops::Add;

use grundy_core::{Limits, MoveReport, Notation, Outcome, Play, Value, Verdict};
use grundy_positions::{Game, game_at};
use grundy_solve::{Analysis, BestPlay, Board, Request, Solver, Sum, SumMove, Verification};

use crate::Error;
use grundy_spec::{Files, OpenGames, parse_sum};

/// A position: a sum of components, with the convention under which it is played.
///
/// # Examples
///
/// ```
/// use grundy::{Position, Outcome};
///
/// let mut position = Position::parse("nim:3,4,5 + kayles:6")?;
/// assert_eq!(position.outcome()?, Outcome::Win);
/// let winning = position.solve()?.winning_moves;
/// assert_eq!(winning[0].text, "take 1 from the heap of 3");
/// # Ok::<(), grundy::Error>(())
/// ```
pub struct Position {
    sum: Sum,
    play: Play,
    limits: Limits,
}

/// A legal move of a [`Position`].
#[derive(Clone, Debug)]
pub struct LegalMove {
    /// What it does, as every interface reports it.
    pub report: MoveReport,
    played: SumMove,
}

impl Position {
    /// Reads a position in the position language, which may not name files; see [`Position::parse_with`].
    ///
    /// # Errors
    ///
    /// [`Error::Spec`] with the place.
    pub fn parse(text: &str) -> Result<Position, Error> {
        Position::parse_with(text, Files::Deny, Limits::default())
    }

    /// Reads a position that may name files (rules, graphs); everything done with it keeps within `limits`.
    ///
    /// # Errors
    ///
    /// [`Error::Spec`] with the place, [`Error::Rules`] for a rules file that is wrong.
    pub fn parse_with(text: &str, files: Files, limits: Limits) -> Result<Position, Error> {
        let sum = parse_sum(&[text.to_owned()], files, &limits)?;
        Ok(Position {
            sum,
            play: Play::Normal,
            limits,
        })
    }

    /// Reads a position that may also name these games, in lower case.
    ///
    /// # Errors
    ///
    /// As [`Position::parse_with`].
    pub fn parse_among(
        text: &str,
        games: Vec<(String, Box<dyn Game>)>,
        files: Files,
        limits: Limits,
    ) -> Result<Position, Error> {
        let mut open = OpenGames::new(files);
        for (name, game) in games {
            open.add(&name, game);
        }
        Ok(Position {
            sum: open.into_sum(text, &limits)?,
            play: Play::Normal,
            limits,
        })
    }

    /// A position of a game of your own.
    ///
    /// # Examples
    ///
    /// ```
    /// use grundy::{Named, Position, Rules};
    ///
    /// struct Squares;
    ///
    /// impl Rules for Squares {
    ///     type Position = u64;
    ///     type Move = u64; // stones taken
    ///     fn moves(&self, &heap: &u64) -> impl Iterator<Item = u64> {
    ///         (1..).map(|k| k * k).take_while(move |square| *square <= heap)
    ///     }
    ///     fn play(&self, &heap: &u64, &taken: &u64) -> u64 {
    ///         heap - taken
    ///     }
    /// }
    /// let squares = Position::of(Named::new("squares", Squares), 20);
    /// let mut sum = squares + Position::parse("kayles:7")?;
    /// assert_eq!(sum.to_string(), "squares:20 + kayles:7");
    /// assert!(sum.value()?.is_some());
    /// # Ok::<(), grundy::Error>(())
    /// ```
    pub fn of<R: Notation>(rules: R, position: R::Position) -> Position {
        let (game, id) = game_at(rules, position);
        Position {
            sum: Sum::of(game, id),
            play: Play::Normal,
            limits: Limits::default(),
        }
    }

    /// The same position under misère play: the player who makes the last move loses.
    pub fn misere(self) -> Position {
        Position {
            play: Play::Misere,
            ..self
        }
    }

    /// The same position, where everything keeps within these limits.
    pub fn within(self, limits: Limits) -> Position {
        Position { limits, ..self }
    }

    /// What happens to the player to move.
    ///
    /// # Errors
    ///
    /// [`Error::Limit`] when a limit is reached, [`Error::Rules`] when rules fail.
    pub fn outcome(&mut self) -> Result<Outcome, Error> {
        Ok(self.solver()?.outcome())
    }

    /// The nim-value, where the play has one and it is known.
    ///
    /// # Errors
    ///
    /// As [`Position::outcome`].
    pub fn value(&mut self) -> Result<Option<Value>, Error> {
        Ok(self.solver()?.value()?)
    }

    /// Who wins, what it is worth, and every winning move.
    ///
    /// # Errors
    ///
    /// As [`Position::outcome`].
    pub fn solve(&mut self) -> Result<Verdict, Error> {
        Ok(self.solver()?.verdict()?)
    }

    /// As [`Position::solve`], with reasons.
    ///
    /// # Errors
    ///
    /// As [`Position::outcome`].
    pub fn explain(&mut self) -> Result<Verdict, Error> {
        let request = Request {
            explain: true,
            ..self.request()
        };
        Ok(Solver::new(&mut self.sum, request)?.verdict()?)
    }

    /// As [`Position::solve`], with the outcome of every move and how to draw the position.
    ///
    /// # Errors
    ///
    /// As [`Position::outcome`].
    pub fn analyse(&mut self) -> Result<Analysis, Error> {
        Ok(self.solver()?.analysis()?)
    }

    /// Best play to the end, at most `most` moves: the winner hurries, the loser delays.
    ///
    /// # Errors
    ///
    /// As [`Position::outcome`].
    pub fn best_play(&mut self, most: usize) -> Result<BestPlay, Error> {
        let request = self.request();
        Ok(self.sum.best_play(&request, most)?)
    }

    /// Checks a verdict on this position against the rules alone.
    ///
    /// # Errors
    ///
    /// As [`Position::outcome`].
    pub fn verify(&mut self, verdict: &Verdict) -> Result<Verification, Error> {
        Ok(grundy_solve::verify(&mut self.sum, verdict, &self.limits)?)
    }

    /// How the position looks and its moves, at most `most`: nothing is solved.
    ///
    /// # Errors
    ///
    /// As [`Position::outcome`].
    pub fn board(&mut self, most: usize) -> Result<Board, Error> {
        let limits = &self.limits;
        Ok(grundy_solve::board(&mut self.sum, self.play, most, limits)?)
    }

    /// The components, each as a position of its own would be written.
    pub fn components(&self) -> Vec<String> {
        let components = self.sum.components.iter();
        components.map(|&c| self.sum.show_one(c)).collect()
    }

    /// The text that positions have in common that count as the same: the order of components, and what each game
    /// ignores, does not matter.
    ///
    /// # Examples
    ///
    /// ```
    /// # use grundy::Position;
    /// let [mut one, mut other] = ["nim:4,3 + kayles:2", "kayles:2 + nim:3,4"].map(|text| Position::parse(text).unwrap());
    /// assert_eq!(one.key(), other.key());
    /// ```
    pub fn key(&mut self) -> String {
        let components = self.sum.components.clone();
        let key = self.sum.key(&components);
        let mut shown: Vec<String> = key.iter().map(|&c| self.sum.show_one(c)).collect();
        shown.sort_unstable();
        shown.join(" + ")
    }

    /// The legal moves, one for each option.
    ///
    /// # Errors
    ///
    /// As [`Position::outcome`].
    pub fn moves(&mut self) -> Result<Vec<LegalMove>, Error> {
        let components = self.sum.components.clone();
        let moves = self.sum.moves(&components, true, &self.limits)?;
        let report = |played: SumMove| LegalMove {
            report: self.sum.report(&components, &played),
            played,
        };
        Ok(moves.into_iter().map(report).collect())
    }

    /// Makes one of the [`Position::moves`] of this position.
    pub fn play(&mut self, played: &LegalMove) {
        self.sum.components.clone_from(&played.played.after);
    }

    /// What is asked of this position.
    fn request(&self) -> Request {
        Request {
            play: self.play,
            limits: self.limits.clone(),
            ..Request::default()
        }
    }

    fn solver(&mut self) -> Result<Solver<'_>, Error> {
        let request = self.request();
        Ok(Solver::new(&mut self.sum, request)?)
    }
}

/// The sum of two positions: a move is a move in one of them. The convention and the limits are those of the first.
impl Add for Position {
    type Output = Position;

    fn add(mut self, other: Position) -> Position {
        self.sum.append(other.sum);
        self
    }
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.sum.show(&self.sum.components))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_move_can_be_played_and_leads_to_what_it_says() {
        let text = "nim:2,3 + kayles:5 + chomp:2x3";
        let moves = Position::parse(text).unwrap().moves().unwrap();
        assert!(moves.len() > 10);
        for played in moves {
            let mut position = Position::parse(text).unwrap();
            let same = position.moves().unwrap();
            let same = same
                .iter()
                .find(|m| m.report.position == played.report.position);
            position.play(same.expect("the same moves in the same order"));
            assert_eq!(position.to_string(), played.report.position);
        }
    }

    #[test]
    fn files_are_refused_unless_asked_for() {
        assert!(Position::parse("examples/rules/squares.star:10").is_err());
    }

    #[test]
    fn the_convention_decides() {
        let mut normal = Position::parse("nim:1").unwrap();
        assert_eq!(normal.outcome().unwrap(), Outcome::Win);
        assert_eq!(normal.misere().outcome().unwrap(), Outcome::Lose);
    }
}
