//! Rows of predecessors from a stream of edges, without holding the edges.
//!
//! The stream is walked twice: once to count, once to place. Placing each edge at once where it
//! belongs would touch memory at random, a cache line and a page for each. Instead targets are cut
//! into *cells* so small that a source and the place of the target in its cell fit into 32 bits,
//! the width of an entry of the rows. Each thread sorts edges into buckets of neighbouring cells
//! and, when a bucket is full, appends its entries to their cells, which lie in the array of the
//! rows itself. In the end each cell is sorted in the cache. So the peak is the rows and little else.

use std::ops::Range;
use std::sync::Mutex;

use grundy_kernels::memory;

use crate::Graph;
use crate::counters::Counters;

/// Edges that wait in a bucket of one thread.
const BUCKET_EDGES: usize = 256;
/// The most buckets; more would not fit the cache that sorts them.
const MOST_BUCKETS: usize = 1024;
/// The most targets in a cell, as a power of two; their counts must fit the cache.
const MOST_LOW_BITS: u32 = 12;
/// How far ahead of placing an edge its slot is asked for.
const AHEAD: usize = 16;
/// How far ahead counters are asked for; a power of two.
const COUNTERS_AHEAD: usize = 64;

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
    /// Sources whose counters have been asked for and not yet raised.
    asked: [Option<u32>; COUNTERS_AHEAD],
}

impl Tally {
    /// Nothing counted, with room for `vertices`, in cells of `2^low_bits` targets.
    pub(crate) fn new(vertices: usize, low_bits: u32) -> Tally {
        Tally {
            low_bits,
            cells: vec![0; vertices.div_ceil(1 << low_bits)],
            degrees: Counters::zero(vertices),
            edges: 0,
            asked: [None; COUNTERS_AHEAD],
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
        self.settle_up();
        self.degrees.resize(vertices);
        self.cells.resize(vertices.div_ceil(1 << self.low_bits), 0);
    }

    /// Counts an edge between vertices that there is room for.
    #[inline(always)]
    pub(crate) fn count(&mut self, from: u32, to: u32) {
        self.cells[(to >> self.low_bits) as usize] += 1;
        self.degrees.prefetch(from);
        let place = self.edges as usize % COUNTERS_AHEAD;
        self.edges += 1;
        if let Some(before) = self.asked[place].replace(from) {
            self.degrees.increment(before);
        }
    }

    /// Adds what another thread counted.
    pub(crate) fn merge(&mut self, mut other: Tally) {
        other.settle_up();
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
    pub(crate) fn finish(mut self) -> (Cells, Counters) {
        self.settle_up();
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

    /// Raises the counters that wait.
    fn settle_up(&mut self) {
        for source in &mut self.asked {
            if let Some(source) = source.take() {
                self.degrees.increment(source);
            }
        }
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
    /// The number of edges.
    pub(crate) fn edges(&self) -> u32 {
        self.starts[self.starts.len() - 1]
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
    /// The buckets to fill the rows through.
    pub(crate) fn buckets(&mut self) -> Buckets<'_> {
        let cells = self.ends.len();
        let group = cells.div_ceil(MOST_BUCKETS).next_power_of_two();
        let mut rest = &mut self.entries[..];
        let mut buckets = Vec::with_capacity(cells.div_ceil(group));
        for (index, ends) in self.ends.chunks_mut(group).enumerate() {
            let limits = &self.starts[index * group + 1..][..ends.len()];
            let base = self.starts[index * group];
            let length = (limits[limits.len() - 1] - base) as usize;
            let (entries, others) = std::mem::take(&mut rest).split_at_mut(length);
            rest = others;
            buckets.push(Mutex::new(Bucket {
                base,
                ends,
                limits,
                entries,
            }));
        }
        Buckets {
            buckets,
            low_bits: self.low_bits,
            group_bits: group.trailing_zeros(),
        }
    }

    /// The graph, once every edge is in its cell; nothing if an edge that was counted did not come.
    pub(crate) fn finish(mut self, threads: usize) -> Option<Graph> {
        if self.ends[..] != self.starts[1..] {
            return None;
        }
        self.ends = Vec::new();
        let mut offsets = Vec::with_capacity(self.vertices as usize + 1);
        memory::advise_huge_pages_of(&offsets);
        offsets.resize(self.vertices as usize + 1, 0);
        let cells = self.starts.len() - 1;
        let share = cells.div_ceil(threads.max(1)).max(1);
        std::thread::scope(|scope| {
            let mut rest = &mut self.entries[..];
            let mut bounds = &mut offsets[1..];
            for first in (0..cells).step_by(share) {
                let cells = first..cells.min(first + share);
                let length = self.starts[cells.end] - self.starts[cells.start];
                let (entries, others) = std::mem::take(&mut rest).split_at_mut(length as usize);
                let targets = (cells.len() << self.low_bits).min(bounds.len());
                let (own_bounds, other_bounds) = std::mem::take(&mut bounds).split_at_mut(targets);
                (rest, bounds) = (others, other_bounds);
                let (starts, low_bits) = (&self.starts, self.low_bits);
                scope.spawn(move || sort_cells(starts, cells, low_bits, entries, own_bounds));
            }
        });
        Some(Graph::from_parts(offsets, self.entries))
    }
}

/// Sorts the entries of each cell by target and strips the target off; `bounds` gets the ends of the
/// rows.
fn sort_cells(
    starts: &[u32],
    cells: Range<usize>,
    low_bits: u32,
    entries: &mut [u32],
    bounds: &mut [u32],
) {
    let base = starts[cells.start];
    let mask = (1u32 << low_bits) - 1;
    let mut waiting = Vec::new();
    for (cell, bounds) in cells.zip(bounds.chunks_mut(1 << low_bits)) {
        let (start, end) = (starts[cell], starts[cell + 1]);
        let entries = &mut entries[(start - base) as usize..(end - base) as usize];
        waiting.clear();
        waiting.extend_from_slice(entries);
        for entry in &waiting {
            bounds[(entry & mask) as usize] += 1;
        }
        // From counts to starts; placing then walks each start to the end of its row.
        let mut at = start;
        for bound in bounds.iter_mut() {
            at += std::mem::replace(bound, at);
        }
        for entry in &waiting {
            let bound = &mut bounds[(entry & mask) as usize];
            entries[(*bound - start) as usize] = entry >> low_bits;
            *bound += 1;
        }
    }
}

/// Rows of predecessors, divided by target among locks.
pub(crate) struct Buckets<'a> {
    buckets: Vec<Mutex<Bucket<'a>>>,
    low_bits: u32,
    group_bits: u32,
}

/// Neighbouring cells.
struct Bucket<'a> {
    /// Where among all entries this bucket's begin.
    base: u32,
    /// How far each cell is filled, and how far it may be.
    ends: &'a mut [u32],
    limits: &'a [u32],
    entries: &'a mut [u32],
}

impl Bucket<'_> {
    /// Appends waiting edges (source in the high, target in the low half) to their cells; false if
    /// one does not fit, because the stream was not the one that was counted.
    fn place(&mut self, waiting: &[u64], first_cell: u32, low_bits: u32) -> bool {
        let mask = (1u32 << low_bits) - 1;
        let cell_of = |edge: u64| ((edge as u32 >> low_bits) - first_cell) as usize;
        let mut all_fit = true;
        for (at, &edge) in waiting.iter().enumerate() {
            if let Some(&ahead) = waiting.get(at + AHEAD) {
                let end = self.ends[cell_of(ahead)];
                memory::prefetch(self.entries, (end - self.base) as usize);
            }
            let cell = cell_of(edge);
            let end = self.ends[cell];
            if end == self.limits[cell] {
                all_fit = false;
                continue;
            }
            let entry = ((edge >> 32) as u32) << low_bits | (edge as u32 & mask);
            self.entries[(end - self.base) as usize] = entry;
            self.ends[cell] = end + 1;
        }
        all_fit
    }
}

/// One thread's edges that wait to be placed.
pub(crate) struct Sorter<'a, 'b> {
    buckets: &'a Buckets<'b>,
    bucket_bits: u32,
    waiting: Vec<u64>,
    counts: Vec<u32>,
    all_fit: bool,
}

impl<'a, 'b> Sorter<'a, 'b> {
    /// A sorter with nothing waiting.
    pub(crate) fn new(buckets: &'a Buckets<'b>) -> Sorter<'a, 'b> {
        let count = buckets.buckets.len();
        let waiting = vec![0; count * BUCKET_EDGES];
        memory::advise_huge_pages(&waiting);
        Sorter {
            buckets,
            bucket_bits: buckets.low_bits + buckets.group_bits,
            waiting,
            counts: vec![0; count],
            all_fit: true,
        }
    }

    /// Takes the edge from `source` to `target`, which must be a vertex.
    #[inline(always)]
    pub(crate) fn push(&mut self, source: u32, target: u32) {
        let bucket = (u64::from(target) >> self.bucket_bits) as usize;
        let count = &mut self.counts[bucket];
        self.waiting[bucket * BUCKET_EDGES + *count as usize] =
            u64::from(source) << 32 | u64::from(target);
        *count += 1;
        if *count as usize == BUCKET_EDGES {
            self.empty(bucket);
        }
    }

    /// Places all that waits; false if the edges were not those that were counted.
    pub(crate) fn finish(mut self) -> bool {
        (0..self.counts.len()).for_each(|bucket| self.empty(bucket));
        self.all_fit
    }

    #[inline(never)]
    fn empty(&mut self, bucket: usize) {
        let count = std::mem::take(&mut self.counts[bucket]) as usize;
        let start = bucket * BUCKET_EDGES;
        let mut rows = self.buckets.buckets[bucket]
            .lock()
            .expect("no thread panics while it holds a bucket");
        let first_cell = (bucket << self.buckets.group_bits) as u32;
        let waiting = &self.waiting[start..start + count];
        self.all_fit &= rows.place(waiting, first_cell, self.buckets.low_bits);
    }
}

/// Rows of predecessors and numbers of moves from a list of edges, by `threads` threads.
///
/// # Panics
///
/// If an edge leaves the range of vertices.
pub fn predecessors(vertices: u32, edges: &[(u32, u32)], threads: usize) -> (Graph, Counters) {
    let part_length = edges.len().div_ceil(threads.max(1)).max(1);
    let parts: Vec<&[(u32, u32)]> = edges.chunks(part_length).collect();
    let count = |part: &[(u32, u32)]| {
        let mut tally = Tally::new(vertices as usize, low_bits(vertices));
        part.iter().for_each(|&(from, to)| tally.count(from, to));
        tally
    };
    let tally = std::thread::scope(|scope| {
        let workers: Vec<_> = parts
            .iter()
            .map(|part| scope.spawn(|| count(part)))
            .collect();
        let mut all = Tally::new(vertices as usize, low_bits(vertices));
        for worker in workers {
            all.merge(worker.join().expect("edges stay in the graph"));
        }
        all
    });
    let (cells, degrees) = tally.finish();
    let mut rows = cells.rows(0..vertices);
    let buckets = rows.buckets();
    std::thread::scope(|scope| {
        for part in parts {
            scope.spawn(|| {
                let mut sorter = Sorter::new(&buckets);
                part.iter().for_each(|&(from, to)| sorter.push(from, to));
                assert!(sorter.finish(), "the list does not change");
            });
        }
    });
    drop(buckets);
    let graph = rows.finish(threads).expect("the list does not change");
    (graph, degrees)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rows_are_those_of_the_reversed_graph() {
        let mut state = 1u64;
        let mut next = |bound: u32| {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1);
            ((state >> 33) % u64::from(bound)) as u32
        };
        let sizes = [
            (1, 0),
            (1, 5),
            (5, 3),
            (3000, 40_000),
            (70_000, 200_000),
            (5_000_000, 9),
            (20_000_000, 9),
        ];
        for (vertices, count) in sizes {
            let mut edge = || (next(vertices), next(vertices));
            let edges: Vec<(u32, u32)> = (0..count).map(|_| edge()).collect();
            let graph = Graph::from_edge_list(vertices, &edges);
            let truth = graph.reversed();
            for threads in [1, 3] {
                let (found, degrees) = predecessors(vertices, &edges, threads);
                assert!(found.offsets() == truth.offsets());
                for v in (0..vertices).filter(|&v| truth.out_degree(v) > 0 || v < 10) {
                    let mut row = found.successors(v).to_vec();
                    row.sort_unstable();
                    assert_eq!(row, truth.successors(v));
                }
                for v in (0..vertices).filter(|&v| graph.out_degree(v) > 0 || v < 10) {
                    assert_eq!(degrees.get(v), u64::from(graph.out_degree(v)));
                }
            }
        }
    }

    #[test]
    fn edges_that_were_not_counted_are_noticed() {
        let mut tally = Tally::new(100_000, low_bits(100_000));
        tally.count(0, 7);
        tally.count(0, 70_000);
        let mut rows = tally.finish().0.rows(0..100_000);
        let buckets = rows.buckets();
        let mut sorter = Sorter::new(&buckets);
        sorter.push(0, 8);
        sorter.push(0, 9);
        assert!(!sorter.finish());
        drop(buckets);
        assert!(rows.finish(1).is_none());
    }
}
