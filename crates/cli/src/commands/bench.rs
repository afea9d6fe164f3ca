//! `grundy bench`: what things cost on this machine, answers checked.

use std::process::ExitCode;

use clap::Subcommand;

use super::bench_misere;
use crate::common::Common;
use crate::failure::Failure;

/// Arguments of `grundy bench`.
#[derive(clap::Args)]
pub struct Args {
    #[command(subcommand)]
    what: What,
}

/// What to measure.
#[derive(Subcommand)]
enum What {
    /// Misère quotients: the published table again, and how far beyond it
    Misere(bench_misere::Args),
}

/// Measures.
pub fn run(args: Args, common: &Common) -> Result<ExitCode, Failure> {
    match args.what {
        What::Misere(args) => bench_misere::run(args, common),
    }
}
