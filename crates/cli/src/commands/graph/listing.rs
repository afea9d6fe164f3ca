//! A line for every vertex.

use std::io::{self, BufWriter, Write};
use std::process::ExitCode;

use grundy::core::{Limits, Play};
use grundy::graph::{GraphFile, SolvedFile, values_under};
use grundy::render;
use grundy::report::GraphReport;

use super::Args;
use crate::common::Common;
use crate::failure::Failure;
use crate::output;

/// Solves the whole graph and prints the solution.
pub fn run(
    args: &Args,
    file: GraphFile,
    play: Play,
    limits: &Limits,
    common: &Common,
) -> Result<ExitCode, Failure> {
    let values = if args.values {
        Some(values_under(&file, play, limits).map_err(grundy::Error::from)?)
    } else {
        None
    };
    let labels = file.labels.clone();
    let owners = file.owners.clone();
    let (format, edges) = (file.format, file.edge_count());
    // Of a graph that just fits the memory nothing but the solution is kept.
    let solution = file
        .into_solution(play, limits)
        .map_err(grundy::Error::from)?;
    let answer = SolvedFile {
        solution,
        values,
        labels,
        owners,
        format,
        edges,
    };
    print(args, &answer, play, common)
}

/// Prints a whole solution.
pub fn print(
    args: &Args,
    answer: &SolvedFile,
    play: Play,
    common: &Common,
) -> Result<ExitCode, Failure> {
    let report = GraphReport::new(answer, play);
    if common.json {
        output::print_json(&report)?;
    } else {
        let mut out = BufWriter::with_capacity(1 << 16, io::stdout().lock());
        render::graph::write_lines(&mut out, &report, args.remoteness)?;
        out.flush()?;
    }
    Ok(ExitCode::SUCCESS)
}
