//! Exhaustive search of a sum: every position that play can reach, solved as a graph.
//!
//! Needs no theory, so it answers whatever no theory covers: misère sums, games in which the players'
//! moves differ, games that end by a rule of their own, play that can go on for ever.

use grundy_core::{Ending, Limits, Outcome, Play};
use grundy_graph::{Graph, Solution};
use indexmap::IndexSet;

use crate::SolveError;
use crate::sum::{Component, Sum};

/// Everything that can be reached from one sum, solved.
pub struct Searched {
    positions: IndexSet<Box<[Component]>, rustc_hash::FxBuildHasher>,
    solution: Solution,
}

impl Searched {
    /// The outcome of a position that was reached.
    pub fn outcome(&self, sum: &mut Sum, components: &[Component]) -> Option<Outcome> {
        self.vertex(sum, components)
            .map(|v| self.solution.outcome(v))
    }

    /// Its remoteness, unless it is a draw.
    pub fn remoteness(&self, sum: &mut Sum, components: &[Component]) -> Option<u64> {
        let vertex = self.vertex(sum, components)?;
        self.solution.remoteness(vertex).map(u64::from)
    }

    /// How many positions were reached.
    pub fn positions(&self) -> usize {
        self.positions.len()
    }

    fn vertex(&self, sum: &mut Sum, components: &[Component]) -> Option<u32> {
        let key = sum.key(components);
        self.positions.get_index_of(&key).map(|at| at as u32)
    }
}

/// Searches everything reachable from `start`.
///
/// # Errors
///
/// [`SolveError`] when a limit is reached or the rules fail.
pub fn search(
    sum: &mut Sum,
    start: &[Component],
    play: Play,
    limits: &Limits,
) -> Result<Searched, SolveError> {
    let mut positions: IndexSet<Box<[Component]>, rustc_hash::FxBuildHasher> = IndexSet::default();
    positions.insert(sum.key(start));
    let mut offsets: Vec<u32> = vec![0];
    let mut targets: Vec<u32> = Vec::new();
    let mut decided: Vec<(u32, Outcome)> = Vec::new();
    let mut next = 0;
    while let Some(position) = positions.get_index(next).cloned() {
        if next.is_multiple_of(1024) {
            limits.check_time()?;
        }
        if let Some(Ending::Decided(outcome)) = sum.ending(&position) {
            decided.push((next as u32, outcome));
        }
        for (_, option) in sum.options(&position, limits)? {
            let (at, _) = positions.insert_full(sum.key(&option));
            targets.push(at as u32);
        }
        offsets.push(targets.len() as u32);
        let bytes = positions.len() * (16 + 8 * start.len()) + 4 * targets.len();
        limits
            .check_bytes(bytes as u64)
            .and(limits.check_positions(positions.len() as u64))
            .map_err(|reached| SolveError::limit_at(reached, &sum.show(&position)))?;
        next += 1;
    }
    let graph = Graph::from_adjacency(offsets, targets);
    let solution = grundy_graph::solve(&graph, play, &decided, limits)?;
    Ok(Searched {
        positions,
        solution,
    })
}
