//! Drawings of a quotient's structure: its classes of mutual divisibility, as DOT and as SVG.
//!
//! A box is a class of elements that divide each other. Boxes with a thick border are the maximal
//! subgroups; their first word, in bold, is the idempotent. Lines lead down to what is divided.
//! Words in brackets are lost for the player to move.

use std::fmt::Write;

use grundy_misere::{DivisibilityClass, Element};

use super::QuotientAnswer;

/// Words shown in a box at most.
const MOST_WORDS: usize = 12;
/// Words on a line of a box.
const WORDS_PER_LINE: usize = 4;
const LINE_HEIGHT: usize = 18;
const CHARACTER_WIDTH: usize = 8;
const GAP: usize = 40;

impl QuotientAnswer {
    /// The structure in the language of Graphviz.
    pub fn dot(&self) -> String {
        let mut out = String::from("digraph quotient {\n  node [shape=box, fontname=monospace];\n");
        for (at, class) in self.quotient.divisibility_classes().iter().enumerate() {
            let label = self.lines(class).join("\\n");
            let border = if class.idempotent.is_some() { 3 } else { 1 };
            writeln!(out, "  c{at} [label=\"{label}\", penwidth={border}];")
                .expect("strings take everything");
            for below in &class.below {
                writeln!(out, "  c{at} -> c{below} [arrowhead=none];")
                    .expect("strings take everything");
            }
        }
        out.push_str("}\n");
        out
    }

    /// The structure as a picture.
    pub fn svg(&self) -> String {
        let classes = self.quotient.divisibility_classes();
        let boxes = self.layout(&classes);
        let width = boxes.iter().map(|b| b.x + b.width).max().unwrap_or(0) + GAP;
        let height = boxes.iter().map(|b| b.y + b.height).max().unwrap_or(0) + GAP;
        let mut out = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
             viewBox=\"0 0 {width} {height}\" font-family=\"monospace\" font-size=\"13\">\n\
             <title>misère quotient of {}: order {}</title>\n\
             <rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n",
            escape(&self.name),
            self.quotient.order()
        );
        for (class, from) in classes.iter().zip(&boxes) {
            for to in class.below.iter().map(|&at| &boxes[at]) {
                writeln!(
                    out,
                    "<line x1=\"{}\" y1=\"{}\" x2=\"{}\" y2=\"{}\" stroke=\"#888\"/>",
                    from.x + from.width / 2,
                    from.y + from.height,
                    to.x + to.width / 2,
                    to.y
                )
                .expect("strings take everything");
            }
        }
        for (class, place) in classes.iter().zip(&boxes) {
            self.draw_box(&mut out, class, place);
        }
        out.push_str("</svg>\n");
        out
    }

    fn draw_box(&self, out: &mut String, class: &DivisibilityClass, place: &Place) {
        let is_group = class.idempotent.is_some();
        let (fill, border) = if is_group {
            ("#eef4ff", 3)
        } else {
            ("#ffffff", 1)
        };
        writeln!(
            out,
            "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"4\" fill=\"{fill}\" \
             stroke=\"#224\" stroke-width=\"{border}\"/>",
            place.x, place.y, place.width, place.height
        )
        .expect("strings take everything");
        for (at, line) in self.lines(class).iter().enumerate() {
            let weight = if at == 0 && is_group {
                "bold"
            } else {
                "normal"
            };
            writeln!(
                out,
                "<text x=\"{}\" y=\"{}\" font-weight=\"{weight}\">{}</text>",
                place.x + CHARACTER_WIDTH,
                place.y + (at + 1) * LINE_HEIGHT - 2,
                escape(line)
            )
            .expect("strings take everything");
        }
    }

    /// What stands in a box: a group's idempotent on a line of its own, then the other words.
    fn lines(&self, class: &DivisibilityClass) -> Vec<String> {
        let word = |&element: &Element| match self.quotient.is_p(element) {
            true => format!("({})", self.quotient.word(element)),
            false => self.quotient.word(element),
        };
        let mut lines: Vec<String> = class.idempotent.iter().map(word).collect();
        let others = class
            .elements
            .iter()
            .filter(|&&e| Some(e) != class.idempotent);
        let others: Vec<String> = others.map(word).collect();
        let shown = &others[..others.len().min(MOST_WORDS)];
        lines.extend(shown.chunks(WORDS_PER_LINE).map(|line| line.join(" ")));
        if others.len() > MOST_WORDS {
            lines.push(format!("… {} elements", class.elements.len()));
        }
        lines
    }

    /// Places for the boxes: a class stands below all that divide it.
    fn layout(&self, classes: &[DivisibilityClass]) -> Vec<Place> {
        let mut levels = vec![0usize; classes.len()];
        // Divisors have smaller least words, but not always: repeat until nothing moves.
        let mut is_settled = false;
        while !is_settled {
            is_settled = true;
            for (at, class) in classes.iter().enumerate() {
                for &below in &class.below {
                    if levels[below] <= levels[at] {
                        levels[below] = levels[at] + 1;
                        is_settled = false;
                    }
                }
            }
        }
        let size = |class: &DivisibilityClass| {
            let lines = self.lines(class);
            let longest = lines
                .iter()
                .map(|line| line.chars().count())
                .max()
                .unwrap_or(1);
            (
                (longest + 2) * CHARACTER_WIDTH,
                lines.len() * LINE_HEIGHT + 6,
            )
        };
        let sizes: Vec<(usize, usize)> = classes.iter().map(size).collect();
        let deepest = levels.iter().copied().max().unwrap_or(0);
        let mut places = vec![Place::default(); classes.len()];
        let mut y = GAP;
        let row_width = |level: usize| -> usize {
            let row = (0..classes.len()).filter(|&at| levels[at] == level);
            row.map(|at| sizes[at].0 + GAP).sum()
        };
        let widest = (0..=deepest).map(row_width).max().unwrap_or(0);
        for level in 0..=deepest {
            let mut x = GAP + (widest - row_width(level)) / 2;
            let mut tallest = 0;
            for at in (0..classes.len()).filter(|&at| levels[at] == level) {
                let (width, height) = sizes[at];
                places[at] = Place {
                    x,
                    y,
                    width,
                    height,
                };
                x += width + GAP;
                tallest = tallest.max(height);
            }
            y += tallest + GAP;
        }
        places
    }
}

/// Where a box stands, in pixels.
#[derive(Clone, Copy, Debug, Default)]
struct Place {
    x: usize,
    y: usize,
    width: usize,
    height: usize,
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
}
