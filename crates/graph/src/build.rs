//! Rows of predecessors from a stream of edges, without holding the edges.
//!
//! The stream is walked twice: once to count, once to place. Placing each edge at once where it
//! belongs would touch memory at random, a cache line and a page for each. Instead targets are cut
//! into *cells* so small that a source and the place of the target in its cell fit into 32 bits,
//! the width of an entry of the rows. Each thread lets edges wait in *buckets* of neighbouring cells
//! and, when a bucket is full, appends its entries to their cells, which lie in the array of the
//! rows itself. In the end each cell is sorted in the cache. What waits is gone before the bounds of
//! the rows come, and takes no more memory than they: so the peak is the rows and little else.

mod buckets;
mod gather;
mod sort;

use std::ops::Range;

use grundy_core::{LimitReached, Limits};
use grundy_kernels::memory;

pub(crate) use buckets::Sorter;
use buckets::{Buckets, waiting_edges};
pub use gather::predecessors;
pub(crate) use gather::{BATCH, EdgeList, gather};
use sort::sort_cells;

use crate::Graph;
use crate::counters::Counters;

/// The most targets in a cell, as a power of two; their counts must fit the cache.
const MOST_LOW_BITS: u32 = 12;
/// How far ahead in a list counters are asked for.
const AHEAD: usize = 64;

/// The number of low bits of a target that an entry has room for, of `vertices`.
pub(crate) fn low_bits(vertices: u32) -> u32 {
    let bits = u32::BITS - vertices.saturating_sub(1).leading_zeros();
    (u32::BITS - bits).min(MOST_LOW_BITS)
}

/// What the first walk counts: edges into each cell, moves out of each vertex.
pub(crate) struct Tally {
    low_bits: u32,
    cells: Vec<u32>,
    degrees: Counters,
    edges: u64,
}

impl Tally {
    /// Nothing counted, with room for `vertices`, in cells of `2^low_bits` targets.
    pub(crate) fn new(vertices: usize, low_bits: u32) -> Tally {
        Tally {
            low_bits,
            cells: vec![0; vertices.div_ceil(1 << low_bits)],
            degrees: Counters::zero(vertices),
            edges: 0,
        }
    }

    /// The number of vertices that there is room for.
    pub(crate) fn room(&self) -> usize {
        self.degrees.len()
    }

    /// The number of edges counted.
    pub(crate) fn edges(&self) -> u64 {
        self.edges
    }

    /// Makes it exactly `vertices` vertices.
    pub(crate) fn resize(&mut self, vertices: usize) {
        self.degrees.resize(vertices);
        self.cells.resize(vertices.div_ceil(1 << self.low_bits), 0);
    }

    /// Counts edges between vertices that there is room for.
    pub(crate) fn count_all(&mut self, edges: &[(u32, u32)]) {
        self.edges += edges.len() as u64;
        let (cells, low_bits) = (&mut self.cells[..], self.low_bits);
        let mut source = |&(from, to): &(u32, u32)| {
            cells[(to >> low_bits) as usize] += 1;
            from
        };
        let ahead = edges.get(AHEAD..).unwrap_or_default();
        let (first, last) = edges.split_at(ahead.len());
        let ahead = ahead.iter().map(|&(from, _)| from);
        self.degrees
            .count_all(first.iter().map(&mut source).zip(ahead));
        self.degrees
            .count_all(last.iter().map(source).map(|from| (from, from)));
    }

    /// Adds what another thread counted.
    pub(crate) fn merge(&mut self, other: Tally) {
        if self.room() == 0 {
            *self = other;
            return;
        }
        if other.room() > self.room() {
            self.resize(other.room());
        }
        self.degrees.merge(&other.degrees);
        for (cell, more) in self.cells.iter_mut().zip(&other.cells) {
            *cell += more;
        }
        self.edges += other.edges;
    }

    /// The cells, and the numbers of moves, of a graph with as many vertices as there is room for.
    /// There must be fewer than 2^32 edges, and `low_bits` at most what [`low_bits`] says.
    pub(crate) fn finish(self) -> (Cells, Counters) {
        let vertices = self.degrees.len() as u32;
        let wide = low_bits(vertices);
        let mut starts = Vec::with_capacity((self.cells.len() >> (wide - self.low_bits)) + 2);
        let mut end = 0u32;
        for cells in self.cells.chunks(1 << (wide - self.low_bits)) {
            starts.push(end);
            end += cells.iter().sum::<u32>();
        }
        starts.push(end);
        let cells = Cells {
            vertices,
            low_bits: wide,
            starts,
        };
        (cells, self.degrees)
    }
}

/// Where the cells of all rows lie.
pub(crate) struct Cells {
    vertices: u32,
    low_bits: u32,
    /// Where each cell begins, and where the last ends.
    starts: Vec<u32>,
}

impl Cells {
    /// Cells of `2^low_bits` targets each, with these numbers of entries, which are below 2^32 together.
    pub(crate) fn from_counts(targets: u32, low_bits: u32, counts: &[u32]) -> Cells {
        let mut starts = Vec::with_capacity(counts.len() + 1);
        let mut end = 0;
        starts.push(end);
        for count in counts {
            end += count;
            starts.push(end);
        }
        Cells {
            vertices: targets,
            low_bits,
            starts,
        }
    }

    /// The number of edges.
    pub(crate) fn edges(&self) -> u32 {
        self.starts[self.starts.len() - 1]
    }

    /// The number of entries in the rows of these targets, which begin with a cell and end with one.
    pub(crate) fn entries(&self, targets: &Range<u32>) -> u32 {
        let cell = |target: u32| (u64::from(target).div_ceil(1 << self.low_bits)) as usize;
        self.starts[cell(targets.end)] - self.starts[cell(targets.start)]
    }

    /// The targets from `first` (the first of a cell) on whose rows have at most `most` entries
    /// together; at least those of one cell.
    pub(crate) fn slab(&self, first: u32, most: u32) -> Range<u32> {
        let cell = (first >> self.low_bits) as usize;
        let base = self.starts[cell];
        let fits = |&end: &u32| end - base <= most;
        let cells = self.starts[cell + 1..].partition_point(fits).max(1);
        let end = ((cell + cells) as u64) << self.low_bits;
        first..end.min(u64::from(self.vertices)) as u32
    }

    /// Rows to fill for these targets, which begin with a cell and end with one.
    pub(crate) fn rows(&self, targets: Range<u32>) -> Rows {
        let cell = |target: u32| (u64::from(target).div_ceil(1 << self.low_bits)) as usize;
        let starts = &self.starts[cell(targets.start)..=cell(targets.end)];
        let starts: Vec<u32> = starts.iter().map(|start| start - starts[0]).collect();
        let entries = vec![0; starts[starts.len() - 1] as usize];
        memory::advise_huge_pages(&entries);
        Rows {
            vertices: targets.end - targets.start,
            low_bits: self.low_bits,
            ends: starts[..starts.len() - 1].to_vec(),
            starts,
            entries,
        }
    }
}

/// Rows of predecessors of consecutive targets that are being filled, cell by cell.
pub(crate) struct Rows {
    vertices: u32,
    low_bits: u32,
    /// Where each cell begins, and where the last ends.
    starts: Vec<u32>,
    /// How far each cell is filled.
    ends: Vec<u32>,
    entries: Vec<u32>,
}

impl Rows {
    /// The buckets through which so many threads fill the rows.
    pub(crate) fn buckets(&mut self, threads: usize) -> Buckets<'_> {
        let waiting = waiting_edges(self.vertices, threads);
        Buckets::new(self, waiting)
    }

    /// The graph, once every edge is in its cell; nothing if an edge that was counted did not come.
    pub(crate) fn finish(
        mut self,
        threads: usize,
        limits: &Limits,
    ) -> Result<Option<Graph>, LimitReached> {
        if self.ends[..] != self.starts[1..] {
            return Ok(None);
        }
        self.ends = Vec::new();
        let mut offsets = Vec::with_capacity(self.vertices as usize + 1);
        memory::advise_huge_pages_of(&offsets);
        offsets.resize(self.vertices as usize + 1, 0);
        let (starts, low_bits) = (&self.starts, self.low_bits);
        let cells = starts.len() - 1;
        let sort = |cells, entries: &mut [u32], bounds: &mut [u32]| {
            sort_cells(starts, cells, low_bits, entries, bounds, limits)
        };
        if threads <= 1 {
            sort(0..cells, &mut self.entries[..], &mut offsets[1..])?;
            return Ok(Some(Graph::from_parts(offsets, self.entries)));
        }
        let share = cells.div_ceil(threads).max(1);
        std::thread::scope(|scope| {
            let mut rest = &mut self.entries[..];
            let mut bounds = &mut offsets[1..];
            let mut workers = Vec::with_capacity(threads);
            for first in (0..cells).step_by(share) {
                let cells = first..cells.min(first + share);
                let length = starts[cells.end] - starts[cells.start];
                let (entries, others) = std::mem::take(&mut rest).split_at_mut(length as usize);
                let targets = (cells.len() << low_bits).min(bounds.len());
                let (own_bounds, other_bounds) = std::mem::take(&mut bounds).split_at_mut(targets);
                (rest, bounds) = (others, other_bounds);
                workers.push(scope.spawn(move || sort(cells, entries, own_bounds)));
            }
            let join = |worker: std::thread::ScopedJoinHandle<'_, _>| {
                let result = worker.join();
                result.unwrap_or_else(|panic| std::panic::resume_unwind(panic))
            };
            workers.into_iter().try_for_each(join)
        })?;
        Ok(Some(Graph::from_parts(offsets, self.entries)))
    }
}

/// The bytes that building and solving take besides the list, for so many vertices and edges: row
/// bounds, entries, a counter per vertex, and as much as the bounds for waiting edges or the queue.
pub(crate) fn solving_bytes(vertices: u32, edges: u64) -> u64 {
    let cells = (u64::from(vertices) >> low_bits(vertices)) + 1;
    4 * edges + 9 * u64::from(vertices) + 16 * cells
}

/// The bytes of the edges that wait in the buckets of one thread, at most.
pub(crate) fn waiting_bytes(targets: u32) -> u64 {
    8 * waiting_edges(targets, 1) as u64 + (2 << 20)
}

/// The bytes of what one thread counts.
pub(crate) fn tally_bytes(vertices: u32) -> u64 {
    u64::from(vertices) + 4 * ((u64::from(vertices) >> low_bits(vertices)) + 1)
}

#[cfg(test)]
mod tests {
    use super::gather::gather_waiting;
    use super::*;

    fn random() -> impl FnMut(u32) -> u32 {
        let mut state = 1u64;
        move |bound| {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1);
            ((state >> 33) % u64::from(bound)) as u32
        }
    }

    /// Compares with the plain construction, by one thread and more, with as many edges waiting as
    /// there may be and as few.
    fn check(vertices: u32, edges: &[(u32, u32)]) {
        let graph = Graph::from_edge_list(vertices, edges);
        let truth = graph.reversed();
        for (threads, waiting) in [(1, 0), (1, usize::MAX), (2, 0), (2, 1 << 16), (3, 0)] {
            let limits = Limits {
                threads,
                ..Limits::default()
            };
            let built = match waiting {
                usize::MAX => predecessors(vertices, edges, &limits),
                _ => gather_waiting(vertices, edges, waiting, &limits),
            };
            let (found, degrees) = built.unwrap();
            assert!(found.offsets() == truth.offsets());
            for v in (0..vertices).filter(|&v| truth.out_degree(v) > 0) {
                let mut row = found.successors(v).to_vec();
                row.sort_unstable();
                assert_eq!(row, truth.successors(v));
            }
            assert_eq!(degrees.len(), vertices as usize);
            for v in (0..vertices).filter(|&v| graph.out_degree(v) > 0 || v % 1000 == 0) {
                assert_eq!(degrees.get(v), u64::from(graph.out_degree(v)));
            }
        }
    }

    #[test]
    fn the_rows_are_those_of_the_reversed_graph() {
        let mut next = random();
        let sizes = [
            (1, 0),
            (1, 5),
            (2, 1),
            (5, 3),
            (3000, 40_000),
            (4096, 50_000),
            (4097, 50_000),
            (65_537, 200_000),
            (70_000, 200_000),
            // The first with several cells to a bucket.
            (1 << 20 | 1, 400_000),
            (5_000_000, 9),
            (20_000_000, 9),
        ];
        check(0, &[]);
        for (vertices, count) in sizes {
            let mut edge = || (next(vertices), next(vertices));
            let edges: Vec<(u32, u32)> = (0..count).map(|_| edge()).collect();
            check(vertices, &edges);
        }
    }

    #[test]
    fn lists_of_every_shape_become_rows() {
        let mut next = random();
        let vertices = (1 << 20) + 5;
        let count = 100_000;
        let mut edges: Vec<(u32, u32)> = (0..count)
            .map(|_| (next(vertices), next(vertices)))
            .collect();
        edges.sort_unstable();
        check(vertices, &edges);
        edges.sort_unstable_by_key(|&(from, to)| (to, from));
        check(vertices, &edges);
        edges.reverse();
        check(vertices, &edges);
        let mut shaped = |shape: &dyn Fn(u32, u32) -> (u32, u32)| {
            let edges: Vec<_> = (0..count)
                .map(|at| shape(at as u32, next(vertices)))
                .collect();
            check(vertices, &edges);
        };
        // A hub that all edges enter, one that all leave, one edge again and again.
        shaped(&|_, v| (v, vertices - 1));
        shaped(&|_, v| (vertices / 2, v));
        shaped(&|_, _| (7, vertices - 2));
        // Self-loops, a path, and edges among a few vertices, with all others alone.
        shaped(&|_, v| (v, v));
        shaped(&|at, _| (at, at + 1));
        shaped(&|at, v| (at % 3, v % 300));
    }

    #[test]
    fn a_cell_too_large_to_copy_becomes_rows() {
        let mut next = random();
        let edges: Vec<(u32, u32)> = (0..2_200_000)
            .map(|_| (next(10), next(10).min(next(10))))
            .collect();
        check(10, &edges);
    }

    /// Rows for two edges, filled with others.
    fn filled_with(edges: &[(u32, u32)]) -> Option<Graph> {
        let mut tally = Tally::new(100_000, low_bits(100_000));
        tally.count_all(&[(0, 7), (0, 70_000)]);
        let mut rows = tally.finish().0.rows(0..100_000);
        let buckets = rows.buckets(1);
        let mut sorter = Sorter::new(&buckets);
        for &(from, to) in edges {
            sorter.push(from, to);
        }
        sorter.finish();
        drop(buckets);
        rows.finish(1, &Limits::default()).unwrap()
    }

    #[test]
    fn edges_that_were_not_counted_are_noticed() {
        assert!(filled_with(&[(1, 70_000), (0, 8)]).is_some());
        assert!(filled_with(&[(0, 8), (0, 9)]).is_none());
        assert!(filled_with(&[(0, 8)]).is_none());
        assert!(filled_with(&[]).is_none());
        // More than their bucket has room for, and many times over.
        assert!(filled_with(&[(0, 7), (0, 70_000), (0, 70_001)]).is_none());
        assert!(filled_with(&vec![(3, 99_999); 100_000]).is_none());
        assert!(filled_with(&vec![(3, 7); 100_000]).is_none());
    }
}
