//! The commands: a file each, and one line each here.

use std::process::ExitCode;

use clap::Subcommand;

use crate::common::Common;
use crate::failure::Failure;

macro_rules! commands {
    ($($(#[$about:meta])* $module:ident => $variant:ident,)*) => {
        $(mod $module;)*

        /// What grundy is asked to do.
        #[derive(Subcommand)]
        pub enum Command {
            $($(#[$about])* $variant($module::Args),)*
        }

        impl Command {
            /// Does it.
            pub fn run(self, common: &Common) -> Result<ExitCode, Failure> {
                match self {
                    $(Command::$variant(args) => $module::run(args, common),)*
                }
            }
        }
    };
}

commands! {
    /// Who wins, what it is worth, every winning move, and why
    solve => Solve,
    /// Every game: rules, notation, parameters, an example, first values, sources
    games => Games,
    /// Test a conjecture about lost positions or values against computed truth
    check => Check,
    /// Look for patterns in the values of a game, and test them
    guess => Guess,
    /// Run a judge problem in its own format
    judge => Judge,
    /// Print a shell completion script
    completions => Completions,
}
