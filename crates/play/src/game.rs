//! A game between a person and the computer, move by move.

use std::fmt;

use grundy_core::{MoveReport, Outcome};
use grundy_solve::Analysis;

use crate::analyst::Analyst;
use crate::level::{Chance, Level};
use crate::record::{MatchRecord, RecordedMove};
use crate::reply::reply;
use crate::review::{JudgedPosition, ReviewedPosition, review_judged};

/// A game is a draw when the same position, with the same player to move, occurs this often.
pub const OCCURRENCES_FOR_A_DRAW: usize = 3;

/// One of the two who play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Player {
    /// The person.
    You,
    /// The computer.
    Computer,
}

impl Player {
    /// How a sentence names them.
    pub fn name(self) -> &'static str {
        match self {
            Player::You => "you",
            Player::Computer => "the computer",
        }
    }

    /// The other one.
    pub fn other(self) -> Player {
        match self {
            Player::You => Player::Computer,
            Player::Computer => Player::You,
        }
    }
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum MatchEnd {
    /// This player has won.
    Won(Player),
    /// A rule of the game made it a draw.
    Draw,
    /// The same position occurred [`OCCURRENCES_FOR_A_DRAW`] times.
    Repetition,
}

impl fmt::Display for MatchEnd {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            MatchEnd::Won(Player::You) => "you have won",
            MatchEnd::Won(Player::Computer) => "the computer has won",
            MatchEnd::Draw => "a draw",
            MatchEnd::Repetition => "a draw: the same position occurred three times",
        })
    }
}

/// A game in progress.
///
/// The analyst is asked once for each position that comes onto the board.
pub struct Match<A> {
    analyst: A,
    level: Level,
    chance: Chance,
    first: Player,
    moves: Vec<MoveReport>,
    /// The start and the position after each move.
    positions: Vec<JudgedPosition>,
    present: Analysis,
}

impl<A: Analyst> Match<A> {
    /// A game that begins at `start`.
    ///
    /// # Errors
    ///
    /// As [`Analyst::analyse`].
    pub fn new(
        mut analyst: A,
        start: &str,
        level: Level,
        chance: Chance,
        first: Player,
    ) -> Result<Match<A>, A::Error> {
        let present = analyst.analyse(start)?;
        Ok(Match {
            positions: vec![JudgedPosition::new(&present.verdict)],
            analyst,
            level,
            chance,
            first,
            moves: Vec::new(),
            present,
        })
    }

    /// All about the position on the board.
    pub fn present(&self) -> &Analysis {
        &self.present
    }

    /// The moves so far.
    pub fn moves(&self) -> &[MoveReport] {
        &self.moves
    }

    /// The position at the start.
    pub fn start(&self) -> &str {
        &self.positions[0].position
    }

    /// Who made or makes move `index`, from 0.
    pub fn mover(&self, index: usize) -> Player {
        if index.is_multiple_of(2) {
            self.first
        } else {
            self.first.other()
        }
    }

    /// Whose turn it is.
    pub fn turn(&self) -> Player {
        self.mover(self.moves.len())
    }

    /// How often the position on the board has occurred with the same player to move, now included.
    pub fn occurrences(&self) -> usize {
        let present = &self.present.verdict.position;
        let same_turn = self.positions.iter().rev().step_by(2);
        same_turn
            .filter(|judged| judged.position == *present)
            .count()
    }

    /// How the game ended, if it has.
    pub fn end(&self) -> Option<MatchEnd> {
        let verdict = &self.present.verdict;
        if verdict.moves == Some(0) {
            return Some(match verdict.outcome {
                Outcome::Win => MatchEnd::Won(self.turn()),
                Outcome::Lose => MatchEnd::Won(self.turn().other()),
                Outcome::Draw => MatchEnd::Draw,
            });
        }
        (self.occurrences() >= OCCURRENCES_FOR_A_DRAW).then_some(MatchEnd::Repetition)
    }

    /// The player who has won, if the game is over and not a draw.
    pub fn winner(&self) -> Option<Player> {
        match self.end() {
            Some(MatchEnd::Won(player)) => Some(player),
            _ => None,
        }
    }

    /// True if nobody can move any more, or the game is a draw by repetition.
    pub fn is_over(&self) -> bool {
        self.end().is_some()
    }

    /// Makes a move, one of those that [`Match::present`] lists.
    ///
    /// # Errors
    ///
    /// As [`Analyst::analyse`]; then the game is unchanged.
    pub fn play(&mut self, report: MoveReport) -> Result<(), A::Error> {
        self.present = self.analyst.analyse(&report.position)?;
        self.positions
            .push(JudgedPosition::new(&self.present.verdict));
        self.moves.push(report);
        Ok(())
    }

    /// Lets the computer move; nothing happens when the game is over.
    ///
    /// # Errors
    ///
    /// As [`Match::play`].
    pub fn reply(&mut self) -> Result<Option<MoveReport>, A::Error> {
        if self.is_over() {
            return Ok(None);
        }
        let answer = reply(
            &self.present,
            self.level,
            &mut self.chance,
            &mut self.analyst,
        )?;
        if let Some(report) = &answer {
            self.play(report.clone())?;
        }
        Ok(answer)
    }

    /// Takes back the person's last move and what came after; false if there is none.
    ///
    /// # Errors
    ///
    /// As [`Match::play`].
    pub fn undo(&mut self) -> Result<bool, A::Error> {
        let made = 0..self.moves.len();
        let yours = made.rev().find(|&index| self.mover(index) == Player::You);
        let Some(index) = yours else {
            return Ok(false);
        };
        self.go_back_to(index)?;
        Ok(true)
    }

    /// Begins again from the start.
    ///
    /// # Errors
    ///
    /// As [`Match::play`].
    pub fn restart(&mut self) -> Result<(), A::Error> {
        self.go_back_to(0)
    }

    fn go_back_to(&mut self, index: usize) -> Result<(), A::Error> {
        self.present = self.analyst.analyse(&self.positions[index].position)?;
        self.positions.truncate(index + 1);
        self.moves.truncate(index);
        Ok(())
    }

    /// What every position was worth, the start first, and which moves were mistakes.
    pub fn review(&self) -> Vec<ReviewedPosition> {
        review_judged(self.positions.iter())
    }

    /// The start, the moves and the end, without what the positions are worth.
    pub fn record(&self) -> MatchRecord {
        let moves = self.moves.iter().enumerate();
        MatchRecord {
            start: self.start().to_owned(),
            play: self.present.verdict.play,
            moves: moves
                .map(|(index, report)| RecordedMove {
                    player: self.mover(index),
                    report: report.clone(),
                })
                .collect(),
            end: self.end(),
        }
    }

    /// The move that a person means by a number in the list, the position after it, or the
    /// changed component with or without its name.
    pub fn find(&self, text: &str) -> Option<&MoveReport> {
        let moves = &self.present.moves;
        if let Ok(number) = text.parse::<usize>()
            && let Some((report, _)) = number.checked_sub(1).and_then(|at| moves.get(at))
        {
            return Some(report);
        }
        let plain = |text: &str| text.replace(' ', "").to_lowercase();
        let wanted = plain(text);
        let is_meant = |report: &&MoveReport| {
            let to = plain(&report.to);
            let bare = to.split_once(':').map_or("", |(_, position)| position);
            plain(&report.position) == wanted || to == wanted || bare == wanted
        };
        let listed = moves.iter().map(|(report, _)| report);
        let winning = self.present.verdict.winning_moves.iter();
        listed.chain(winning).find(is_meant)
    }
}
