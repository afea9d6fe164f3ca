//! Best play to the end: the winner hurries, the loser delays, and a draw goes round in its cycle.

use grundy_core::{MoveReport, Outcome};

use crate::SolveError;
use crate::solver::{Request, Solver};
use crate::sum::Sum;

/// A line of best play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BestPlay {
    /// The moves, both players' in turn.
    pub moves: Vec<MoveReport>,
    /// How the line ends.
    pub end: LineEnd,
}

/// How a line of best play ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LineEnd {
    /// The player to move has no move, or the rules say that the game is over.
    Over,
    /// In a draw, the position after so many moves is there again: both go round for ever.
    Repeats {
        /// The number of moves before the cycle.
        after: usize,
    },
    /// There is more than was asked for, or too many moves to choose from.
    Open,
}

/// Options beyond which no move is looked for where theory names none.
const MOST_OPTIONS: u128 = 20_000;

/// Positions that may be searched, once, for the lengths of all wins on the line.
const POSITIONS_FOR_A_LINE: u64 = 200_000;

impl Sum {
    /// Best play from the components of this sum, at most `most` moves; the sum is left as it was.
    ///
    /// # Errors
    ///
    /// [`SolveError`] when a limit is reached or the rules fail.
    pub fn best_play(&mut self, request: &Request, most: usize) -> Result<BestPlay, SolveError> {
        let start = self.components.clone();
        let line = self.line_from_here(request, most);
        self.components = start;
        line
    }

    fn line_from_here(&mut self, request: &Request, most: usize) -> Result<BestPlay, SolveError> {
        let mut moves = Vec::new();
        let searched = Solver::new(self, request.clone())?.small_search(POSITIONS_FOR_A_LINE)?;
        let mut seen = vec![self.key(&self.components.clone())];
        let end = loop {
            if moves.len() >= most {
                break LineEnd::Open;
            }
            let mut solver = Solver::new(self, request.clone())?;
            let outcome = solver.outcome();
            let Some(played) = solver.best_move(&seen, searched.as_ref())? else {
                let here = self.components.clone();
                let is_over = self.ending(&here).is_some()
                    || !self.has_more_options_than(&here, MOST_OPTIONS)
                        && self.options(&here, &request.limits)?.is_empty();
                break if is_over {
                    LineEnd::Over
                } else {
                    LineEnd::Open
                };
            };
            let here = std::mem::replace(&mut self.components, played.after.clone());
            moves.push(self.report(&here, &played));
            let key = self.key(&played.after);
            let known = seen.iter().position(|known| *known == key);
            match known {
                Some(after) if outcome == Outcome::Draw => break LineEnd::Repeats { after },
                // The loser may go back; the winner does not, so that the line still ends.
                Some(_) => {}
                None => seen.push(key),
            }
        };
        Ok(BestPlay { moves, end })
    }
}

/// The better of two moves by how long the game lasts after them: a winner prefers the shorter one.
pub(crate) fn is_better(outcome: Outcome, plies: Option<u64>, than: Option<u64>) -> bool {
    match (plies, than) {
        (Some(plies), Some(than)) if outcome == Outcome::Win => plies < than,
        (Some(plies), Some(than)) => plies > than,
        (Some(_), None) => true,
        (None, _) => false,
    }
}
