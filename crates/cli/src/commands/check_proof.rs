//! `grundy check-proof`: a proof of a search, derived again from the rules alone.

use std::process::ExitCode;

use grundy::{Error, Files, proofs, render};

use crate::common::Common;
use crate::failure::Failure;
use crate::{input, output};

/// Arguments of `grundy check-proof`.
#[derive(clap::Args)]
#[command(after_help = "\
Example:
  grundy solve cram:5x6 --proof cram.proof
  grundy check-proof cram.proof")]
pub struct Args {
    /// What `grundy solve --proof FILE` wrote; `-` is standard input
    #[arg(value_name = "FILE")]
    file: String,
}

/// Says that the proof holds, or which entry fails.
pub fn run(args: Args, common: &Common) -> Result<ExitCode, Failure> {
    let limits = common.limits();
    let text = input::read_text(&args.file, &limits).map_err(|error| match error {
        Error::Input { file, .. } => Error::Refuted {
            message: format!("{file}: this is not a proof of a search: it is not text"),
        },
        error => error,
    })?;
    let report = proofs::check(&args.file, &text, &Files::Allow, &limits)?;
    output::print(common, &report, |report, _| render::proof::text(report))?;
    Ok(ExitCode::SUCCESS)
}
