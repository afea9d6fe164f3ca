//! The commands: a file each, and one line each here.

use std::process::ExitCode;

use clap::Subcommand;

use crate::common::Common;
use crate::failure::Failure;

mod bench_graph;
mod bench_misere;
mod bench_rules;
mod bench_sequences;

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
    /// Play against the computer: levels, hints, undo, and who erred when
    play => Play,
    /// Open the playground in a browser, served from this machine
    serve => Serve,
    /// Print the nim-sequence of a ruleset
    values => Values,
    /// Find and prove the period of a nim-sequence
    period => Period,
    /// Look at every octal code of up to three digits
    survey => Survey,
    /// Games on directed graphs: win, lose or draw at every vertex
    graph => Graph,
    /// Say who wins a pursuit on a map: policeman and thief
    pursuit => Pursuit,
    /// Test a conjecture about lost positions or values against computed truth
    check => Check,
    /// Look for patterns in the values of a game, and test them
    guess => Guess,
    /// Run a judge problem in its own format
    judge => Judge,
    /// The misère quotient of a heap game: who wins every sum when the last mover loses
    quotient => Quotient,
    /// What things cost on this machine, answers checked
    bench => Bench,
    /// Print a shell completion script
    completions => Completions,
    /// Print the manual, as `man` reads it
    man => Man,
}
