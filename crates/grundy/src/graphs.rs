//! Games on graphs that are given as files: loading, a vertex and its play, checking claims.

mod claims;
mod start;
mod steps;

use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};

use grundy_core::{Limits, Play};
use grundy_graph::{Format, GraphFile, LoadError, OnDisk, Source};

use crate::Error;

pub use claims::{check, check_values, read_claims, refutation};
pub use start::{AtStart, Wanted, at_start, values};
pub use steps::{Step, steps};

/// Which graph to read, and how.
#[derive(Clone, Debug, Default)]
pub struct GraphRequest {
    /// The file; `-` is standard input.
    pub path: String,
    /// The format, if it need not be found out.
    pub format: Option<Format>,
    /// True if vertices count from 1.
    pub one_based: bool,
}

/// Reads a graph.
///
/// # Errors
///
/// [`Error::Io`], [`Error::Input`] with the line, or [`Error::Limit`].
pub fn load(request: &GraphRequest, limits: &Limits) -> Result<GraphFile, Error> {
    let source = open(&request.path)?;
    grundy_graph::format::load(&source, request.format, request.one_based, limits)
        .map_err(|error| in_file(error, &request.path))
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
    let source = Source::Bytes(text.as_bytes().to_vec());
    grundy_graph::format::load(&source, format, one_based, limits)
        .map_err(|error| in_file(error, "the graph"))
}

/// Solves a list of edges with only its vertices in memory and the rest in a temporary file.
///
/// # Errors
///
/// As [`load`]; [`Error::Limit`] also for the other formats.
pub fn solve_on_disk(request: &GraphRequest, play: Play, limits: &Limits) -> Result<OnDisk, Error> {
    let source = open(&request.path)?;
    grundy_graph::solve_on_disk(&source, request.format, request.one_based, play, limits)
        .map_err(|error| in_file(error, &request.path))
}

/// Opens a file, or standard input for `-`.
///
/// # Errors
///
/// [`Error::Io`].
pub fn open(path: &str) -> Result<Source, Error> {
    let source = match path {
        "-" => open_input(),
        _ => open_file(Path::new(path)),
    };
    source.map_err(|source| Error::Io {
        path: PathBuf::from(path),
        source,
    })
}

/// All bytes of a file, or of standard input for `-`.
///
/// # Errors
///
/// [`Error::Io`], or [`Error::Limit`] if they are more than the memory allowed.
pub fn read(path: &str, limits: &Limits) -> Result<Vec<u8>, Error> {
    let source = open(path)?;
    source
        .read_all(limits)
        .map_err(|error| in_file(error, path))
}

/// Writes a graph in the binary format, all of it or nothing.
///
/// # Errors
///
/// [`Error::Io`].
pub fn convert(file: &GraphFile, path: &str) -> Result<(), Error> {
    let partial = format!("{path}.partial");
    let write = || {
        let mut output = io::BufWriter::with_capacity(1 << 20, File::create(&partial)?);
        grundy_graph::format::binary::write(file, &mut output)?;
        output.into_inner()?.sync_all()?;
        std::fs::rename(&partial, path)
    };
    write().map_err(|source| {
        // Nothing is left behind; that the partial file may not exist does not matter.
        let _ = std::fs::remove_file(&partial);
        Error::Io {
            path: PathBuf::from(path),
            source,
        }
    })
}

/// An error of the graph crate as every door reports it.
pub(crate) fn in_file(error: LoadError, path: &str) -> Error {
    match error {
        LoadError::Io(source) => Error::Io {
            path: PathBuf::from(path),
            source,
        },
        LoadError::Limit(reached) => reached.into(),
        LoadError::Format(error) => Error::Input {
            file: if path == "-" { "standard input" } else { path }.to_owned(),
            line: error.line,
            message: error.kind.to_string(),
        },
        other => Error::Usage {
            message: other.to_string(),
        },
    }
}

fn open_file(path: &Path) -> io::Result<Source> {
    let file = File::open(path)?;
    if file.metadata()?.is_dir() {
        return Err(io::ErrorKind::IsADirectory.into());
    }
    Source::from_file(file)
}

/// Standard input; one that is a file is read as one, in pieces and more than once.
fn open_input() -> io::Result<Source> {
    #[cfg(unix)]
    {
        use std::io::Seek;
        use std::os::fd::AsFd;
        let mut file = File::from(io::stdin().as_fd().try_clone_to_owned()?);
        if file.metadata()?.is_file() && file.stream_position()? == 0 {
            return Source::from_file(file);
        }
    }
    let mut bytes = Vec::new();
    io::Read::read_to_end(&mut io::stdin().lock(), &mut bytes)?;
    Ok(Source::Bytes(bytes))
}
