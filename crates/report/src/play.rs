//! Games that are played.

use schemars::JsonSchema;
use serde::Serialize;

use crate::{MoveEntry, OutcomeWord, PlayWord, SchemaVersion, ValueReport};

/// The computer's move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct ReplyReport {
    /// The version of the object.
    pub schema: SchemaVersion,
    /// The move; null if the game is over.
    #[serde(rename = "move")]
    pub reply: Option<MoveEntry>,
}

/// What every position of a game was worth, and which moves were mistakes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct ReviewReport {
    /// The version of the object.
    pub schema: SchemaVersion,
    /// The positions of the game, the start first.
    pub steps: Vec<ReviewEntry>,
}

/// One position of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct ReviewEntry {
    /// The position.
    pub position: String,
    /// What happens to the player to move there.
    pub outcome: OutcomeWord,
    /// Its nim-value.
    pub value: ValueReport,
    /// True if the move that led here was a mistake.
    pub erred: bool,
    /// A better move than the one that led here, as a sentence.
    pub better: Option<String>,
    /// The same move, with what is touched and what changes.
    pub better_move: Option<MoveEntry>,
}

/// A game against the computer, as a record.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct PlayReport {
    /// The version of the object.
    pub schema: SchemaVersion,
    /// The position that the game began with.
    pub start: String,
    /// The ending convention.
    pub play: PlayWord,
    /// Who won; null while the game is not over, and for a draw.
    pub winner: Option<String>,
    /// The moves.
    pub moves: Vec<MoveEntry>,
    /// The positions of the game, the start first.
    pub review: Vec<PlayStep>,
}

/// One position of a recorded game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct PlayStep {
    /// The position.
    pub position: String,
    /// Who moved to it; null for the start.
    pub mover: Option<String>,
    /// What happens to the player to move there.
    pub outcome: OutcomeWord,
    /// Its nim-value.
    pub value: ValueReport,
    /// True if the move that led here was a mistake.
    pub erred: bool,
    /// A better move than the one that led here.
    pub better: Option<MoveEntry>,
}
