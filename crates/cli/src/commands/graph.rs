//! `grundy graph`: who wins at every vertex of a directed graph.

mod drawing;
mod listing;
mod solution;
mod start;

use std::path::Path;
use std::process::ExitCode;

use grundy::Error;
use grundy::core::{LimitReached, Limits, Play};
use grundy::graph::{Format, GraphFile, SolvedFile};
use grundy::graphs::{self, GraphRequest};
use grundy::report::{GraphVerifyReport, PlayWord, SchemaVersion};

use crate::common::Common;
use crate::completing;
use crate::failure::Failure;
use crate::output;

pub use solution::print_summary;

/// Arguments of `grundy graph`.
#[derive(clap::Args)]
#[command(after_help = "\
The file: `n m`, then m lines `a b`, a move from a to b; vertices are 0 to n-1. Also lists of edges
without the first line, adjacency lists `k v1 … vk` a line, DOT, JSON
{\"vertices\":n,\"edges\":[[a,b],…],\"owner\":[…],\"result\":{…}}, and grundy's binary format.

Examples:
  grundy graph game.txt
  grundy graph game.txt --remoteness --values
  grundy graph game.txt --start 6 --explain
  grundy graph game.txt --remoteness > answer && grundy graph game.txt --verify answer
  grundy graph game.txt --svg game.svg --animate steps.svg
  grundy graph big.txt --convert big.bin")]
pub struct Args {
    /// The graph; `-` is standard input
    #[arg(value_name = "FILE", add = completing::files())]
    file: Option<String>,

    /// Misère play: the player who cannot move wins
    #[arg(long)]
    misere: bool,

    /// Add the number of moves to the end: the winner hurries, the loser delays
    #[arg(long)]
    remoteness: bool,

    /// Add the nim-value at the end of each line; inf(K) where play can go on for ever
    #[arg(long)]
    values: bool,

    /// One vertex: its best moves and a line of best play
    #[arg(long, value_name = "V")]
    start: Option<String>,

    /// With --start: say why
    #[arg(long, requires = "start")]
    explain: bool,

    /// Check an answer (a file as this command prints it; without one, our own) by the definition
    #[arg(long, value_name = "ANSWER", num_args = 0..=1, default_missing_value = "")]
    verify: Option<String>,

    /// Vertices count from 1
    #[arg(long)]
    one_based: bool,

    /// What the file is, if it should not be found out
    #[arg(long, value_name = "FORMAT", value_parser = parse_format)]
    format: Option<Format>,

    /// Write the graph to OUT in grundy's binary format, which loads fastest
    #[arg(long, value_name = "OUT", conflicts_with_all = ["start", "verify", "values"])]
    convert: Option<String>,

    /// Of a solution that `grundy cluster` has written: how much is won, lost and drawn
    #[arg(long)]
    summary: bool,

    /// Write such a solution, which is in parts, to FOLDER in one
    #[arg(long, value_name = "FOLDER")]
    merge: Option<String>,

    #[command(flatten)]
    drawing: drawing::Pictures,
}

/// Answers on standard output.
pub fn run(mut args: Args, common: &Common) -> Result<ExitCode, Failure> {
    // `--verify FILE` with nothing else: the file is the graph, and our own answer is checked.
    if args.file.is_none() {
        args.file = args.drawing.graph_taken_for_a_picture();
    }
    if args.file.is_none() {
        args.file = args
            .verify
            .replace(String::new())
            .filter(|path| !path.is_empty());
    }
    let Some(path) = args.file.clone() else {
        return Err(Failure::usage(
            "no graph was named; give a file, or `-` for standard input",
        ));
    };
    let play = if args.misere {
        Play::Misere
    } else {
        Play::Normal
    };
    let limits = common.limits();
    if grundy_cluster::SolutionIndex::is_at(Path::new(&path)) {
        return solution::run(&args, &path, &limits, common);
    }
    if args.summary || args.merge.is_some() {
        return Err(Failure::usage(format!(
            "{path} is not a solution; --summary and --merge are for the folders that `grundy cluster run --output` writes"
        )));
    }
    let request = GraphRequest {
        path: path.clone(),
        format: args.format,
        one_based: args.one_based,
    };
    let file = match graphs::load(&request, &limits) {
        Err(Error::Limit {
            reached: LimitReached::Bytes { .. },
            ..
        }) if args.is_plain() && path != "-" => {
            return on_disk(&args, &request, play, &limits, common);
        }
        loaded => loaded?,
    };
    common.note(format_args!(
        "{path}: read as {}; {} vertices, {} edges; {}",
        file.format.in_words(),
        file.vertices(),
        file.edge_count(),
        PlayWord::from(play).in_words(),
    ));
    if let Some(output) = &args.convert {
        graphs::convert(&file, output)?;
        common.note(format_args!("wrote {output}"));
        return Ok(ExitCode::SUCCESS);
    }
    if args.drawing.is_wanted() {
        return drawing::run(&args, &file, play, &limits, common);
    }
    match (&args.verify, &args.start) {
        (Some(answer), _) => verify(&args, answer, &file, play, &limits, common),
        (None, Some(label)) => start::run(&args, label, &file, play, &limits, common),
        (None, None) => listing::run(&args, file, play, &limits, common),
    }
}

impl Args {
    /// True if nothing but a line for each vertex is asked for, for which its rows suffice.
    fn is_plain(&self) -> bool {
        let is_more = self.values || self.start.is_some() || self.verify.is_some();
        !is_more && self.convert.is_none() && !self.drawing.is_wanted()
    }
}

/// Solves a graph that does not fit the memory allowed.
fn on_disk(
    args: &Args,
    request: &GraphRequest,
    play: Play,
    limits: &Limits,
    common: &Common,
) -> Result<ExitCode, Failure> {
    let (path, megabytes) = (&request.path, limits.bytes >> 20);
    common.note(format_args!(
        "{path}: does not fit into {megabytes} MB (--memory-limit); working on disk, which takes longer"
    ));
    let found = graphs::solve_on_disk(request, play, limits)?;
    common.note(format_args!(
        "{path}: read as {}; {} vertices, {} edges in {} parts; {}",
        found.format.in_words(),
        found.solution.vertices(),
        found.edges,
        found.slabs,
        PlayWord::from(play).in_words(),
    ));
    let answer = SolvedFile {
        solution: found.solution,
        values: None,
        labels: found.labels,
        owners: None,
        format: found.format,
        edges: found.edges,
    };
    listing::print(args, &answer, play, common)
}

/// Checks the answer in a file, or our own.
fn verify(
    args: &Args,
    answer: &str,
    file: &GraphFile,
    play: Play,
    limits: &Limits,
    common: &Common,
) -> Result<ExitCode, Failure> {
    let vertices = graphs::verify(file, answer, args.values, play, limits)?;
    let report = GraphVerifyReport {
        schema: SchemaVersion,
        verified: true,
        vertices,
    };
    output::print(common, &report, |report, _| {
        format!(
            "verified: the answer is right at all {} vertices\n",
            report.vertices
        )
    })?;
    Ok(ExitCode::SUCCESS)
}

pub fn parse_format(text: &str) -> Result<Format, String> {
    let known = Format::ALL.into_iter().find(|format| format.word() == text);
    known.ok_or_else(|| {
        let words: Vec<&str> = Format::ALL.into_iter().map(Format::word).collect();
        format!("the formats are {}", words.join(", "))
    })
}
