//! `grundy bench`: what things cost on this machine, answers checked.

use std::process::ExitCode;

use clap::Subcommand;

use super::bench_graph;
use super::bench_misere;
use super::bench_rules;
use super::bench_search;
use super::bench_sequences;
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
    /// Solving a random graph: the memory's bound, the plain program, ours
    Graph(bench_graph::Args),
    /// Misère quotients: the published table again, and how far beyond it
    Misere(bench_misere::Args),
    /// Rules of one's own: the interpreter's part, grundy's part, bytes per position
    Rules(bench_rules::Args),
    /// Searches for nimbers, beside the definition, and beside igsolve if it is on the path
    Search(bench_search::Args),
    /// Nim-sequences: exact values per second, beside the plain method
    Sequences(bench_sequences::Args),
}

/// Measures.
pub fn run(args: Args, common: &Common) -> Result<ExitCode, Failure> {
    match args.what {
        What::Graph(args) => bench_graph::run(args, common),
        What::Misere(args) => bench_misere::run(args, common),
        What::Rules(args) => bench_rules::run(args, common),
        What::Search(args) => bench_search::run(args, common),
        What::Sequences(args) => bench_sequences::run(args, common),
    }
}
