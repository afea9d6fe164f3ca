//! A graph as it is asked for: a file, its format, where its numbers begin.

use grundy_core::{Limits, Play};

use crate::format::load;
use crate::{Format, GraphFile, GraphSource, LoadError, OnDisk, solve_on_disk};

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

impl GraphRequest {
    /// Reads the graph.
    ///
    /// # Errors
    ///
    /// [`LoadError`] if the file cannot be read, is no graph, or is larger than `limits` allow.
    pub fn load(&self, limits: &Limits) -> Result<GraphFile, LoadError> {
        let source = GraphSource::open_named(&self.path, limits)?;
        load(&source, self.format, self.one_based, limits)
    }

    /// Solves a list of edges with only its vertices in memory and the rest in a temporary file.
    ///
    /// # Errors
    ///
    /// As [`GraphRequest::load`]; other formats are refused.
    pub fn solve_on_disk(&self, play: Play, limits: &Limits) -> Result<OnDisk, LoadError> {
        let source = GraphSource::open_named(&self.path, limits)?;
        solve_on_disk(&source, self.format, self.one_based, play, limits)
    }
}
