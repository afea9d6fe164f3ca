//! Positions drawn with characters.

use grundy::core::Picture;

/// Longer rows are written as numbers.
const LONGEST: u64 = 60;

/// The lines of a picture; none if the text of the position says it all.
pub fn lines(picture: &Picture) -> Vec<String> {
    match picture {
        Picture::Heaps(heaps) => heaps.iter().map(|&heap| row(heap, "●")).collect(),
        Picture::Pins(rows) => rows.iter().map(|&pins| row(pins, "I")).collect(),
        Picture::Strips(strips) => strips.iter().map(|strip| spaced(strip)).collect(),
        Picture::Board(rows) => rows.iter().map(|row| spaced(row)).collect(),
        Picture::Faces(heads) => {
            let marks = heads.iter().map(|&is_head| if is_head { "H" } else { "T" });
            vec![marks.collect::<Vec<_>>().join(" ")]
        }
        Picture::Stairs(steps) => stairs(steps),
        Picture::Coins { squares, coins } if *squares <= LONGEST * 2 => {
            let mark = |square| if coins.contains(&square) { "O" } else { "-" };
            vec![(0..*squares).map(mark).collect::<Vec<_>>().join(" ")]
        }
        Picture::Bars(bars) | Picture::Sheets(bars) => {
            bars.iter().flat_map(|&bar| chocolate(bar)).collect()
        }
        Picture::Matrix(rows) => rows.iter().map(|row| numbers(row)).collect(),
        Picture::Pawns {
            rows, white, black, ..
        } if *rows <= LONGEST => pawns(*rows, white, black),
        Picture::Network { edges, names } if names.len() as u64 <= LONGEST => network(edges, names),
        Picture::Trees(parents) if parents.len() as u64 <= LONGEST => trees(parents),
        _ => Vec::new(),
    }
}

/// A line a vertex, with those it is joined to.
fn network(edges: &[(u32, u32)], names: &[String]) -> Vec<String> {
    let line = |vertex: usize| {
        let around = edges
            .iter()
            .filter_map(|&(a, b)| match (a as usize, b as usize) {
                (a, b) if a == vertex => Some(b),
                (a, b) if b == vertex => Some(a),
                _ => None,
            });
        let around: Vec<&str> = around.map(|other| names[other].as_str()).collect();
        format!("{} ─ {}", names[vertex], around.join(" "))
    };
    let lines = (0..names.len()).map(line);
    lines
        .map(|line| line.trim_end_matches([' ', '─']).to_owned())
        .collect()
}

/// Trees lying on their side, the ground at the left, a line a branch.
fn trees(parents: &[u32]) -> Vec<String> {
    let mut before: Vec<String> = vec![String::new()];
    let mut lines = Vec::new();
    for (branch, &parent) in parents.iter().enumerate() {
        let is_last = !parents[branch + 1..].contains(&parent);
        let (joint, below) = if is_last {
            ("└─", "  ")
        } else {
            ("├─", "│ ")
        };
        let indent = before[parent as usize].clone();
        lines.push(format!("{indent}{joint}o"));
        before.push(indent + below);
    }
    lines
}

fn row(count: u64, mark: &str) -> String {
    match count {
        0..=LONGEST => format!("{} {count}", format!("{mark} ").repeat(count as usize)),
        _ => count.to_string(),
    }
}

fn spaced(text: &str) -> String {
    let marks: Vec<String> = text.chars().map(String::from).collect();
    marks.join(" ")
}

fn stairs(steps: &[u64]) -> Vec<String> {
    let named = steps.iter().enumerate().skip(1).rev();
    named
        .map(|(step, &coins)| format!("step {step:<2} {}", row(coins, "o")))
        .collect()
}

fn chocolate((width, height): (u64, u64)) -> Vec<String> {
    if width > LONGEST || height > LONGEST {
        return vec![format!("{width} x {height}")];
    }
    let line = "▩ ".repeat(width as usize);
    vec![line.trim_end().to_owned(); height as usize]
}

fn numbers(row: &[u64]) -> String {
    let cells: Vec<String> = row.iter().map(|number| format!("{number:>4}")).collect();
    cells.concat()
}

fn pawns(rows: u64, white: &[u64], black: &[u64]) -> Vec<String> {
    let cell = |row: u64, column: usize| match (white[column] == row, black[column] == row) {
        (true, _) => "W",
        (_, true) => "B",
        _ => ".",
    };
    let line = |row| {
        let cells: Vec<&str> = (0..white.len()).map(|column| cell(row, column)).collect();
        cells.join(" ")
    };
    (0..rows).rev().map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn heaps_are_rows_of_stones_until_they_are_too_large() {
        assert_eq!(lines(&Picture::Heaps(vec![2, 1])), ["● ●  2", "●  1"]);
        assert_eq!(
            lines(&Picture::Heaps(vec![u64::MAX])),
            [u64::MAX.to_string()]
        );
    }

    #[test]
    fn trees_lie_on_their_side_and_networks_are_lists() {
        let drawn = lines(&Picture::Trees(vec![0, 1, 1, 0]));
        assert_eq!(drawn, ["├─o", "│ ├─o", "│ └─o", "└─o"]);
        let network = Picture::Network {
            edges: vec![(0, 1)],
            names: ["4", "5", "7"].map(str::to_owned).to_vec(),
        };
        assert_eq!(lines(&network), ["4 ─ 5", "5 ─ 4", "7"]);
    }
}
