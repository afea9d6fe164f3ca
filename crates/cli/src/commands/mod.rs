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

mod bench_graph;

commands! {
    /// Who wins, what it is worth, every winning move, and why
    solve => Solve,
    /// Every game: rules, notation, parameters, an example, first values, sources
    games => Games,
    /// Games on directed graphs: win, lose or draw at every vertex
    graph => Graph,
    /// What things cost on this machine, answers checked
    bench => Bench,
    /// Print a shell completion script
    completions => Completions,
}
