//! Remoteness of position after position of the same games: each position is examined once.
//!
//! What is known is closed under moves, so a question explores what is new only. The new positions are decided in
//! the order of their remoteness, as retrograde analysis does, with the known ones beside them as if they had just
//! been decided.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use grundy_core::{Ending, Limits, Outcome, Play};
use indexmap::IndexSet;
use rustc_hash::{FxBuildHasher, FxHashMap};

use crate::SolveError;
use crate::search::SumKey;
use crate::sum::{Component, Sum};

/// Positions between two looks at the clock.
const PIECE: usize = 256;

/// Remoteness under one ending convention.
pub struct RemotenessTable {
    play: Play,
    known: FxHashMap<SumKey, Decided>,
}

/// The outcome and the moves to the end; `None` for a draw.
type Decided = Option<(Outcome, u64)>;

/// The positions that one question adds.
#[derive(Default)]
struct Added {
    /// New positions and, behind them on their way, known ones that they lead to.
    positions: IndexSet<SumKey, FxBuildHasher>,
    /// The positions that lead to each.
    predecessors: Vec<Vec<u32>>,
    /// Options of each that are not yet known to win for the opponent.
    left: Vec<u32>,
    /// What is decided so far.
    decided: Vec<Decided>,
    /// What is decided and not yet handed on, by remoteness.
    queue: BinaryHeap<Reverse<(u64, u32)>>,
}

impl RemotenessTable {
    /// An empty table.
    pub fn new(play: Play) -> RemotenessTable {
        RemotenessTable {
            play,
            known: FxHashMap::default(),
        }
    }

    /// Moves to the end when the winner hurries and the loser delays; `None` in a draw.
    ///
    /// # Errors
    ///
    /// [`SolveError`] when a limit is reached or the rules fail.
    pub fn remoteness(
        &mut self,
        sum: &mut Sum,
        components: &[Component],
        limits: &Limits,
    ) -> Result<Option<u64>, SolveError> {
        let key = sum.key(components);
        if !self.known.contains_key(&key) {
            let mut added = self.explore(sum, key.clone(), limits)?;
            added.decide();
            self.known
                .extend(added.positions.into_iter().zip(added.decided));
        }
        Ok(self.known[&key].map(|(_, moves)| moves))
    }

    /// Everything new that play can reach from `start`.
    fn explore(&self, sum: &mut Sum, start: SumKey, limits: &Limits) -> Result<Added, SolveError> {
        let mut added = Added::default();
        let mut edges: Vec<(u32, u32)> = Vec::new();
        added.positions.insert(start);
        let mut next = 0;
        while let Some(position) = added.positions.get_index(next).cloned() {
            if next.is_multiple_of(PIECE) {
                limits.check_time()?;
            }
            let known = self.known.get(&position).copied();
            let decided = known.or_else(|| ended(sum, &position));
            let mut count = 0;
            if decided.is_none() {
                for option in sum.options(&position, limits)? {
                    let (at, _) = added.positions.insert_full(sum.key(&option));
                    edges.push((at as u32, next as u32));
                    count += 1;
                }
            }
            let stuck = match self.play {
                Play::Normal => Outcome::Lose,
                Play::Misere => Outcome::Win,
            };
            let decided = decided.unwrap_or_else(|| (count == 0).then_some((stuck, 0)));
            if let Some((_, moves)) = decided {
                added.queue.push(Reverse((moves, next as u32)));
            }
            added.decided.push(decided);
            added.left.push(count);
            self.check(sum, &added, edges.len(), limits)
                .map_err(|reached| SolveError::limit_at(reached, &sum.show(&position)))?;
            next += 1;
        }
        added.predecessors = vec![Vec::new(); added.positions.len()];
        for (to, from) in edges {
            added.predecessors[to as usize].push(from);
        }
        Ok(added)
    }

    fn check(
        &self,
        sum: &Sum,
        added: &Added,
        edges: usize,
        limits: &Limits,
    ) -> Result<(), grundy_core::LimitReached> {
        let games: u64 = sum.games.iter().map(|game| game.bytes()).sum();
        let positions = self.known.len() + added.positions.len();
        limits.check_bytes(games + 96 * positions as u64 + 16 * edges as u64)?;
        limits.check_positions(positions as u64)
    }
}

/// What a rule of the game says where it has ended it.
fn ended(sum: &Sum, position: &[Component]) -> Option<Decided> {
    match sum.ending(position)? {
        Ending::NoMove => None,
        Ending::Decided(Outcome::Draw) => Some(None),
        Ending::Decided(outcome) => Some(Some((outcome, 0))),
    }
}

impl Added {
    /// Decides positions in the order of their remoteness; what is left is drawn.
    fn decide(&mut self) {
        while let Some(Reverse((moves, vertex))) = self.queue.pop() {
            let loses = matches!(self.decided[vertex as usize], Some((Outcome::Lose, _)));
            for from in std::mem::take(&mut self.predecessors[vertex as usize]) {
                let at = from as usize;
                if self.decided[at].is_some() {
                    continue;
                }
                self.left[at] -= u32::from(!loses);
                let outcome = match (loses, self.left[at]) {
                    (true, _) => Outcome::Win,
                    (false, 0) => Outcome::Lose,
                    _ => continue,
                };
                self.decided[at] = Some((outcome, moves + 1));
                self.queue.push(Reverse((moves + 1, from)));
            }
        }
    }
}
