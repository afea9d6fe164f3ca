//! Edges on their way to the cells: they wait in buckets until many go to the same cells together.

use std::sync::Mutex;

use grundy_kernels::memory;

use super::Rows;

/// The fewest and the most edges that wait in a bucket of one thread.
const FEWEST_WAITING: usize = PAGE_EDGES;
const MOST_WAITING: usize = 1 << 17;
/// Edges in a page of memory, and in a cache line.
const PAGE_EDGES: usize = 512;
const LINE_EDGES: usize = 8;
/// The most buckets: the ends of all of them are written to in turn, so they must fit the cache.
const MOST_BUCKETS: usize = 256;
/// Entries in a cache line; so far ahead of an entry of a cell the next line is asked for.
const LINE_ENTRIES: usize = 16;

/// How many edges may wait in all buckets of a thread, of `threads`, on their way to so many targets.
///
/// The more, the longer the runs in which they go to their cells. All that wait, eight bytes each,
/// take no more than the bounds of the rows will, which come when they are gone: so the peak stays.
pub(super) fn waiting_edges(targets: u32, threads: usize) -> usize {
    targets as usize / 2 / threads.max(1)
}

/// How many edges wait in each of so many buckets, if `waiting` may in all of them.
fn bucket_edges(waiting: usize, buckets: usize) -> usize {
    let edges = (waiting / buckets.max(1)).clamp(FEWEST_WAITING, MOST_WAITING);
    // Buckets fill at the same pace. At a distance of whole pages the ends of all of them would
    // fall into the same few sets of the cache; 17 lines more spread them.
    edges / PAGE_EDGES * PAGE_EDGES + 17 * LINE_EDGES
}

/// Rows of predecessors, divided by target among locks.
pub(crate) struct Buckets<'a> {
    buckets: Vec<Mutex<Bucket<'a>>>,
    low_bits: u32,
    group_bits: u32,
    /// How many edges wait in each bucket of each thread.
    waiting: usize,
}

impl<'a> Buckets<'a> {
    /// The cells of `rows` in buckets, for threads in each of which so many edges may wait.
    pub(super) fn new(rows: &'a mut Rows, waiting: usize) -> Buckets<'a> {
        let cells = rows.ends.len();
        let group = cells.div_ceil(MOST_BUCKETS).next_power_of_two();
        let mut rest = &mut rows.entries[..];
        let mut buckets = Vec::with_capacity(cells.div_ceil(group));
        for (index, ends) in rows.ends.chunks_mut(group).enumerate() {
            let base = rows.starts[index * group];
            let length = (rows.starts[index * group + ends.len()] - base) as usize;
            let (entries, others) = std::mem::take(&mut rest).split_at_mut(length);
            rest = others;
            buckets.push(Mutex::new(Bucket {
                base,
                ends,
                entries,
            }));
        }
        Buckets {
            waiting: bucket_edges(waiting, buckets.len()),
            buckets,
            low_bits: rows.low_bits,
            group_bits: group.trailing_zeros(),
        }
    }

    /// Places what waited in one bucket of a thread.
    #[inline(never)]
    fn place(&self, bucket: usize, waiting: &[u64]) {
        let first_cell = (bucket << self.group_bits) as u32;
        self.buckets[bucket]
            .lock()
            .expect("no thread panics while it holds a bucket")
            .place(waiting, first_cell, self.low_bits);
    }
}

/// Neighbouring cells.
struct Bucket<'a> {
    /// Where among all entries this bucket's begin.
    base: u32,
    /// How far each cell is filled.
    ends: &'a mut [u32],
    entries: &'a mut [u32],
}

impl Bucket<'_> {
    /// Appends waiting edges (source in the high, target in the low half) to their cells. If the
    /// stream is not the one that was counted, cells run over; their ends then tell.
    fn place(&mut self, waiting: &[u64], first_cell: u32, low_bits: u32) {
        let mask = (1u32 << low_bits) - 1;
        let (ends, entries) = (&mut *self.ends, &mut *self.entries);
        for &edge in waiting {
            let (source, target) = ((edge >> 32) as u32, edge as u32);
            let cell = ((target >> low_bits) - first_cell) as usize;
            // The end goes on before the entry is written: after it, it would be read again.
            let end = ends[cell];
            ends[cell] = end.wrapping_add(1);
            let at = end.wrapping_sub(self.base) as usize;
            memory::prefetch(entries, at + LINE_ENTRIES);
            if let Some(slot) = entries.get_mut(at) {
                *slot = source << low_bits | target & mask;
            }
        }
    }
}

/// One thread's edges that wait to be placed.
pub(crate) struct Sorter<'a, 'b> {
    buckets: &'a Buckets<'b>,
    bucket_bits: u32,
    waiting: Vec<u64>,
    /// For each bucket where its next edge waits, and where its room ends. Their number is known
    /// to the compiler, which has nothing to check then.
    tails: [Tail; MOST_BUCKETS],
}

#[derive(Clone, Copy)]
struct Tail {
    next: u32,
    end: u32,
}

impl<'a, 'b> Sorter<'a, 'b> {
    /// A sorter with nothing waiting.
    pub(crate) fn new(buckets: &'a Buckets<'b>) -> Sorter<'a, 'b> {
        let count = buckets.buckets.len();
        let waiting = vec![0; count * buckets.waiting];
        memory::advise_huge_pages(&waiting);
        Sorter {
            buckets,
            bucket_bits: buckets.low_bits + buckets.group_bits,
            waiting,
            tails: std::array::from_fn(|bucket| Tail {
                next: (bucket * buckets.waiting) as u32,
                end: ((bucket + 1) * buckets.waiting) as u32,
            }),
        }
    }

    /// Takes the edge from `source` to `target`, which must be a vertex.
    #[inline(always)]
    pub(crate) fn push(&mut self, source: u32, target: u32) {
        self.push_all(&[(source, target)]);
    }

    /// Takes edges, source and target, between vertices.
    #[inline(always)]
    pub(crate) fn push_all(&mut self, edges: &[(u32, u32)]) {
        let (buckets, most, bucket_bits) = (self.buckets, self.buckets.waiting, self.bucket_bits);
        let (waiting, tails) = (&mut self.waiting[..], &mut self.tails);
        for &(source, target) in edges {
            let bucket = (target >> bucket_bits) as usize % MOST_BUCKETS;
            let tail = &mut tails[bucket];
            let at = tail.next;
            tail.next += 1;
            memory::prefetch(waiting, at as usize + LINE_EDGES);
            waiting[at as usize] = u64::from(source) << 32 | u64::from(target);
            if at + 1 == tail.end {
                tail.next = tail.end - most as u32;
                buckets.place(bucket, &waiting[tail.next as usize..][..most]);
            }
        }
    }

    /// Places all that waits.
    pub(crate) fn finish(self) {
        let most = self.buckets.waiting;
        for (bucket, tail) in self.tails[..self.waiting.len() / most].iter().enumerate() {
            let waiting = &self.waiting[tail.end as usize - most..tail.next as usize];
            self.buckets.place(bucket, waiting);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_waits_takes_no_more_than_the_bounds_of_the_rows() {
        for targets in [1 << 20, 10_000_000, 123_456_789, u32::MAX >> 1] {
            for (threads, buckets) in [(1, 129), (1, 153), (2, 256), (4, 200)] {
                let each = bucket_edges(waiting_edges(targets, threads), buckets);
                let bytes = 8 * each * buckets * threads;
                let fewest = 8 * (PAGE_EDGES + 17 * LINE_EDGES) * buckets * threads;
                assert!(
                    bytes <= 4 * targets as usize + fewest,
                    "{targets} {threads}"
                );
                assert_eq!(each / LINE_EDGES % 2, 1, "an odd number of lines");
            }
        }
    }
}
