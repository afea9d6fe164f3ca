//! `grundy period`: whether a nim-sequence repeats itself for ever, with a proof.

use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use grundy::Error;
use grundy::core::Limits;
use grundy::periods::{self, PeriodReport};

use crate::common::{Common, PATIENCE, parse_count};
use crate::failure::Failure;
use crate::progress;

/// Arguments of `grundy period`.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  grundy period kayles
  grundy period subtract/1..5,8 --json
  grundy period 0.16 --json > 0.16.json && grundy period --check 0.16.json")]
pub struct Args {
    /// A ruleset whose positions are numbers
    #[arg(required_unless_present = "check", conflicts_with = "check")]
    ruleset: Option<String>,

    /// The last heap to look at (default: as far as one minute goes)
    #[arg(long, value_name = "N", value_parser = parse_count)]
    to: Option<u64>,

    /// Search in this file: checkpointed, and gone on with by the same command
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
        (Some(file), _) => periods::check(file, &read(file)?, &limits)?,
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
            let report = match &args.store {
                Some(file) => periods::find_in_store(ruleset, file, to, &limits, &mut progress),
                None => periods::find(ruleset, to, patience, &limits, &mut progress),
            };
            bar.finish_and_clear();
            report?
        }
        (None, None) => {
            return Err(Failure::usage(
                "name a ruleset, or a certificate with --check",
            ));
        }
    };
    let mut out = io::stdout().lock();
    if common.json {
        writeln!(out, "{}", report.json())?;
    } else {
        out.write_all(text(&report).as_bytes())?;
        if args.check.is_some() {
            writeln!(out, "certificate    checked: all of it holds")?;
        }
    }
    Ok(ExitCode::SUCCESS)
}

fn read(file: &str) -> Result<String, Failure> {
    let result = match file {
        "-" => io::read_to_string(io::stdin()),
        path => std::fs::read_to_string(path),
    };
    result.map_err(|source| {
        Failure::Grundy(Error::Io {
            path: file.into(),
            source,
        })
    })
}

fn text(report: &PeriodReport) -> String {
    let name = &report.name;
    let Some(certificate) = &report.certificate else {
        let mut text = format!(
            "{name}: no period is proved by the values up to heap {}\n",
            report.looked_to
        );
        if let Some(seen) = report.observed {
            let (from, period) = (seen.preperiod, seen.period);
            let rises = rises(seen.saltus);
            text +=
                &format!("seen, not proved  from heap {from} on, g(n + {period}) = g(n){rises}\n");
        }
        return text;
    };
    let period = &certificate.period;
    let kind = if period.saltus == 0 {
        "periodic"
    } else {
        "arithmetic periodic"
    };
    let exception = match period.last_exception() {
        Some(heap) => format!("heap {heap} is the last exception"),
        None => "without exception".to_owned(),
    };
    format!(
        "{name} is {kind}: g(n + {}) = g(n){} for all n >= {}\n\
         period         {}\npreperiod      {} ({exception})\nsaltus         {}\n\
         proof          {}\nvalues used    heaps 0 to {}, hash {}\n",
        period.period,
        rises(period.saltus),
        period.preperiod,
        period.period,
        period.preperiod,
        period.saltus,
        period.theorem,
        period.checked_to,
        certificate.hash,
    )
}

fn rises(saltus: u64) -> String {
    match saltus {
        0 => String::new(),
        saltus => format!(" + {saltus}"),
    }
}
