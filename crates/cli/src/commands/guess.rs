//! `grundy guess`: patterns in the values of a game.

use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use grundy::guess::{GuessRequest, Guessed, Standing, guess};

use crate::common::Common;
use crate::failure::Failure;

/// Arguments of `grundy guess`.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  grundy guess subtract/1,2 --to 100
  grundy guess kayles --to 400
  grundy guess wythoff --to 40 --svg wythoff.svg
  grundy guess my-game.star --to 60

Patterns are found on the first two thirds of the values and tested on the rest. Observed is not
proved; `grundy check` tests a pattern further.")]
pub struct Args {
    /// The ruleset: a game, a code or a path to a .star file
    ruleset: String,

    /// Look at positions up to this size
    #[arg(long, value_name = "N", value_parser = crate::common::parse_count)]
    to: u64,

    /// Numbers per position, 1 or 2 (default: find out)
    #[arg(long, value_name = "K", value_parser = clap::value_parser!(u8).range(1..=2))]
    heaps: Option<u8>,

    /// Draw the values into this file
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
}

/// Prints what was found.
pub fn run(args: Args, common: &Common) -> Result<ExitCode, Failure> {
    if args.to < 5 {
        return Err(Failure::usage("too few values to see a pattern; use --to 5 or more"));
    }
    let request = GuessRequest {
        ruleset: args.ruleset,
        to: args.to,
        heaps: args.heaps,
        limits: common.limits(),
    };
    let guessed = guess(&request)?;
    if let Some(path) = args.svg {
        let svg = grundy::render::heat_map(&request.ruleset, &guessed.table);
        std::fs::write(&path, svg).map_err(|source| grundy::Error::Io {
            path: path.clone(),
            source,
        })?;
        common.note(format_args!("drawn into {}", path.display()));
    }
    let mut out = io::stdout().lock();
    match common.json {
        true => writeln!(out, "{}", json(&request, &guessed))?,
        false => write_text(&mut out, &request, &guessed)?,
    }
    Ok(ExitCode::SUCCESS)
}

fn write_text(out: &mut impl Write, request: &GuessRequest, guessed: &Guessed) -> io::Result<()> {
    let what = if guessed.is_plane { "a, b" } else { "n" };
    writeln!(
        out,
        "{}: values for {what} = 0 to {}; patterns were found on 0 to {} and tested on the rest",
        request.ruleset,
        request.to,
        guessed.trained_on - 1
    )?;
    for (a, row) in guessed.table.iter().enumerate().take(12) {
        let shown: Vec<String> = row
            .iter()
            .take(if guessed.is_plane { 16 } else { 40 })
            .map(|value| value.map_or("-".to_owned(), |value| value.to_string()))
            .collect();
        let dots = if shown.len() < row.len() { " …" } else { "" };
        match guessed.is_plane {
            true => writeln!(out, "  a = {a:<2}  {}{dots}", shown.join(" "))?,
            false => writeln!(out, "  {}{dots}", shown.join(" "))?,
        }
    }
    writeln!(out, "  lost: {}", lost(guessed))?;
    for pattern in &guessed.patterns {
        match pattern.verdict {
            Standing::Failed { at } => {
                writeln!(out, "failed    {} (wrong at {at})", pattern.text)?;
            }
            verdict => writeln!(out, "{:<9} {}", verdict.word(), pattern.text)?,
        }
    }
    let any = |wanted: Standing| {
        let mut patterns = guessed.patterns.iter();
        patterns.any(|pattern| pattern.verdict == wanted)
    };
    if any(Standing::Observed) {
        writeln!(
            out,
            "observed: holds on all values up to {}, also those not used to find it, and is not proved",
            request.to
        )
    } else if any(Standing::Proved) {
        Ok(())
    } else {
        writeln!(
            out,
            "nothing found: {} were tried, and none holds; a longer table may show more",
            if guessed.is_plane { TRIED_IN_A_PLANE } else { TRIED_ON_A_LINE }
        )
    }
}

const TRIED_ON_A_LINE: &str = "formulas in n, in n mod m and in the bits of n, the ruler, periods, rising periods, and lost \
    numbers by remainder";
const TRIED_IN_A_PLANE: &str = "xor, sum, difference and minimum of both, the same by remainders, symmetry, diagonals \
    and Beatty pairs";

/// The positions that are lost, the first few.
fn lost(guessed: &Guessed) -> String {
    const FEW: usize = 16;
    let cells = guessed.table.iter().enumerate().flat_map(|(a, row)| {
        let zeros = row.iter().enumerate().filter(|(_, value)| **value == Some(0));
        zeros.map(move |(b, _)| (a, b))
    });
    let mut shown: Vec<String> = cells
        .take(FEW + 1)
        .map(|(a, b)| match guessed.is_plane {
            true => format!("({a},{b})"),
            false => b.to_string(),
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

fn json(request: &GuessRequest, guessed: &Guessed) -> serde_json::Value {
    let patterns: Vec<serde_json::Value> = guessed
        .patterns
        .iter()
        .map(|pattern| {
            let fails_at = match pattern.verdict {
                Standing::Failed { at } => Some(at),
                _ => None,
            };
            serde_json::json!({
                "pattern": pattern.text,
                "standing": pattern.verdict.word(),
                "fails_at": fails_at,
            })
        })
        .collect();
    serde_json::json!({
        "schema": 1,
        "ruleset": request.ruleset,
        "to": request.to,
        "trained_on": guessed.trained_on,
        "dimensions": 1 + u8::from(guessed.is_plane),
        "values": guessed.table,
        "patterns": patterns,
    })
}
