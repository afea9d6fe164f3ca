//! Graphs by the names of their files; `-` is standard input.

use std::fs::File;
use std::io;

use grundy_core::Limits;

use super::{GraphSource, LoadError};

impl GraphSource {
    /// Opens the file with this path, or standard input for `-`.
    ///
    /// # Errors
    ///
    /// [`LoadError`]: the operating system refuses, or input has more than `limits` allow.
    pub fn open_named(path: &str, limits: &Limits) -> Result<GraphSource, LoadError> {
        if path == "-" {
            return open_input(limits);
        }
        let file = File::open(path)?;
        if file.metadata()?.is_dir() {
            return Err(io::Error::from(io::ErrorKind::IsADirectory).into());
        }
        GraphSource::from_file_within(file, limits)
    }
}

/// Standard input; one that is a file is read as one, in pieces and more than once.
fn open_input(limits: &Limits) -> Result<GraphSource, LoadError> {
    #[cfg(unix)]
    {
        use std::io::Seek;
        use std::os::fd::AsFd;
        let mut file = File::from(io::stdin().as_fd().try_clone_to_owned()?);
        if file.metadata()?.is_file() && file.stream_position()? == 0 {
            return GraphSource::from_file_within(file, limits);
        }
    }
    GraphSource::from_reader(io::stdin(), limits)
}
