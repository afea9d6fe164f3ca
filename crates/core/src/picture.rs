//! Pictures of positions, and the names of their elements.
//!
//! An interface draws a [`Picture`] and names what it draws; a move says by the same names what a
//! person touches to make it and what it changes ([`Touch`]). So no interface needs to know a game.
//!
//! | picture | elements |
//! |---|---|
//! | `Heaps` | `heap:I`; `stone:I/J` (from 0 at the bottom) and `gap:I/J` (below stone J) in heaps of at most [`TALLEST_HEAP`] |
//! | `Pins` | `row:I`; `pin:I/J` in rows of at most [`TALLEST_HEAP`] |
//! | `Strips` | `cell:I/J` |
//! | `Stairs` | `step:I`; `coin:I/J` (from 0 at the bottom) on steps of at most [`TALLEST_HEAP`] coins |
//! | `Coins` | `coin:I`; `square:J` on strips of at most [`LONGEST_STRIP`] squares |
//! | `Bars`, `Sheets` | `bar:I`; `row:I/J` and `column:I/J`, the line after J rows or columns, in bars of at most [`LONGEST_SIDE`] |
//! | `Board` | `cell:R/C`, both from 0 at the top left |
//! | `Matrix` | `entry:R/C` |
//! | `Pawns` | `pawn:I`; `square:I/J`, column and row, on boards of at most [`LONGEST_SIDE`] rows |
//! | `Graph`, `Network` | `vertex:I` |
//! | `Trees` | `branch:I`, in the order of the picture |
//! | `Faces` | `coin:I`, from 1 |
//!
//! Every picture also has `take:N`, `add:N`, `leave:N`, `to:N`, `rows:N` and `columns:N`, a number that the
//! person types where there is too much to draw, `reserve`, and `option:TEXT`, an entry in a list of options.

use std::fmt;

/// The tallest heap whose stones are drawn one by one.
pub const TALLEST_HEAP: u64 = 40;
/// The longest strip whose squares are drawn one by one.
pub const LONGEST_STRIP: u64 = 200;
/// The longest side of a bar or board that is drawn line by line.
pub const LONGEST_SIDE: u64 = 40;

/// A part of a picture that a person can touch, by its name: `stone:0/2`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Element(String);

impl Element {
    /// The element of a kind at a place.
    ///
    /// # Examples
    ///
    /// ```
    /// # use grundy_core::Element;
    /// assert_eq!(Element::at("stone", [0, 2]).as_str(), "stone:0/2");
    /// ```
    pub fn at<const N: usize>(kind: &str, place: [u64; N]) -> Element {
        let place = place.map(|number| number.to_string());
        Element(format!("{kind}:{}", place.join("/")))
    }

    /// An entry in a list of options, by its text.
    pub fn option(text: &str) -> Element {
        Element(format!("option:{text}"))
    }

    /// The reserve that stones are added from.
    pub fn reserve() -> Element {
        Element("reserve".to_owned())
    }

    /// The element with this name, as [`Element::as_str`] gives it.
    pub fn named(name: &str) -> Element {
        Element(name.to_owned())
    }

    /// The name.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The kind and the numbers of an element that has a place.
    ///
    /// # Examples
    ///
    /// ```
    /// # use grundy_core::Element;
    /// assert_eq!(Element::at("stone", [0, 2]).parts(), Some(("stone", vec![0, 2])));
    /// assert_eq!(Element::reserve().parts(), Some(("reserve", vec![])));
    /// assert_eq!(Element::option("3,4").parts(), None);
    /// ```
    pub fn parts(&self) -> Option<(&str, Vec<u64>)> {
        let Some((kind, place)) = self.0.split_once(':') else {
            return Some((&self.0, Vec::new()));
        };
        let numbers: Result<Vec<u64>, _> = place.split('/').map(str::parse).collect();
        Some((kind, numbers.ok()?))
    }

    /// True for a number that is typed, or an entry in a list: nothing in the picture itself.
    pub fn is_typed(&self) -> bool {
        let kind = self.0.split(':').next().unwrap_or_default();
        matches!(
            kind,
            "take" | "add" | "leave" | "to" | "rows" | "columns" | "option" | "reserve"
        )
    }
}

impl fmt::Display for Element {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}

/// What a person touches to make a move, and what it changes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Touch {
    /// The elements to touch, in order.
    pub touch: Vec<Element>,
    /// The elements that the move changes.
    pub changes: Vec<Element>,
}

impl Touch {
    /// One element to touch, which is also what changes unless it is typed.
    pub fn of(element: Element) -> Touch {
        Touch::all(vec![element])
    }

    /// Elements to touch, which are also what changes unless they are typed.
    pub fn all(touch: Vec<Element>) -> Touch {
        let changes = touch.iter().filter(|e| !e.is_typed()).cloned().collect();
        Touch { touch, changes }
    }

    /// Elements to touch, and elements that change.
    pub fn new(touch: Vec<Element>, changes: Vec<Element>) -> Touch {
        Touch { touch, changes }
    }

    /// Takes the upper stones of a heap so that `left` stay: touch the lowest one taken.
    pub fn lower_heap(index: usize, heap: u64, left: u64) -> Touch {
        Touch::lower("heap", "stone", index, heap, left)
    }

    /// As [`Touch::lower_heap`] for any stack of `pieces` that stands on a `whole`.
    pub fn lower(whole: &str, pieces: &str, index: usize, size: u64, left: u64) -> Touch {
        let index = index as u64;
        if size > TALLEST_HEAP {
            let taken = Element::at("take", [size - left]);
            return Touch::all(vec![Element::at(whole, [index]), taken]);
        }
        let touched = Element::at(pieces, [index, left]);
        let changes = (left..size).map(|piece| Element::at(pieces, [index, piece]));
        Touch::new(vec![touched], changes.collect())
    }

    /// Takes a run out of a heap, or splits it, so that `left` are the heaps that stay, from the bottom up: touch
    /// the first and the last piece that is taken, and the gaps where it is split.
    pub fn split(whole: &str, pieces: &str, index: usize, size: u64, left: &[u64]) -> Touch {
        let index = index as u64;
        let taken = size - left.iter().sum::<u64>();
        if size > TALLEST_HEAP {
            let mut touch = vec![Element::at(whole, [index]), Element::at("take", [taken])];
            touch.extend(
                left.iter()
                    .skip(1)
                    .map(|&part| Element::at("leave", [part])),
            );
            return Touch::all(touch);
        }
        let first = left.first().copied().unwrap_or(0);
        let mut touch = Vec::new();
        if taken > 0 {
            touch.push(Element::at(pieces, [index, first]));
        }
        if taken > 1 {
            touch.push(Element::at(pieces, [index, first + taken - 1]));
        }
        let mut changes: Vec<Element> = (first..first + taken)
            .map(|piece| Element::at(pieces, [index, piece]))
            .collect();
        // The run separates the first heap from the second; gaps separate the others.
        let gaps = if taken > 0 { 2 } else { 1 };
        let mut at = taken + left.iter().take(gaps).sum::<u64>();
        for &part in left.iter().skip(gaps) {
            touch.push(Element::at("gap", [index, at]));
            at += part;
        }
        if changes.is_empty() {
            changes = touch.clone();
        }
        Touch::new(touch, changes)
    }
}

/// How a position looks to a person.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Picture {
    /// No better than its text.
    Text,
    /// Heaps of stones.
    Heaps(Vec<u64>),
    /// Rows of pins standing side by side.
    Pins(Vec<u64>),
    /// Strips of cells, each with its mark (`.` for a free one).
    Strips(Vec<String>),
    /// Coins on the steps of a stair, step 0 (the ground) first.
    Stairs(Vec<u64>),
    /// Coins on the numbered squares of a strip.
    Coins {
        /// Squares on the strip.
        squares: u64,
        /// The square of each coin.
        coins: Vec<u64>,
    },
    /// Chocolate bars, rows by columns.
    Bars(Vec<(u64, u64)>),
    /// Sheets of paper, rows by columns; their elements are those of bars.
    Sheets(Vec<(u64, u64)>),
    /// A board of marks, row by row.
    Board(Vec<String>),
    /// A table of numbers, row by row.
    Matrix(Vec<Vec<u64>>),
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
    /// A graph with the token on `vertex`: `(from, to)` edges.
    Graph {
        /// Edges.
        edges: Vec<(u32, u32)>,
        /// What each vertex is called.
        names: Vec<String>,
        /// Where the token is.
        vertex: u32,
    },
    /// A graph whose vertices are what is played with; edges join, they have no direction.
    Network {
        /// Edges between vertices, counted from 0.
        edges: Vec<(u32, u32)>,
        /// What each vertex is called.
        names: Vec<String>,
    },
    /// Trees: the branch to point `i + 1` grows from this point, where 0 is the ground. A point comes
    /// after the one it grows from.
    Trees(Vec<u32>),
    /// A row of coins: true where heads are up.
    Faces(Vec<bool>),
}

impl Picture {
    /// True if an interface that draws the picture draws this element, or lets a person type it.
    pub fn has(&self, element: &Element) -> bool {
        let (kind, place) = element.0.split_once(':').unwrap_or((&element.0, ""));
        let place: Vec<u64> = place.split('/').filter_map(|n| n.parse().ok()).collect();
        let [first, second] = [0, 1].map(|at| place.get(at).copied().unwrap_or(0));
        let size = |sizes: &[u64]| sizes.get(first as usize).copied();
        let piece =
            |sizes: &[u64]| size(sizes).is_some_and(|size| size <= TALLEST_HEAP && second < size);
        let cell = |rows: &[String]| {
            let row = rows.get(first as usize);
            row.is_some_and(|row| (second as usize) < row.chars().count())
        };
        match (self, kind) {
            _ if element.is_typed() => true,
            (Picture::Heaps(heaps), "heap") => size(heaps).is_some(),
            (Picture::Heaps(heaps), "stone" | "gap") => piece(heaps),
            (Picture::Pins(rows), "row") => size(rows).is_some(),
            (Picture::Pins(rows), "pin" | "gap") => piece(rows),
            (Picture::Stairs(steps), "step") => size(steps).is_some(),
            (Picture::Stairs(steps), "coin") => piece(steps),
            (Picture::Strips(rows) | Picture::Board(rows), "cell") => cell(rows),
            (Picture::Coins { coins, .. }, "coin") => size(coins).is_some(),
            (Picture::Coins { squares, .. }, "square") => {
                *squares <= LONGEST_STRIP && first < *squares
            }
            (Picture::Bars(bars) | Picture::Sheets(bars), "bar") => (first as usize) < bars.len(),
            (Picture::Bars(bars) | Picture::Sheets(bars), "row" | "column") => {
                bars.get(first as usize).is_some_and(|&(rows, columns)| {
                    let lines = if kind == "row" { rows } else { columns };
                    rows.max(columns) <= LONGEST_SIDE && 0 < second && second < lines
                })
            }
            (Picture::Matrix(rows), "entry") => rows
                .get(first as usize)
                .is_some_and(|row| (second as usize) < row.len()),
            (Picture::Pawns { white, .. }, "pawn") => size(white).is_some(),
            (Picture::Pawns { rows, white, .. }, "square") => {
                *rows <= LONGEST_SIDE && size(white).is_some() && second < *rows
            }
            (Picture::Graph { names, .. } | Picture::Network { names, .. }, "vertex") => {
                (first as usize) < names.len()
            }
            (Picture::Trees(branches), "branch") => (first as usize) < branches.len(),
            (Picture::Faces(faces), "coin") => 0 < first && first as usize <= faces.len(),
            _ => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(elements: &[Element]) -> Vec<&str> {
        elements.iter().map(Element::as_str).collect()
    }

    #[test]
    fn taking_from_a_heap_touches_the_lowest_stone_that_is_taken() {
        let touch = Touch::lower_heap(1, 5, 3);
        assert_eq!(names(&touch.touch), ["stone:1/3"]);
        assert_eq!(names(&touch.changes), ["stone:1/3", "stone:1/4"]);
        let tall = Touch::lower_heap(0, 1 << 60, 7);
        assert_eq!(tall.touch[0].as_str(), "heap:0");
        assert_eq!(names(&tall.changes), ["heap:0"]);
    }

    #[test]
    fn splits_touch_the_run_that_goes_and_the_gaps_that_open() {
        let touched = |left: &[u64]| -> Vec<String> {
            let touch = Touch::split("heap", "stone", 0, 6, left).touch;
            touch.iter().map(Element::to_string).collect()
        };
        assert_eq!(touched(&[]), ["stone:0/0", "stone:0/5"]);
        assert_eq!(touched(&[4]), ["stone:0/4", "stone:0/5"]);
        assert_eq!(touched(&[2, 3]), ["stone:0/2"]);
        assert_eq!(touched(&[2, 4]), ["gap:0/2"]);
        assert_eq!(touched(&[1, 2, 3]), ["gap:0/1", "gap:0/3"]);
        assert_eq!(touched(&[1, 2, 2]), ["stone:0/1", "gap:0/4"]);
    }
}
