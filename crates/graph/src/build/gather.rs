//! Rows of predecessors from edges in memory, in whatever form they are.

use std::ops::Range;

use grundy_core::{LimitReached, Limits};

use super::buckets::{Buckets, Sorter, waiting_edges};
use super::{Tally, low_bits, solving_bytes, tally_bytes};
use crate::counters::Counters;
use crate::{Graph, MOST_VERTICES};

/// Edges that can be walked again and again, in parts, by several threads.
pub(crate) trait EdgeList: Sync {
    /// Why an edge is not one.
    type Fault: From<LimitReached> + Send;

    /// The number of edges.
    fn count(&self) -> usize;

    /// Gives the edges of a part to `take`, at most [`BATCH`] at a time, in order.
    fn batches(
        &self,
        part: Range<usize>,
        take: &mut dyn FnMut(&[(u32, u32)]) -> Result<(), LimitReached>,
    ) -> Result<(), Self::Fault>;
}

/// The most edges that an [`EdgeList`] gives at a time.
pub(crate) const BATCH: usize = 1 << 14;

impl EdgeList for [(u32, u32)] {
    type Fault = LimitReached;

    fn count(&self) -> usize {
        self.len()
    }

    fn batches(
        &self,
        part: Range<usize>,
        take: &mut dyn FnMut(&[(u32, u32)]) -> Result<(), LimitReached>,
    ) -> Result<(), LimitReached> {
        self[part].chunks(BATCH).try_for_each(take)
    }
}

/// Rows of predecessors and numbers of moves from a list of edges; `limits` also count the list.
///
/// # Errors
///
/// [`LimitReached`] by memory, time or on request.
///
/// # Panics
///
/// If an edge leaves the range of vertices, or there are 2^31 vertices or 2^32 edges.
pub fn predecessors(
    vertices: u32,
    edges: &[(u32, u32)],
    limits: &Limits,
) -> Result<(Graph, Counters), LimitReached> {
    assert!(vertices <= MOST_VERTICES, "too many vertices");
    assert!(edges.len() <= u32::MAX as usize, "too many edges");
    let list_bytes = 8 * edges.len() as u64;
    gather(vertices, edges, list_bytes, limits)
}

/// As [`predecessors`] from edges in any form, which take `list_bytes` in memory.
pub(crate) fn gather<L: EdgeList + ?Sized>(
    vertices: u32,
    edges: &L,
    list_bytes: u64,
    limits: &Limits,
) -> Result<(Graph, Counters), L::Fault> {
    let needed = solving_bytes(vertices, edges.count() as u64);
    // Each further thread counts for itself.
    let tallies = (limits.threads.max(1) as u64 - 1) * tally_bytes(vertices);
    limits.check_bytes(list_bytes.saturating_add(needed).saturating_add(tallies))?;
    let waiting = waiting_edges(vertices, limits.threads);
    gather_waiting(vertices, edges, waiting, limits)
}

/// As [`gather`], where so many edges may wait in the buckets of a thread.
pub(super) fn gather_waiting<L: EdgeList + ?Sized>(
    vertices: u32,
    edges: &L,
    waiting: usize,
    limits: &Limits,
) -> Result<(Graph, Counters), L::Fault> {
    let threads = limits.threads.max(1);
    let part_length = edges.count().div_ceil(threads).max(1);
    let parts: Vec<Range<usize>> = (0..edges.count())
        .step_by(part_length)
        .map(|start| start..edges.count().min(start + part_length))
        .collect();
    let tallies = in_threads(&parts, |part| {
        let mut tally = Tally::new(vertices as usize, low_bits(vertices));
        edges.batches(part, &mut |batch| {
            tally.count_all(batch);
            limits.check_time()
        })?;
        Ok::<Tally, L::Fault>(tally)
    });
    let mut all = Tally::new(
        if parts.is_empty() {
            vertices as usize
        } else {
            0
        },
        low_bits(vertices),
    );
    for tally in tallies {
        all.merge(tally?);
    }
    let (cells, degrees) = all.finish();
    let mut rows = cells.rows(0..vertices);
    let buckets = Buckets::new(&mut rows, waiting);
    let placed = in_threads(&parts, |part| {
        let mut sorter = Sorter::new(&buckets);
        edges.batches(part, &mut |batch| {
            sorter.push_all(batch);
            limits.check_time()
        })?;
        sorter.finish();
        Ok::<(), L::Fault>(())
    });
    placed.into_iter().collect::<Result<(), L::Fault>>()?;
    drop(buckets);
    let graph = rows
        .finish(threads, limits)?
        .expect("the list does not change");
    Ok((graph, degrees))
}

/// Runs `work` on each part, each in a thread of its own unless there is only one.
fn in_threads<R: Send>(parts: &[Range<usize>], work: impl Fn(Range<usize>) -> R + Sync) -> Vec<R> {
    if let [part] = parts {
        return vec![work(part.clone())];
    }
    std::thread::scope(|scope| {
        let start = |part: &Range<usize>| {
            let (part, work) = (part.clone(), &work);
            scope.spawn(move || work(part))
        };
        let workers: Vec<_> = parts.iter().map(start).collect();
        let join = |worker: std::thread::ScopedJoinHandle<'_, R>| {
            let result = worker.join();
            result.unwrap_or_else(|panic| std::panic::resume_unwind(panic))
        };
        workers.into_iter().map(join).collect()
    })
}
