//! The matrix game: in one row, take any amounts, at least one in all (LightOJ 1247).

use grundy_core::{
    Block, Element, Form, Nimber, Notation, Picture, Rules, SpecError, Table, Theory, Touch,
};
use grundy_positions::{Game, game};

use crate::heap::heaps::changes_to;
use crate::info::no_parameters;
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
    trials: &[
        "matrix:0",
        "matrix:3",
        "matrix:0,0/0,1",
        "matrix:1,1,1/2",
        "matrix:2/1,1/1",
        "matrix:1,1/1,1",
    ],
    theory: "A row is a Nim heap as large as the sum of its cells: any smaller sum can be left.",
    source: "LightOJ 1247, Matrix Game (2011)",
    make,
};

/// The most cells that a table may have.
const MOST_CELLS: usize = 1_000;

fn make(parameters: Option<&str>) -> Result<Box<dyn Game>, SpecError> {
    no_parameters(parameters)?;
    Ok(game(Matrix))
}

struct Matrix;

type Rows = Vec<Vec<u64>>;

/// What is left of one row.
#[derive(Clone, Debug)]
struct Take {
    row: usize,
    left: Vec<u64>,
}

impl Rules for Matrix {
    type Position = Rows;
    type Move = Take;

    fn moves(&self, rows: &Rows) -> impl Iterator<Item = Take> {
        rows.iter().enumerate().flat_map(|(row, cells)| {
            let first = Some(vec![0; cells.len()]);
            let lefts = std::iter::successors(first, |left| Some(counted_up(left, cells)));
            let lefts = lefts.take_while(move |left| left != cells);
            lefts.map(move |left| Take { row, left })
        })
    }

    fn play(&self, rows: &Rows, played: &Take) -> Rows {
        let mut option = rows.clone();
        option[played.row].clone_from(&played.left);
        option
    }

    fn theory(&self) -> Theory<Matrix> {
        Theory {
            form: Some(|_, rows| Form::Nim(sums(rows))),
            moves_to: Some(|_, rows, target, most| Some(moves_to(rows, target, most))),
            option_count: Some(|_, rows| {
                let in_row = |row: &Vec<u64>| {
                    let mut sizes = row.iter().map(|&cell| u128::from(cell) + 1);
                    Some(sizes.try_fold(1u128, u128::checked_mul)? - 1)
                };
                let mut rows = rows.iter();
                rows.try_fold(0u128, |sum, row| sum.checked_add(in_row(row)?))
            }),
            reasons: Some(|_, rows, _| reasons(rows)),
            ..Theory::default()
        }
    }
}

impl Notation for Matrix {
    fn prefix(&self, _rows: &Rows) -> String {
        "matrix".to_owned()
    }

    fn parse(&self, text: &str) -> Result<Rows, SpecError> {
        if text.trim().is_empty() {
            return Err(SpecError::missing(
                "a position",
                "2,3,8/5,2,7",
                0..text.len(),
            ));
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

    fn describe(&self, rows: &Rows, played: &Take) -> String {
        let taken: Vec<String> = played
            .taken(rows)
            .map(|(cell, taken)| format!("{taken} from cell {}", cell + 1))
            .collect();
        format!("in row {} take {}", played.row + 1, taken.join(", "))
    }

    fn picture(&self, rows: &Rows) -> Picture {
        Picture::Matrix(rows.clone())
    }

    fn touch(&self, rows: &Rows, played: &Take) -> Touch {
        let cells = played.taken(rows).flat_map(|(cell, taken)| {
            let entry = Element::at("entry", [played.row as u64, cell as u64]);
            [entry, Element::at("take", [taken])]
        });
        Touch::all(cells.collect())
    }
}

impl Take {
    /// The cells from which something is taken, and how much.
    fn taken(&self, rows: &Rows) -> impl Iterator<Item = (usize, u64)> {
        let cells = rows[self.row].iter().zip(&self.left).enumerate();
        cells
            .map(|(cell, (had, has))| (cell, had - has))
            .filter(|(_, taken)| *taken > 0)
    }
}

fn moves_to(rows: &Rows, target: Nimber, most: usize) -> Vec<Take> {
    let sums = sums(rows);
    let mut moves = Vec::new();
    for (row, sum) in changes_to(&sums, target) {
        if sum < sums[row] {
            let holds = suffix_sums(&rows[row]);
            fill(&rows[row], &holds, sum, &mut Vec::new(), &mut |left| {
                let wanted = moves.len() < most;
                if wanted {
                    let left = left.to_vec();
                    moves.push(Take { row, left });
                }
                wanted
            });
        }
    }
    moves
}

fn reasons(rows: &Rows) -> Vec<Block> {
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
        Block::text(
            "A move makes the sum of one row any smaller number: so each row is a Nim heap of its sum.",
        ),
        Block::Table(table),
    ]
}

fn sums(rows: &Rows) -> Vec<u128> {
    let sum = |row: &Vec<u64>| row.iter().map(|&cell| u128::from(cell)).sum();
    rows.iter().map(sum).collect()
}

/// The next row after `left` in which no cell exceeds its cell of `most`, the last cell fastest.
fn counted_up(left: &[u64], most: &[u64]) -> Vec<u64> {
    let mut next = left.to_vec();
    for (cell, &limit) in next.iter_mut().zip(most).rev() {
        if *cell < limit {
            *cell += 1;
            break;
        }
        *cell = 0;
    }
    next
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
        let rows = Matrix
            .parse("18446744073709551615,18446744073709551615/7")
            .unwrap();
        let moves = moves_to(&rows, Nimber(0), 1000);
        let options: Vec<Rows> = moves.iter().map(|m| Matrix.play(&rows, m)).collect();
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
        let row = 1;
        let left = vec![3, 2, 0];
        assert_eq!(
            Matrix.describe(&rows, &Take { row, left }),
            "in row 2 take 2 from cell 1, 7 from cell 3"
        );
    }
}
