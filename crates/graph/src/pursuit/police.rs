//! The police configurations, and the moves between them, written out: the rows of every table.
//!
//! Policemen are alike, so a configuration is a sorted list of cells.

use std::collections::HashMap;

use grundy_core::LimitReached;

use super::PursuitRules;
use super::map::{Cell, Map};
use crate::budget::Budget;

/// Police configurations that can come up, and the moves between them.
///
/// Moves are symmetric, so the configurations a row can move to are also those that can move to it.
#[derive(Debug)]
pub(super) struct PoliceGraph {
    policemen: usize,
    /// The cells of each row, sorted; rows are in ascending order.
    cells: Vec<Cell>,
    /// Where each row's moves begin in `targets`.
    offsets: Vec<usize>,
    targets: Vec<u32>,
    start: usize,
}

impl PoliceGraph {
    /// Every configuration that can come up from the start of `map`.
    pub(super) fn new(
        map: &Map,
        rules: PursuitRules,
        budget: &mut Budget,
    ) -> Result<PoliceGraph, LimitReached> {
        let mut start = map.police().to_vec();
        start.sort_unstable();
        let mut found = vec![start.clone()];
        let mut seen: HashMap<Vec<Cell>, u32> = HashMap::from([(start.clone(), 0)]);
        let mut next = 0;
        while next < found.len() {
            let from = found[next].clone();
            next += 1;
            budget.work(moves_of(map, rules, from.len()))?;
            for_each_move(map, rules, &from, |to| {
                if !seen.contains_key(to) {
                    seen.insert(to.to_vec(), 0);
                    found.push(to.to_vec());
                }
            });
        }
        // Rows in the order of cells keep neighbours near each other in memory.
        found.sort_unstable();
        for (row, configuration) in found.iter().enumerate() {
            *seen.get_mut(configuration).expect("it was found") = row as u32;
        }
        let mut graph = PoliceGraph {
            policemen: start.len(),
            start: seen[&start] as usize,
            cells: found.concat(),
            offsets: vec![0],
            targets: Vec::new(),
        };
        for configuration in &found {
            let begin = graph.targets.len();
            budget.work(moves_of(map, rules, configuration.len()))?;
            for_each_move(map, rules, configuration, |to| {
                let row = seen[to];
                // Two policemen on one cell can make the same move.
                if !graph.targets[begin..].contains(&row) {
                    graph.targets.push(row);
                }
            });
            graph.offsets.push(graph.targets.len());
        }
        Ok(graph)
    }

    /// Configurations.
    pub(super) fn rows(&self) -> usize {
        self.offsets.len() - 1
    }

    /// The row of the start.
    pub(super) fn start(&self) -> usize {
        self.start
    }

    /// The cells of the policemen in configuration `row`.
    pub(super) fn cells(&self, row: usize) -> &[Cell] {
        &self.cells[row * self.policemen..(row + 1) * self.policemen]
    }

    /// The rows that one police move leads to; never none.
    pub(super) fn targets(&self, row: usize) -> &[u32] {
        &self.targets[self.offsets[row]..self.offsets[row + 1]]
    }

    /// The most moves that any configuration has.
    pub(super) fn most_moves(&self) -> usize {
        let lengths = self.offsets.windows(2).map(|pair| pair[1] - pair[0]);
        lengths.max().unwrap_or(0)
    }
}

/// At most so many steps of work are the moves of one configuration.
fn moves_of(map: &Map, rules: PursuitRules, policemen: usize) -> u64 {
    let slides = rules.police_moves.directions().len() * rules.police_moves.reach(map);
    1 + (slides as u64) * policemen as u64
}

/// Calls `visit` with every configuration that one policeman's move makes of `from`, or with `from`
/// itself where staying is legal.
fn for_each_move(map: &Map, rules: PursuitRules, from: &[Cell], mut visit: impl FnMut(&[Cell])) {
    let mut to = from.to_vec();
    let mut has_moved = false;
    for moving in 0..from.len() {
        for target in rules.police_moves.targets(map, from[moving]) {
            has_moved = true;
            to.copy_from_slice(from);
            to[moving] = target;
            to.sort_unstable();
            visit(&to);
        }
    }
    if rules.may_stay || !has_moved {
        visit(from);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::budget::unlimited;

    #[test]
    fn two_policemen_are_alike() {
        let map: Map = "PP.T".parse().unwrap();
        let limits = unlimited();
        let mut budget = Budget::new(&limits, 0).unwrap();
        let graph = PoliceGraph::new(&map, PursuitRules::default(), &mut budget).unwrap();
        // Unordered pairs of four cells, a cell twice included.
        assert_eq!(graph.rows(), 10);
        assert_eq!(graph.cells(graph.start()), [0, 1]);
    }

    #[test]
    fn who_cannot_move_stays() {
        let map: Map = "P#T".parse().unwrap();
        let limits = unlimited();
        let mut budget = Budget::new(&limits, 0).unwrap();
        let graph = PoliceGraph::new(&map, PursuitRules::default(), &mut budget).unwrap();
        assert_eq!((graph.rows(), graph.targets(0)), (1, &[0][..]));
    }
}
