//! The commands: a file each, declared below so that rustfmt finds it, and one line each in the list.

use std::process::ExitCode;

use clap::Subcommand;

use crate::common::Common;
use crate::failure::Failure;

mod bench;
mod bench_graph;
mod bench_misere;
mod bench_rules;
mod bench_search;
mod bench_sequences;
mod check;
mod check_proof;
mod cluster;
mod completions;
mod games;
mod graph;
mod guess;
mod info;
mod judge;
mod man;
mod mex;
mod nim_product;
mod nimbers;
mod period;
mod play;
mod pursuit;
mod quotient;
mod schema;
mod serve;
mod solve;
mod survey;
mod values;
mod xor;

macro_rules! commands {
    ($($(#[$about:meta])* $module:ident => $variant:ident,)*) => {
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
    /// Answer one question by many processes, on this machine or on several
    cluster => Cluster,
    /// Say who wins a pursuit on a map: policeman and thief
    pursuit => Pursuit,
    /// Test a conjecture about lost positions or values against computed truth
    check => Check,
    /// Derive a proof of a search again, from the rules alone
    check_proof => CheckProof,
    /// Look for patterns in the values of a game, and test them
    guess => Guess,
    /// What a file is: stores, certificates, graphs, rules
    info => Info,
    /// Run a judge problem in its own format
    judge => Judge,
    /// The misère quotient of a heap game: who wins every sum when the last mover loses
    quotient => Quotient,
    /// The least number that is not among the given ones: the value of a position from those of its options
    mex => Mex,
    /// The nim-sum of numbers: the value of a sum from those of its components
    xor => Xor,
    /// The nim-product of numbers: multiplication in the field of nimbers
    nim_product => NimProduct,
    /// What things cost on this machine, answers checked
    bench => Bench,
    /// Print the JSON Schema of every answer
    schema => Schema,
    /// Print a shell completion script
    completions => Completions,
    /// Print the manual, as `man` reads it
    man => Man,
}
