//! The board that a file's `draw` makes of a position, and what is touched on it.
//!
//! `draw(position)` returns a list of numbers (heaps), a list of strings (rows of cells, a character each) or a
//! string (shown as it is). What a move changes is the difference of two boards of the file's own drawing; a move is
//! made by touching what it changes:
//!
//! - stones of heaps, the lowest that is taken;
//! - one cell, where the smallest change that takes this cell with it is the move: a bite, a mark;
//! - otherwise the few cells that it changes, those that become free first: a piece's way;
//! - otherwise an entry in a list of options.

use std::collections::BTreeMap;

use grundy_core::{Element, Picture, RulesError, Touch};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::convert;
use crate::position::{Atom, StarPosition};
use crate::star_rules::StarRules;

/// The most cells that a person touches for one move.
const MOST_TOUCHED: usize = 4;

/// More options are chosen from a list.
const MOST_OPTIONS: usize = 500;

const CURE: &str =
    "`draw` returns a list of numbers (heaps), a list of strings (rows of cells) or a string";

/// The longest side of a board.
const LONGEST_SIDE: usize = 64;

/// What `draw` returned.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Drawn {
    Heaps(Vec<u64>),
    Cells(Vec<Vec<char>>),
    Text(String),
}

impl Drawn {
    fn read(atom: &Atom) -> Result<Drawn, String> {
        if let Atom::Text(text) = atom {
            return Ok(Drawn::Text(text.clone()));
        }
        let (Atom::List(list) | Atom::Tuple(list)) = atom else {
            return Err(CURE.to_owned());
        };
        let heap = |atom: &Atom| match atom {
            Atom::Integer(number) => u64::try_from(*number).ok(),
            _ => None,
        };
        let row = |atom: &Atom| match atom {
            Atom::Text(text) => Some(text.chars().collect::<Vec<char>>()),
            _ => None,
        };
        if let Some(heaps) = list.iter().map(heap).collect() {
            return Ok(Drawn::Heaps(heaps));
        }
        let rows: Vec<Vec<char>> = list.iter().map(row).collect::<Option<_>>().ok_or(CURE)?;
        let is_large = rows.len() > LONGEST_SIDE || rows.iter().any(|row| row.len() > LONGEST_SIDE);
        if is_large {
            return Err(format!(
                "the board that `draw` returned has a side of more than {LONGEST_SIDE} cells"
            ));
        }
        Ok(Drawn::Cells(rows))
    }

    fn picture(&self) -> Picture {
        match self {
            Drawn::Heaps(heaps) => Picture::Heaps(heaps.clone()),
            Drawn::Cells(rows) => {
                Picture::Board(rows.iter().map(|row| row.iter().collect()).collect())
            }
            Drawn::Text(_) => Picture::Text,
        }
    }
}

impl StarRules {
    /// How a position looks; `None` where the file does not say.
    ///
    /// # Errors
    ///
    /// [`RulesError`] if `draw` fails or returns no board.
    pub(crate) fn drawn(&self, position: &StarPosition) -> Result<Option<Drawn>, RulesError> {
        let Some(draw) = self.inner.draw.as_ref() else {
            return Ok(None);
        };
        let mut boards = Vec::new();
        for atom in position.atom_bytes() {
            let atom = StarPosition::from_parts(position.player(), &[atom]);
            boards.push(self.inner.program.call(
                draw,
                |heap| vec![convert::to_value(&atom, heap)],
                Some(&atom),
                |value, _| {
                    let returned = convert::position(value, 0);
                    let atoms = returned.map_err(|error| error.complaint(""))?.atoms();
                    let first = atoms.first().ok_or_else(|| CURE.to_owned());
                    Ok(first.and_then(Drawn::read)?)
                },
            )?);
        }
        Ok(Some(together(boards)))
    }

    /// The picture, and what it cannot show: a text, or why there is no picture.
    pub(crate) fn picture_and_caption(&self, position: &StarPosition) -> (Picture, Option<String>) {
        match self.drawn(position) {
            Ok(None) => (Picture::Text, None),
            Ok(Some(Drawn::Text(text))) => (Picture::Text, Some(text)),
            Ok(Some(drawn)) => (drawn.picture(), None),
            Err(error) => (Picture::Text, Some(error.message)),
        }
    }

    /// What is touched to move from a position to each of its options; nothing where there is no drawing.
    pub(crate) fn touches(&self, position: &StarPosition) -> FxHashMap<StarPosition, Touch> {
        let mut touches = FxHashMap::default();
        let (Ok(Some(before)), Ok(mut options)) = (self.drawn(position), self.options(position))
        else {
            return touches;
        };
        let mut seen = FxHashSet::default();
        options.retain(|option| seen.insert(option.clone()));
        if options.len() > MOST_OPTIONS {
            return touches;
        }
        let after: Vec<Option<Drawn>> = options
            .iter()
            .map(|option| self.drawn(option).ok().flatten())
            .collect();
        let mut taken: FxHashMap<Vec<Element>, usize> = FxHashMap::default();
        let found = differences(&before, &after);
        for touch in found.iter().flatten() {
            *taken.entry(touch.touch.clone()).or_default() += 1;
        }
        for (option, touch) in options.into_iter().zip(found) {
            let Some(mut touch) = touch else { continue };
            if taken[&touch.touch] > 1 {
                let shown = self.show_text(&option);
                touch.touch.push(Element::option(&shown));
            }
            touches.insert(option, touch);
        }
        touches
    }
}

/// One board for the atoms of a position.
fn together(mut boards: Vec<Drawn>) -> Drawn {
    if boards.len() == 1 {
        return boards.remove(0);
    }
    let heaps = boards.iter().map(|board| match board {
        Drawn::Heaps(heaps) => Some(heaps.clone()),
        _ => None,
    });
    if let Some(heaps) = heaps.collect::<Option<Vec<_>>>() {
        return Drawn::Heaps(heaps.concat());
    }
    let rows = boards.iter().map(|board| match board {
        Drawn::Cells(rows) => Some(rows.clone()),
        _ => None,
    });
    if let Some(parts) = rows.collect::<Option<Vec<_>>>() {
        return Drawn::Cells(parts.join(&vec![' ']));
    }
    let texts = boards.iter().map(|board| match board {
        Drawn::Text(text) => text.clone(),
        Drawn::Heaps(heaps) => format!("{heaps:?}"),
        Drawn::Cells(rows) => rows.iter().flatten().collect(),
    });
    Drawn::Text(texts.collect::<Vec<_>>().join(" + "))
}

/// For each board after a move, what is touched to make it.
fn differences(before: &Drawn, after: &[Option<Drawn>]) -> Vec<Option<Touch>> {
    match before {
        Drawn::Heaps(heaps) => after
            .iter()
            .map(|board| match board {
                Some(Drawn::Heaps(left)) => heaps_touch(heaps, left),
                _ => None,
            })
            .collect(),
        Drawn::Cells(rows) => {
            let changed: Vec<Option<Changed>> = after
                .iter()
                .map(|board| match board {
                    Some(Drawn::Cells(left)) => changed_cells(rows, left),
                    _ => None,
                })
                .collect();
            cells_touch(&changed)
        }
        Drawn::Text(_) => vec![None; after.len()],
    }
}

/// Stones of heaps that become lower, or of one heap that goes or falls apart.
fn heaps_touch(before: &[u64], after: &[u64]) -> Option<Touch> {
    if before.len() == after.len() {
        let changed = || (0..before.len()).filter(|&heap| before[heap] != after[heap]);
        let is_lower = changed().all(|heap| after[heap] < before[heap]);
        if !is_lower || !(1..=MOST_TOUCHED).contains(&changed().count()) {
            return None;
        }
        let lowered: Vec<Touch> = changed()
            .map(|heap| Touch::lower_heap(heap, before[heap], after[heap]))
            .collect();
        let touch = lowered.iter().flat_map(|one| one.touch.clone()).collect();
        let changes = lowered.into_iter().flat_map(|one| one.changes).collect();
        return Some(Touch::new(touch, changes));
    }
    let shorter = before.len().min(after.len());
    let same = |&at: &usize| before[at] == after[at];
    let first = (0..shorter).take_while(same).count();
    let same_behind = |&at: &usize| before[before.len() - at] == after[after.len() - at];
    let behind = (1..=shorter - first).take_while(same_behind).count();
    let left = &after[first..after.len() - behind];
    match &before[first..before.len() - behind] {
        [heap] if left.is_empty() => Some(Touch::lower_heap(first, *heap, 0)),
        [heap] if left.len() <= 3 && left.iter().try_fold(0, sum_within(*heap)).is_some() => {
            Some(Touch::split("heap", "stone", first, *heap, left))
        }
        _ => None,
    }
}

fn sum_within(most: u64) -> impl Fn(u64, &u64) -> Option<u64> {
    move |sum, part| sum.checked_add(*part).filter(|&sum| sum <= most)
}

type Cell = (usize, usize);

/// What a move changes on a board.
struct Changed {
    /// The cells whose marks differ, those that become free first.
    cells: Vec<Cell>,
    /// Some become free and others do not: a piece has moved.
    is_way: bool,
}

/// The difference of two boards; nothing for boards of different shapes, or the same.
fn changed_cells(before: &[Vec<char>], after: &[Vec<char>]) -> Option<Changed> {
    let is_same =
        before.len() == after.len() && before.iter().zip(after).all(|(a, b)| a.len() == b.len());
    let is_free = |mark: char| matches!(mark, '.' | ' ');
    let mut cells: Vec<(bool, Cell)> = Vec::new();
    for (y, row) in before.iter().enumerate().filter(|_| is_same) {
        for (x, &mark) in row.iter().enumerate().filter(|&(x, &m)| m != after[y][x]) {
            let leaves = !is_free(mark) && is_free(after[y][x]);
            cells.push((!leaves, (y, x)));
        }
    }
    cells.sort_unstable();
    let is_way = cells.first().is_some_and(|first| !first.0) && cells.last()?.0;
    (!cells.is_empty()).then(|| Changed {
        cells: cells.into_iter().map(|(_, cell)| cell).collect(),
        is_way,
    })
}

/// One cell for each move if every move is the smallest with some cell; else the few cells that it changes.
fn cells_touch(changed: &[Option<Changed>]) -> Vec<Option<Touch>> {
    // For each cell, the sizes of the changes that it is part of.
    let mut sizes: BTreeMap<Cell, Vec<usize>> = BTreeMap::new();
    for Changed { cells, .. } in changed.iter().flatten() {
        for &cell in cells {
            sizes.entry(cell).or_default().push(cells.len());
        }
    }
    let own = |cells: &[Cell]| {
        let within = |cell: &Cell| sizes[cell].iter().filter(|&&size| size <= cells.len());
        cells.iter().find(|cell| within(cell).count() == 1).copied()
    };
    let mut moves = changed.iter().flatten();
    let is_single = moves.all(|each| !each.is_way && own(&each.cells).is_some());
    let name = |&(y, x): &Cell| Element::at("cell", [y as u64, x as u64]);
    let touch = |Changed { cells, .. }: &Changed| {
        let touched = match own(cells) {
            Some(cell) if is_single => vec![name(&cell)],
            _ if cells.len() <= MOST_TOUCHED => cells.iter().map(name).collect(),
            _ => return None,
        };
        Some(Touch::new(touched, cells.iter().map(name).collect()))
    };
    changed
        .iter()
        .map(|each| each.as_ref().and_then(touch))
        .collect()
}

#[cfg(test)]
mod tests {
    use grundy_core::Limits;

    use super::*;
    use crate::RuleLimits;

    /// The touches of the first position of a file, and what its picture is.
    fn touched(source: &str, position: &str) -> (Picture, Vec<String>) {
        let rules = StarRules::load("own.star", source, &RuleLimits::default()).unwrap();
        let mut game = rules.game();
        let start = game.parse(position).unwrap();
        let moves = game.moves(start, &Limits::default()).unwrap();
        let picture = game.picture(start);
        let mut names: Vec<String> = Vec::new();
        for played in moves {
            let told = game.describe(played);
            let mut elements = told.touch.iter().chain(&told.changes);
            assert!(elements.all(|element| picture.has(element)), "{told:?}");
            let touched: Vec<&str> = told.touch.iter().map(Element::as_str).collect();
            names.push(touched.join(" "));
        }
        names.sort();
        (picture, names)
    }

    #[test]
    fn heaps_are_taken_from_and_split() {
        let take = "def moves(n):\n    return [n - k for k in (1, 2) if k <= n]\ndef draw(n):\n    return [n]\n";
        let (picture, names) = touched(take, "5");
        assert_eq!(picture, Picture::Heaps(vec![5]));
        assert_eq!(names, ["stone:0/3", "stone:0/4"]);
        let split = "def moves(p):\n    return [(p[0] - 2, 1)]\ndef draw(p):\n    return list(p)\n";
        assert_eq!(touched(split, "(6,)").1, ["stone:0/4"]);
    }

    #[test]
    fn a_bite_is_touched_at_its_corner_and_a_domino_at_both_ends() {
        let chomp = r##"
def moves(rows):
    options = []
    for r in range(len(rows)):
        for c in range(rows[r]):
            if r + c > 0:
                options.append(tuple([min(n, c) if i >= r else n for i, n in enumerate(rows)]))
    return options
def draw(rows):
    return ["#" * n + "." * (4 - n) for n in rows]
"##;
        let (_, names) = touched(chomp, "(3,2)");
        assert_eq!(names, ["cell:0/1", "cell:0/2", "cell:1/0", "cell:1/1"]);
        let domino = r#"
def moves(row):
    return [row[:i] + "XX" + row[i + 2:] for i in range(len(row) - 1) if row[i:i + 2] == ".."]
def draw(row):
    return [row]
"#;
        let (_, names) = touched(domino, "'....'");
        assert_eq!(
            names,
            [
                "cell:0/0 cell:0/1",
                "cell:0/1 cell:0/2",
                "cell:0/2 cell:0/3"
            ]
        );
    }

    #[test]
    fn a_piece_is_touched_before_the_cell_that_it_moves_to() {
        let token = r#"
def moves(at):
    return [at - k for k in (1, 3) if k <= at]
def draw(at):
    return ["." * at + "o" + "." * (6 - at)]
"#;
        assert_eq!(
            touched(token, "4").1,
            ["cell:0/4 cell:0/1", "cell:0/4 cell:0/3"]
        );
    }

    #[test]
    fn moves_that_are_touched_alike_are_told_apart_by_a_list() {
        let marks = r#"
def moves(row):
    return [row[:i] + m + row[i + 1:] for i in range(len(row)) if row[i] == "." for m in ("X", "O")]
def draw(row):
    return [row]
"#;
        let (_, names) = touched(marks, "'.'");
        assert_eq!(names, ["cell:0/0 option:O", "cell:0/0 option:X"]);
    }

    #[test]
    fn a_text_or_a_failure_stands_below_the_position() {
        let text = "def moves(n):\n    return []\ndef draw(n):\n    return 'worth %d' % n\n";
        let broken = "def moves(n):\n    return []\ndef draw(n):\n    return 1 // 0\n";
        for (source, part) in [(text, "worth 3"), (broken, "zero")] {
            let rules = StarRules::load("own.star", source, &RuleLimits::default()).unwrap();
            let mut game = rules.game();
            let three = game.parse("3").unwrap();
            assert_eq!(game.picture(three), Picture::Text);
            assert!(game.caption(three).unwrap().contains(part));
        }
    }
}
