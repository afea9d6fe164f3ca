//! How to play a solved graph: best moves, a line of best play, how a draw is held.

use grundy_core::{LimitReached, Limits, Outcome};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::budget::{Budget, unlimited};
use crate::{Graph, Solution};

/// Bytes of a vertex of a line or a set, with its place in a hash table.
const VERTEX_BYTES: u64 = 96;

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
pub struct StrategyMove {
    /// Where it leads.
    pub to: u32,
    /// What it means for the player who makes it.
    pub outcome: Outcome,
    /// The moves that remain after it; none for a draw.
    pub remoteness: Option<u32>,
    /// True for the fastest win, the longest resistance, and all that keep a draw.
    pub is_best: bool,
}

/// A line of best play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BestLine {
    /// The vertices, from the start on.
    pub vertices: Vec<u32>,
    /// For a draw: where in `vertices` the cycle begins to which the last one leads back.
    pub cycle_start: Option<usize>,
    /// True if the line is longer than was asked for.
    pub is_cut: bool,
    /// How the line ends.
    pub end: BestLineEnd,
}

/// How a line of best play ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum BestLineEnd {
    /// At a vertex without moves, or with a result that wins or loses.
    Decided,
    /// At a vertex that is drawn by its own rule (`result`): no cycle is needed.
    DrawnByRule,
    /// With a move back to the vertex at this index of the line.
    Cycle {
        /// Where in the line the cycle begins.
        start: usize,
    },
    /// After the number of moves that was asked for.
    Cut,
}

/// Why a vertex is a draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum DrawReason {
    /// The game is over at the vertex, and its own rule (`result`) says that it is a draw.
    ByRule,
    /// A line of moves that keep the draw ends at another vertex that is drawn by its rule.
    LeadsToRule {
        /// That vertex.
        vertex: u32,
    },
    /// A line of moves that keep the draw repeats a vertex: the cycle holds the draw.
    Cycle,
}

/// One vertex of a set in which one player can keep the token for ever.
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
        self.graph.out_degree(v) == 0 || self.result(v).is_some()
    }

    /// The outcome that the rules state for `v`, whatever moves it has.
    fn result(&self, v: u32) -> Option<Outcome> {
        let at = self.decided.binary_search_by_key(&v, |&(at, _)| at).ok()?;
        Some(self.decided[at].1)
    }

    /// What a move from `from` to `to` means for the player who makes it.
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
    pub fn moves(&self, v: u32) -> Vec<StrategyMove> {
        if self.is_over(v) {
            return Vec::new();
        }
        let mut targets = self.graph.successors(v).to_vec();
        targets.sort_unstable();
        targets.dedup();
        let describe = |to: u32| StrategyMove {
            to,
            outcome: self.outcome_of_move(v, to),
            remoteness: self.solution.remoteness(to),
            is_best: self.is_best(v, to),
        };
        targets.into_iter().map(describe).collect()
    }

    /// True if the game is over at `v` and its own rule (`result`) says that it is a draw.
    pub fn is_drawn_by_rule(&self, v: u32) -> bool {
        self.result(v) == Some(Outcome::Draw)
    }

    /// Why `v` is a draw; nothing if it is not one.
    ///
    /// # Errors
    ///
    /// [`LimitReached`] by memory, time or on request.
    pub fn draw_reason(&self, v: u32, limits: &Limits) -> Result<Option<DrawReason>, LimitReached> {
        if self.solution.outcome(v) != Outcome::Draw {
            return Ok(None);
        }
        if self.is_drawn_by_rule(v) {
            return Ok(Some(DrawReason::ByRule));
        }
        let line = self.line_within(v, usize::MAX, limits)?;
        let last = line.vertices[line.vertices.len() - 1];
        Ok(Some(match line.end {
            BestLineEnd::DrawnByRule => DrawReason::LeadsToRule { vertex: last },
            _ => DrawReason::Cycle,
        }))
    }

    /// A line of best play with at most `most` moves; a draw continues until a vertex repeats or the
    /// game is over.
    pub fn line(&self, start: u32, most: usize) -> BestLine {
        self.line_within(start, most, &unlimited())
            .expect("there is no limit")
    }

    /// As [`Strategy::line`], within `limits`, which also count the graph and the solution.
    ///
    /// # Errors
    ///
    /// [`LimitReached`] by memory, time or on request.
    pub fn line_within(
        &self,
        start: u32,
        most: usize,
        limits: &Limits,
    ) -> Result<BestLine, LimitReached> {
        let mut budget = self.budget(limits)?;
        let mut vertices = vec![start];
        let mut seen = FxHashMap::from_iter([(start, 0)]);
        let mut at = start;
        let end = loop {
            budget.take(VERTEX_BYTES)?;
            budget.work(1 + u64::from(self.graph.out_degree(at)))?;
            let Some(best) = self.first_best(at) else {
                break if self.is_drawn_by_rule(at) {
                    BestLineEnd::DrawnByRule
                } else {
                    BestLineEnd::Decided
                };
            };
            if vertices.len() > most {
                break BestLineEnd::Cut;
            }
            if let Some(&start) = seen.get(&best) {
                break BestLineEnd::Cycle { start };
            }
            seen.insert(best, vertices.len());
            vertices.push(best);
            at = best;
        };
        let cycle_start = match end {
            BestLineEnd::Cycle { start } => Some(start),
            _ => None,
        };
        Ok(BestLine {
            vertices,
            cycle_start,
            is_cut: end == BestLineEnd::Cut,
            end,
        })
    }

    /// The vertices among which the player who moves at `start` holds a draw, whatever the
    /// opponent does; at most `most` of them, and whether these are all.
    pub fn stay(&self, start: u32, most: usize) -> (Vec<Stay>, bool) {
        self.stay_within(start, most, &unlimited())
            .expect("there is no limit")
    }

    /// As [`Strategy::stay`], within `limits`, which also count the graph and the solution.
    ///
    /// # Errors
    ///
    /// [`LimitReached`] by memory, time or on request.
    pub fn stay_within(
        &self,
        start: u32,
        most: usize,
        limits: &Limits,
    ) -> Result<(Vec<Stay>, bool), LimitReached> {
        let mut budget = self.budget(limits)?;
        let holder = self.owners.map(|owners| owners[start as usize]);
        let mut seen = FxHashSet::from_iter([(start, true)]);
        let mut found = Vec::new();
        let mut open = std::collections::VecDeque::from([(start, true)]);
        while let Some((vertex, is_holder)) = open.pop_front() {
            if found.len() == most {
                return Ok((found, false));
            }
            let degree = u64::from(self.graph.out_degree(vertex));
            budget.take(2 * VERTEX_BYTES + 4 * degree)?;
            budget.work(1 + degree)?;
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
        Ok((found, true))
    }

    /// Whether the holder of a draw moves at `to`; without owners the turns alternate.
    fn is_turn_of(&self, holder: Option<u8>, to: u32, alternating: bool) -> bool {
        match (self.owners, holder) {
            (Some(owners), Some(holder)) => owners[to as usize] == holder,
            _ => alternating,
        }
    }

    /// The best move to the least vertex.
    fn first_best(&self, v: u32) -> Option<u32> {
        if self.is_over(v) {
            return None;
        }
        let targets = self.graph.successors(v).iter().copied();
        targets.filter(|&to| self.is_best(v, to)).min()
    }

    /// Whether a move is the fastest win, the longest resistance or keeps a draw.
    fn is_best(&self, from: u32, to: u32) -> bool {
        let wanted = self.solution.remoteness(from).map(|moves| moves - 1);
        self.outcome_of_move(from, to) == self.solution.outcome(from)
            && self.solution.remoteness(to) == wanted
    }

    /// A budget from which the graph and the solution are taken.
    fn budget<'l>(&self, limits: &'l Limits) -> Result<Budget<'l>, LimitReached> {
        let solution_bytes = 4 * u64::from(self.solution.vertices());
        Budget::new(limits, self.graph.memory_bytes() + solution_bytes)
    }
}
