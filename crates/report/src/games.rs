//! The games that grundy knows.

use schemars::JsonSchema;
use serde::Serialize;

use crate::{PictureReport, SchemaVersion};

/// Games, by name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct GamesReport {
    /// The version of the object.
    pub schema: SchemaVersion,
    /// The games.
    pub games: Vec<GameEntry>,
}

/// One game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct GameEntry {
    /// Its name.
    pub name: String,
    /// Its name as people write it.
    pub title: String,
    /// What it is played with: `heaps`, `rows`, `coins`, `boards`, `graphs` or `other`.
    pub family: String,
    /// Its other names.
    pub aliases: Vec<String>,
    /// A move in one line.
    pub summary: String,
    /// The rules.
    pub rules: String,
    /// How positions are written.
    pub notation: String,
    /// What the parameters after a `/` mean.
    pub parameters: Option<String>,
    /// A position that can be solved.
    pub example: String,
    /// Further positions: the edge cases of the rules.
    pub trials: Vec<String>,
    /// How the example looks.
    pub picture: PictureReport,
    /// What is known about the game.
    pub theory: String,
    /// Where the game comes from.
    pub source: String,
    /// The first values, in words, where they were asked for and there are such.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub first_values: Option<String>,
}
