//! `grundy guess`: patterns in the values of a game.

use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use grundy::conjectures::{FEWEST_SIZES, FactTable, GuessedPatterns, PatternStanding, SizeSummary};
use grundy::conjectures::{GuessRequest, guess};
use grundy::core::Play;
use grundy::render;
use grundy::report::GuessReport;

use crate::common::Common;
use crate::completing;
use crate::failure::Failure;
use crate::{output, progress};

/// Arguments of `grundy guess`.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  grundy guess subtract/1,2 --to 100
  grundy guess kayles --to 400
  grundy guess wythoff --to 40 --svg wythoff.svg
  grundy guess nim --heaps 3 --misere
  grundy guess my-game.star

A rules file says which positions are meant: by `positions(n)`, which lists those of size n, or by `start`, a number,
a tuple of numbers or a string of one character.

Patterns are found on the first two thirds of the values and tested on the rest. Observed is not
proved; `grundy check` tests a pattern further.")]
pub struct Args {
    /// The ruleset: a game, a code or a path to a .star file
    #[arg(add = completing::rulesets())]
    ruleset: String,

    /// Look at positions up to this size (default: by the number of heaps)
    #[arg(long, value_name = "N", value_parser = crate::common::parse_count)]
    to: Option<u64>,

    /// Look at positions from this size on
    #[arg(long, value_name = "N", default_value = "0", value_parser = crate::common::parse_count)]
    from: u64,

    /// Numbers per position (default: find out)
    #[arg(long, value_name = "K", value_parser = clap::value_parser!(u8).range(1..=8))]
    heaps: Option<u8>,

    /// The player who makes the last move loses
    #[arg(long)]
    misere: bool,

    /// Draw the values into this file
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
}

/// Prints what was found.
pub fn run(args: Args, common: &Common) -> Result<ExitCode, Failure> {
    if args
        .to
        .is_some_and(|to| to.saturating_add(1) < args.from.saturating_add(FEWEST_SIZES))
    {
        return Err(Failure::usage(format!(
            "too few values to see a pattern; use --to {} or more",
            args.from.saturating_add(FEWEST_SIZES - 1)
        )));
    }
    let request = GuessRequest {
        ruleset: args.ruleset,
        from: args.from,
        to: args.to,
        heaps: args.heaps.map(usize::from),
        play: if args.misere {
            Play::Misere
        } else {
            Play::Normal
        },
        limits: common.limits(),
    };
    let waiting = progress::waiting(common, "looking at positions");
    let guessed = guess(&request, grundy::spec::Files::Allow).map_err(grundy::Error::from)?;
    drop(waiting);
    let report = GuessReport::new(&request.ruleset, request.from, &guessed);
    output::check_one_output(args.svg.as_deref(), common)?;
    if let Some(path) = &args.svg {
        let rows = report.values.as_deref().unwrap_or_default();
        let picture = render::heat_map(&report.ruleset, rows);
        output::write_picture(path, &picture, common)?;
        if output::is_standard_output(path) {
            return Ok(ExitCode::SUCCESS);
        }
    }
    if common.json {
        output::print_json(&report)?;
        return Ok(ExitCode::SUCCESS);
    }
    let mut out = io::stdout().lock();
    write_text(&mut out, &request, &guessed)?;
    Ok(ExitCode::SUCCESS)
}

fn write_text(
    out: &mut impl Write,
    request: &GuessRequest,
    guessed: &GuessedPatterns,
) -> io::Result<()> {
    writeln!(
        out,
        "{}: {} ({}); patterns were found on {} to {} and tested on the rest",
        request.ruleset,
        guessed.domain,
        guessed.play.in_words(),
        request.from,
        guessed.trained_to - 1
    )?;
    match &guessed.table {
        Some(table) => write_table(out, table, guessed.play)?,
        None => write_sizes(out, &guessed.sizes)?,
    }
    for pattern in &guessed.patterns {
        match pattern.standing {
            PatternStanding::Failed { at } => {
                writeln!(out, "failed    {} (wrong at {at})", pattern.text)?;
            }
            standing => writeln!(out, "{:<9} {}", standing.word(), pattern.text)?,
        }
    }
    write_summary(out, guessed)
}

/// The values (or who wins) in aligned columns, and the lost positions.
fn write_table(out: &mut impl Write, table: &FactTable, play: Play) -> io::Result<()> {
    const MOST_ROWS: u64 = 12;
    let dimensions = table.dimensions();
    let most_columns = if dimensions == 1 { 40 } else { 16 };
    let last_row = if dimensions == 1 {
        table.from()
    } else {
        table.to().min(table.from() + MOST_ROWS - 1)
    };
    let last_column = table.to().min(table.from() + most_columns - 1);
    let cell = |row: u64, column: u64| {
        let mut numbers = vec![table.from(); dimensions];
        if dimensions > 1 {
            numbers[dimensions - 2] = row;
        }
        numbers[dimensions - 1] = column;
        match (table.get(&numbers), play) {
            (None, _) => "-".to_owned(),
            (Some(facts), Play::Misere) => facts.outcome.word()[..1].to_uppercase(),
            (Some(facts), Play::Normal) => facts
                .value
                .map_or("-".to_owned(), |value| value.to_string()),
        }
    };
    let rows: Vec<(u64, Vec<String>)> = (table.from()..=last_row)
        .map(|row| {
            (
                row,
                (table.from()..=last_column)
                    .map(|column| cell(row, column))
                    .collect(),
            )
        })
        .collect();
    let width = match dimensions {
        1 => 0,
        _ => rows
            .iter()
            .flat_map(|(_, row)| row)
            .map(String::len)
            .max()
            .unwrap_or(0),
    };
    let dots = if last_column < table.to() { " …" } else { "" };
    if dimensions > 2 {
        let firsts = dimensions - 2;
        let numbers = if firsts == 1 {
            "number".to_owned()
        } else {
            format!("{firsts} numbers")
        };
        writeln!(out, "  with the first {numbers} at {}:", table.from())?;
    }
    for (row, cells) in rows {
        let cells: Vec<String> = cells.iter().map(|cell| format!("{cell:>width$}")).collect();
        match dimensions {
            1 => writeln!(out, "  {}{dots}", cells.join(" "))?,
            2 => writeln!(out, "  a = {row:<2}  {}{dots}", cells.join(" "))?,
            _ => writeln!(out, "  {row:<2}  {}{dots}", cells.join(" "))?,
        }
    }
    writeln!(out, "  lost: {}", lost(table))
}

/// A line for each size with several positions.
fn write_sizes(out: &mut impl Write, sizes: &[SizeSummary]) -> io::Result<()> {
    const MOST_ROWS: usize = 20;
    writeln!(out, "   size  positions  lost  largest value")?;
    for summary in sizes.iter().take(MOST_ROWS) {
        let SizeSummary {
            size,
            positions,
            lost,
            largest_value,
        } = summary;
        let largest = largest_value.map_or("-".to_owned(), |value| value.to_string());
        writeln!(out, "  {size:>5}  {positions:>9}  {lost:>4}  {largest:>13}")?;
    }
    if sizes.len() > MOST_ROWS {
        writeln!(out, "      …")?;
    }
    Ok(())
}

fn write_summary(out: &mut impl Write, guessed: &GuessedPatterns) -> io::Result<()> {
    let any = |wanted: PatternStanding| {
        let mut patterns = guessed.patterns.iter();
        patterns.any(|pattern| pattern.standing == wanted)
    };
    if guessed.only_lost_positions_are_explained() {
        writeln!(
            out,
            "the values follow none of the patterns that were tried; the lost positions do"
        )?;
    }
    if any(PatternStanding::Observed) {
        let last = match &guessed.table {
            Some(table) => table.to(),
            None => guessed.sizes.last().map_or(0, |summary| summary.size),
        };
        writeln!(
            out,
            "observed: holds on everything up to {last}, also on what was not used to find it, and is not proved"
        )
    } else if any(PatternStanding::Proved) {
        Ok(())
    } else {
        let is_line = guessed
            .table
            .as_ref()
            .is_none_or(|table| table.dimensions() == 1);
        let tried = if is_line {
            TRIED_ON_A_LINE
        } else {
            TRIED_IN_A_GRID
        };
        writeln!(
            out,
            "nothing found: {tried} were tried, and none holds; a longer table may show more"
        )
    }
}

const TRIED_ON_A_LINE: &str = "formulas in n, in n mod m, in the bits and in the prime factors of n, periods, rising periods, \
    recursions in the digits of n, the sequences of known games, and lost numbers by remainder, by well-known sets and by recurrences";
const TRIED_IN_A_GRID: &str = "xor, sum, difference, minimum and maximum of the numbers, the same by remainders, independent \
    numbers, symmetry, diagonals and Beatty pairs";

/// The positions that are lost, the first few.
fn lost(table: &FactTable) -> String {
    const FEW: usize = 16;
    let lost = table
        .cells()
        .filter(|(_, facts)| facts.is_some_and(|facts| facts.is_lost()));
    let mut shown: Vec<String> = lost
        .take(FEW + 1)
        .map(|(numbers, _)| {
            let words: Vec<String> = numbers.iter().map(u64::to_string).collect();
            match words.as_slice() {
                [one] => one.clone(),
                words => format!("({})", words.join(",")),
            }
        })
        .collect();
    match shown.len() {
        0 => "none".to_owned(),
        count if count > FEW => {
            shown[FEW] = "…".to_owned();
            shown.join(" ")
        }
        _ => shown.join(" "),
    }
}
