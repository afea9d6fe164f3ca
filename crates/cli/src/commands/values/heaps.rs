//! `grundy values --heaps 2` and `3`: tables of the values of positions that are made of two or three numbers.

use std::fmt::Write;
use std::process::ExitCode;

use grundy::core::{Outcome, Play, Value};
use grundy::lines::Lines;
use grundy::report::{HeapTableCell, HeapTableReport, SchemaVersion};
use grundy::spec::Files;
use grundy::{Error, render};

use super::Args;
use crate::common::Common;
use crate::failure::Failure;
use crate::output;

/// The largest number where nothing is said, for two numbers and for three.
const USUAL_LAST: [u64; 2] = [12, 6];
/// The most positions in a table.
const MOST_CELLS: u128 = 4_000_000;

/// Prints the table, or draws it.
pub fn run(args: &Args, heaps: usize, common: &Common) -> Result<ExitCode, Failure> {
    let last = args.last.unwrap_or(args.from + USUAL_LAST[heaps - 2]);
    let side = u128::from(last - args.from) + 1;
    if side.pow(heaps as u32) > MOST_CELLS {
        let message = format!("a table of more than {MOST_CELLS} positions; use a smaller --to");
        return Err(Failure::usage(message));
    }
    let play = if args.misere {
        Play::Misere
    } else {
        Play::Normal
    };
    let mut lines = Lines::new(play, Files::Allow, common.limits());
    let notation = notation(&args.ruleset, heaps, last, &mut lines)?;
    let mut cells = Vec::new();
    let mut numbers = vec![args.from; heaps];
    loop {
        cells.push(answer(&args.ruleset, &notation, &numbers, &mut lines)?);
        if !step(&mut numbers, args.from, last) {
            break;
        }
    }
    let table = Table {
        args,
        heaps,
        last,
        cells,
        shows_outcomes: args.outcomes || args.misere,
    };
    if let Some(file) = &args.svg {
        if args.from > 0 {
            return Err(Failure::usage(
                "a picture of a table begins at 0; leave out --from",
            ));
        }
        let picture = render::heat_maps(&table.slices());
        output::write_picture(file, &picture, common)?;
        return Ok(ExitCode::SUCCESS);
    }
    if common.json {
        output::print_json(&table.report(play))?;
    } else if args.csv {
        output::print_text(&table.csv())?;
    } else {
        output::print_text(&table.text())?;
    }
    Ok(ExitCode::SUCCESS)
}

/// The next list of numbers, the last of them changing first; false after the last one.
fn step(numbers: &mut [u64], from: u64, last: u64) -> bool {
    for number in numbers.iter_mut().rev() {
        if *number < last {
            *number += 1;
            return true;
        }
        *number = from;
    }
    false
}

/// Outcome and value of a cell; `None` where the game has no such position.
type Cell = Option<(Outcome, Option<Value>)>;

/// How the ruleset writes positions of so many numbers: the first way in which it reads some.
fn notation(
    ruleset: &str,
    heaps: usize,
    last: u64,
    lines: &mut Lines,
) -> Result<fn(&[u64]) -> String, Failure> {
    let ways: [fn(&[u64]) -> String; 3] = [
        |numbers| joined(numbers, ","),
        |numbers| joined(numbers, "x"),
        |numbers| format!("=({})", joined(numbers, ",")),
    ];
    let mut refused = None;
    let samples = [1, 2, 3].map(|first: u64| {
        let numbers = (first..).take(heaps);
        numbers.map(|n| n.min(last.max(1))).collect::<Vec<u64>>()
    });
    // Rules of one's own may read a tuple's numbers as a sum of single ones, so tuples are tried first there.
    let order: [usize; 3] = if grundy::rules::is_star(ruleset) {
        [2, 0, 1]
    } else {
        [0, 1, 2]
    };
    for way in order.map(|at| ways[at]) {
        for sample in &samples {
            match lines.outcome_and_value(&format!("{ruleset}:{}", way(sample))) {
                Ok(_) => return Ok(way),
                Err(error) if error.class() == grundy::ErrorClass::Input => {
                    refused.get_or_insert(error);
                }
                Err(error) => return Err(error.into()),
            }
        }
    }
    let error = refused.expect("every way was tried");
    Err(error.into())
}

fn joined(numbers: &[u64], mark: &str) -> String {
    let words: Vec<String> = numbers.iter().map(u64::to_string).collect();
    words.join(mark)
}

fn answer(
    ruleset: &str,
    notation: &fn(&[u64]) -> String,
    numbers: &[u64],
    lines: &mut Lines,
) -> Result<Cell, Error> {
    match lines.outcome_and_value(&format!("{ruleset}:{}", notation(numbers))) {
        Ok(answer) => Ok(Some(answer)),
        // A game may have no position with a 0 in it.
        Err(error) if error.class() == grundy::ErrorClass::Input => Ok(None),
        Err(error) => Err(error),
    }
}

/// What was asked for, and the answers: row by row, the last number changing first.
struct Table<'a> {
    args: &'a Args,
    heaps: usize,
    last: u64,
    cells: Vec<Cell>,
    shows_outcomes: bool,
}

/// A title, and the rows of a table of two numbers.
type Slice = (String, Vec<Vec<Option<u64>>>);

impl Table<'_> {
    fn side(&self) -> usize {
        (self.last - self.args.from) as usize + 1
    }

    /// A cell as text: its value, or a letter for who wins; `-` where there is no such position.
    fn shown(&self, cell: &Cell) -> String {
        match cell {
            None => "-".to_owned(),
            Some((_, Some(value))) if !self.shows_outcomes => value.to_string(),
            Some((outcome, _)) => letter(*outcome).to_owned(),
        }
    }

    /// The tables of the last two numbers, one for each first number of three.
    fn parts(&self) -> impl Iterator<Item = (Option<u64>, &[Cell])> {
        let side = self.side();
        let firsts = (self.args.from..).map(move |first| (self.heaps == 3).then_some(first));
        firsts.zip(self.cells.chunks(side * side))
    }

    fn text(&self) -> String {
        let shown: Vec<String> = self.cells.iter().map(|cell| self.shown(cell)).collect();
        let numbers = self.args.from..=self.last;
        let widths = shown.iter().map(String::len);
        let width = widths.max().unwrap_or(1).max(self.last.to_string().len());
        let mut text = String::new();
        for (first, part) in self.parts() {
            if let Some(first) = first {
                let _ = writeln!(text, "{}the first number is {first}", gap(&text));
            }
            let heads = numbers.clone().map(|n| format!(" {n:>width$}"));
            let _ = writeln!(text, "{:>width$} {}", "", heads.collect::<String>());
            for (row, cells) in numbers.clone().zip(part.chunks(self.side())) {
                let cells = cells
                    .iter()
                    .map(|cell| format!(" {:>width$}", self.shown(cell)));
                let _ = writeln!(text, "{row:>width$} {}", cells.collect::<String>());
            }
        }
        text
    }

    fn csv(&self) -> String {
        let names = &["a", "b", "c"][..self.heaps];
        let what = if self.shows_outcomes {
            "outcome"
        } else {
            "value"
        };
        let mut text = format!("{},{what}\n", names.join(","));
        let mut numbers = vec![self.args.from; self.heaps];
        for cell in &self.cells {
            if cell.is_some() {
                let _ = writeln!(text, "{},{}", joined(&numbers, ","), self.shown(cell));
            }
            step(&mut numbers, self.args.from, self.last);
        }
        text
    }

    fn report(&self, play: Play) -> HeapTableReport {
        let mut numbers = vec![self.args.from; self.heaps];
        let mut positions = Vec::new();
        for cell in &self.cells {
            if let Some((outcome, value)) = cell {
                positions.push(HeapTableCell {
                    numbers: numbers.clone(),
                    outcome: (*outcome).into(),
                    value: value.clone().into(),
                });
            }
            step(&mut numbers, self.args.from, self.last);
        }
        HeapTableReport {
            schema: SchemaVersion,
            ruleset: self.args.ruleset.clone(),
            play: play.into(),
            from: self.args.from,
            to: self.last,
            positions,
        }
    }

    /// What a picture shows: values, or 0 and 1 for lost and won.
    fn slices(&self) -> Vec<Slice> {
        let number = |cell: &Cell| match cell.as_ref()? {
            (_, Some(Value::Finite(value))) if !self.shows_outcomes => u64::try_from(value.0).ok(),
            (Outcome::Lose, _) if self.shows_outcomes => Some(0),
            (Outcome::Win, _) if self.shows_outcomes => Some(1),
            _ => None,
        };
        let slice = |(first, part): (Option<u64>, &[Cell])| {
            let rows = part.chunks(self.side());
            let rows = rows.map(|row| row.iter().map(number).collect()).collect();
            let title = match first {
                Some(first) => format!("{}, first number {first}", self.args.ruleset),
                None => self.args.ruleset.clone(),
            };
            (title, rows)
        };
        self.parts().map(slice).collect()
    }
}

fn gap(text: &str) -> &'static str {
    if text.is_empty() { "" } else { "\n" }
}

fn letter(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Win => "W",
        Outcome::Lose => "L",
        Outcome::Draw => "D",
    }
}
