//! Boards as SVG: the pictures of a position's components, one below the other.
//!
//! A grid of squares is all that most pictures need; colours are readable on light and dark pages.

use std::f64::consts::TAU;
use std::fmt::Write;

use grundy_core::Picture;

use crate::xml::escaped;

/// The side of a square.
const CELL: usize = 24;
/// Room around a picture.
const MARGIN: usize = 12;
/// The height of the line with a component's text.
const CAPTION: usize = 20;
/// Squares that are drawn in a row or column at most; more are told in words.
const MOST: u64 = 60;
/// The radius of a circle of vertices.
const RADIUS: f64 = 90.0;

const STONE: &str = "#4c78a8";
const OTHER: &str = "#e45756";
const LINE: &str = "#888";

/// The pictures of components, each under its text.
///
/// # Examples
///
/// ```
/// use grundy_core::Picture;
/// let svg = grundy_render::board_svg::svg(&[("nim:1,2", &Picture::Heaps(vec![1, 2]))]);
/// assert!(svg.starts_with("<svg") && svg.contains("nim:1,2"));
/// assert_eq!(svg.matches("<circle").count(), 3);
/// ```
pub fn svg(components: &[(&str, &Picture)]) -> String {
    let (mut body, mut width, mut height) = (String::new(), 0, MARGIN);
    for (text, picture) in components {
        let drawn = Drawing::of(picture);
        let shift = height + CAPTION;
        caption(&mut body, text, height + CAPTION / 2);
        let _ = write!(
            body,
            "<g transform=\"translate({MARGIN} {shift})\">{}</g>",
            drawn.body
        );
        width = width.max(drawn.width).max(8 * text.chars().count());
        height = shift + drawn.height + MARGIN;
    }
    let width = width + 2 * MARGIN;
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\" \
         font-family=\"sans-serif\" font-size=\"13\">{body}</svg>"
    )
}

fn caption(body: &mut String, text: &str, y: usize) {
    let text = escaped(text);
    let _ = write!(
        body,
        "<text x=\"{MARGIN}\" y=\"{y}\" fill=\"{LINE}\">{text}</text>"
    );
}

/// A picture that is being drawn.
#[derive(Default)]
struct Drawing {
    body: String,
    width: usize,
    height: usize,
}

impl Drawing {
    fn of(picture: &Picture) -> Drawing {
        let mut drawing = Drawing::default();
        match picture {
            Picture::Heaps(sizes) | Picture::Stairs(sizes) => drawing.stacks(sizes),
            Picture::Pins(rows) => drawing.pins(rows),
            Picture::Strips(rows) | Picture::Board(rows) => drawing.marks(rows),
            Picture::Coins { squares, coins } => drawing.strip(*squares, coins),
            Picture::Bars(bars) => drawing.bars(bars, "#b58863"),
            Picture::Sheets(sheets) => drawing.bars(sheets, "#fdfbf3"),
            Picture::Matrix(rows) => drawing.numbers(rows),
            Picture::Pawns {
                rows, white, black, ..
            } => drawing.pawns(*rows, white, black),
            Picture::Graph {
                edges,
                names,
                vertex,
            } => drawing.network(edges, names, Some(*vertex)),
            Picture::Network { edges, names } => drawing.network(edges, names, None),
            Picture::Trees(parents) => drawing.trees(parents),
            Picture::Faces(faces) => {
                for (column, &is_head) in faces.iter().enumerate().take(MOST as usize) {
                    drawing.disc(column, 0, if is_head { STONE } else { "none" });
                }
            }
            _ => {}
        }
        drawing
    }

    fn reach(&mut self, columns: usize, rows: usize) {
        self.width = self.width.max(columns * CELL);
        self.height = self.height.max(rows * CELL);
    }

    fn disc(&mut self, column: usize, row: usize, fill: &str) {
        self.reach(column + 1, row + 1);
        let (x, y, r) = (
            column * CELL + CELL / 2,
            row * CELL + CELL / 2,
            CELL / 2 - 2,
        );
        let _ = write!(
            self.body,
            "<circle cx=\"{x}\" cy=\"{y}\" r=\"{r}\" fill=\"{fill}\" stroke=\"{LINE}\"/>"
        );
    }

    fn square(&mut self, column: usize, row: usize, fill: &str) {
        self.reach(column + 1, row + 1);
        let (x, y) = (column * CELL, row * CELL);
        let _ = write!(
            self.body,
            "<rect x=\"{x}\" y=\"{y}\" width=\"{CELL}\" height=\"{CELL}\" fill=\"{fill}\" stroke=\"{LINE}\"/>"
        );
    }

    fn word(&mut self, column: usize, row: usize, text: &str) {
        self.reach(column + 1, row + 1);
        let (x, y) = (column * CELL + CELL / 2, row * CELL + CELL * 2 / 3);
        let text = escaped(text);
        let _ = write!(
            self.body,
            "<text x=\"{x}\" y=\"{y}\" text-anchor=\"middle\" fill=\"{LINE}\">{text}</text>"
        );
    }

    /// Heaps side by side, each on its size; tall ones are a block with the number.
    fn stacks(&mut self, sizes: &[u64]) {
        const TALLEST: u64 = 12;
        let tallest = sizes.iter().copied().max().unwrap_or(0).clamp(1, TALLEST) as usize;
        for (column, &size) in sizes.iter().enumerate().take(MOST as usize) {
            if size > TALLEST {
                let (x, height) = (column * CELL + 2, tallest * CELL);
                let width = CELL - 4;
                let _ = write!(
                    self.body,
                    "<rect x=\"{x}\" y=\"0\" width=\"{width}\" height=\"{height}\" rx=\"6\" fill=\"{STONE}\" stroke=\"{LINE}\"/>"
                );
            } else {
                for stone in 0..size as usize {
                    self.disc(column, tallest - 1 - stone, STONE);
                }
            }
            self.word(column, tallest, &size.to_string());
        }
    }

    fn pins(&mut self, rows: &[u64]) {
        for (row, &pins) in rows.iter().enumerate().take(MOST as usize) {
            for pin in 0..pins.min(MOST) as usize {
                self.disc(pin, row, STONE);
            }
            if pins == 0 || pins > MOST {
                self.word(pins.min(MOST) as usize, row, &pins.to_string());
            }
        }
    }

    fn marks(&mut self, rows: &[String]) {
        for (row, marks) in rows.iter().enumerate().take(MOST as usize) {
            for (column, mark) in marks.chars().enumerate().take(MOST as usize) {
                let fill = if mark == '#' { LINE } else { "none" };
                self.square(column, row, fill);
                if !matches!(mark, '.' | '#' | ' ') {
                    self.word(column, row, &mark.to_string());
                }
            }
        }
    }

    fn strip(&mut self, squares: u64, coins: &[u64]) {
        for square in 0..squares.min(MOST) as usize {
            self.square(square, 0, "none");
            self.word(square, 1, &square.to_string());
        }
        for &coin in coins.iter().filter(|&&coin| coin < MOST) {
            self.disc(coin as usize, 0, STONE);
        }
    }

    fn bars(&mut self, bars: &[(u64, u64)], fill: &str) {
        let mut top = 0;
        for &(rows, columns) in bars {
            let (drawn_rows, drawn_columns) = (rows.min(MOST) as usize, columns.min(MOST) as usize);
            for row in 0..drawn_rows {
                for column in 0..drawn_columns {
                    self.square(column, top + row, fill);
                }
            }
            top += drawn_rows;
            if rows > MOST || columns > MOST {
                self.word(2, top, &format!("{rows} × {columns}"));
            }
            top += 1;
        }
    }

    fn numbers(&mut self, rows: &[Vec<u64>]) {
        for (row, numbers) in rows.iter().enumerate().take(MOST as usize) {
            for (column, number) in numbers.iter().enumerate().take(MOST as usize) {
                self.square(column, row, "none");
                self.word(column, row, &number.to_string());
            }
        }
    }

    fn pawns(&mut self, rows: u64, white: &[u64], black: &[u64]) {
        let rows = rows.min(MOST);
        for (column, (&white, &black)) in white.iter().zip(black).enumerate() {
            for row in 0..rows as usize {
                self.square(column, row, "none");
            }
            for (pawn, fill) in [(white, "#fff"), (black, "#333")] {
                if pawn < rows {
                    self.disc(column, (rows - 1 - pawn) as usize, fill);
                }
            }
        }
    }

    /// Vertices on a circle.
    fn network(&mut self, edges: &[(u32, u32)], names: &[String], token: Option<u32>) {
        if names.len() as u64 > MOST {
            return;
        }
        let side = (2.0 * (RADIUS + 20.0)) as usize;
        (self.width, self.height) = (side, side);
        let place = |vertex: usize| {
            let angle = TAU * vertex as f64 / names.len().max(1) as f64;
            let middle = side as f64 / 2.0;
            (middle + RADIUS * angle.sin(), middle - RADIUS * angle.cos())
        };
        for &(from, to) in edges {
            let ((x1, y1), (x2, y2)) = (place(from as usize), place(to as usize));
            let _ = write!(
                self.body,
                "<line x1=\"{x1:.1}\" y1=\"{y1:.1}\" x2=\"{x2:.1}\" y2=\"{y2:.1}\" stroke=\"{LINE}\"/>"
            );
        }
        for (vertex, name) in names.iter().enumerate() {
            let (x, y) = place(vertex);
            let fill = if token == Some(vertex as u32) {
                OTHER
            } else {
                "#fff"
            };
            let name = escaped(name);
            let _ = write!(
                self.body,
                "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"11\" fill=\"{fill}\" stroke=\"{LINE}\"/>\
                 <text x=\"{x:.1}\" y=\"{:.1}\" text-anchor=\"middle\" font-size=\"10\">{name}</text>",
                y + 4.0
            );
        }
    }

    /// Each branch one level above the one it grows from; leaves side by side.
    fn trees(&mut self, parents: &[u32]) {
        if parents.len() as u64 > MOST {
            return;
        }
        let points = parents.len() + 1;
        let mut depth = vec![0; points];
        let mut has_children = vec![false; points];
        for (branch, &parent) in parents.iter().enumerate() {
            depth[branch + 1] = depth[parent as usize] + 1;
            has_children[parent as usize] = true;
        }
        let deepest = depth.iter().copied().max().unwrap_or(0);
        let mut column = vec![0.0; points];
        let leaves = (1..points).filter(|&point| !has_children[point]);
        for (at, leaf) in leaves.enumerate() {
            column[leaf] = at as f64;
        }
        for point in (0..points).rev().filter(|&point| has_children[point]) {
            let children = (1..points).filter(|&child| parents[child - 1] as usize == point);
            let places: Vec<f64> = children.map(|child| column[child]).collect();
            column[point] = places.iter().sum::<f64>() / places.len() as f64;
        }
        let place = |column: f64, depth: usize| {
            let cell = CELL as f64;
            (
                column * cell + cell / 2.0,
                (deepest - depth) as f64 * cell + 2.0,
            )
        };
        let widest = column.iter().copied().fold(0.0, f64::max);
        self.reach(widest as usize + 2, deepest + 1);
        for (branch, &parent) in parents.iter().enumerate() {
            let parent = parent as usize;
            let (x2, y2) = place(column[branch + 1], depth[branch + 1]);
            let ground = if parent == 0 {
                column[branch + 1]
            } else {
                column[parent]
            };
            let (x1, y1) = place(ground, depth[parent]);
            let _ = write!(
                self.body,
                "<line x1=\"{x1:.1}\" y1=\"{y1:.1}\" x2=\"{x2:.1}\" y2=\"{y2:.1}\" stroke=\"#2a7\" stroke-width=\"4\"/>"
            );
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_of_picture_is_drawn_within_its_frame() {
        let names = |names: &[&str]| names.iter().map(|&name| name.to_owned()).collect();
        let pictures = [
            (Picture::Heaps(vec![3, 0, 400]), 1),
            (Picture::Pins(vec![5, 1000]), 5),
            (Picture::Strips(vec!["X..O".to_owned()]), 4),
            (Picture::Stairs(vec![1, 2]), 3),
            (
                Picture::Coins {
                    squares: 9,
                    coins: vec![2, 7],
                },
                9,
            ),
            (Picture::Bars(vec![(2, 3), (1, 100)]), 6),
            (Picture::Sheets(vec![(2, 3)]), 6),
            (Picture::Board(vec!["#.".to_owned(), "..".to_owned()]), 4),
            (Picture::Matrix(vec![vec![1, 2], vec![3, 4]]), 4),
            (
                Picture::Network {
                    edges: vec![(0, 1)],
                    names: names(&["<a>", "b"]),
                },
                2,
            ),
            (Picture::Trees(vec![0, 1, 1]), 3),
            (Picture::Faces(vec![true, false]), 2),
        ];
        for (picture, least) in pictures {
            let svg = svg(&[("a<b", &picture)]);
            let shapes = ["<circle", "<rect", "<line"];
            let count: usize = shapes.iter().map(|shape| svg.matches(shape).count()).sum();
            assert!(count >= least, "{picture:?}: {svg}");
            assert!(svg.contains("a&lt;b") && !svg.contains("NaN"), "{svg}");
        }
    }
}
