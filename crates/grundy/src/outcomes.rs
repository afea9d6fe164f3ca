//! Outcomes of many positions of the same games, each position examined once.

use grundy_core::{Ending, Limits, Outcome, Play};
use grundy_graph::Graph;
use grundy_solve::{Component, SolveError, Sum};
use rustc_hash::FxHashMap;

/// Outcomes found so far, under one convention.
pub(crate) struct Outcomes {
    play: Play,
    known: FxHashMap<Box<[Component]>, Outcome>,
}

impl Outcomes {
    /// Nothing known yet.
    pub(crate) fn new(play: Play) -> Outcomes {
        Outcomes {
            play,
            known: FxHashMap::default(),
        }
    }

    /// The outcome of `components`, with all that play can reach from there.
    pub(crate) fn outcome(
        &mut self,
        sum: &mut Sum,
        components: &[Component],
        limits: &Limits,
    ) -> Result<Outcome, SolveError> {
        let key = sum.key(components);
        if let Some(&outcome) = self.known.get(&key) {
            return Ok(outcome);
        }
        self.explore(sum, key.clone(), limits)?;
        Ok(self.known[&key])
    }

    /// Solves everything that can be reached from `start` and was not yet known.
    fn explore(
        &mut self,
        sum: &mut Sum,
        start: Box<[Component]>,
        limits: &Limits,
    ) -> Result<(), SolveError> {
        let mut index: FxHashMap<Box<[Component]>, u32> = FxHashMap::default();
        let mut positions = vec![start.clone()];
        index.insert(start, 0);
        let (mut edges, mut decided) = (Vec::new(), Vec::new());
        let mut next = 0;
        while let Some(position) = positions.get(next).cloned() {
            let at = next as u32;
            next += 1;
            limits.check_time()?;
            limits.check_positions((self.known.len() + positions.len()) as u64)?;
            if let Some(&outcome) = self.known.get(&position) {
                decided.push((at, outcome));
                continue;
            }
            if let Some(Ending::Decided(outcome)) = sum.ending(&position) {
                decided.push((at, outcome));
                continue;
            }
            for (_, option) in sum.options(&position, limits)? {
                let key = sum.key(&option);
                let to = *index.entry(key.clone()).or_insert_with(|| {
                    positions.push(key);
                    positions.len() as u32 - 1
                });
                edges.push((at, to));
            }
        }
        let graph = Graph::from_edges(positions.len() as u32, edges.into_iter());
        let solution = grundy_graph::solve(&graph, self.play, &decided, limits)?;
        for (at, position) in positions.into_iter().enumerate() {
            self.known.insert(position, solution.outcome(at as u32));
        }
        Ok(())
    }
}
