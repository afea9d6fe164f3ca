//! Boards: what a player needs without anything being solved.

use grundy_core::MoveReport;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{GraphPlaces, MoveEntry, OutcomeWord, PictureReport, PlayWord, SchemaVersion};

/// How a position looks, its moves, and whether it is over.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct BoardReport {
    /// The version of the object.
    pub schema: SchemaVersion,
    /// The position as grundy writes it.
    pub position: String,
    /// The ending convention.
    pub play: PlayWord,
    /// The components of the sum.
    pub components: Vec<BoardEntry>,
    /// Every move, also those that lead to the same option; the first ones of each component where
    /// `complete` is false.
    pub moves: Vec<BoardMove>,
    /// False if there are too many moves to list; `/api/touch` finds the others.
    pub complete: bool,
    /// What happens to the player to move if the game is over; null if it is not.
    pub ended: Option<OutcomeWord>,
}

/// One component of a board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct BoardEntry {
    /// The component as grundy writes it.
    pub position: String,
    /// How to draw it.
    pub picture: PictureReport,
    /// What the picture cannot show but a player must know.
    pub caption: Option<String>,
    /// The name of the game, as people write it.
    pub title: String,
    /// The rules in words, with the parameters filled in.
    pub rules: String,
    /// Where to draw the vertices of a picture that has some.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub places: Option<GraphPlaces>,
}

/// One move on a board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct BoardMove {
    /// The move.
    #[serde(flatten)]
    pub entry: MoveEntry,
    /// The number of the option that the move leads to: moves with the same number lead to the same option.
    pub option: usize,
}

/// What somebody has touched on a board.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TouchRequest {
    /// A position or a sum in the position language.
    pub position: String,
    /// The component that is touched, from 0.
    pub component: usize,
    /// The names of the elements, in order.
    #[schemars(length(max = 2000))]
    pub touch: Vec<String>,
    /// Rules in Starlark; positions name them `mine.star`.
    pub rules: Option<String>,
    /// A graph as text; positions on it are `graph:g@0`.
    pub graph: Option<String>,
}

/// The move that is made by touching something.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct TouchReport {
    /// The version of the object.
    pub schema: SchemaVersion,
    /// The move; null if there is none.
    #[serde(rename = "move")]
    pub found: Option<MoveEntry>,
}

/// Whether positions follow each other by legal moves, as far as they do.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct WalkReport {
    /// The version of the object.
    pub schema: SchemaVersion,
    /// The moves from each position to the next; fewer than positions minus one if one is not legal.
    pub moves: Vec<MoveEntry>,
    /// True if every step is a legal move.
    pub is_legal: bool,
}

impl BoardMove {
    /// A move, and the number of the option that it leads to.
    pub fn new(report: &MoveReport, option: usize) -> BoardMove {
        BoardMove {
            entry: report.into(),
            option,
        }
    }
}
