//! Graphs from arrays in memory: pairs, two columns, or compressed sparse rows, without a copy.
//!
//! The arrays are walked twice by the builder of rows, as a file is; nothing else of their size is held.

use std::fmt;
use std::ops::Range;

use grundy_core::{LimitReached, Limits};

use crate::build::{BATCH, EdgeList, gather};
use crate::format::Format;
use crate::graph_file::Labels;
use crate::{GraphFile, MOST_VERTICES};

/// A number in an array that may stand for a vertex or a place in another array.
pub trait ArrayNumber: Copy + Sync + Send {
    /// The number, exactly.
    fn number(self) -> i128;
}

macro_rules! array_numbers {
    ($($kind:ty)*) => {
        $(impl ArrayNumber for $kind {
            #[inline(always)]
            fn number(self) -> i128 {
                self as i128
            }
        })*
    };
}
array_numbers!(u32 i32 u64 i64 usize);

/// Why arrays are not a graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ArrayError {
    /// An entry is not a vertex.
    NotAVertex {
        /// The index of its edge.
        edge: usize,
        /// The entry.
        found: i128,
        /// How many vertices there are.
        vertices: u32,
    },
    /// The two columns differ in length.
    Lengths {
        /// The number of sources.
        sources: usize,
        /// The number of targets.
        targets: usize,
    },
    /// The row bounds do not rise from 0 to the number of entries.
    RowBounds {
        /// The index of the first bound that is wrong.
        index: usize,
    },
    /// There are more vertices or edges than can be numbered.
    TooLarge {
        /// What there are too many of: "vertices".
        what: &'static str,
    },
    /// A limit ended the work.
    Limit(LimitReached),
}

impl fmt::Display for ArrayError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ArrayError::NotAVertex {
                edge,
                found,
                vertices,
            } => write!(
                f,
                "edge {edge} has the vertex {found}; the graph has {vertices} vertices, from 0 on"
            ),
            ArrayError::Lengths { sources, targets } => {
                write!(f, "there are {sources} sources and {targets} targets")
            }
            ArrayError::RowBounds { index } => write!(
                f,
                "row bound {index} is wrong; bounds rise from 0 to the number of entries"
            ),
            ArrayError::TooLarge { what } => write!(f, "there are too many {what}"),
            ArrayError::Limit(reached) => reached.fmt(f),
        }
    }
}

impl std::error::Error for ArrayError {}

impl From<LimitReached> for ArrayError {
    fn from(reached: LimitReached) -> ArrayError {
        ArrayError::Limit(reached)
    }
}

impl GraphFile {
    /// The graph of `vertices` vertices with an edge for each pair (source, target).
    ///
    /// # Examples
    ///
    /// ```
    /// # use grundy_graph::GraphFile;
    /// # use grundy_core::{Limits, Outcome, Play};
    /// let limits = Limits::default();
    /// let graph = GraphFile::from_pairs(3, &[[2u64, 1], [1, 0]], &limits).unwrap();
    /// let solution = graph.into_solution(Play::Normal, &limits).unwrap();
    /// assert_eq!(solution.outcomes(), [Outcome::Lose as u8, Outcome::Win as u8, Outcome::Lose as u8]);
    /// ```
    ///
    /// # Errors
    ///
    /// [`ArrayError`]; `limits` also count the array.
    pub fn from_pairs<N: ArrayNumber>(
        vertices: u32,
        pairs: &[[N; 2]],
        limits: &Limits,
    ) -> Result<GraphFile, ArrayError> {
        let list = Edges {
            vertices,
            count: pairs.len(),
            edge: |at: usize, _: &mut usize| (pairs[at][0].number(), pairs[at][1].number()),
            first_row: |_| 0,
        };
        from_list(&list, size_of_val(pairs) as u64, limits)
    }

    /// The graph of `vertices` vertices with edge `i` from `sources[i]` to `targets[i]`.
    ///
    /// # Errors
    ///
    /// As [`GraphFile::from_pairs`].
    pub fn from_columns<N: ArrayNumber>(
        vertices: u32,
        sources: &[N],
        targets: &[N],
        limits: &Limits,
    ) -> Result<GraphFile, ArrayError> {
        if sources.len() != targets.len() {
            return Err(ArrayError::Lengths {
                sources: sources.len(),
                targets: targets.len(),
            });
        }
        let list = Edges {
            vertices,
            count: sources.len(),
            edge: |at: usize, _: &mut usize| (sources[at].number(), targets[at].number()),
            first_row: |_| 0,
        };
        from_list(&list, 2 * size_of_val(sources) as u64, limits)
    }

    /// The graph whose vertex `v` has the moves `indices[bounds[v]..bounds[v + 1]]`: compressed sparse
    /// rows (`indptr` and `indices` of other libraries).
    ///
    /// # Errors
    ///
    /// As [`GraphFile::from_pairs`].
    pub fn from_rows<B: ArrayNumber, N: ArrayNumber>(
        bounds: &[B],
        indices: &[N],
        limits: &Limits,
    ) -> Result<GraphFile, ArrayError> {
        let wrong = |index| ArrayError::RowBounds { index };
        if bounds.first().is_none_or(|first| first.number() != 0) {
            return Err(wrong(0));
        }
        let falls = bounds
            .windows(2)
            .position(|pair| pair[0].number() > pair[1].number());
        if let Some(at) = falls {
            return Err(wrong(at + 1));
        }
        if bounds[bounds.len() - 1].number() != indices.len() as i128 {
            return Err(wrong(bounds.len() - 1));
        }
        let vertices = u32::try_from(bounds.len() - 1);
        let vertices = vertices.map_err(|_| ArrayError::TooLarge { what: "vertices" })?;
        let list = Edges {
            vertices,
            count: indices.len(),
            edge: |at: usize, row: &mut usize| {
                while bounds[*row + 1].number() <= at as i128 {
                    *row += 1;
                }
                (*row as i128, indices[at].number())
            },
            // The last row that begins at or before the edge.
            first_row: |at: usize| {
                let begins = |bound: &B| bound.number() <= at as i128;
                bounds.partition_point(begins).saturating_sub(1)
            },
        };
        let held = size_of_val(bounds) + size_of_val(indices);
        from_list(&list, held as u64, limits)
    }
}

fn from_list<E, R>(
    list: &Edges<E, R>,
    held_bytes: u64,
    limits: &Limits,
) -> Result<GraphFile, ArrayError>
where
    Edges<E, R>: EdgeList<Fault = ArrayError>,
{
    if list.vertices > MOST_VERTICES {
        return Err(ArrayError::TooLarge { what: "vertices" });
    }
    if list.count > u32::MAX as usize {
        return Err(ArrayError::TooLarge { what: "edges" });
    }
    let (rows, degrees) = gather(list.vertices, list, held_bytes, limits)?;
    let labels = Labels::Numbers { first: 0 };
    Ok(GraphFile::new(rows, degrees, labels, Format::Edges))
}

/// Edges by index. `edge` is called with rising indices and a row that begins at `first_row`.
struct Edges<E, R> {
    vertices: u32,
    count: usize,
    edge: E,
    first_row: R,
}

impl<E, R> EdgeList for Edges<E, R>
where
    E: Fn(usize, &mut usize) -> (i128, i128) + Sync,
    R: Fn(usize) -> usize + Sync,
{
    type Fault = ArrayError;

    fn count(&self) -> usize {
        self.count
    }

    fn batches(
        &self,
        part: Range<usize>,
        take: &mut dyn FnMut(&[(u32, u32)]) -> Result<(), LimitReached>,
    ) -> Result<(), ArrayError> {
        let mut batch = Vec::with_capacity(BATCH.min(part.len()));
        let mut row = (self.first_row)(part.start);
        for edge in part {
            let (from, to) = (self.edge)(edge, &mut row);
            let vertices = self.vertices;
            let vertex = |found: i128| {
                let inside = u32::try_from(found).ok().filter(|&v| v < vertices);
                inside.ok_or(ArrayError::NotAVertex {
                    edge,
                    found,
                    vertices,
                })
            };
            batch.push((vertex(from)?, vertex(to)?));
            if batch.len() == BATCH {
                take(&batch)?;
                batch.clear();
            }
        }
        Ok(take(&batch)?)
    }
}
