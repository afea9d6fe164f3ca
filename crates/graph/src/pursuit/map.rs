//! A map: cells, walls, exits, and where everybody stands at the start.

use std::fmt;
use std::str::FromStr;

use grundy_core::{LimitReached, Limits};

/// A cell of a map, row by row from the top left: `row * width + column`.
pub type Cell = u32;

/// A checked map: a full rectangle with at least one policeman and one thief.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Map {
    width: usize,
    height: usize,
    is_wall: Vec<bool>,
    is_exit: Vec<bool>,
    police: Vec<Cell>,
    thieves: Vec<Cell>,
}

/// What is wrong with a map, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MapError {
    /// What is wrong.
    pub kind: MapErrorKind,
    /// The line, from 1, where one is to blame.
    pub line: Option<usize>,
}

/// What can be wrong with a map.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum MapErrorKind {
    /// There is no cell at all.
    Empty,
    /// No policeman stands on the map.
    NoPolice,
    /// No thief stands on the map.
    NoThief,
    /// A row is shorter or longer than the first.
    Ragged {
        /// Its length.
        found: usize,
        /// The length of the first row.
        expected: usize,
    },
    /// A character that means nothing on a map.
    UnknownCharacter {
        /// The character.
        found: char,
        /// Its column, from 1.
        column: usize,
    },
    /// A byte that is not UTF-8 text.
    NotText {
        /// Its column in bytes, from 1.
        column: usize,
    },
    /// More cells than can be numbered.
    TooLarge,
}

impl Map {
    /// As [`Map::from_bytes`], within `limits`, which also count the bytes of the file.
    ///
    /// # Errors
    ///
    /// [`LimitReached`], or a [`MapError`] within `Ok`.
    pub fn from_bytes_within(
        bytes: &[u8],
        limits: &Limits,
    ) -> Result<Result<Map, MapError>, LimitReached> {
        // Two flags a cell, four bytes a piece, and vectors that have grown by doubling.
        limits.check_bytes(bytes.len() as u64 * 13)?;
        limits.check_time()?;
        Ok(Map::from_bytes(bytes))
    }

    /// Reads a map from the bytes of a file.
    ///
    /// # Errors
    ///
    /// [`MapError`] with the line and what is wrong.
    pub fn from_bytes(bytes: &[u8]) -> Result<Map, MapError> {
        let text = std::str::from_utf8(bytes).map_err(|error| {
            let before = &bytes[..error.valid_up_to()];
            let line_start = before
                .iter()
                .rposition(|&b| b == b'\n')
                .map_or(0, |at| at + 1);
            let kind = MapErrorKind::NotText {
                column: before.len() - line_start + 1,
            };
            let line = before.iter().filter(|&&b| b == b'\n').count() + 1;
            MapError::at(line, kind)
        })?;
        text.parse()
    }

    /// The bytes that the map takes in memory.
    pub fn memory_bytes(&self) -> u64 {
        let pieces = self.police.len() + self.thieves.len();
        2 * self.is_wall.len() as u64 + 4 * pieces as u64
    }

    /// Cells in a row.
    pub fn width(&self) -> usize {
        self.width
    }

    /// Rows.
    pub fn height(&self) -> usize {
        self.height
    }

    /// Where the policemen stand at the start.
    pub fn police(&self) -> &[Cell] {
        &self.police
    }

    /// Where the thieves stand at the start.
    pub fn thieves(&self) -> &[Cell] {
        &self.thieves
    }

    /// The same map with everybody elsewhere; none if a cell is a wall or not on the map.
    pub fn with_pieces(&self, police: Vec<Cell>, thieves: Vec<Cell>) -> Option<Map> {
        let is_free = |&cell: &Cell| self.is_wall.get(cell as usize) == Some(&false);
        let is_manned = !police.is_empty() && !thieves.is_empty();
        let all_free = police.iter().chain(&thieves).all(is_free);
        (is_manned && all_free).then(|| Map {
            police,
            thieves,
            ..self.clone()
        })
    }

    /// Whether nobody can enter `cell`.
    pub fn is_wall(&self, cell: Cell) -> bool {
        self.is_wall[cell as usize]
    }

    /// Whether a thief can leave the map at `cell`.
    pub fn is_exit(&self, cell: Cell) -> bool {
        self.is_exit[cell as usize]
    }

    /// Row and column of `cell`, from 0.
    pub fn position(&self, cell: Cell) -> (usize, usize) {
        let cell = cell as usize;
        (cell / self.width, cell % self.width)
    }

    /// The free cell `rows` below and `columns` to the right of `cell`, if there is one.
    pub fn neighbour(&self, cell: Cell, (rows, columns): (i32, i32)) -> Option<Cell> {
        let (row, column) = self.position(cell);
        let row = row.checked_add_signed(rows as isize)?;
        let column = column.checked_add_signed(columns as isize)?;
        if row >= self.height || column >= self.width {
            return None;
        }
        let cell = row * self.width + column;
        (!self.is_wall[cell]).then_some(cell as Cell)
    }

    fn read_row(&mut self, line: usize, row: &str) -> Result<(), MapError> {
        for (column, character) in row.chars().enumerate() {
            let cell = Cell::try_from(self.is_wall.len())
                .map_err(|_| MapError::at(line, MapErrorKind::TooLarge))?;
            match character {
                'P' => self.police.push(cell),
                'T' => self.thieves.push(cell),
                'E' | '#' | '.' => {}
                found => {
                    let column = column + 1;
                    let kind = MapErrorKind::UnknownCharacter { found, column };
                    return Err(MapError::at(line, kind));
                }
            }
            self.is_wall.push(character == '#');
            self.is_exit.push(character == 'E');
        }
        Ok(())
    }
}

impl FromStr for Map {
    type Err = MapError;

    /// Reads a map: a line per row of `P`, `T`, `E`, `#` and `.`; empty lines at the end are ignored.
    fn from_str(text: &str) -> Result<Map, MapError> {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let rows = text.trim_end_matches(['\n', '\r']);
        if rows.is_empty() {
            return Err(MapError::whole(MapErrorKind::Empty));
        }
        let mut map = Map {
            width: 0,
            height: 0,
            is_wall: Vec::new(),
            is_exit: Vec::new(),
            police: Vec::new(),
            thieves: Vec::new(),
        };
        for (at, row) in rows.split('\n').enumerate() {
            let row = row.strip_suffix('\r').unwrap_or(row);
            map.read_row(at + 1, row)?;
            let found = map.is_wall.len() - map.width * map.height;
            if at == 0 && found > 0 {
                map.width = found;
            }
            if found != map.width || found == 0 {
                let expected = map.width;
                let kind = match expected {
                    0 => MapErrorKind::Empty,
                    _ => MapErrorKind::Ragged { found, expected },
                };
                return Err(MapError::at(at + 1, kind));
            }
            map.height += 1;
        }
        if map.police.is_empty() {
            return Err(MapError::whole(MapErrorKind::NoPolice));
        }
        if map.thieves.is_empty() {
            return Err(MapError::whole(MapErrorKind::NoThief));
        }
        Ok(map)
    }
}

impl MapError {
    fn at(line: usize, kind: MapErrorKind) -> MapError {
        let line = Some(line);
        MapError { kind, line }
    }

    fn whole(kind: MapErrorKind) -> MapError {
        MapError { kind, line: None }
    }
}

impl fmt::Display for MapErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            MapErrorKind::Empty => {
                f.write_str("the map is empty here; write rows of `P`, `T`, `E`, `#` and `.`")
            }
            MapErrorKind::NoPolice => {
                f.write_str("there is no policeman on the map; mark his cell with `P`")
            }
            MapErrorKind::NoThief => {
                f.write_str("there is no thief on the map; mark his cell with `T`")
            }
            MapErrorKind::Ragged { found, expected } => write!(
                f,
                "this row has {found} cells and the first has {expected}; \
                 fill the map up to a rectangle, with `#` where nobody can go"
            ),
            MapErrorKind::UnknownCharacter { found, column } => write!(
                f,
                "column {column}: unexpected {found:?}; expected `P` (policeman), `T` (thief), \
                 `E` (exit), `#` (wall) or `.` (free)"
            ),
            MapErrorKind::NotText { column } => write!(
                f,
                "column {column}: this byte is not UTF-8 text; a map has only `P`, `T`, `E`, `#` and `.`"
            ),
            MapErrorKind::TooLarge => f.write_str("the map has more than 4294967295 cells"),
        }
    }
}

impl fmt::Display for MapError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            Some(line) => write!(f, "line {line}: {}", self.kind),
            None => self.kind.fmt(f),
        }
    }
}

impl std::error::Error for MapError {}

#[cfg(test)]
mod tests {
    use super::*;

    fn error(text: &str) -> (Option<usize>, MapErrorKind) {
        let error = text.parse::<Map>().unwrap_err();
        (error.line, error.kind)
    }

    #[test]
    fn a_map_knows_its_cells() {
        let map: Map = "P.#\r\n.ET\r\n\r\n".parse().unwrap();
        assert_eq!((map.width(), map.height()), (3, 2));
        assert_eq!((map.police(), map.thieves()), (&[0][..], &[5][..]));
        assert!(map.is_wall(2) && map.is_exit(4) && !map.is_exit(5));
        assert_eq!(map.neighbour(1, (0, 1)), None, "a wall");
        assert_eq!(map.neighbour(1, (-1, 0)), None, "outside");
        assert_eq!(map.neighbour(1, (1, 1)), Some(5));
    }

    #[test]
    fn errors_name_the_line_and_the_column() {
        assert_eq!(error(""), (None, MapErrorKind::Empty));
        assert_eq!(error("\n\n"), (None, MapErrorKind::Empty));
        assert_eq!(error("\nPT"), (Some(1), MapErrorKind::Empty));
        assert_eq!(error("..T"), (None, MapErrorKind::NoPolice));
        assert_eq!(error("P.E"), (None, MapErrorKind::NoThief));
        let (found, expected) = (1, 2);
        let ragged = MapErrorKind::Ragged { found, expected };
        assert_eq!(error("PT\n.\n"), (Some(2), ragged));
        let (found, expected) = (0, 2);
        let ragged = MapErrorKind::Ragged { found, expected };
        assert_eq!(error("PT\n\n.."), (Some(2), ragged));
        let (found, column) = (' ', 2);
        let unknown = MapErrorKind::UnknownCharacter { found, column };
        assert_eq!(error("PT\n. "), (Some(2), unknown));
    }

    #[test]
    fn bytes_that_are_no_text_are_refused_with_their_place() {
        let error = Map::from_bytes(b"PT\n.\xff").unwrap_err();
        assert_eq!(error.line, Some(2));
        assert_eq!(error.kind, MapErrorKind::NotText { column: 2 });
    }
}
