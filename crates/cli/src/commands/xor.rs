//! `grundy xor`: the nim-sum: the value of a sum of games.

use std::process::ExitCode;

use grundy::core::Nimber;

use super::nimbers;
use crate::common::Common;
use crate::failure::Failure;

/// Arguments of `grundy xor`.
#[derive(clap::Args)]
#[command(after_help = "Example:\n  grundy xor 5 3")]
pub struct Args {
    #[command(flatten)]
    numbers: nimbers::NumberArgs,
}

/// Prints the result.
pub fn run(args: Args, common: &Common) -> Result<ExitCode, Failure> {
    let reckon = |numbers: &[Nimber]| Nimber::sum(numbers.iter().copied());
    nimbers::print("xor", args.numbers, reckon, common)
}
