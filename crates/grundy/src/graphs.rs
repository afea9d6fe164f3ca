//! Games on graphs that are given as files: loading, converting, checking claims.

use std::io;
use std::path::Path;

use grundy_core::{Limits, Play};
use grundy_graph::{AnswerError, Format, GraphFile, GraphSource, OnDisk, format, verify_answer};

use grundy_render::graph_places::places;
use grundy_render::graph_svg::Style;
use grundy_report::GraphStepsReport;

use crate::Error;

pub use grundy_graph::GraphRequest;

/// Reads a graph.
///
/// # Errors
///
/// [`Error::Io`], [`Error::Input`] with the line, or [`Error::Limit`].
pub fn load(request: &GraphRequest, limits: &Limits) -> Result<GraphFile, Error> {
    let loaded = request.load(limits);
    loaded.map_err(|error| Error::in_graph(error, &request.path))
}

/// Reads a graph that somebody pasted.
///
/// # Errors
///
/// [`Error::Input`] with the line, or [`Error::Limit`].
pub fn read_text(
    text: &str,
    format: Option<Format>,
    one_based: bool,
    limits: &Limits,
) -> Result<GraphFile, Error> {
    let source = GraphSource::Bytes(text.as_bytes().to_vec());
    format::load(&source, format, one_based, limits)
        .map_err(|error| Error::in_graph(error, "the graph"))
}

/// The bytes of a file that may be compressed by gzip or zstd, as if it were not.
///
/// # Errors
///
/// [`Error::Input`] if they are damaged, [`Error::Limit`].
pub fn decompressed(name: &str, bytes: Vec<u8>, limits: &Limits) -> Result<Vec<u8>, Error> {
    format::decompressed(bytes, limits).map_err(|error| Error::in_graph(error, name))
}

/// Solves a list of edges with only its vertices in memory and the rest in a temporary file.
///
/// # Errors
///
/// As [`load`]; [`Error::Limit`] also for the other formats.
pub fn solve_on_disk(request: &GraphRequest, play: Play, limits: &Limits) -> Result<OnDisk, Error> {
    let solved = request.solve_on_disk(play, limits);
    solved.map_err(|error| Error::in_graph(error, &request.path))
}

/// Writes a graph in the binary format, all of it or nothing.
///
/// # Errors
///
/// [`Error::Io`].
pub fn convert(file: &GraphFile, path: &str) -> Result<(), Error> {
    let path = Path::new(path);
    let write = |mut output: &mut dyn io::Write| format::binary::write(file, &mut output);
    grundy_files::write_atomically(path, write).map_err(|error| Error::io(path, error))
}

/// The largest graph that the report of its steps has places for.
const MOST_PLACED: u32 = 20_000;

/// Solves a graph, tells the steps of the analysis, and says where to draw it.
///
/// # Errors
///
/// [`Error::Limit`].
pub fn steps(file: &GraphFile, play: Play, limits: &Limits) -> Result<GraphStepsReport, Error> {
    let mut report = GraphStepsReport::new(file, play, limits)?;
    if report.vertices <= MOST_PLACED {
        let numbers = || (0..report.vertices).map(|v| (v + report.first).to_string());
        let names = report.names.clone().unwrap_or_else(|| numbers().collect());
        report.places = Some(places(
            &names,
            &report.edges,
            &report.remoteness,
            Style::Auto,
        ));
    }
    Ok(report)
}

/// Checks claims about all vertices of `file` by the definition alone: those in the file called `answer`, or our own for
/// an empty name; `with_values` says that values stand at the ends of the lines. Returns the number of vertices.
///
/// # Errors
///
/// [`Error::Refuted`] with the first vertex that is wrong; [`Error::Input`] with the line that is no claim.
pub fn verify(
    file: &GraphFile,
    answer: &str,
    with_values: bool,
    play: Play,
    limits: &Limits,
) -> Result<usize, Error> {
    verify_answer(file, answer, with_values, play, limits).map_err(|error| match error {
        AnswerError::Load(error) => Error::in_graph(error, answer),
        AnswerError::Claims(error) => Error::input(answer, error.line, &error.kind),
        AnswerError::Values(error) => error.into(),
        other => Error::Refuted {
            message: other.to_string(),
        },
    })
}
