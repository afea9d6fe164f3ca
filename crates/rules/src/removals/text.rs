//! Positions of a declared removal game as text: `SIZE`, or `SIZE:` and the cells that remain.

use grundy_core::SpecError;

use super::declaration::Declaration;
use super::{Remaining, StarRemovals, failed, sets};
use crate::convert;
use crate::literal;
use crate::position::{Atom, StarPosition};

/// Written where no cell remains.
const NO_CELL: &str = "-";
/// Sizes that are tried for cells without a size.
const SIZES_TRIED: i64 = 64;

impl StarRemovals {
    pub(super) fn parse_text(&self, text: &str) -> Result<Remaining, SpecError> {
        let trimmed = text.trim();
        let span = || 0..text.len();
        if trimmed.is_empty() {
            let Some(start) = &self.inner.start else {
                let what = "the size of the board (the file has no `start`)";
                return Err(SpecError::missing(what, "5", span()));
            };
            let declared = self.declared(start);
            return Ok(whole(declared.map_err(|error| failed(error, span()))?));
        }
        if let Some((size, cells)) = text.split_once(':') {
            let declared = self.of_size(size)?;
            return remaining(declared, cells, size.len() + 1);
        }
        self.of_size(text).map(whole).or_else(|error| {
            // Cells without a size: those of the default one, or of the least number that has them all.
            let start = self.inner.start.iter().cloned();
            let numbers = (0..SIZES_TRIED).map(|n| StarPosition::from_integer(0, n));
            let sizes = start.chain(numbers.take_while(|_| self.inner.start.is_none()));
            if error.is_limit() {
                return Err(error);
            }
            for size in sizes {
                if let Ok(declared) = self.declared(&size)
                    && let Ok(found) = remaining(declared, text, 0)
                {
                    return Ok(found);
                }
            }
            Err(error)
        })
    }

    /// The board of the size that stands in `text`.
    fn of_size(&self, text: &str) -> Result<Declared, SpecError> {
        let span = 0..text.len();
        let size = match &self.inner.parse {
            Some(parse) => self.inner.program.call(
                parse,
                |heap| vec![heap.alloc(text.trim())],
                None,
                |value, _| Ok(convert::position(value, 0).map_err(|error| error.to_string())?),
            ),
            None => Ok(read_size(text)?),
        };
        let declared = size.and_then(|size| self.declared(&size));
        declared.map_err(|error| failed(error, span))
    }
}

type Declared = (u32, std::sync::Arc<Declaration>);

fn whole((size, board): Declared) -> Remaining {
    let count = board.cells.len();
    Remaining {
        size,
        cells: sets::of(0..count as u32, count),
    }
}

/// A literal; `3x4` and `3,4` are the tuple `(3,4)`.
fn read_size(text: &str) -> Result<StarPosition, SpecError> {
    let sides: Option<Vec<Atom>> = text
        .trim()
        .split(['x', 'X'])
        .map(|side| side.trim().parse().ok().map(Atom::Integer))
        .collect();
    if let Some(sides) = sides.filter(|sides| sides.len() > 1) {
        return Ok(StarPosition::new(0, &[Atom::Tuple(sides)]));
    }
    let read = literal::parse(text, 0)?;
    Ok(if read.is_one_atom() {
        read
    } else {
        StarPosition::new(0, &[Atom::Tuple(read.atoms())])
    })
}

pub(super) fn show_size(size: &StarPosition) -> String {
    if let [Atom::Tuple(items)] = &size.atoms()[..]
        && items.len() > 1
        && items.iter().all(|item| matches!(item, Atom::Integer(0..)))
    {
        let sides: Vec<String> = items.iter().map(literal::show_atom).collect();
        return sides.join("x");
    }
    literal::show(size)
}

/// The cells that stand in `text`, which begins at `at` of the whole.
fn remaining((size, board): Declared, text: &str, at: usize) -> Result<Remaining, SpecError> {
    let trimmed = text.trim();
    let count = board.cells.len();
    let position = |cells: Vec<u32>| Remaining {
        size,
        cells: sets::of(cells, count),
    };
    let at = at + text.len() - text.trim_start().len();
    if trimmed == NO_CELL {
        return Ok(position(Vec::new()));
    }
    if trimmed.contains(['.', '#']) && trimmed.chars().all(|mark| ".#/".contains(mark)) {
        return from_rows(&board, trimmed).map(position).ok_or_else(|| {
            SpecError::illegal(
                "this is not a picture of the board of this size",
                "write as many rows and columns as it has, with `.` only where there is a cell",
                at..at + trimmed.len(),
            )
        });
    }
    let listed = literal::parse(trimmed, 0).map_err(|error| error.shifted(at))?;
    let mut cells = Vec::new();
    for atom in listed.atom_bytes() {
        let cell = StarPosition::from_parts(0, &[atom]);
        let Some(&found) = board.index.get(&cell) else {
            return Err(SpecError::illegal(
                &format!(
                    "{} is not among the cells of this size",
                    literal::show(&cell)
                ),
                "write cells as the file's `cells` lists them",
                at..at + trimmed.len(),
            ));
        };
        cells.push(found);
    }
    Ok(position(cells))
}

fn from_rows(board: &Declaration, text: &str) -> Option<Vec<u32>> {
    let (rows, columns) = board.sides?;
    let marks: Vec<Vec<char>> = text.split('/').map(|row| row.chars().collect()).collect();
    let fits =
        marks.len() == rows as usize && marks.iter().all(|row| row.len() == columns as usize);
    let free = marks.iter().flatten().filter(|mark| **mark == '.').count();
    let places = board.game.places.as_ref()?.iter().zip(0..);
    let kept =
        places.filter(|((row, column), _)| fits && marks[*row as usize][*column as usize] == '.');
    let kept: Vec<u32> = kept.map(|(_, cell)| cell).collect();
    (fits && kept.len() == free).then_some(kept)
}

pub(super) fn show(board: &Declaration, remaining: &[u64]) -> String {
    let size = show_size(&board.size);
    if sets::count(remaining) == board.cells.len() {
        return size;
    }
    if let Some(rows) = board.rows(remaining) {
        return format!("{size}:{}", rows.join("/"));
    }
    let cells: Vec<String> = shown(board, remaining).collect();
    match &cells[..] {
        [] => format!("{size}:{NO_CELL}"),
        [one] if one == NO_CELL => format!("{size}:\"{NO_CELL}\""),
        _ => format!("{size}:{}", cells.join(",")),
    }
}

fn shown<'b>(board: &'b Declaration, cells: &'b [u64]) -> impl Iterator<Item = String> + 'b {
    sets::iter(cells).map(|cell| literal::show(&board.cells[cell]))
}

/// `a`, `a and b`, `a, b and c`, `a, b, c and 5 more`.
pub(super) fn in_words(board: &Declaration, cells: &[u64]) -> String {
    const MOST: usize = 6;
    let count = sets::count(cells);
    let mut names: Vec<String> = shown(board, cells).take(MOST).collect();
    if count > MOST {
        names.push(format!("{} more", count - MOST));
    }
    match &names[..] {
        [] => "nothing".to_owned(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}
