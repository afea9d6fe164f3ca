//! One vertex: who wins, the best moves, a line of best play.

use std::process::ExitCode;

use grundy::core::{Limits, Play};
use grundy::graph::{GraphFile, VertexRequest, analyse_vertex};
use grundy::render;
use grundy::report::GraphStartReport;

use super::Args;
use crate::common::Common;
use crate::failure::Failure;
use crate::output;

/// Prints what is known about one vertex.
pub fn run(
    args: &Args,
    label: &str,
    file: &GraphFile,
    play: Play,
    limits: &Limits,
    common: &Common,
) -> Result<ExitCode, Failure> {
    let request = VertexRequest {
        play,
        value: args.values,
        explain: args.explain,
    };
    let found = analyse_vertex(file, label, request, limits).map_err(grundy::Error::from)?;
    let report = GraphStartReport::new(&found, play);
    output::print(common, &report, render::graph::start_text)?;
    Ok(ExitCode::SUCCESS)
}
