//! What remains of a game: its start, its moves, its end.

use std::fmt;

use grundy_core::{MoveReport, Play};

use crate::game::{MatchEnd, Player};

/// A game that was played, to its end or not. It says nothing about what the positions are worth.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MatchRecord {
    /// The position at the start.
    pub start: String,
    /// The ending convention.
    pub play: Play,
    /// The moves, in order.
    pub moves: Vec<RecordedMove>,
    /// How the game ended; `None` if it is not over.
    pub end: Option<MatchEnd>,
}

/// One move of a [`MatchRecord`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordedMove {
    /// The player who made it.
    pub player: Player,
    /// The move.
    pub report: MoveReport,
}

impl fmt::Display for MatchRecord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "start  {}", self.start)?;
        let digits = self.moves.len().to_string().len();
        let longest = self.moves.iter().map(|made| made.player.name().len()).max();
        let longest = longest.unwrap_or(0);
        for (number, made) in (1..).zip(&self.moves) {
            let RecordedMove { player, report } = made;
            let name = player.name();
            writeln!(
                f,
                "{number:>digits$}. {name:<longest$}  {}  → {}",
                report.text, report.position
            )?;
        }
        match self.end {
            Some(end) => write!(f, "{end}"),
            None => f.write_str("the game is not over"),
        }
    }
}
