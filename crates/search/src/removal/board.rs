//! Pieces of a board: shifted to the corner, turned and mirrored, so that equal shapes are found equal.

use crate::bits::Bits;

/// A rectangle of cells in which the game looks the same everywhere: cell (row, column) is bit
/// `row * columns + column`, and there are at least as many columns as rows.
pub struct Board<const W: usize> {
    pub rows: usize,
    pub columns: usize,
    /// Upside down and left to right are symmetries.
    pub has_mirrors: bool,
    /// The row of each bit.
    row_of: Vec<u16>,
    row: Bits<W>,
    /// Where the bits of a row come to lie as a column; empty if rows and columns must not be exchanged.
    spread: Vec<Bits<W>>,
}

/// A piece in the corner of its board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Piece<const W: usize> {
    pub cells: Bits<W>,
    pub height: usize,
    pub width: usize,
}

/// Boards with more rows are not turned on their side.
const MOST_ROWS_TO_TURN: usize = 12;

impl<const W: usize> Board<W> {
    /// A board; `can_turn` if exchanging rows and columns is a symmetry wherever it fits.
    pub fn new(rows: usize, columns: usize, has_mirrors: bool, can_turn: bool) -> Board<W> {
        let spread = |row: usize| -> Bits<W> {
            let bits = (0..rows).filter(|bit| row >> bit & 1 == 1);
            bits.map(|bit| bit * columns).collect()
        };
        let entries = if can_turn && rows <= MOST_ROWS_TO_TURN {
            1 << rows
        } else {
            0
        };
        Board {
            rows,
            columns,
            has_mirrors,
            row_of: (0..64 * W).map(|bit| (bit / columns) as u16).collect(),
            row: Bits::below(columns),
            spread: (0..entries).map(spread).collect(),
        }
    }

    /// The piece of the same shape in the corner.
    #[inline]
    pub fn to_corner(&self, cells: Bits<W>) -> Piece<W> {
        let first = self.row_of[cells.lowest()] as usize;
        let height = self.row_of[cells.highest()] as usize + 1 - first;
        let cells = cells.shifted_down(first * self.columns);
        let mut columns = cells;
        for row in 1..height {
            columns = columns.or(cells.shifted_down(row * self.columns));
        }
        let columns = columns.and(self.row);
        let left = columns.lowest();
        Piece {
            cells: cells.shifted_down(left),
            height,
            width: columns.highest() + 1 - left,
        }
    }

    /// The piece turned by half a turn.
    #[inline]
    pub fn half_turn(&self, piece: Piece<W>) -> Bits<W> {
        let last = (piece.height - 1) * self.columns + piece.width;
        piece.cells.reversed().shifted_down(64 * W - last)
    }

    #[inline]
    fn upside_down(&self, piece: Piece<W>) -> Bits<W> {
        let mut image = Bits::EMPTY;
        let mut rest = piece.cells;
        for _ in 0..piece.height {
            image = image.shifted_up(self.columns).or(rest.and(self.row));
            rest = rest.shifted_down(self.columns);
        }
        image
    }

    /// The piece with rows and columns exchanged, where that fits.
    #[inline]
    fn turned(&self, piece: Piece<W>) -> Option<Piece<W>> {
        if piece.width > self.rows || self.spread.is_empty() {
            return None;
        }
        let mut image = Bits::EMPTY;
        for row in 0..piece.height {
            let bits = piece.cells.shifted_down(row * self.columns).0[0] as usize;
            let column = self.spread[bits & ((1 << piece.width) - 1)];
            image = image.or(column.shifted_up(row));
        }
        Some(Piece {
            cells: image,
            height: piece.width,
            width: piece.height,
        })
    }

    /// The least of the images of a piece in the corner under all symmetries.
    #[inline]
    pub fn canonical(&self, piece: Piece<W>) -> Bits<W> {
        let least = self.least_mirrored(piece);
        match self.turned(piece) {
            Some(turned) => least.min(self.least_mirrored(turned)),
            None => least,
        }
    }

    #[inline]
    fn least_mirrored(&self, piece: Piece<W>) -> Bits<W> {
        if !self.has_mirrors {
            return piece.cells;
        }
        let mirrored = Piece {
            cells: self.upside_down(piece),
            ..piece
        };
        let least = piece.cells.min(mirrored.cells);
        least
            .min(self.half_turn(piece))
            .min(self.half_turn(mirrored))
    }
}
