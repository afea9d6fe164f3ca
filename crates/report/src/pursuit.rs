//! Policeman and thief on a map.

use schemars::JsonSchema;
use serde::Serialize;

use crate::{OutcomeWord, SchemaVersion};

/// Row and column, from 1.
pub type Place = [usize; 2];

/// One of the two sides, or neither.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum SideWord {
    /// The policemen.
    Police,
    /// The thieves.
    Thief,
    /// Neither: a draw.
    Draw,
}

impl SideWord {
    /// The word: `police`, `thief` or `draw`.
    pub fn word(self) -> &'static str {
        match self {
            SideWord::Police => "police",
            SideWord::Thief => "thief",
            SideWord::Draw => "draw",
        }
    }
}

/// Who wins a pursuit, and a line of best play.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct PursuitReport {
    /// The version of the object.
    pub schema: SchemaVersion,
    /// Who wins.
    pub outcome: SideWord,
    /// Plies to the end when the winner hurries and the loser delays; null for a draw.
    pub plies: Option<u64>,
    /// Rows of the map.
    pub rows: usize,
    /// Columns of the map.
    pub columns: usize,
    /// The map: `P` policeman, `T` thief, `E` exit, `#` wall, `.` free.
    pub map: Vec<String>,
    /// Where the policemen are at the start.
    pub police: Vec<Place>,
    /// Where the thieves are at the start.
    pub thieves: Vec<Place>,
    /// True if both sides may skip a turn.
    pub stay: bool,
    /// How a policeman moves.
    pub police_moves: String,
    /// How a thief moves.
    pub thief_moves: String,
    /// States of the game.
    pub states: u128,
    /// A line of best play.
    pub line: Vec<PlyReport>,
    /// For a draw: the number of plies after which the last state had occurred before.
    pub repeats_from: Option<usize>,
}

/// One ply of a pursuit.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct PlyReport {
    /// Which side moved.
    pub side: SideWord,
    /// Where the piece came from; null if the side stayed.
    pub from: Option<Place>,
    /// Where it went.
    pub to: Option<Place>,
    /// All policemen after the ply.
    pub police: Vec<Place>,
    /// All thieves after the ply.
    pub thieves: Vec<Place>,
    /// The ply in words.
    pub text: String,
}

/// The policeman's best move, and what each answer of the thief leads to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct PursuitTurnReport {
    /// The version of the object.
    pub schema: SchemaVersion,
    /// Where the policeman is after the move.
    pub police: Place,
    /// The move in words.
    pub text: String,
    /// Who has won by now.
    pub over: Option<SideWord>,
    /// The thief's moves.
    pub options: Vec<ThiefOption>,
}

/// A move of the thief.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct ThiefOption {
    /// Where it leads.
    pub to: Place,
    /// The move in words.
    pub text: String,
    /// Who has won with it at once.
    pub over: Option<SideWord>,
    /// What happens to the thief.
    pub result: OutcomeWord,
    /// Plies to the end; null for a draw.
    pub plies: Option<u64>,
}
