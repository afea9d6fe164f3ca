//! Drawings of a quotient's structure: its classes of mutual divisibility, as DOT and as SVG.
//!
//! A box is a class of elements that divide each other. Boxes with a thick border are the maximal
//! subgroups; their first word, in bold, is the idempotent. Lines lead down to what is divided.
//! Words in parentheses are lost for the player to move.

use std::fmt::Write;

use grundy_report::{QuotientStructure, StructureClass};

use crate::xml::escaped;

/// Words shown in a box at most.
const MOST_WORDS: usize = 12;
/// Words on a line of a box.
const WORDS_PER_LINE: usize = 4;
const LINE_HEIGHT: usize = 18;
const CHARACTER_WIDTH: usize = 8;
const GAP: usize = 40;

/// The structure in the language of Graphviz.
pub fn dot(structure: &QuotientStructure) -> String {
    let mut out = String::from("digraph quotient {\n  node [shape=box, fontname=monospace];\n");
    for (at, class) in structure.classes.iter().enumerate() {
        let label = lines(class).join("\\n");
        let border = if class.idempotent.is_some() { 3 } else { 1 };
        let _ = writeln!(out, "  c{at} [label=\"{label}\", penwidth={border}];");
        for below in &class.below {
            let _ = writeln!(out, "  c{at} -> c{below} [arrowhead=none];");
        }
    }
    out.push_str("}\n");
    out
}

/// The structure as a picture.
pub fn svg(structure: &QuotientStructure) -> String {
    let classes = &structure.classes;
    let boxes = layout(classes);
    let width = boxes.iter().map(|b| b.x + b.width).max().unwrap_or(0) + GAP;
    let height = boxes.iter().map(|b| b.y + b.height).max().unwrap_or(0) + GAP;
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
         viewBox=\"0 0 {width} {height}\" font-family=\"monospace\" font-size=\"13\">\n\
         <title>misère quotient of {}: order {}</title>\n\
         <rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n",
        escaped(&structure.ruleset),
        structure.order
    );
    for (class, from) in classes.iter().zip(&boxes) {
        for to in class.below.iter().map(|&at| &boxes[at]) {
            let _ = writeln!(
                out,
                "<line x1=\"{}\" y1=\"{}\" x2=\"{}\" y2=\"{}\" stroke=\"#888\"/>",
                from.x + from.width / 2,
                from.y + from.height,
                to.x + to.width / 2,
                to.y
            );
        }
    }
    for (class, place) in classes.iter().zip(&boxes) {
        draw_box(&mut out, class, place);
    }
    out.push_str("</svg>\n");
    out
}

fn draw_box(out: &mut String, class: &StructureClass, place: &Place) {
    let is_group = class.idempotent.is_some();
    let (fill, border) = if is_group {
        ("#eef4ff", 3)
    } else {
        ("#ffffff", 1)
    };
    let _ = writeln!(
        out,
        "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"4\" fill=\"{fill}\" \
         stroke=\"#224\" stroke-width=\"{border}\"/>",
        place.x, place.y, place.width, place.height
    );
    for (at, line) in lines(class).iter().enumerate() {
        let weight = if at == 0 && is_group {
            "bold"
        } else {
            "normal"
        };
        let _ = writeln!(
            out,
            "<text x=\"{}\" y=\"{}\" font-weight=\"{weight}\">{}</text>",
            place.x + CHARACTER_WIDTH,
            place.y + (at + 1) * LINE_HEIGHT - 2,
            escaped(line)
        );
    }
}

/// What stands in a box: a group's idempotent on a line of its own, then the other words.
fn lines(class: &StructureClass) -> Vec<String> {
    let idempotent = class.idempotent.and_then(|at| class.elements.get(at));
    let mut lines: Vec<String> = idempotent.into_iter().cloned().collect();
    let others = class.elements.iter().enumerate();
    let others = others.filter(|(at, _)| Some(*at) != class.idempotent);
    let others: Vec<&str> = others.map(|(_, word)| word.as_str()).collect();
    let shown = &others[..others.len().min(MOST_WORDS)];
    lines.extend(shown.chunks(WORDS_PER_LINE).map(|line| line.join(" ")));
    if others.len() > MOST_WORDS {
        lines.push(format!("… {} elements", class.elements.len()));
    }
    lines
}

/// The level of each class: a class stands below all that divide it.
fn levels(classes: &[StructureClass]) -> Vec<usize> {
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
    levels
}

/// The width and height of a box.
fn size(class: &StructureClass) -> (usize, usize) {
    let lines = lines(class);
    let lengths = lines.iter().map(|line| line.chars().count());
    let longest = lengths.max().unwrap_or(1);
    (
        (longest + 2) * CHARACTER_WIDTH,
        lines.len() * LINE_HEIGHT + 6,
    )
}

/// Places for the boxes, level by level.
fn layout(classes: &[StructureClass]) -> Vec<Place> {
    let levels = levels(classes);
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

/// Where a box stands, in pixels.
#[derive(Clone, Copy, Debug, Default)]
struct Place {
    x: usize,
    y: usize,
    width: usize,
    height: usize,
}
