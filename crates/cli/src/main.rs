//! The `grundy` command line: arguments in, answers out, no algorithms.

mod commands;
mod common;
mod failure;
mod progress;
mod watchdog;

use std::process::ExitCode;

use clap::Parser;

use crate::commands::Command;
use crate::common::Common;

/// The solver for impartial two-player games: who wins, what it is worth, every winning move, and
/// why.
#[derive(Parser)]
#[command(name = "grundy", version, arg_required_else_help = true)]
struct Arguments {
    #[command(flatten)]
    common: Common,
    #[command(subcommand)]
    command: Command,
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    watchdog::start(&arguments.common);
    match arguments.command.run(&arguments.common) {
        Ok(status) => status,
        Err(failure) => failure.report(&arguments.common),
    }
}
