//! What an engine on many machines needs: rows, counters and levels of one part of the vertices.
//!
//! A *shard* owns some vertices, which it numbers from 0 on (*local* numbers). It keeps the rows of the
//! predecessors of its own vertices, named by whatever 32-bit numbers the engine gives them, and a
//! counter for each of its own vertices. A level then is: each shard lists whom its newly decided
//! vertices concern ([`Shard::expand`]), the engine carries these notices to the shards that own them,
//! and each shard applies what it gets ([`Shard::apply`]). The solver on one machine does both at once
//! for the same counters; see `spread.rs`.

use std::sync::mpsc::{self, SyncSender};
use std::thread::{self, JoinHandle};

use grundy_core::{LimitReached, Limits, Outcome, Play};
use grundy_kernels::memory;

use crate::budget::Budget;
use crate::build::{Cells, Sorter, low_bits, waiting_bytes};
use crate::counters::Counters;
use crate::retrograde::Players;
use crate::spread::tell;
use crate::{Graph, MOST_VERTICES};

/// How far ahead in a list counters and rows are asked for.
const AHEAD: usize = 16;
/// Lists of edges that wait for the thread that sorts them.
const EDGES_WAITING: usize = 4;

/// Rows that are built in a thread of their own from edges that come bit by bit, without holding the edges.
#[derive(Debug)]
pub struct RowsBuilder {
    edges: SyncSender<Vec<(u32, u32)>>,
    thread: JoinHandle<Result<Option<Graph>, LimitReached>>,
}

impl RowsBuilder {
    /// The most bits of a target that may be cut off for the cells that are counted, with sources below `sources`.
    pub fn cell_bits(sources: u32) -> u32 {
        low_bits(sources)
    }

    /// A builder of rows of `targets` vertices; `counts` says how many edges go to each cell of
    /// `2^cell_bits` targets, and are below 2^32 together.
    pub fn start(targets: u32, cell_bits: u32, counts: &[u32], limits: Limits) -> RowsBuilder {
        let cells = Cells::from_counts(targets, cell_bits, counts);
        let (edges, receiver) = mpsc::sync_channel::<Vec<(u32, u32)>>(EDGES_WAITING);
        let thread = thread::spawn(move || {
            let mut rows = cells.rows(0..targets);
            let buckets = rows.buckets(1);
            let mut sorter = Sorter::new(&buckets);
            for some in receiver {
                sorter.push_all(&some);
            }
            sorter.finish();
            drop(buckets);
            rows.finish(1, &limits)
        });
        RowsBuilder { edges, thread }
    }

    /// Adds edges (source, target).
    pub fn push(&self, edges: Vec<(u32, u32)>) {
        // If the thread is gone, `finish` says why.
        let _ = self.edges.send(edges);
    }

    /// The rows, once every edge is there; nothing if they are not those that were counted.
    ///
    /// # Errors
    ///
    /// [`LimitReached`] by memory, time or on request.
    pub fn finish(self) -> Result<Option<Predecessors>, LimitReached> {
        drop(self.edges);
        let built = self.thread.join();
        let rows = built.unwrap_or_else(|panic| std::panic::resume_unwind(panic))?;
        Ok(rows.map(Predecessors::from_rows))
    }
}

/// The predecessors of some vertices, in compressed sparse rows.
#[derive(Clone, Debug)]
pub struct Predecessors {
    rows: Graph,
}

impl Predecessors {
    /// The rows of `targets` vertices (local numbers from 0 on) from edges (source, target), whose
    /// sources are below `sources`; built by the tuned builder. `limits` also count the list.
    ///
    /// # Errors
    ///
    /// [`LimitReached`] by memory, time or on request.
    ///
    /// # Panics
    ///
    /// If an edge leaves the ranges, or there are 2^31 targets or 2^32 edges.
    pub fn build(
        targets: u32,
        sources: u32,
        edges: &[(u32, u32)],
        limits: &Limits,
    ) -> Result<Predecessors, LimitReached> {
        assert!(targets <= MOST_VERTICES, "too many vertices");
        assert!(edges.len() <= u32::MAX as usize, "too many edges");
        let bits = low_bits(sources);
        let cells = (targets as usize).div_ceil(1 << bits);
        let count = edges.len() as u64;
        let rows_bytes = 4 * (count + u64::from(targets)) + 16 * cells as u64;
        let used = 8 * count + rows_bytes + waiting_bytes(targets);
        let mut budget = Budget::new(limits, used)?;
        let mut counts = vec![0u32; cells];
        for &(source, target) in edges {
            assert!(
                source < sources && target < targets,
                "an edge leaves the shard"
            );
            counts[(target >> bits) as usize] += 1;
            budget.work(1)?;
        }
        let mut rows = Cells::from_counts(targets, bits, &counts).rows(0..targets);
        let buckets = rows.buckets(1);
        let mut sorter = Sorter::new(&buckets);
        for some in edges.chunks(1 << 16) {
            sorter.push_all(some);
            limits.check_time()?;
        }
        sorter.finish();
        drop(buckets);
        let rows = rows.finish(1, limits)?.expect("the list does not change");
        Ok(Predecessors { rows })
    }

    /// The predecessors of the vertex with local number `v`.
    pub fn of(&self, v: u32) -> &[u32] {
        self.rows.successors(v)
    }

    /// The number of vertices.
    pub fn vertices(&self) -> u32 {
        self.rows.vertices()
    }

    /// The number of edges.
    pub fn edge_count(&self) -> u64 {
        self.rows.edge_count()
    }

    /// The bytes that the rows take.
    pub fn memory_bytes(&self) -> u64 {
        self.rows.memory_bytes()
    }

    /// The rows, one after the other, and where each begins; the last number is the end.
    pub fn parts(&self) -> (&[u32], &[u32]) {
        (self.rows.offsets(), self.rows.targets())
    }

    /// Rows from their bounds and their entries; nothing if these do not fit together.
    pub fn from_parts(offsets: Vec<u32>, sources: Vec<u32>) -> Option<Predecessors> {
        let is_sound = offsets.first() == Some(&0)
            && offsets.is_sorted()
            && offsets.len() <= MOST_VERTICES as usize + 1
            && offsets.last().map(|&end| end as usize) == Some(sources.len());
        is_sound.then(|| Predecessors::from_rows(Graph::from_parts(offsets, sources)))
    }

    /// Gives each predecessor another number.
    pub fn rename(&mut self, name: impl Fn(u32) -> u32) {
        self.rows.rename_targets(name);
    }

    pub(crate) fn from_rows(rows: Graph) -> Predecessors {
        Predecessors { rows }
    }
}

/// One shard in the course of the analysis.
#[derive(Debug)]
pub struct Shard<P> {
    /// The predecessors of its vertices.
    pub predecessors: Predecessors,
    /// For each of its vertices the moves that are not yet known to be bad; 0 once it is decided.
    pub counters: Counters,
    /// Who moves at each of its vertices, by local numbers.
    pub players: P,
}

impl<P: Players> Shard<P> {
    /// The vertices where the game is over, by kind: those without moves and the `decided` ones, whose
    /// counters this sets to 0. A decided draw is settled and in neither list.
    pub fn first_level(&self, play: Play, decided: &[(u32, Outcome)]) -> [Vec<u32>; 2] {
        let mut level = [Vec::new(), Vec::new()];
        let is_win = play.without_moves() == Outcome::Win;
        for v in (0..self.counters.len() as u32).filter(|&v| self.counters.is_settled(v)) {
            if decided.binary_search_by_key(&v, |&(at, _)| at).is_err() {
                level[self.players.kind(v, is_win)].push(v);
            }
        }
        for &(v, outcome) in decided {
            self.counters.settle::<false>(v);
            if outcome != Outcome::Draw {
                level[self.players.kind(v, outcome == Outcome::Win)].push(v);
            }
        }
        level
    }

    /// Appends the predecessors of newly decided vertices to `notices`, in order; they are for the
    /// shards that own them. Give some vertices at a time to keep the list short.
    pub fn expand(&self, decided: &[u32], notices: &mut Vec<u32>) {
        let (offsets, sources) = (
            self.predecessors.rows.offsets(),
            self.predecessors.rows.targets(),
        );
        for (at, &v) in decided.iter().enumerate() {
            if let Some(&soon) = decided.get(at + 2 * AHEAD) {
                memory::prefetch(offsets, soon as usize);
            }
            if let Some(&soon) = decided.get(at + AHEAD) {
                memory::prefetch(sources, offsets[soon as usize] as usize);
            }
            notices.extend_from_slice(self.predecessors.of(v));
        }
    }

    /// Applies notices (local numbers) that each say "one of your moves leads to a vertex of this
    /// kind"; appends the vertices that this decides, whose kind is [`Players::next`] of `kind`.
    pub fn apply(&self, kind: usize, notices: &[u32], decided: &mut Vec<u32>) {
        for (at, &v) in notices.iter().enumerate() {
            if let Some(&soon) = notices.get(at + AHEAD) {
                self.counters.prefetch(soon);
                self.players.prefetch(soon);
            }
            if tell::<P, false>(&self.counters, &self.players, kind, v) {
                decided.push(v);
            }
        }
    }
}
