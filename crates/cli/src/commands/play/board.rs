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
        Picture::Stairs(steps) => stairs(steps),
        Picture::Coins { squares, coins } if *squares <= LONGEST * 2 => {
            let mark = |square| if coins.contains(&square) { "O" } else { "-" };
            vec![(0..*squares).map(mark).collect::<Vec<_>>().join(" ")]
        }
        Picture::Bars(bars) => bars.iter().flat_map(|&bar| chocolate(bar)).collect(),
        Picture::Matrix(rows) => rows.iter().map(|row| numbers(row)).collect(),
        Picture::Pawns {
            rows, white, black, ..
        } if *rows <= LONGEST => pawns(*rows, white, black),
        _ => Vec::new(),
    }
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
        assert_eq!(lines(&Picture::Heaps(vec![u64::MAX])), [u64::MAX.to_string()]);
    }
}
