//! `grundy survey`: all short codes at once.

use std::io::{self, Write};
use std::process::ExitCode;
use std::time::Instant;

use grundy::core::Limits;
use grundy::sequence::{Surveyed, short_octal_codes, survey};
use serde_json::json;

use crate::common::{Common, parse_count};
use crate::failure::Failure;
use crate::progress;

/// Arguments of `grundy survey`.
#[derive(clap::Args)]
#[command(long_about = "\
Computes every code 0.d1d2d3 and 4.d1d2d3 with octal digits (1024 codes, those of one and two digits among \
them), finds out which have the same sequence up to a shift, and which are proved periodic.")]
pub struct Args {
    /// The last heap
    #[arg(long, value_name = "N", default_value = "20000", value_parser = parse_count)]
    to: u64,

    /// List every code, not only the first of those that have the same sequence
    #[arg(long)]
    all: bool,
}

/// Prints a table of the sequences.
pub fn run(args: Args, common: &Common) -> Result<ExitCode, Failure> {
    let limits = Limits {
        positions: common.max_positions.unwrap_or(u64::MAX),
        ..common.limits()
    };
    let start = Instant::now();
    let codes = short_octal_codes();
    let bar = progress::bar(common, codes.len() as u64, "codes");
    let rows = survey(&codes, args.to, &limits, &|| bar.inc(1)).map_err(grundy::Error::from)?;
    bar.finish_and_clear();
    let firsts: Vec<&Surveyed> = rows.iter().filter(|row| row.is_first()).collect();
    let shown: Vec<&Surveyed> = if args.all {
        rows.iter().collect()
    } else {
        firsts.clone()
    };
    // 0.0, in which there are no moves, is a sequence but hardly a period.
    let is_periodic = |row: &&&Surveyed| row.period.is_some() && row.largest > 0;
    let periodic = firsts.iter().filter(is_periodic).count();
    let mut out = io::BufWriter::new(io::stdout().lock());
    if common.json {
        let object = json!({
            "schema": 1,
            "to": args.to,
            "codes": rows.len(),
            "sequences": firsts.len(),
            "periodic": periodic,
            "rows": shown.iter().map(|row| row_json(row)).collect::<Vec<_>>(),
        });
        writeln!(out, "{object}")?;
    } else {
        write_table(&mut out, &shown)?;
        writeln!(
            out,
            "\n{} codes 0.ddd and 4.ddd to heap {}: {} sequences up to a shift, {periodic} of them proved periodic (besides 0.0, which has no moves)",
            rows.len(),
            args.to,
            firsts.len(),
        )?;
        common.note(format_args!("{:.1} s", start.elapsed().as_secs_f64()));
    }
    out.flush()?;
    Ok(ExitCode::SUCCESS)
}

fn row_json(row: &Surveyed) -> serde_json::Value {
    json!({
        "code": row.code,
        "same_as": row.same_as,
        "largest": row.largest,
        "hash": row.hash.to_string(),
        "periodic": row.period.as_ref().map(|_| true),
        "preperiod": row.period.as_ref().map(|period| period.preperiod),
        "period": row.period.as_ref().map(|period| period.period),
    })
}

fn write_table(out: &mut impl Write, rows: &[&Surveyed]) -> io::Result<()> {
    writeln!(out, "code   same as  largest  preperiod  period")?;
    for row in rows {
        let same = if row.is_first() { "" } else { &row.same_as };
        write!(out, "{:<7}{same:<9}{:>7}", row.code, row.largest)?;
        match &row.period {
            Some(period) => writeln!(out, "{:>11}{:>8}", period.preperiod, period.period)?,
            None => writeln!(out)?,
        }
    }
    Ok(())
}
