//! The hot loop of retrograde analysis: settled vertices tell their predecessors.
//!
//! Every access is to a random place: the bounds of a row, the row, and a counter for each of its
//! entries. Each is asked for some vertices ahead in the queue, so that the memory is never waited
//! for. A level with many vertices is divided among threads.

use std::ops::Range;
use std::sync::atomic::{AtomicU32, AtomicUsize, Ordering::Relaxed};

use grundy_core::{LimitReached, Limits};
use grundy_kernels::memory;

use crate::Graph;
use crate::counters::Counters;
use crate::retrograde::Players;

/// How far ahead in the queue row bounds, rows and counters are asked for (vertices).
const OFFSETS_AHEAD: usize = 32;
const ROWS_AHEAD: usize = 16;
const COUNTERS_AHEAD: usize = 6;
/// Entries in a cache line.
const LINE: usize = 16;
/// Vertices, and edges into them, between two looks at the clock at most.
pub(crate) const VERTICES_PER_CHECK: usize = 1 << 16;
const EDGES_PER_CHECK: usize = 1 << 22;
/// Vertices that a thread takes at a time, and the least number worth a second thread.
const SHARE: usize = 1 << 12;
const WORTH_THREADS: usize = 1 << 15;

/// A queue with room for every vertex once.
pub(crate) struct Queue {
    slots: Vec<AtomicU32>,
    length: AtomicUsize,
}

impl Queue {
    /// An empty queue. Slots beyond its end hold vertex 0, which is harmless to look at.
    pub(crate) fn with_room(vertices: usize) -> Queue {
        // The loop below looks at slots beyond the end, and writes one there before it knows
        // whether the vertex is new.
        let room = vertices + OFFSETS_AHEAD + 1;
        let mut slots = Vec::with_capacity(room);
        memory::advise_huge_pages_of(&slots);
        slots.resize_with(room, AtomicU32::default);
        Queue {
            slots,
            length: AtomicUsize::new(0),
        }
    }

    pub(crate) fn len(&self) -> usize {
        self.length.load(Relaxed)
    }

    #[inline(always)]
    pub(crate) fn get(&self, at: usize) -> u32 {
        self.slots[at].load(Relaxed)
    }

    pub(crate) fn push(&mut self, v: u32) {
        let length = self.length.get_mut();
        *self.slots[*length].get_mut() = v;
        *length += 1;
    }

    /// Appends vertices that a thread found.
    fn append(&self, found: &[u32]) {
        let start = self.length.fetch_add(found.len(), Relaxed);
        let slots = &self.slots[start..start + found.len()];
        for (slot, &v) in slots.iter().zip(found) {
            slot.store(v, Relaxed);
        }
    }
}

/// Tells the predecessors of a part of the queue, all of one kind; new vertices join its end.
pub(crate) fn spread<P: Players>(
    predecessors: &Graph,
    counters: &Counters,
    players: &P,
    kind: usize,
    part: Range<usize>,
    queue: &mut Queue,
    limits: &Limits,
) -> Result<(), LimitReached> {
    let work = Work {
        predecessors,
        counters,
        players,
        kind,
    };
    if part.len() < WORTH_THREADS || limits.threads < 2 {
        let mut start = part.start;
        while start < part.end {
            let stop = part.end.min(start + VERTICES_PER_CHECK);
            start = work.alone(start..stop, queue, limits)?;
            if start < part.end {
                limits.check_time()?;
            }
        }
        return Ok(());
    }
    let next = AtomicUsize::new(part.start);
    let queue = &*queue;
    std::thread::scope(|scope| {
        for _ in 0..limits.threads {
            scope.spawn(|| work.shared(&next, part.end, queue, limits));
        }
    });
    limits.check_time()
}

/// Tells `u` that one of its moves leads to a vertex of this kind; true if that settles it.
#[inline(always)]
pub(crate) fn tell<P: Players, const SHARED: bool>(
    counters: &Counters,
    players: &P,
    kind: usize,
    u: u32,
) -> bool {
    if players.settles_at_once(u, kind) {
        counters.settle::<SHARED>(u)
    } else {
        counters.decrement::<SHARED>(u)
    }
}

/// What the loop works on.
struct Work<'a, P> {
    predecessors: &'a Graph,
    counters: &'a Counters,
    players: &'a P,
    kind: usize,
}

impl<P: Players> Work<'_, P> {
    /// The only thread: plain loads and stores. Stops early when it has seen many edges; the place
    /// where it stopped.
    fn alone(
        &self,
        part: Range<usize>,
        queue: &mut Queue,
        limits: &Limits,
    ) -> Result<usize, LimitReached> {
        let mut tail = queue.len();
        let (mut stop, mut edges) = (part.end, 0);
        for at in part {
            self.look_ahead(at, queue);
            let row = self.predecessors.successors(queue.get(at));
            edges += row.len();
            if edges > EDGES_PER_CHECK {
                // A vertex with very many predecessors is told in parts.
                for some in row.chunks(EDGES_PER_CHECK) {
                    limits.check_time()?;
                    tail = self.tell_all(some, queue, tail);
                }
                stop = at + 1;
                break;
            }
            tail = self.tell_all(row, queue, tail);
        }
        *queue.length.get_mut() = tail;
        Ok(stop)
    }

    /// Tells all of `row`; those that this settles are written to the queue from `tail` on.
    #[inline(always)]
    fn tell_all(&self, row: &[u32], queue: &Queue, mut tail: usize) -> usize {
        for &u in row {
            // Written before it is known to be new, so that there is no unpredictable branch.
            queue.slots[tail].store(u, Relaxed);
            tail += usize::from(self.tell::<false>(u));
        }
        tail
    }

    /// One of several threads: exchanges on the counters, a buffer of its own for what is new.
    fn shared(&self, next: &AtomicUsize, end: usize, queue: &Queue, limits: &Limits) {
        let mut found = Vec::with_capacity(2 * SHARE);
        loop {
            let start = next.fetch_add(SHARE, Relaxed);
            // The caller looks again and reports what ended the work.
            if start >= end || limits.check_time().is_err() {
                break;
            }
            for at in start..end.min(start + SHARE) {
                self.look_ahead(at, queue);
                for &u in self.predecessors.successors(queue.get(at)) {
                    if self.tell::<true>(u) {
                        found.push(u);
                    }
                }
            }
            if found.len() >= SHARE {
                queue.append(&found);
                found.clear();
            }
        }
        queue.append(&found);
    }

    #[inline(always)]
    fn tell<const SHARED: bool>(&self, u: u32) -> bool {
        tell::<P, SHARED>(self.counters, self.players, self.kind, u)
    }

    #[inline(always)]
    fn look_ahead(&self, at: usize, queue: &Queue) {
        let (offsets, sources) = (self.predecessors.offsets(), self.predecessors.targets());
        memory::prefetch(offsets, queue.get(at + OFFSETS_AHEAD) as usize);
        let row = queue.get(at + ROWS_AHEAD) as usize;
        let start = offsets[row] as usize;
        memory::prefetch(sources, start);
        memory::prefetch(sources, start + LINE);
        for &u in self.predecessors.successors(queue.get(at + COUNTERS_AHEAD)) {
            self.counters.prefetch(u);
            self.players.prefetch(u);
        }
    }
}
