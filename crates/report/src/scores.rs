//! Games with scores.

use schemars::JsonSchema;
use serde::Serialize;

use crate::{OutcomeWord, SchemaVersion};

/// By how much the player to move wins a game with scores.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct ScoreReport {
    /// The version of the object.
    pub schema: SchemaVersion,
    /// The position as grundy writes it.
    pub position: String,
    /// What happens to the player to move: `draw` where both get the same.
    pub outcome: OutcomeWord,
    /// The points of the player to move minus those of the opponent, with best play.
    pub difference: i64,
    /// Best play to the end, both players' moves in turn.
    pub line: Vec<ScoredMove>,
}

/// A move of a game with scores.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct ScoredMove {
    /// What it earns.
    pub points: i64,
    /// The position after it.
    pub position: String,
}
