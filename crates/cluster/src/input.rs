//! The graph as one worker reads it: its part of a file.

use std::ops::Range;
use std::path::{Path, PathBuf};

use grundy_core::{Limits, Outcome};
use grundy_graph::format::binary::Index;
use grundy_graph::format::{FileKind, FirstLine, ListHead, load};
use grundy_graph::{Format, GraphFile, GraphSource, Labels, LoadError, Owners};

use crate::fault::Fault;

/// Which graph is read, and how.
#[derive(Clone, Debug)]
pub struct GraphInput {
    /// The file.
    pub path: PathBuf,
    /// The format, if it need not be found out.
    pub format: Option<Format>,
    /// True if vertices count from 1.
    pub one_based: bool,
}

impl GraphInput {
    /// Says of which file an error is.
    pub(crate) fn fault(path: &Path) -> impl Fn(LoadError) -> Fault {
        move |error| match error {
            LoadError::Limit(reached) => Fault::Limit(reached),
            error => Fault::Graph {
                path: path.to_owned(),
                error,
            },
        }
    }
}

/// A file that is open, by its kind.
pub(crate) enum Contents {
    List(FirstLine),
    Binary(Index),
    Whole(Box<GraphFile>),
}

/// A file that is open.
pub(crate) struct Input {
    pub(crate) source: GraphSource,
    pub(crate) contents: Contents,
}

/// Vertices of a graph in memory whose edges are read at a time.
const VERTICES_AT_A_TIME: u64 = 1 << 14;
/// Bytes of a list that are read at a time.
const BYTES_AT_A_TIME: u64 = 2 << 20;

impl Input {
    /// Opens the file; what cannot be read in parts is read now.
    pub(crate) fn open(request: &GraphInput, limits: &Limits) -> Result<Input, LoadError> {
        let source = GraphSource::open_within(&request.path, limits)?;
        let contents = match FileKind::of(&source, request.format)? {
            FileKind::List => Contents::List(FirstLine::read(&source, request.one_based, limits)?),
            FileKind::Binary => Contents::Binary(Index::read(&source, limits)?),
            FileKind::Whole => {
                let file = load(&source, request.format, request.one_based, limits)?;
                Contents::Whole(Box::new(file))
            }
        };
        Ok(Input { source, contents })
    }

    /// What is read in units, all of which together are the file: bytes, blocks or vertices.
    pub(crate) fn units(&self) -> u64 {
        match &self.contents {
            Contents::List(_) => self.source.len(),
            Contents::Binary(index) => index.blocks() as u64,
            Contents::Whole(file) => u64::from(file.vertices()),
        }
    }

    /// How many units are read at a time.
    pub(crate) fn step(&self) -> u64 {
        match &self.contents {
            Contents::List(_) => BYTES_AT_A_TIME,
            Contents::Binary(_) => 1,
            Contents::Whole(_) => VERTICES_AT_A_TIME,
        }
    }

    /// The units that one of so many workers reads.
    pub(crate) fn share(&self, worker: usize, workers: usize) -> Range<u64> {
        share(self.units(), worker, workers)
    }

    /// Gives the edges of some units to `take`; those of a list are read as `head` says.
    pub(crate) fn edges(
        &self,
        head: Option<&ListHead>,
        units: Range<u64>,
        limits: &Limits,
        take: &mut dyn FnMut(&[(u32, u32)]),
    ) -> Result<(), LoadError> {
        match &self.contents {
            Contents::List(first) => {
                let head = head.unwrap_or(&first.rest);
                head.read_slice(&self.source, units, limits, |edges| {
                    take(edges);
                    Ok(())
                })
            }
            Contents::Binary(index) => {
                for block in units.start as usize..units.end as usize {
                    let rows = index.rows(&self.source, block..block + 1, limits)?;
                    let first = index.targets(block..block + 1).start;
                    let mut edges = Vec::new();
                    for row in 0..rows.vertices() {
                        edges.extend(rows.of(row).iter().map(|&from| (from, first + row)));
                        if edges.len() >= 1 << 14 {
                            take(&edges);
                            edges.clear();
                        }
                    }
                    take(&edges);
                }
                Ok(())
            }
            Contents::Whole(file) => {
                for v in units.start as u32..units.end as u32 {
                    let from = file.predecessors().successors(v);
                    let edges: Vec<(u32, u32)> = from.iter().map(|&from| (from, v)).collect();
                    take(&edges);
                }
                limits.check_time().map_err(LoadError::from)
            }
        }
    }

    /// Who moves where, and the vertices where the game is over.
    pub(crate) fn extras(
        &self,
        limits: &Limits,
    ) -> Result<(Option<Owners>, Vec<(u32, Outcome)>), LoadError> {
        match &self.contents {
            Contents::List(_) => Ok((None, Vec::new())),
            Contents::Binary(index) => index.extras(&self.source, limits),
            Contents::Whole(file) => Ok((file.owners.clone(), file.decided.clone())),
        }
    }

    /// What the vertices are called.
    pub(crate) fn labels(&self) -> Labels {
        match &self.contents {
            Contents::List(first) => Labels::Numbers {
                first: first.rest.base,
            },
            Contents::Binary(index) => Labels::Numbers { first: index.first },
            Contents::Whole(file) => file.labels.clone(),
        }
    }

    /// What the file is; of a list it must be known whether it has a header.
    pub(crate) fn format(&self, is_counted: bool) -> Format {
        match &self.contents {
            Contents::List(_) if is_counted => Format::Counted,
            Contents::List(_) => Format::Edges,
            Contents::Binary(_) => Format::Binary,
            Contents::Whole(file) => file.format,
        }
    }

    /// A checksum of the bytes that one of so many workers answers for.
    pub(crate) fn checksum(&self, worker: usize, workers: usize) -> Result<u32, LoadError> {
        let mut sum = crc32fast::Hasher::new();
        let bytes = share(self.source.len(), worker, workers);
        self.source.read_range(bytes, |some| sum.update(some))?;
        Ok(sum.finalize())
    }
}

/// The part of `units` that is one of so many workers'.
pub(crate) fn share(units: u64, worker: usize, workers: usize) -> Range<u64> {
    let at = |worker: usize| (u128::from(units) * worker as u128 / workers as u128) as u64;
    at(worker)..at(worker + 1)
}
