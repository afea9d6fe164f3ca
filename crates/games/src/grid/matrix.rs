//! The matrix game: in one row, take any amounts, at least one in all (LightOJ 1247).

use grundy_core::{
    Block, Form, Game, Interned, Nimber, Picture, Play, RulesError, Ruleset, SpecError, Table,
};

use crate::info::no_parameters;
use crate::nim_heaps::changes_to;
use crate::{GameInfo, notation};

/// What the registry knows of it.
pub static GAME: GameInfo = GameInfo {
    name: "matrix",
    aliases: &["matrix-game"],
    summary: "in one row take any amounts",
    rules: "Stones lie on the cells of a table. A move chooses one row and takes stones from any of its cells, any \
            number from each, at least one in all.",
    notation: "rows between `/`, cells between commas: 2,3,8/5,2,7",
    parameters: None,
    example: "matrix:2,1/1,2",
    trials: &["matrix:0", "matrix:3", "matrix:0,0/0,1", "matrix:1,1,1/2", "matrix:2/1,1/1", "matrix:1,1/1,1"],
    theory: "A row is a Nim heap as large as the sum of its cells: any smaller sum can be left.",
    source: "LightOJ 1247, Matrix Game (2011)",
    make,
};

/// The most cells that a table may have.
const MOST_CELLS: usize = 1_000;

fn make(parameters: Option<&str>) -> Result<Box<dyn Game>, SpecError> {
    no_parameters(parameters)?;
    Ok(Interned::boxed(Matrix))
}

struct Matrix;

type Rows = Vec<Vec<u64>>;

impl Ruleset for Matrix {
    type Position = Rows;

    fn prefix(&self, _rows: &Rows) -> String {
        "matrix".to_owned()
    }

    fn parse(&self, text: &str) -> Result<Rows, SpecError> {
        if text.trim().is_empty() {
            return Err(SpecError::missing("a position", "2,3,8/5,2,7", 0..text.len()));
        }
        let mut rows = Vec::new();
        let mut cells = 0;
        for (row, at) in notation::parts(text, '/')? {
            if row.is_empty() {
                return Err(SpecError::missing("a row", "2,3,8/5,2,7", at..at));
            }
            let row = notation::numbers(row, notation::ANY).map_err(|error| error.shifted(at))?;
            cells += row.len();
            if cells > MOST_CELLS {
                let why = format!("the table has more than {MOST_CELLS} cells");
                return Err(SpecError::illegal(&why, "use fewer", 0..text.len()));
            }
            rows.push(row);
        }
        Ok(rows)
    }

    fn show(&self, rows: &Rows) -> String {
        let rows: Vec<String> = rows.iter().map(|row| notation::show(row)).collect();
        rows.join("/")
    }

    fn options(&self, rows: &Rows, options: &mut Vec<Rows>) -> Result<(), RulesError> {
        for (index, row) in rows.iter().enumerate() {
            let mut left = vec![0; row.len()];
            while left != *row {
                options.push(with_row(rows, index, &left));
                count_up(&mut left, row);
            }
        }
        Ok(())
    }

    fn describe(&self, from: &Rows, to: &Rows) -> String {
        let index = from.iter().zip(to).position(|(a, b)| a != b).unwrap_or(0);
        let (before, after) = (&from[index], &to[index]);
        let taken: Vec<String> = (1..)
            .zip(before.iter().zip(after))
            .filter(|(_, (had, has))| had != has)
            .map(|(cell, (had, has))| format!("{} from cell {cell}", had - has))
            .collect();
        format!("in row {} take {}", index + 1, taken.join(", "))
    }

    fn is_acyclic(&self) -> bool {
        true
    }

    fn form(&self, rows: &Rows) -> Form {
        Form::Nim(sums(rows))
    }

    fn options_to(&self, rows: &Rows, target: Nimber, most: usize, options: &mut Vec<Rows>) -> bool {
        let sums = sums(rows);
        for (index, sum) in changes_to(&sums, target) {
            if sum < sums[index] {
                let holds = suffix_sums(&rows[index]);
                fill(&rows[index], &holds, sum, &mut Vec::new(), &mut |left| {
                    let wanted = options.len() < most;
                    if wanted {
                        options.push(with_row(rows, index, left));
                    }
                    wanted
                });
            }
        }
        true
    }

    fn option_count(&self, rows: &Rows) -> Option<u128> {
        let in_row = |row: &Vec<u64>| {
            row.iter()
                .fold(1u128, |count, &cell| count.saturating_mul(u128::from(cell) + 1))
                .saturating_sub(1)
        };
        Some(rows.iter().map(in_row).fold(0, u128::saturating_add))
    }

    fn reasons(&self, rows: &Rows, _play: Play) -> Vec<Block> {
        let mut table = Table::new("row sums", ["row", "cells", "sum"]);
        for ((number, row), sum) in (1..).zip(rows).zip(sums(rows)) {
            let cells: Vec<String> = row.iter().map(u64::to_string).collect();
            table.rows.push(vec![
                i32::to_string(&number),
                cells.join(" + "),
                sum.to_string(),
            ]);
        }
        vec![
            Block::text("A move makes the sum of one row any smaller number: so each row is a Nim heap of its sum."),
            Block::Table(table),
        ]
    }

    fn picture(&self, rows: &Rows) -> Picture {
        Picture::Matrix(rows.clone())
    }
}

fn sums(rows: &Rows) -> Vec<u128> {
    let sum = |row: &Vec<u64>| row.iter().map(|&cell| u128::from(cell)).sum();
    rows.iter().map(sum).collect()
}

fn with_row(rows: &Rows, index: usize, row: &[u64]) -> Rows {
    let mut option = rows.clone();
    option[index] = row.to_vec();
    option
}

/// The next row after `left` in which no cell exceeds its cell of `most`, the last cell fastest.
fn count_up(left: &mut [u64], most: &[u64]) {
    for (cell, &limit) in left.iter_mut().zip(most).rev() {
        if *cell < limit {
            *cell += 1;
            return;
        }
        *cell = 0;
    }
}

/// What the cells from each one on hold together.
fn suffix_sums(cells: &[u64]) -> Vec<u128> {
    let mut holds = vec![0; cells.len() + 1];
    for (index, &cell) in cells.iter().enumerate().rev() {
        holds[index] = holds[index + 1] + u128::from(cell);
    }
    holds
}

/// Visits every row with this sum and no cell above that of `cells`, until `visit` answers false.
///
/// What the later cells cannot hold is put into the earlier ones at once, so no step is in vain.
fn fill(
    cells: &[u64],
    holds: &[u128],
    sum: u128,
    left: &mut Vec<u64>,
    visit: &mut impl FnMut(&[u64]) -> bool,
) -> bool {
    let Some((&first, rest)) = cells.split_first() else {
        return visit(left);
    };
    let least = sum.saturating_sub(holds[1]) as u64;
    let most = u128::from(first).min(sum) as u64;
    for cell in (least..=most).rev() {
        left.push(cell);
        let goes_on = fill(rest, &holds[1..], sum - u128::from(cell), left, visit);
        left.pop();
        if !goes_on {
            return false;
        }
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn winning_rows_of_huge_cells_come_from_the_formula() {
        let rows = Matrix.parse("18446744073709551615,18446744073709551615/7").unwrap();
        let mut options = Vec::new();
        assert!(Matrix.options_to(&rows, Nimber(0), 1000, &mut options));
        assert_eq!(options.len(), 8);
        assert_eq!(options[0], [vec![7, 0], vec![7]]);
        assert_eq!(options[7], [vec![0, 7], vec![7]]);
    }

    #[test]
    fn rows_that_are_missing_are_pointed_at() {
        assert_eq!(Matrix.parse("1,2/").unwrap_err().span, 4..4);
        assert_eq!(Matrix.parse("1,2/3,x").unwrap_err().span, 6..7);
        assert_eq!(Matrix.parse("1,,2").unwrap_err().span, 2..2);
    }

    #[test]
    fn a_move_says_what_is_taken_where() {
        let rows = vec![vec![2, 3, 8], vec![5, 2, 7]];
        let left = vec![vec![2, 3, 8], vec![3, 2, 0]];
        assert_eq!(
            Matrix.describe(&rows, &left),
            "in row 2 take 2 from cell 1, 7 from cell 3"
        );
    }
}
