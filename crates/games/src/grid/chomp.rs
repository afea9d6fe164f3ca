//! Chomp: bite off a corner of a chocolate bar; the last square is poisoned (Gale 1974).

use grundy_core::{Game, Interned, Picture, RulesError, Ruleset, SpecError};

use crate::info::no_parameters;
use crate::{GameInfo, notation};

/// What the registry knows of it.
pub static GAME: GameInfo = GameInfo {
    name: "chomp",
    aliases: &[],
    summary: "bite off a corner; the last square is poisoned",
    rules: "A bar of chocolate has rows of squares; the square at the lower left is poisoned. A move chooses any other \
            square that is left and eats it together with all that are not below it and not to the left of it. Who \
            is left with the poisoned square cannot move.",
    notation: "rows by columns: 3x4; or the lengths of the rows, longest first: 4,4,2",
    parameters: None,
    example: "chomp:3x4",
    trials: &["chomp:1x1", "chomp:1x5", "chomp:2x3", "chomp:3,3,1", "chomp:4,1,1", "chomp:2,2"],
    theory: "The first player wins every bar of more than one square (else he would steal the second player's move), \
             but nobody knows a rule for the winning move.",
    source: "F. Schuh, Spel van delers (1952); D. Gale, A curious Nim-type game, Amer. Math. Monthly 81 (1974)",
    make,
};

/// The most squares of a bar.
const MOST_SQUARES: u64 = 10_000;

fn make(parameters: Option<&str>) -> Result<Box<dyn Game>, SpecError> {
    no_parameters(parameters)?;
    Ok(Interned::boxed(Chomp))
}

struct Chomp;

impl Ruleset for Chomp {
    /// Lengths of the rows from the bottom up, never increasing, none of them 0.
    type Position = Vec<u64>;

    fn prefix(&self, _rows: &Vec<u64>) -> String {
        "chomp".to_owned()
    }

    fn parse(&self, text: &str) -> Result<Vec<u64>, SpecError> {
        if text.trim().is_empty() {
            return Err(SpecError::missing("a position", "3x4", 0..text.len()));
        }
        let sides = 1..u128::from(MOST_SQUARES) + 1;
        let rows = match notation::sides(text, sides.clone())? {
            Some((rows, columns)) if rows.saturating_mul(columns) <= MOST_SQUARES => {
                vec![columns; rows as usize]
            }
            Some(_) => return Err(too_large(text)),
            None => notation::numbers(text, sides)?,
        };
        if rows.iter().sum::<u64>() > MOST_SQUARES {
            return Err(too_large(text));
        }
        if !rows.is_sorted_by(|below, above| below >= above) {
            return Err(SpecError::illegal(
                "a row is longer than the one below it",
                "write the longest row first",
                0..text.len(),
            ));
        }
        Ok(rows)
    }

    fn show(&self, rows: &Vec<u64>) -> String {
        notation::show(rows)
    }

    fn options(&self, rows: &Vec<u64>, options: &mut Vec<Vec<u64>>) -> Result<(), RulesError> {
        for (row, &length) in rows.iter().enumerate() {
            let first = u64::from(row == 0);
            options.extend((first..length).map(|column| {
                let mut option = rows.clone();
                for above in &mut option[row..] {
                    *above = column.min(*above);
                }
                option.retain(|length| *length > 0);
                option
            }));
        }
        Ok(())
    }

    fn describe(&self, from: &Vec<u64>, to: &Vec<u64>) -> String {
        let length = |row: usize| to.get(row).copied().unwrap_or(0);
        let row = (0..from.len()).find(|&row| length(row) < from[row]).unwrap_or(0);
        let eaten = from.iter().sum::<u64>() - to.iter().sum::<u64>();
        format!(
            "bite at row {}, column {}: {} gone",
            row + 1,
            length(row) + 1,
            notation::counted(eaten, "square")
        )
    }

    fn is_acyclic(&self) -> bool {
        true
    }

    fn option_count(&self, rows: &Vec<u64>) -> Option<u128> {
        Some(u128::from(rows.iter().sum::<u64>() - 1))
    }

    fn picture(&self, rows: &Vec<u64>) -> Picture {
        let mut board: Vec<String> = rows.iter().map(|&length| "#".repeat(length as usize)).collect();
        if let Some(bottom) = board.first_mut() {
            bottom.replace_range(..1, "P");
        }
        board.reverse();
        Picture::Board(board)
    }
}

fn too_large(text: &str) -> SpecError {
    let why = format!("the bar has more than {MOST_SQUARES} squares");
    SpecError::illegal(&why, "use a smaller one", 0..text.len())
}
