//! `grundy cluster`: one question answered by many processes.

mod game;
mod hosts;
mod launch;
mod positions;
mod question;
mod refusal;
mod run;

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use crate::common::{Common, parse_duration};
use crate::failure::Failure;

pub use refusal::failure;

/// Arguments of `grundy cluster`.
#[derive(clap::Args)]
pub struct Args {
    #[command(subcommand)]
    command: ClusterCommand,
}

#[derive(clap::Subcommand)]
enum ClusterCommand {
    /// Answer a question by many processes, on this machine or on several
    Run(RunArgs),
}

/// Arguments of `grundy cluster run`.
#[derive(clap::Args)]
#[command(after_help = "\
The question follows `--`: `graph FILE`, with --misere, --remoteness, --one-based and --format as for
`grundy graph`; `solve POSITION`, with --misere, and `pursuit MAP`, with --stay, whose positions are found as
play reaches them. On several machines each process is started with the same question and the same list of
hosts, a line `host:port` for each process. Nothing is encrypted: the network must be private.

Examples:
  grundy cluster run --processes 4 -- graph game.txt --remoteness
  grundy cluster run --processes 4 --checkpoint saved --output solution -- graph big.bin
  grundy cluster run --hosts hosts.txt --process 0 --output solution -- graph big.bin
  grundy graph solution --start 6
  grundy cluster run --processes 2 -- pursuit map.txt")]
pub struct RunArgs {
    /// Processes to start on this machine
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    processes: u16,

    /// Workers (threads) in each process
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    workers: u16,

    /// A file with a line `host:port` for each process
    #[arg(
        long,
        value_name = "FILE",
        requires = "process",
        conflicts_with = "processes"
    )]
    hosts: Option<PathBuf>,

    /// Which line of the hosts is this process, from 0
    #[arg(long, value_name = "I", requires = "hosts")]
    process: Option<usize>,

    /// Listen here, if the host's line is not an address of this machine's own: 0.0.0.0:24200
    #[arg(long, value_name = "ADDRESS", requires = "hosts")]
    listen: Option<String>,

    /// How long the other processes may take to come
    #[arg(long, value_name = "TIME", default_value = "60s", value_parser = parse_duration)]
    patience: Duration,

    /// Write checkpoints here, and go on from them; every process needs this folder, shared or its own
    #[arg(long, value_name = "FOLDER")]
    checkpoint: Option<PathBuf>,

    /// The time between two checkpoints; 0s for every level
    #[arg(long, value_name = "TIME", default_value = "60s", value_parser = parse_duration, requires = "checkpoint")]
    checkpoint_every: Duration,

    /// Write the solution here in parts, one for each worker, instead of printing it
    #[arg(long, value_name = "FOLDER")]
    output: Option<PathBuf>,

    /// Print what each worker did on standard error: memory, time, messages
    #[arg(long)]
    report: bool,

    /// The process that this one was started as, of `--processes`
    #[arg(long, hide = true, requires = "addresses")]
    launched: Option<usize>,

    /// The addresses of all of them
    #[arg(long, hide = true, value_delimiter = ',')]
    addresses: Vec<String>,

    /// The question
    #[arg(last = true, required = true, value_name = "QUESTION")]
    question: Vec<String>,
}

/// Runs one process, or starts several.
pub fn run(args: Args, common: &Common) -> Result<ExitCode, Failure> {
    let ClusterCommand::Run(args) = args.command;
    let question = question::parse(&args.question)?;
    let is_one = args.processes == 1 || args.launched.is_some() || args.hosts.is_some();
    if is_one {
        run::run(&args, question, common)
    } else {
        launch::run(&args, &question, common)
    }
}
