//! A solution in parts, as `grundy cluster` writes it, in the place of a graph.

use std::io::{self, BufWriter, Write};
use std::path::Path;
use std::process::ExitCode;

use grundy::core::{Limits, Outcome};
use grundy::graph::{GraphFile, SolvedFile};
use grundy::graphs::{self, GraphRequest};
use grundy::render;
use grundy::report::{GraphReport, PlayWord, SchemaVersion, to_json};
use grundy_cluster::SolutionIndex;
use serde::Serialize;

use super::Args;
use crate::commands::cluster::failure;
use crate::common::Common;
use crate::failure::Failure;
use crate::output;

/// Answers from a solution.
pub fn run(args: &Args, path: &str, limits: &Limits, common: &Common) -> Result<ExitCode, Failure> {
    let (index, folder) = SolutionIndex::read(Path::new(path)).map_err(failure)?;
    if args.misere && !index.misere {
        return Err(Failure::usage(format!(
            "{path} is a solution of normal play; solve the graph with --misere"
        )));
    }
    if args.values || args.drawing.is_wanted() || args.convert.is_some() || args.explain {
        return Err(Failure::usage(format!(
            "{path} is a solution: it has outcomes and remotenesses; values, pictures and reasons need the graph, {}",
            index.graph.display()
        )));
    }
    if let Some(to) = &args.merge {
        index
            .merge(&folder, Path::new(to), limits)
            .map_err(failure)?;
        common.note(format_args!("wrote {to}"));
        return Ok(ExitCode::SUCCESS);
    }
    if args.summary {
        return print_summary(&index, path, common);
    }
    match (&args.start, &args.verify) {
        (Some(label), _) => start(&index, &folder, label, limits, common),
        (None, Some(_)) => verify(args, &index, &folder, limits, common),
        (None, None) => all(args, &index, &folder, limits, common),
    }
}

#[derive(Serialize)]
struct SummaryReport<'a> {
    schema: u32,
    solution: &'a str,
    play: &'static str,
    vertices: u32,
    edges: u64,
    win: u64,
    lose: u64,
    draw: u64,
    longest: Option<u32>,
    parts: usize,
}

/// How much is won, lost and drawn.
pub fn print_summary(
    index: &SolutionIndex,
    path: &str,
    common: &Common,
) -> Result<ExitCode, Failure> {
    let [win, lose, draw] = index.tally;
    let report = SummaryReport {
        schema: 1,
        solution: path,
        play: index.play().word(),
        vertices: index.vertices,
        edges: index.edges,
        win,
        lose,
        draw,
        longest: index.longest,
        parts: index.parts.len(),
    };
    let mut out = io::stdout().lock();
    if common.json {
        writeln!(out, "{}", to_json(&report))?;
        return Ok(ExitCode::SUCCESS);
    }
    writeln!(
        out,
        "{} vertices, {} edges; {}",
        index.vertices,
        index.edges,
        PlayWord::from(index.play()).in_words()
    )?;
    writeln!(out, "win {win}, lose {lose}, draw {draw}")?;
    if let Some(longest) = index.longest {
        writeln!(out, "the largest remoteness is {longest}")?;
    }
    let parts = index.parts.len();
    let noun = if parts == 1 { "part" } else { "parts" };
    writeln!(out, "{parts} {noun} in {path}")?;
    Ok(ExitCode::SUCCESS)
}

#[derive(Serialize)]
struct StartReport<'a> {
    schema: u32,
    start: &'a str,
    play: &'static str,
    outcome: &'static str,
    remoteness: Option<u32>,
}

/// One vertex: what the solution says, without the graph.
fn start(
    index: &SolutionIndex,
    folder: &Path,
    label: &str,
    _limits: &Limits,
    common: &Common,
) -> Result<ExitCode, Failure> {
    let Some(vertex) = index.labels().find(label, index.vertices) else {
        return Err(Failure::usage(format!(
            "there is no vertex `{label}` in {}, which has {} vertices from {} on",
            folder.display(),
            index.vertices,
            index.first
        )));
    };
    let (outcome, remoteness) = index.vertex(folder, vertex).map_err(failure)?;
    let word = match outcome {
        Outcome::Win => "win",
        Outcome::Lose => "lose",
        _ => "draw",
    };
    let report = StartReport {
        schema: 1,
        start: label,
        play: index.play().word(),
        outcome: word,
        remoteness,
    };
    let mut out = io::stdout().lock();
    match (common.json, remoteness) {
        (true, _) => writeln!(out, "{}", to_json(&report))?,
        (false, Some(remoteness)) => writeln!(out, "{word} {remoteness}")?,
        (false, None) => writeln!(out, "{word}")?,
    }
    Ok(ExitCode::SUCCESS)
}

/// The graph that was solved.
fn graph(args: &Args, index: &SolutionIndex, limits: &Limits) -> Result<GraphFile, Failure> {
    let format = index.format.as_deref().map(super::parse_format);
    let request = GraphRequest {
        path: index.graph.display().to_string(),
        format: args.format.or(format.and_then(Result::ok)),
        one_based: index.first == 1,
    };
    let file = graphs::load(&request, limits)?;
    if file.vertices() != index.vertices || file.edge_count() != index.edges {
        return Err(Failure::usage(format!(
            "{} is not the graph that was solved: it has {} vertices and {} edges, not {} and {}",
            request.path,
            file.vertices(),
            file.edge_count(),
            index.vertices,
            index.edges
        )));
    }
    Ok(file)
}

/// Checks the solution against the graph by the definition alone.
fn verify(
    args: &Args,
    index: &SolutionIndex,
    folder: &Path,
    limits: &Limits,
    common: &Common,
) -> Result<ExitCode, Failure> {
    let file = graph(args, index, limits)?;
    let solution = index.solution(folder, limits).map_err(failure)?;
    let claims = solution.claims();
    grundy::graph::check_claims(&file, index.play(), &claims).map_err(|wrong| {
        Failure::Grundy(grundy::Error::Refuted {
            message: wrong.in_words(&file.labels),
        })
    })?;
    let report = grundy::report::GraphVerifyReport {
        schema: SchemaVersion,
        verified: true,
        vertices: claims.len(),
    };
    output::print(common, &report, |report, _| {
        format!(
            "verified: the answer is right at all {} vertices\n",
            report.vertices
        )
    })?;
    Ok(ExitCode::SUCCESS)
}

/// A line for every vertex.
fn all(
    args: &Args,
    index: &SolutionIndex,
    folder: &Path,
    limits: &Limits,
    common: &Common,
) -> Result<ExitCode, Failure> {
    let format = index.format.as_deref().map(super::parse_format);
    let answer = SolvedFile {
        solution: index.solution(folder, limits).map_err(failure)?,
        values: None,
        labels: index.labels(),
        owners: None,
        format: format
            .and_then(Result::ok)
            .unwrap_or(grundy::graph::Format::Edges),
        edges: index.edges,
    };
    let report = GraphReport::new(&answer, index.play());
    if common.json {
        output::print_json(&report)?;
    } else {
        let mut out = BufWriter::with_capacity(1 << 16, io::stdout().lock());
        render::graph::write_lines(&mut out, &report, args.remoteness)?;
        out.flush()?;
    }
    Ok(ExitCode::SUCCESS)
}
