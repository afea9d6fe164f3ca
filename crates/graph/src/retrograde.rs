//! Retrograde analysis: from the vertices where the game is over backwards, in linear time.
//!
//! One queue holds every settled vertex in order of its distance, so that a level of the queue is
//! a remoteness and no distances are stored. Each level has two kinds of vertices: lost and won
//! ones when both players move alike, won by the one or the other player when vertices have
//! owners. A settled vertex either settles a predecessor at once or takes one off its count of
//! moves that are not yet known to be bad. What is never reached is a draw.

use std::ops::Range;

use grundy_core::{LimitReached, Limits, Outcome, Play};

use crate::counters::Counters;
use crate::spread::{Queue, VERTICES_PER_CHECK, spread};
use crate::{Graph, Solution};

/// Bytes that a decided vertex takes in the set of them.
pub(crate) const DECIDED_BYTES: u64 = 16;
/// How far ahead in the queue the states of vertices are asked for.
const STATES_AHEAD: usize = 16;

/// Solves the game of a token on `graph`; `decided` vertices are over, whatever moves they have.
///
/// # Examples
///
/// ```
/// # use grundy_graph::{Graph, solve};
/// # use grundy_core::{Limits, Outcome, Play};
/// let graph = Graph::from_edges(4, [(0, 1), (2, 0), (2, 3), (3, 2)].into_iter());
/// let solution = solve(&graph, Play::Normal, &[], &Limits::default()).unwrap();
/// assert_eq!((solution.outcome(0), solution.remoteness(0)), (Outcome::Win, Some(1)));
/// assert_eq!((solution.outcome(2), solution.remoteness(2)), (Outcome::Draw, None));
/// ```
///
/// # Errors
///
/// [`LimitReached`] by memory, time or on request.
///
/// # Panics
///
/// If a decided vertex is not in the graph.
pub fn solve(
    graph: &Graph,
    play: Play,
    decided: &[(u32, Outcome)],
    limits: &Limits,
) -> Result<Solution, LimitReached> {
    solve_by(graph, Alike, play, decided, limits)
}

/// As [`solve`] where `owners[v]` (0 or 1) moves at `v`; outcomes are for the owner of the vertex.
///
/// # Errors
///
/// As [`solve`].
///
/// # Panics
///
/// If there is not one owner for each vertex, or a decided vertex is not in the graph.
pub fn solve_owned(
    graph: &Graph,
    owners: &[u8],
    play: Play,
    decided: &[(u32, Outcome)],
    limits: &Limits,
) -> Result<Solution, LimitReached> {
    assert_eq!(owners.len(), graph.vertices() as usize, "an owner each");
    solve_by(graph, Owned(owners), play, decided, limits)
}

fn solve_by<P: Players>(
    graph: &Graph,
    players: P,
    play: Play,
    decided: &[(u32, Outcome)],
    limits: &Limits,
) -> Result<Solution, LimitReached> {
    // The graph, its predecessors, and for each vertex a counter, a slot of the queue, and one of
    // the list of the second kind or a state of the solution.
    let vertices = u64::from(graph.vertices());
    let others = vertices * 9 + decided.len() as u64 * DECIDED_BYTES;
    limits.check_bytes(2 * graph.memory_bytes() + others)?;
    let degrees = graph
        .offsets()
        .windows(2)
        .map(|row| u64::from(row[1] - row[0]));
    let counters = Counters::from_degrees(degrees);
    let predecessors = graph.reversed_within(limits)?;
    let settled = settle(&predecessors, counters, &players, play, decided, limits)?;
    drop(predecessors);
    Ok(settled.into_solution(&players))
}

/// Who moves where, and so what a settled vertex means for its predecessors.
///
/// Vertices are settled as one of two kinds; see the implementations.
pub trait Players: Sync {
    /// The kind of a vertex with this outcome for the player to move.
    fn kind(&self, v: u32, is_win: bool) -> usize;

    /// True if a vertex of this kind is won by who moves there.
    fn is_win(&self, v: u32, kind: usize) -> bool;

    /// True if a move from `predecessor` to a vertex of this kind wins.
    fn settles_at_once(&self, predecessor: u32, kind: usize) -> bool;

    /// The kind of the vertices that a vertex of this kind settles.
    fn next(&self, kind: usize) -> usize;

    /// The kind that comes first in a level.
    fn first(&self, level: usize) -> usize;

    /// Asks for what is known about who moves at `v` to be brought near.
    fn prefetch(&self, v: u32);
}

/// Both players have the same moves; kind 0 is lost, kind 1 won for the player to move.
#[derive(Clone, Copy, Debug)]
pub struct Alike;

impl Players for Alike {
    fn kind(&self, _v: u32, is_win: bool) -> usize {
        usize::from(is_win)
    }
    fn is_win(&self, _v: u32, kind: usize) -> bool {
        kind == 1
    }
    #[inline(always)]
    fn settles_at_once(&self, _predecessor: u32, kind: usize) -> bool {
        kind == 0
    }
    fn next(&self, kind: usize) -> usize {
        1 - kind
    }
    fn first(&self, level: usize) -> usize {
        level & 1
    }
    #[inline(always)]
    fn prefetch(&self, _v: u32) {}
}

/// Each vertex has an owner, who moves there; the kind is the winner.
#[derive(Clone, Copy, Debug)]
pub struct Owned<'a>(pub &'a [u8]);

impl Players for Owned<'_> {
    fn kind(&self, v: u32, is_win: bool) -> usize {
        usize::from(self.0[v as usize] ^ u8::from(!is_win))
    }
    fn is_win(&self, v: u32, kind: usize) -> bool {
        usize::from(self.0[v as usize]) == kind
    }
    #[inline(always)]
    fn settles_at_once(&self, predecessor: u32, kind: usize) -> bool {
        usize::from(self.0[predecessor as usize]) == kind
    }
    fn next(&self, kind: usize) -> usize {
        kind
    }
    fn first(&self, _level: usize) -> usize {
        0
    }
    #[inline(always)]
    fn prefetch(&self, v: u32) {
        grundy_kernels::memory::prefetch(self.0, v as usize);
    }
}

/// All settled vertices in order of distance.
pub(crate) struct Settled {
    queue: Queue,
    /// Per level the ends of its two kinds in the queue.
    ends: Vec<[u32; 2]>,
    vertices: usize,
}

impl Settled {
    /// The settled vertices in the order in which they were found.
    pub(crate) fn order(&self) -> Vec<u32> {
        (0..self.queue.len()).map(|at| self.queue.get(at)).collect()
    }

    /// Spreads the levels over the vertices.
    pub(crate) fn into_solution<P: Players>(self, players: &P) -> Solution {
        let mut solution = Solution::all_draws(self.vertices);
        let mut start = 0;
        for (level, ends) in self.ends.iter().enumerate() {
            let first = players.first(level);
            for (kind, end) in [(first, ends[0]), (1 - first, ends[1])] {
                for at in start as usize..end as usize {
                    solution.prefetch(self.queue.get(at + STATES_AHEAD));
                    let v = self.queue.get(at);
                    solution.set(v, players.is_win(v, kind), level as u32);
                }
                start = end;
            }
        }
        solution
    }
}

/// Settles all that can be, with rows in memory; `counters` begin at the numbers of moves.
pub(crate) fn settle<P: Players>(
    predecessors: &Graph,
    counters: Counters,
    players: &P,
    play: Play,
    decided: &[(u32, Outcome)],
    limits: &Limits,
) -> Result<Settled, LimitReached> {
    let first = first_level(&counters, players, play, decided);
    settle_by(first, players, limits, |kind, part, queue| {
        spread(predecessors, &counters, players, kind, part, queue, limits)
    })
}

/// Settles level after level; `spread` tells the predecessors of a part of the queue, all of one
/// kind, and appends those that this settles.
pub(crate) fn settle_by<P: Players, E: From<LimitReached>>(
    mut settled: Settled,
    players: &P,
    limits: &Limits,
    mut spread: impl FnMut(usize, Range<usize>, &mut Queue) -> Result<(), E>,
) -> Result<Settled, E> {
    let mut start = 0usize;
    let mut unchecked = 0;
    loop {
        let level = settled.ends.len() - 1;
        let [middle, end] = settled.ends[level].map(|end| end as usize);
        if start == end {
            settled.ends.pop();
            return Ok(settled);
        }
        let first = players.first(level);
        let mut ends = [0; 2];
        // The first kind's offspring comes first in the next level.
        let parts = [(first, start..middle), (1 - first, middle..end)];
        for (half, (kind, part)) in parts.into_iter().enumerate() {
            unchecked += part.len();
            if unchecked >= VERTICES_PER_CHECK {
                unchecked = 0;
                limits.check_time()?;
            }
            spread(kind, part, &mut settled.queue)?;
            ends[half] = settled.queue.len() as u32;
        }
        settled.ends.push(ends);
        start = end;
    }
}

/// Settles what is over before the first move.
pub(crate) fn first_level<P: Players>(
    counters: &Counters,
    players: &P,
    play: Play,
    decided: &[(u32, Outcome)],
) -> Settled {
    let vertices = counters.len();
    let mut queue = Queue::with_room(vertices);
    // Of several results for a vertex the first counts.
    let mut first_result = rustc_hash::FxHashMap::default();
    for (index, &(v, _)) in decided.iter().enumerate() {
        counters.settle::<false>(v);
        first_result.entry(v).or_insert(index);
    }
    let results = || {
        let all = decided.iter().enumerate();
        let counts = all.filter(|(index, (v, _))| first_result[v] == *index);
        counts.map(|(_, &result)| result)
    };
    let without_moves = |&v: &u32| {
        counters.is_settled(v) && (first_result.is_empty() || !first_result.contains_key(&v))
    };
    let is_win = play.without_moves() == Outcome::Win;
    let first = players.first(0);
    let mut ends = [0; 2];
    let mut has_second = false;
    for (half, kind) in [first, 1 - first].into_iter().enumerate() {
        let mut push = |v: u32, is_win: bool| {
            if players.kind(v, is_win) == kind {
                queue.push(v);
            } else {
                has_second = true;
            }
        };
        let is_won = |outcome: Outcome| outcome == Outcome::Win;
        results()
            .filter(|&(_, outcome)| outcome != Outcome::Draw)
            .for_each(|(v, outcome)| push(v, is_won(outcome)));
        (0..vertices as u32)
            .filter(without_moves)
            .for_each(|v| push(v, is_win));
        ends[half] = queue.len() as u32;
        if !has_second {
            ends = [ends[0]; 2];
            break;
        }
    }
    Settled {
        queue,
        ends: vec![ends],
        vertices,
    }
}
