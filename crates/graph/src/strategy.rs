//! How to play a solved graph: best moves, a line of best play, a set to stay in for ever.

use grundy_core::Outcome;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::{Graph, Solution};

/// A solved graph and who moves where.
#[derive(Clone, Copy, Debug)]
pub struct Strategy<'a> {
    graph: &'a Graph,
    solution: &'a Solution,
    /// 0 or 1 for each vertex, where that differs.
    owners: Option<&'a [u8]>,
    /// Ascending.
    decided: &'a [(u32, Outcome)],
}

/// A move and what it leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Move {
    /// Where it leads.
    pub to: u32,
    /// What it means for who makes it.
    pub outcome: Outcome,
    /// The moves that remain after it; none for a draw.
    pub remoteness: Option<u32>,
    /// True for the fastest win, the longest resistance, and all that keep a draw.
    pub is_best: bool,
}

/// A line of best play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// The vertices, from the start on.
    pub vertices: Vec<u32>,
    /// For a draw: where in `vertices` the cycle begins to which the last one leads back.
    pub cycle_start: Option<usize>,
    /// True if the line is longer than was asked for.
    pub is_cut: bool,
}

/// One vertex of a set that somebody never leaves against their will.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stay {
    /// The vertex.
    pub vertex: u32,
    /// True if the player who holds the draw moves there.
    pub is_holder: bool,
    /// The move that holds the draw, or every move of the opponent that stays in the set.
    pub moves: Vec<u32>,
    /// The opponent's other moves, which lose.
    pub losing: Vec<u32>,
}

impl<'a> Strategy<'a> {
    /// The strategies on a graph, with the owners and decided vertices (ascending) it was solved
    /// with.
    pub fn new(
        graph: &'a Graph,
        solution: &'a Solution,
        owners: Option<&'a [u8]>,
        decided: &'a [(u32, Outcome)],
    ) -> Strategy<'a> {
        Strategy {
            graph,
            solution,
            owners,
            decided,
        }
    }

    /// True if the game is over at `v`, by a result or for want of moves.
    pub fn is_over(&self, v: u32) -> bool {
        self.graph.out_degree(v) == 0
            || self.decided.binary_search_by_key(&v, |&(at, _)| at).is_ok()
    }

    /// What it means for who moves at `from` that the token comes to `to`.
    pub fn outcome_of_move(&self, from: u32, to: u32) -> Outcome {
        let is_same_player = self
            .owners
            .is_some_and(|owners| owners[from as usize] == owners[to as usize]);
        let outcome = self.solution.outcome(to);
        if is_same_player {
            outcome
        } else {
            outcome.opposite()
        }
    }

    /// Every distinct move at `v`, in ascending order.
    pub fn moves(&self, v: u32) -> Vec<Move> {
        if self.is_over(v) {
            return Vec::new();
        }
        let mut targets = self.graph.successors(v).to_vec();
        targets.sort_unstable();
        targets.dedup();
        let wanted = self.solution.remoteness(v).map(|moves| moves - 1);
        let describe = |to: u32| {
            let outcome = self.outcome_of_move(v, to);
            let remoteness = self.solution.remoteness(to);
            let is_best = outcome == self.solution.outcome(v) && remoteness == wanted;
            Move {
                to,
                outcome,
                remoteness,
                is_best,
            }
        };
        targets.into_iter().map(describe).collect()
    }

    /// A line of best play with at most `most` moves; a draw goes on until a vertex repeats.
    pub fn line(&self, start: u32, most: usize) -> Line {
        let mut line = Line {
            vertices: vec![start],
            cycle_start: None,
            is_cut: false,
        };
        let mut seen = FxHashMap::from_iter([(start, 0)]);
        let mut at = start;
        while let Some(best) = self.first_best(at) {
            if line.vertices.len() > most {
                line.is_cut = true;
                break;
            }
            if let Some(&before) = seen.get(&best) {
                line.cycle_start = Some(before);
                break;
            }
            seen.insert(best, line.vertices.len());
            line.vertices.push(best);
            at = best;
        }
        line
    }

    /// The vertices among which the player who moves at `start` holds a draw, whatever the
    /// opponent does; at most `most` of them, and whether these are all.
    pub fn stay(&self, start: u32, most: usize) -> (Vec<Stay>, bool) {
        let holder = self.owners.map(|owners| owners[start as usize]);
        let mut seen = FxHashSet::from_iter([(start, true)]);
        let mut found = Vec::new();
        let mut open = std::collections::VecDeque::from([(start, true)]);
        while let Some((vertex, is_holder)) = open.pop_front() {
            if found.len() == most {
                return (found, false);
            }
            let all = self.moves(vertex);
            let draws = all.iter().filter(|m| m.outcome == Outcome::Draw);
            let mut moves: Vec<u32> = draws.map(|m| m.to).collect();
            if is_holder {
                // One move is enough; one to a known vertex keeps the set small.
                let turn = |to: u32| self.is_turn_of(holder, to, false);
                let known = moves
                    .iter()
                    .copied()
                    .find(|&to| seen.contains(&(to, turn(to))));
                let chosen = known.or(moves.first().copied());
                moves = chosen.into_iter().collect();
            }
            for &to in &moves {
                let next = (to, self.is_turn_of(holder, to, !is_holder));
                if seen.insert(next) {
                    open.push_back(next);
                }
            }
            let others = all.iter().filter(|m| m.outcome != Outcome::Draw);
            let losing = others.map(|m| m.to).filter(|_| !is_holder).collect();
            found.push(Stay {
                vertex,
                is_holder,
                moves,
                losing,
            });
        }
        (found, true)
    }

    /// Whether the holder of a draw moves at `to`; without owners the turns alternate.
    fn is_turn_of(&self, holder: Option<u8>, to: u32, alternating: bool) -> bool {
        match (self.owners, holder) {
            (Some(owners), Some(holder)) => owners[to as usize] == holder,
            _ => alternating,
        }
    }

    fn first_best(&self, v: u32) -> Option<u32> {
        let best = self.moves(v).into_iter().find(|m| m.is_best)?;
        Some(best.to)
    }
}
