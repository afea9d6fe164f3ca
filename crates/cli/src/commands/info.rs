//! `grundy info`: what a file is.

use std::process::ExitCode;

use grundy::info::info;
use grundy::report::InfoReport;

use crate::common::Common;
use crate::completing;
use crate::failure::Failure;
use crate::output;

/// Arguments of `grundy info`.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  grundy info officers.seq
  grundy info 0.106.json
  grundy info moves.txt.gz")]
pub struct Args {
    /// A store, a certificate, a graph or rules
    #[arg(add = completing::files())]
    file: String,
}

/// Says what the file is and what is in it.
pub fn run(args: Args, common: &Common) -> Result<ExitCode, Failure> {
    let report = info(&args.file, &common.limits())?;
    output::print(common, &report, |report, _| text(report))?;
    Ok(ExitCode::SUCCESS)
}

fn text(report: &InfoReport) -> String {
    let number = |number: Option<u64>| number.map(|number| number.to_string());
    let largest = report.largest.map(|value| {
        let at = report.largest_at.unwrap_or(0);
        format!("{value}, first at heap {at}")
    });
    let lines = [
        ("kind", Some(report.kind.clone())),
        ("ruleset", report.ruleset.clone()),
        ("keeps", report.keep.clone()),
        ("heaps", number(report.heaps)),
        ("largest", largest),
        ("hash", report.hash.clone()),
        ("order", number(report.order)),
        ("P-portion", number(report.p_portion_size)),
        ("preperiod", number(report.preperiod)),
        ("period", number(report.period)),
        ("format", report.format.clone()),
        ("vertices", number(report.vertices)),
        ("edges", number(report.edges)),
        ("about", report.about.clone()),
        ("bytes", Some(report.bytes.to_string())),
        ("next", report.next.clone()),
    ];
    let known = lines
        .into_iter()
        .filter_map(|(name, value)| Some((name, value?)));
    known
        .map(|(name, value)| format!("{name:<10} {}\n", value.replace('\n', "\n           ")))
        .collect()
}
