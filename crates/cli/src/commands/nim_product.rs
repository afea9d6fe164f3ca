//! `grundy nim-product`: the product in the field of nimbers.

use std::process::ExitCode;

use grundy::core::Nimber;

use super::nimbers;
use crate::common::Common;
use crate::failure::Failure;

/// Arguments of `grundy nim-product`.
#[derive(clap::Args)]
#[command(after_help = "Example:\n  grundy nim-product 4 4")]
pub struct Args {
    #[command(flatten)]
    numbers: nimbers::NumberArgs,
}

/// Prints the result.
pub fn run(args: Args, common: &Common) -> Result<ExitCode, Failure> {
    let reckon = |numbers: &[Nimber]| numbers.iter().fold(Nimber(1), |a, b| a.times(*b));
    nimbers::print("nim-product", args.numbers, reckon, common)
}
