//! Exhaustive search of sums: every position that play can reach, solved as a graph.
//!
//! Needs no theory, so it answers whatever no theory covers: misère sums, games in which the players'
//! moves differ, games that end by a rule of their own, play that can go on for ever.

use grundy_core::{Ending, Limits, Outcome, Play};
use grundy_graph::{Graph, Solution};
use indexmap::IndexSet;
use rustc_hash::{FxBuildHasher, FxHashMap};

use crate::SolveError;
use crate::sum::{Component, Sum};

/// A sum, by its representative.
pub type SumKey = Box<[Component]>;

/// Outcomes that are known already.
pub type KnownOutcomes = FxHashMap<SumKey, Outcome>;

/// Everything that can be reached from some sums, solved.
pub struct Searched {
    positions: IndexSet<SumKey, FxBuildHasher>,
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

    /// Every position that was reached, with its outcome.
    pub fn into_outcomes(self) -> impl Iterator<Item = (SumKey, Outcome)> {
        let solution = self.solution;
        let positions = (0u32..).zip(self.positions);
        positions.map(move |(vertex, position)| (position, solution.outcome(vertex)))
    }

    fn vertex(&self, sum: &mut Sum, components: &[Component]) -> Option<u32> {
        let key = sum.key(components);
        self.positions.get_index_of(&key).map(|at| at as u32)
    }
}

/// Searches everything reachable from `starts`; what lies behind `known` positions is not explored.
///
/// # Errors
///
/// [`SolveError`] when a limit is reached or the rules fail.
pub fn search(
    sum: &mut Sum,
    starts: &[SumKey],
    known: &KnownOutcomes,
    play: Play,
    limits: &Limits,
) -> Result<Searched, SolveError> {
    let mut positions: IndexSet<SumKey, FxBuildHasher> = starts.iter().cloned().collect();
    let mut offsets: Vec<u32> = vec![0];
    let mut targets: Vec<u32> = Vec::new();
    let mut decided: Vec<(u32, Outcome)> = Vec::new();
    let mut next = 0;
    while let Some(position) = positions.get_index(next).cloned() {
        if next.is_multiple_of(256) {
            limits.check_time()?;
        }
        if let Some(&outcome) = known.get(&position) {
            decided.push((next as u32, outcome));
        } else {
            if let Some(Ending::Decided(outcome)) = sum.ending(&position) {
                decided.push((next as u32, outcome));
            }
            for option in sum.options(&position, limits)? {
                let (at, _) = positions.insert_full(sum.key(&option));
                targets.push(at as u32);
            }
        }
        offsets.push(targets.len() as u32);
        let games: u64 = sum.games.iter().map(|game| game.bytes()).sum();
        let keys = positions.capacity() * (32 + 8 * position.len());
        let edges = 4 * (targets.capacity() + offsets.capacity());
        limits
            .check_bytes(games + (keys + edges) as u64)
            .and(limits.check_positions((known.len() + positions.len()) as u64))
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
