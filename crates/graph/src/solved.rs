//! A graph with its solution: all that play from any vertex needs, or all that an answer says.

use grundy_core::{LimitReached, Limits, Outcome, Play};

use crate::{Format, Graph, GraphFile, Labels, LoopyValues, Owners, Solution, Strategy};

/// A solved graph: moves, outcomes, owners and decided vertices.
#[derive(Clone, Debug)]
pub struct SolvedGraph {
    /// The moves, each row in ascending order.
    pub graph: Graph,
    /// Outcomes and remotenesses.
    pub solution: Solution,
    /// Who moves where, if that differs.
    pub owners: Option<Owners>,
    /// Vertices where the game is over, ascending, with the outcome for the player who would move.
    pub decided: Vec<(u32, Outcome)>,
    /// What the vertices are called.
    pub labels: Labels,
}

/// A solution and what is said with it; the graph itself is not kept.
#[derive(Clone, Debug)]
pub struct SolvedFile {
    /// The solution.
    pub solution: Solution,
    /// The nim-values, if asked for.
    pub values: Option<LoopyValues>,
    /// What the vertices are called.
    pub labels: Labels,
    /// Who moves where.
    pub owners: Option<Owners>,
    /// What the file was taken for.
    pub format: Format,
    /// The number of edges.
    pub edges: u64,
}

impl GraphFile {
    /// Solves the graph and keeps its moves; `limits` count everything together.
    ///
    /// # Errors
    ///
    /// [`LimitReached`] by memory, time or on request.
    pub fn into_solved(self, play: Play, limits: &Limits) -> Result<SolvedGraph, LimitReached> {
        let held = self.memory_bytes() + 8 * u64::from(self.vertices());
        limits.check_bytes(held + 4 * u64::from(self.vertices()))?;
        let solution = self.solve(play, limits)?;
        limits.check_bytes(held + self.predecessors.memory_bytes())?;
        let graph = self.graph_within(limits)?;
        Ok(SolvedGraph {
            graph,
            solution,
            owners: self.owners,
            decided: self.decided,
            labels: self.labels,
        })
    }
}

impl SolvedGraph {
    /// How to play: best moves, lines, how draws are held.
    pub fn strategy(&self) -> Strategy<'_> {
        let owners = self.owners.as_ref().map(|owners| &owners.of[..]);
        Strategy::new(&self.graph, &self.solution, owners, &self.decided)
    }
}
