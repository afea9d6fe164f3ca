//! `grundy period`: whether a nim-sequence repeats itself for ever, with a proof.

use std::path::PathBuf;
use std::process::ExitCode;

use grundy::core::Limits;
use grundy::report::PeriodReport;
use grundy::{periods, render};

use crate::common::{Common, PATIENCE, parse_count};
use crate::completing;
use crate::failure::Failure;
use crate::{input, output, progress};

/// Arguments of `grundy period`.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  grundy period kayles
  grundy period subtract/1..5,8 --json
  grundy period 0.16 --json > 0.16.json && grundy period --check 0.16.json")]
pub struct Args {
    /// A ruleset whose positions are numbers
    #[arg(required_unless_present = "check", conflicts_with = "check", add = completing::rulesets())]
    ruleset: Option<String>,

    /// The last heap to look at (default: as far as one minute goes)
    #[arg(long, value_name = "N", value_parser = parse_count)]
    to: Option<u64>,

    /// Search in this file: checkpointed, and resumed by the same command
    #[arg(long, value_name = "FILE", conflicts_with = "check")]
    store: Option<PathBuf>,

    /// Compute the values that a certificate speaks of anew, and check it; `-` reads standard input
    #[arg(long, value_name = "FILE")]
    check: Option<String>,
}

/// Prints what was found.
pub fn run(args: Args, common: &Common) -> Result<ExitCode, Failure> {
    let limits = Limits {
        positions: common.max_positions.unwrap_or(u64::MAX),
        ..common.limits()
    };
    let report = match (&args.check, &args.ruleset) {
        (Some(file), _) => PeriodReport {
            checked_again: true,
            ..PeriodReport::new(&periods::check(
                file,
                &input::read_text(file, &limits)?,
                &limits,
            )?)
        },
        (None, Some(ruleset)) => {
            let limited = args.to.is_some() || common.time_limit.is_some() || args.store.is_some();
            let patience = (!limited).then_some(PATIENCE);
            let to = args.to.unwrap_or(u64::MAX);
            let bar = progress::bar(common, args.to.unwrap_or(0), "values");
            let mut progress = |count| {
                bar.set_position(count);
                if args.to.is_none() {
                    bar.set_length(count);
                }
            };
            let found = match &args.store {
                Some(file) => periods::find_in_store(ruleset, file, to, &limits, &mut progress),
                None => periods::find(ruleset, to, patience, &limits, &mut progress),
            };
            bar.finish_and_clear();
            PeriodReport::new(&found?)
        }
        (None, None) => {
            return Err(Failure::usage(
                "no ruleset was named; name one, or a certificate with --check",
            ));
        }
    };
    output::print(common, &report, render::period::text)?;
    Ok(ExitCode::SUCCESS)
}
