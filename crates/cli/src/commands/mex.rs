//! `grundy mex`: the least number that is not among the given ones.

use std::process::ExitCode;

use grundy::core::Nimber;

use super::nimbers;
use crate::common::Common;
use crate::failure::Failure;

/// Arguments of `grundy mex`.
#[derive(clap::Args)]
#[command(after_help = "Example:\n  grundy mex 0 1 3")]
pub struct Args {
    #[command(flatten)]
    numbers: nimbers::NumberArgs,
}

/// Prints the result.
pub fn run(args: Args, common: &Common) -> Result<ExitCode, Failure> {
    let reckon = |numbers: &[Nimber]| Nimber::mex(numbers.iter().copied());
    nimbers::print("mex", args.numbers, reckon, common)
}
