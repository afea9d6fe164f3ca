//! Rows of predecessors from a stream of edges, without holding the edges.
//!
//! The stream is walked twice: once to count, once to place. Placing each edge where it belongs
//! would touch memory at random, a cache line and a page for each. So each thread first sorts
//! edges by target into some hundred to two thousand *buckets* of consecutive vertices, small
//! enough that a bucket's part of the rows is local, and empties a bucket when it is full.

use std::sync::Mutex;

use grundy_kernels::memory;

use crate::Graph;
use crate::counters::Counters;

/// Edges that wait in a bucket of one thread.
const BUCKET_EDGES: usize = 512;
/// The most buckets; more would not fit the cache that sorts them.
const MOST_BUCKETS: usize = 2048;
/// Vertices in a bucket at least.
const LEAST_VERTICES_LOG: u32 = 10;
/// How far ahead of placing an edge its slot is asked for.
const AHEAD: usize = 12;

/// Rows of predecessors that are being filled.
pub(crate) struct Rows {
    offsets: Vec<u32>,
    sources: Vec<u32>,
}

impl Rows {
    /// Empty rows with room for `in_degrees`; their sum must be below 2^32.
    pub(crate) fn with_room(in_degrees: &Counters) -> Rows {
        let vertices = in_degrees.len();
        let mut offsets = Vec::with_capacity(vertices + 1);
        memory::advise_huge_pages_of(&offsets);
        // Slot v + 1 walks from the start of row v to its end, which is the start of row v + 1.
        offsets.push(0);
        let mut end: u32 = 0;
        for v in 0..vertices as u32 {
            offsets.push(end);
            end += in_degrees.get(v) as u32;
        }
        let sources = vec![0; end as usize];
        memory::advise_huge_pages(&sources);
        Rows { offsets, sources }
    }

    /// The buckets to fill the rows through.
    pub(crate) fn buckets(&mut self) -> Buckets<'_> {
        let vertices = self.offsets.len() - 1;
        let per_bucket = vertices.div_ceil(MOST_BUCKETS).next_power_of_two();
        let shift = per_bucket.trailing_zeros().max(LEAST_VERTICES_LOG);
        let mut rest = &mut self.sources[..];
        let mut base = 0;
        // Until edges come, slot v + 1 is the start of row v: the next bucket's first slot is where
        // this one ends.
        let starts: Vec<u32> = self.offsets[1..]
            .iter()
            .step_by(1 << shift)
            .copied()
            .collect();
        let mut buckets = Vec::with_capacity(starts.len());
        for (index, cursors) in self.offsets[1..].chunks_mut(1 << shift).enumerate() {
            let end = starts
                .get(index + 1)
                .map_or(base as usize + rest.len(), |&s| s as usize);
            let (sources, others) = std::mem::take(&mut rest).split_at_mut(end - base as usize);
            rest = others;
            buckets.push(Mutex::new(Bucket {
                base,
                cursors,
                sources,
            }));
            base = end as u32;
        }
        Buckets { buckets, shift }
    }

    /// The rows, once every edge is in its place.
    pub(crate) fn finish(self) -> Graph {
        Graph::from_parts(self.offsets, self.sources)
    }
}

/// Rows of predecessors, divided by target among locks.
pub(crate) struct Buckets<'a> {
    buckets: Vec<Mutex<Bucket<'a>>>,
    shift: u32,
}

/// The rows of consecutive targets.
struct Bucket<'a> {
    /// Where in all sources this bucket's begin.
    base: u32,
    cursors: &'a mut [u32],
    sources: &'a mut [u32],
}

impl Bucket<'_> {
    /// Places waiting edges (source in the high, target in the low half); false if one does not
    /// fit, because the stream was not the one that was counted.
    fn place(&mut self, waiting: &[u64], first_target: u32) -> bool {
        let mut all_fit = true;
        for (at, &edge) in waiting.iter().enumerate() {
            if let Some(&ahead) = waiting.get(at + AHEAD) {
                let cursor = self.cursors[(ahead as u32 - first_target) as usize];
                memory::prefetch(self.sources, cursor.wrapping_sub(self.base) as usize);
            }
            let cursor = &mut self.cursors[(edge as u32 - first_target) as usize];
            match self
                .sources
                .get_mut(cursor.wrapping_sub(self.base) as usize)
            {
                Some(slot) => *slot = (edge >> 32) as u32,
                None => all_fit = false,
            }
            *cursor = cursor.wrapping_add(1);
        }
        all_fit
    }
}

/// One thread's edges that wait to be placed.
pub(crate) struct Sorter<'a, 'b> {
    buckets: &'a Buckets<'b>,
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
            waiting,
            counts: vec![0; count],
            all_fit: true,
        }
    }

    /// Takes the edge from `source` to `target`, which must be a vertex.
    #[inline(always)]
    pub(crate) fn push(&mut self, source: u32, target: u32) {
        let bucket = (target >> self.buckets.shift) as usize;
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
        let first_target = (bucket as u32) << self.buckets.shift;
        self.all_fit &= rows.place(&self.waiting[start..start + count], first_target);
    }
}

/// Rows of predecessors and numbers of moves from a list of edges, by `threads` threads.
///
/// # Panics
///
/// If an edge leaves the range of vertices.
pub fn predecessors(vertices: u32, edges: &[(u32, u32)], threads: usize) -> (Graph, Counters) {
    let parts: Vec<&[(u32, u32)]> = edges
        .chunks(edges.len().div_ceil(threads.max(1)).max(1))
        .collect();
    let count = |part: &[(u32, u32)]| {
        let mut counted = [(); 2].map(|()| Counters::zero(vertices as usize));
        for &(from, to) in part {
            counted[0].increment(to);
            counted[1].increment(from);
        }
        counted
    };
    let [in_degrees, out_degrees] = std::thread::scope(|scope| {
        let workers: Vec<_> = parts
            .iter()
            .map(|part| scope.spawn(|| count(part)))
            .collect();
        let mut all = workers
            .into_iter()
            .map(|worker| worker.join().expect("edges stay in the graph"));
        let zero = || [(); 2].map(|()| Counters::zero(vertices as usize));
        let [mut into, mut out] = all.next().unwrap_or_else(zero);
        for [more_into, more_out] in all {
            into.merge(&more_into);
            out.merge(&more_out);
        }
        [into, out]
    });
    let mut rows = Rows::with_room(&in_degrees);
    drop(in_degrees);
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
    (rows.finish(), out_degrees)
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
        for (vertices, count) in [
            (1, 0),
            (1, 5),
            (5, 3),
            (3000, 40_000),
            (70_000, 200_000),
            (5_000_000, 9),
        ] {
            let mut edge = || (next(vertices), next(vertices.min(4096)));
            let edges: Vec<(u32, u32)> = (0..count).map(|_| edge()).collect();
            let graph = Graph::from_edge_list(vertices, &edges);
            let truth = graph.reversed();
            for threads in [1, 2, 3] {
                let (found, degrees) = predecessors(vertices, &edges, threads);
                assert_eq!(found.offsets(), truth.offsets());
                for v in 0..vertices {
                    let mut row = found.successors(v).to_vec();
                    row.sort_unstable();
                    assert_eq!(row, truth.successors(v));
                    assert_eq!(degrees.get(v), u64::from(graph.out_degree(v)));
                }
            }
        }
    }

    #[test]
    fn edges_that_were_not_counted_are_noticed() {
        let mut degrees = Counters::zero(4);
        degrees.add(2, 1);
        let mut rows = Rows::with_room(&degrees);
        let buckets = rows.buckets();
        let mut sorter = Sorter::new(&buckets);
        sorter.push(0, 3);
        assert!(!sorter.finish());
    }
}
