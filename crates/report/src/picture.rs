//! Pictures of positions, as the page draws them.

use grundy_core::Picture;
use schemars::JsonSchema;
use serde::Serialize;

/// How to draw one component.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum PictureReport {
    /// Nothing better than the text of the position.
    Text,
    /// Heaps of stones.
    Heaps {
        /// Their sizes.
        heaps: Vec<u64>,
    },
    /// Rows of pins.
    Pins {
        /// Their lengths.
        rows: Vec<u64>,
    },
    /// Strips of cells.
    Strips {
        /// A character for each cell; `.` is free.
        strips: Vec<String>,
    },
    /// Coins on stairs.
    Stairs {
        /// The coins on each step; step 0 is the ground.
        steps: Vec<u64>,
    },
    /// Coins on the numbered squares of a strip.
    Coins {
        /// Squares on the strip.
        squares: u64,
        /// The occupied ones.
        coins: Vec<u64>,
    },
    /// Chocolate bars.
    Bars {
        /// Width and height of each.
        bars: Vec<(u64, u64)>,
    },
    /// Sheets of paper.
    Sheets {
        /// Rows and columns of each.
        sheets: Vec<(u64, u64)>,
    },
    /// A board of marks.
    Board {
        /// Its rows, a character for each cell.
        rows: Vec<String>,
    },
    /// A table of numbers.
    Matrix {
        /// Its rows.
        rows: Vec<Vec<u64>>,
    },
    /// Columns with one white and one black pawn each.
    Pawns {
        /// Rows of the board.
        rows: u64,
        /// White's row in each column.
        white: Vec<u64>,
        /// Black's row in each column.
        black: Vec<u64>,
        /// True if white is to move.
        white_to_move: bool,
    },
    /// A directed graph with a token.
    Graph {
        /// Moves, from and to.
        edges: Vec<(u32, u32)>,
        /// What each vertex is called.
        names: Vec<String>,
        /// Where the token is.
        vertex: u32,
    },
    /// A graph whose vertices are what is played with.
    Network {
        /// Edges, which have no direction.
        edges: Vec<(u32, u32)>,
        /// What each vertex is called.
        names: Vec<String>,
    },
    /// Trees of branches.
    Trees {
        /// Branch `i` ends in point `i + 1` and grows from point `parents[i]`; 0 is the ground.
        parents: Vec<u32>,
    },
    /// A row of coins.
    Faces {
        /// True where heads are up.
        heads: Vec<bool>,
    },
}

impl From<&Picture> for PictureReport {
    fn from(picture: &Picture) -> PictureReport {
        match picture.clone() {
            Picture::Heaps(heaps) => PictureReport::Heaps { heaps },
            Picture::Pins(rows) => PictureReport::Pins { rows },
            Picture::Strips(strips) => PictureReport::Strips { strips },
            Picture::Stairs(steps) => PictureReport::Stairs { steps },
            Picture::Coins { squares, coins } => PictureReport::Coins { squares, coins },
            Picture::Bars(bars) => PictureReport::Bars { bars },
            Picture::Sheets(sheets) => PictureReport::Sheets { sheets },
            Picture::Board(rows) => PictureReport::Board { rows },
            Picture::Matrix(rows) => PictureReport::Matrix { rows },
            Picture::Pawns {
                rows,
                white,
                black,
                white_to_move,
            } => PictureReport::Pawns {
                rows,
                white,
                black,
                white_to_move,
            },
            Picture::Graph {
                edges,
                names,
                vertex,
            } => PictureReport::Graph {
                edges,
                names,
                vertex,
            },
            Picture::Network { edges, names } => PictureReport::Network { edges, names },
            Picture::Trees(parents) => PictureReport::Trees { parents },
            Picture::Faces(heads) => PictureReport::Faces { heads },
            _ => PictureReport::Text,
        }
    }
}

impl PictureReport {
    /// The picture after a move: what no move changes is omitted.
    pub fn of_option(picture: &Picture) -> PictureReport {
        match picture {
            Picture::Graph { vertex, .. } => PictureReport::Graph {
                edges: Vec::new(),
                names: Vec::new(),
                vertex: *vertex,
            },
            Picture::Network { names, .. } => PictureReport::Network {
                edges: Vec::new(),
                names: names.clone(),
            },
            other => other.into(),
        }
    }
}

/// What a game is played with.
pub fn family(picture: &Picture) -> &'static str {
    match picture {
        Picture::Heaps(_) => "heaps",
        Picture::Pins(_) | Picture::Strips(_) => "rows",
        Picture::Stairs(_) | Picture::Coins { .. } | Picture::Faces(_) => "coins",
        Picture::Bars(_)
        | Picture::Sheets(_)
        | Picture::Board(_)
        | Picture::Matrix(_)
        | Picture::Pawns { .. } => "boards",
        Picture::Graph { .. } | Picture::Network { .. } | Picture::Trees(_) => "graphs",
        _ => "other",
    }
}
