//! A pursuit on a map: pictures made of characters, and JSON.

use serde::Serialize;

/// What stands on a cell of a map.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cell {
    /// Nobody can enter.
    Wall,
    /// Nobody is here.
    Free,
    /// A thief can leave here.
    Exit,
    /// A policeman.
    Police,
    /// A thief.
    Thief,
    /// A policeman and a thief: the thief is caught.
    Caught,
    /// A thief on an exit: he is away.
    Escaped,
    /// Where the piece that moved last came from.
    Left,
}

impl Cell {
    /// The character that shows the cell. Those of a map file keep their meaning.
    pub fn character(self) -> char {
        match self {
            Cell::Wall => '#',
            Cell::Free => '.',
            Cell::Exit => 'E',
            Cell::Police => 'P',
            Cell::Thief => 'T',
            Cell::Caught => 'X',
            Cell::Escaped => '!',
            Cell::Left => 'o',
        }
    }

    fn color(self) -> Option<&'static str> {
        match self {
            Cell::Wall => Some("2"),
            Cell::Free => None,
            Cell::Exit => Some("32"),
            Cell::Police => Some("1;34"),
            Cell::Thief => Some("1;31"),
            Cell::Caught => Some("1;37;44"),
            Cell::Escaped => Some("1;37;41"),
            Cell::Left => Some("33"),
        }
    }
}

/// Draws `cells`, row by row, `width` to a row, each row ended by a line feed.
///
/// # Examples
///
/// ```
/// use grundy_render::pursuit::{Cell, frame};
/// let cells = [Cell::Police, Cell::Free, Cell::Wall, Cell::Thief];
/// assert_eq!(frame(&cells, 2, false), "P.\n#T\n");
/// ```
///
/// # Panics
///
/// If `width` is 0.
pub fn frame(cells: &[Cell], width: usize, in_color: bool) -> String {
    let mut text = String::new();
    for row in cells.chunks(width) {
        for cell in row {
            match cell.color().filter(|_| in_color) {
                Some(color) => {
                    text.push_str("\x1b[");
                    text.push_str(color);
                    text.push('m');
                    text.push(cell.character());
                    text.push_str("\x1b[0m");
                }
                None => text.push(cell.character()),
            }
        }
        text.push('\n');
    }
    text
}

/// Row and column, from 1.
pub type Place = [usize; 2];

/// A solved map as one JSON object.
#[derive(Clone, Debug, Serialize)]
pub struct PursuitObject {
    /// The version of the object.
    pub schema: u32,
    /// `police`, `thief` or `draw`.
    pub outcome: &'static str,
    /// Plies to the end, unless it is a draw.
    pub plies: Option<u64>,
    /// Rows of the map.
    pub rows: usize,
    /// Columns of the map.
    pub columns: usize,
    /// Whether both sides may skip a turn.
    pub stay: bool,
    /// How a policeman moves.
    pub police_moves: &'static str,
    /// How a thief moves.
    pub thief_moves: &'static str,
    /// States of the game.
    pub states: u128,
    /// A line of best play.
    pub line: Vec<PlyObject>,
    /// For a draw: the number of plies after which the final state had occurred before.
    pub repeats_from: Option<usize>,
}

/// One ply of a line.
#[derive(Clone, Debug, Serialize)]
pub struct PlyObject {
    /// `police` or `thief`.
    pub side: &'static str,
    /// Where the piece came from, unless the side stayed.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colour_changes_nothing_but_colour() {
        let cells = [Cell::Police, Cell::Free, Cell::Exit, Cell::Left];
        let painted = frame(&cells, 4, true);
        assert!(painted.contains("\x1b[1;34mP\x1b[0m."), "{painted:?}");
        let mut plain = String::new();
        for (at, piece) in painted.split('\x1b').enumerate() {
            let skip = if at == 0 {
                0
            } else {
                piece.find('m').map_or(0, |end| end + 1)
            };
            plain.push_str(&piece[skip..]);
        }
        assert_eq!(plain, frame(&cells, 4, false));
    }
}
