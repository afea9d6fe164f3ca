//! What engines with several processes ask of a file: what it is, and lists of edges surveyed in parts.

use grundy_core::Limits;

use super::pairs::{first_pair, looks_counted};
use super::slice::ListHead;
use super::{Format, FormatErrorKind, GraphSource, LoadError, compressed, detect};
use crate::MOST_VERTICES;

/// How a file can be read by several processes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileKind {
    /// A list of edges: each process reads a slice.
    List,
    /// The binary format: each process reads some blocks.
    Binary,
    /// Anything else: each process reads all of it.
    Whole,
}

impl FileKind {
    /// Finds out what a file is; `format` says it, if that is known.
    ///
    /// # Errors
    ///
    /// [`LoadError`] if the file cannot be read.
    pub fn of(source: &GraphSource, format: Option<Format>) -> Result<FileKind, LoadError> {
        if compressed::is_compressed(&source.head(4)?) {
            return Ok(FileKind::Whole);
        }
        let found = format.map_or_else(|| detect(source), |format| Ok(Some(format)))?;
        Ok(match found {
            None | Some(Format::Counted | Format::Edges) => FileKind::List,
            Some(Format::Binary) => FileKind::Binary,
            Some(_) => FileKind::Whole,
        })
    }
}

/// The first line of a list of edges, which may be a header.
#[derive(Clone, Copy, Debug)]
pub struct FirstLine {
    /// Its two numbers.
    pub pair: (u64, u64),
    /// How to read the lines after it.
    pub rest: ListHead,
    /// Where it begins.
    offset: u64,
}

/// What was counted in a part of the lines after the first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PartCount {
    /// The edges.
    pub edges: u64,
    /// One more than the largest vertex.
    pub vertices: u64,
    /// Edges with a vertex that the first line excludes, if it is a header.
    pub strays: u64,
    /// Edges with only such vertices.
    pub all_strays: u64,
}

impl PartCount {
    /// Counts some edges; `stated` is the number of vertices that the first line would state.
    pub fn count(&mut self, edges: &[(u32, u32)], stated: u64) {
        let most = edges
            .iter()
            .fold(0, |most, &(from, to)| most.max(from).max(to));
        self.edges += edges.len() as u64;
        if edges.is_empty() {
            return;
        }
        self.vertices = self.vertices.max(u64::from(most) + 1);
        if u64::from(most) >= stated {
            let is_stray = |v: u32| u64::from(v) >= stated;
            for &(from, to) in edges {
                self.strays += u64::from(is_stray(from.max(to)));
                self.all_strays += u64::from(is_stray(from.min(to)));
            }
        }
    }

    /// Adds what was counted in another part.
    pub fn add(&mut self, other: PartCount) {
        self.edges += other.edges;
        self.vertices = self.vertices.max(other.vertices);
        self.strays += other.strays;
        self.all_strays += other.all_strays;
    }
}

/// What a list of edges turned out to be.
#[derive(Clone, Copy, Debug)]
pub struct ListShape {
    /// How to read its edges.
    pub head: ListHead,
    /// The number of vertices.
    pub vertices: u32,
    /// The number of edges.
    pub edges: u64,
    /// The first line, if it is an edge.
    pub first_edge: Option<(u32, u32)>,
    /// True if there are edges with vertices that the header excludes; [`ListHead::read_slice`] says which.
    pub has_strays: bool,
}

impl FirstLine {
    /// Reads the first line that is not blank.
    ///
    /// # Errors
    ///
    /// [`LoadError`].
    pub fn read(
        source: &GraphSource,
        one_based: bool,
        limits: &Limits,
    ) -> Result<FirstLine, LoadError> {
        let first = first_pair(source, limits)?;
        Ok(FirstLine {
            pair: (first.a, first.b),
            rest: ListHead {
                stated: None,
                start: first.next,
                base: u32::from(one_based),
            },
            offset: first.offset,
        })
    }

    /// Decides what the list is, as the reader on one machine does, from the counts of all parts together.
    ///
    /// # Errors
    ///
    /// [`LoadError`]: the numbers disagree with the header, or are too large.
    pub fn shape(
        &self,
        source: &GraphSource,
        format: Option<Format>,
        total: PartCount,
    ) -> Result<ListShape, LoadError> {
        let has_header = match format {
            Some(Format::Edges) => false,
            Some(_) => true,
            None => looks_counted(self.pair, total.edges, total.strays, total.all_strays),
        };
        let base = u64::from(self.rest.base);
        let (most, least) = (self.pair.0.max(self.pair.1), self.pair.0.min(self.pair.1));
        let refuse = |kind: FormatErrorKind| -> Result<ListShape, LoadError> {
            Err(kind.at(source.line_of(self.offset)?).into())
        };
        let too_large = |found| FormatErrorKind::TooLarge {
            what: "vertices",
            found,
            most: u64::from(MOST_VERTICES),
        };
        if !has_header {
            if most >= u64::from(MOST_VERTICES) + base {
                return refuse(too_large(most));
            }
            if least < base {
                let (vertex, first, vertices) = (least, base, u64::from(MOST_VERTICES));
                return refuse(FormatErrorKind::VertexOutOfRange {
                    vertex,
                    first,
                    vertices,
                });
            }
            let edge = ((self.pair.0 - base) as u32, (self.pair.1 - base) as u32);
            return Ok(ListShape {
                head: ListHead {
                    start: self.offset,
                    ..self.rest
                },
                vertices: total.vertices.max(most + 1 - base) as u32,
                edges: total.edges + 1,
                first_edge: Some(edge),
                has_strays: false,
            });
        }
        if total.strays == 0 && total.edges != self.pair.1 {
            return refuse(FormatErrorKind::WrongCount {
                what: "edges",
                stated: self.pair.1,
                found: total.edges,
            });
        }
        if self.pair.0 > u64::from(MOST_VERTICES) {
            return refuse(too_large(self.pair.0));
        }
        Ok(ListShape {
            head: ListHead {
                stated: Some(self.pair),
                ..self.rest
            },
            vertices: self.pair.0 as u32,
            edges: total.edges,
            first_edge: None,
            has_strays: total.strays > 0,
        })
    }
}
