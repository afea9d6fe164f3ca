//! `grundy survey`: all short codes at once.

use std::process::ExitCode;
use std::time::Instant;

use grundy::core::Limits;
use grundy::render;
use grundy::report::SurveyReport;
use grundy::sequence::{Surveyed, short_octal_codes, survey};

use crate::common::{Common, parse_count};
use crate::failure::Failure;
use crate::{output, progress};

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

    /// Comma-separated values with a header line
    #[arg(long, conflicts_with = "json")]
    csv: bool,
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
    let is_shown = |row: &&Surveyed| args.all || row.is_first();
    let shown: Vec<&Surveyed> = rows.iter().filter(is_shown).collect();
    let report = SurveyReport::new(args.to, &rows, &shown);
    if args.csv {
        output::print_text(&render::survey::csv(&report))?;
    } else {
        output::print(common, &report, render::survey::text)?;
    }
    common.note(format_args!("{:.1} s", start.elapsed().as_secs_f64()));
    Ok(ExitCode::SUCCESS)
}
