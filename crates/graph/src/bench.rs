//! What solving costs, what it must cost at least, and what the plain program costs, in one run.
//!
//! The workload is a random graph a fifth of whose vertices have no moves: nearly all vertices are
//! decided and nearly all edges touched, which is not so for a uniform random graph (almost all
//! draws). The *bound* makes the same accesses to memory as solving, in the same order, which it is
//! told beforehand, and nothing else.

use std::collections::VecDeque;
use std::time::Duration;

use grundy_core::{LimitReached, Limits, Outcome, Play};
use grundy_kernels::memory;
pub use grundy_kernels::{Timing, timed};

use crate::build::predecessors;
use crate::counters::Counters;
use crate::retrograde::{Alike, settle};
use crate::{Graph, Solution};

/// How often the rows are built: the first time the system may have to find memory, which can take
/// longer than everything else.
pub const BUILDS: usize = 5;

/// A random graph as a list of edges.
#[derive(Clone, Debug)]
pub struct GraphWorkload {
    /// The number of vertices.
    pub vertices: u32,
    /// The edges.
    pub edges: Vec<(u32, u32)>,
}

/// What was measured.
#[derive(Clone, Debug)]
pub struct GraphTimings {
    /// Edges of the workload.
    pub edges: u64,
    /// Edges into decided vertices: those that solving touches.
    pub touched: u64,
    /// Building the plain program's lists.
    pub plain_build: Timing,
    /// Solving with them.
    pub plain_solve: Timing,
    /// Building rows of predecessors for the first time, as the plain program builds its lists.
    pub first_build: Timing,
    /// The best of [`BUILDS`].
    pub build: Timing,
    /// Solving with them, by one thread.
    pub solve: Timing,
    /// Solving by all threads.
    pub solve_shared: Timing,
    /// The accesses alone, by one thread.
    pub bound: Timing,
    /// True if all answers are the same.
    pub agrees: bool,
}

impl GraphWorkload {
    /// `edges` random edges from the upper four fifths of the vertices to any.
    pub fn random(vertices: u32, edges: usize, seed: u64) -> GraphWorkload {
        let mut state = seed;
        let mut below = |bound: u32| {
            state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
            let mut z = state;
            z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
            ((((z ^ (z >> 31)) >> 32) * u64::from(bound)) >> 32) as u32
        };
        let ends = vertices / 5;
        let edge = |_| (ends + below(vertices - ends), below(vertices));
        let edges = (0..edges).map(edge).collect();
        GraphWorkload { vertices, edges }
    }

    /// Measures everything; the plain program only if `with_plain`.
    ///
    /// # Errors
    ///
    /// [`LimitReached`].
    pub fn measure(self, with_plain: bool, limits: &Limits) -> Result<GraphTimings, LimitReached> {
        let (vertices, count) = (self.vertices, self.edges.len() as u64);
        let alone = Limits {
            threads: 1,
            ..limits.clone()
        };
        let nothing = Timing {
            wall: Duration::ZERO,
            cpu: Duration::ZERO,
        };
        let (mut plain_build, mut plain_solve, mut expected) = (nothing, nothing, None);
        if with_plain {
            let (took, lists) = timed(|| Plain::build(&self));
            let (took_solving, answer) = timed(|| lists.solve());
            (plain_build, plain_solve, expected) = (took, took_solving, Some(answer));
        }
        limits.check_time()?;
        let (first_build, mut built) = timed(|| predecessors(vertices, &self.edges, &alone));
        let mut build = first_build;
        for _ in 1..BUILDS {
            limits.check_time()?;
            drop(built);
            let (took, again) = timed(|| predecessors(vertices, &self.edges, &alone));
            built = again;
            if took.cpu < build.cpu {
                build = took;
            }
        }
        let (rows, degrees) = built?;
        drop(self);
        let run = |limits: &Limits| {
            let counters = degrees.clone();
            timed(|| settle(&rows, counters, &Alike, Play::Normal, &[], limits))
        };
        let (solve_shared, shared) = run(limits);
        let shared = shared?.into_solution(&Alike);
        let (solve, settled) = run(&alone);
        let settled = settled?;
        let order = settled.order();
        let solution = settled.into_solution(&Alike);
        let agrees = solution == shared && expected.is_none_or(|e| e == outcomes(&solution));
        let touched = order.iter().map(|&v| u64::from(rows.out_degree(v))).sum();
        let (bound, _) = timed(|| touch_all(&rows, &degrees, &order));
        Ok(GraphTimings {
            edges: count,
            touched,
            plain_build,
            plain_solve,
            first_build,
            build,
            solve,
            solve_shared,
            bound,
            agrees,
        })
    }
}

/// The textbook program, without its recursion: a list for each vertex and a queue.
struct Plain {
    before: Vec<Vec<u32>>,
    degrees: Vec<u32>,
}

impl Plain {
    fn build(workload: &GraphWorkload) -> Plain {
        let vertices = workload.vertices as usize;
        let mut before = vec![Vec::new(); vertices];
        let mut degrees = vec![0; vertices];
        for &(from, to) in &workload.edges {
            before[to as usize].push(from);
            degrees[from as usize] += 1;
        }
        Plain { before, degrees }
    }

    fn solve(mut self) -> Vec<Outcome> {
        let mut outcome = vec![Outcome::Draw; self.before.len()];
        let mut queue = VecDeque::new();
        for (v, outcome) in outcome.iter_mut().enumerate() {
            if self.degrees[v] == 0 {
                *outcome = Outcome::Lose;
                queue.push_back(v as u32);
            }
        }
        while let Some(v) = queue.pop_front() {
            for &u in &self.before[v as usize] {
                if outcome[u as usize] != Outcome::Draw {
                    continue;
                }
                if outcome[v as usize] == Outcome::Lose {
                    outcome[u as usize] = Outcome::Win;
                    queue.push_back(u);
                    continue;
                }
                self.degrees[u as usize] -= 1;
                if self.degrees[u as usize] == 0 {
                    outcome[u as usize] = Outcome::Lose;
                    queue.push_back(u);
                }
            }
        }
        outcome
    }
}

fn outcomes(solution: &Solution) -> Vec<Outcome> {
    (0..solution.vertices())
        .map(|v| solution.outcome(v))
        .collect()
}

/// Touches what solving touches: the bounds of each row, the row, a counter for each entry.
fn touch_all(rows: &Graph, counters: &Counters, order: &[u32]) -> u64 {
    let (offsets, sources) = (rows.offsets(), rows.targets());
    let mut sum = 0;
    for (at, &v) in order.iter().enumerate() {
        let ahead = |distance: usize| order.get(at + distance).copied().unwrap_or(0);
        memory::prefetch(offsets, ahead(32) as usize);
        memory::prefetch(sources, offsets[ahead(16) as usize] as usize);
        for &u in rows.successors(ahead(6)) {
            counters.prefetch(u);
        }
        for &u in rows.successors(v) {
            sum += u64::from(counters.touch(u));
        }
    }
    std::hint::black_box(sum)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_programs_agree_and_nearly_all_edges_are_touched() {
        let workload = GraphWorkload::random(20_000, 200_000, 7);
        let report = workload.measure(true, &Limits::default()).unwrap();
        assert!(report.agrees);
        assert!(report.touched * 10 > report.edges * 9, "{report:?}");
    }
}
