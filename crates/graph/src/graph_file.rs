//! A graph as a file gave it, with all that the file says about its vertices.

use grundy_core::{LimitReached, Limits, Outcome, Play};

use crate::counters::Counters;
use crate::format::Format;
use crate::retrograde::{Alike, Owned, settle};
use crate::{Graph, Solution};

/// How the vertices of a file are called.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Labels {
    /// By numbers from `first` (0 or 1) on.
    Numbers {
        /// The first.
        first: u32,
    },
    /// By names, in this order.
    Names(Vec<String>),
}

impl Labels {
    /// What `v` is called.
    pub fn show(&self, v: u32) -> String {
        match self {
            Labels::Numbers { first } => (u64::from(v) + u64::from(*first)).to_string(),
            Labels::Names(names) => names[v as usize].clone(),
        }
    }

    /// The vertex that is called `label`, of `vertices`.
    pub fn find(&self, label: &str, vertices: u32) -> Option<u32> {
        match self {
            Labels::Numbers { first } => {
                let number: u32 = label.trim().parse().ok()?;
                number.checked_sub(*first).filter(|&v| v < vertices)
            }
            Labels::Names(names) => {
                let at = names.iter().position(|name| name == label)?;
                Some(at as u32)
            }
        }
    }
}

/// Who moves where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Owners {
    /// 0 or 1 for each vertex.
    pub of: Vec<u8>,
    /// What the two players are called.
    pub names: [String; 2],
}

impl Owners {
    /// The outcome for who would move at `v` if the player called `name` has won.
    pub(crate) fn result_by_winner(&self, name: &str, v: u32) -> Option<Outcome> {
        let winner = self.names.iter().position(|known| known == name)?;
        let is_owner = winner == usize::from(self.of[v as usize]);
        Some(if is_owner {
            Outcome::Win
        } else {
            Outcome::Lose
        })
    }
}

/// A graph as a file gave it: rows of predecessors, and all else that is needed to solve it.
#[derive(Clone, Debug)]
pub struct GraphFile {
    pub(crate) predecessors: Graph,
    pub(crate) degrees: Counters,
    /// Who moves where, if that differs.
    pub owners: Option<Owners>,
    /// Vertices where the game is over, ascending, with the outcome for who would move.
    pub decided: Vec<(u32, Outcome)>,
    /// What the vertices are called.
    pub labels: Labels,
    /// What the file was taken for.
    pub format: Format,
}

impl GraphFile {
    pub(crate) fn new(
        predecessors: Graph,
        degrees: Counters,
        labels: Labels,
        format: Format,
    ) -> GraphFile {
        GraphFile {
            predecessors,
            degrees,
            owners: None,
            decided: Vec::new(),
            labels,
            format,
        }
    }

    /// A file's worth of `graph`.
    pub fn from_graph(graph: &Graph, labels: Labels, format: Format) -> GraphFile {
        let degrees = (0..graph.vertices()).map(|v| u64::from(graph.out_degree(v)));
        let degrees = Counters::from_degrees(degrees);
        GraphFile::new(graph.reversed(), degrees, labels, format)
    }

    /// The number of vertices.
    pub fn vertices(&self) -> u32 {
        self.predecessors.vertices()
    }

    /// The number of edges.
    pub fn edge_count(&self) -> u64 {
        self.predecessors.edge_count()
    }

    /// The graph, each row in ascending order.
    pub fn graph(&self) -> Graph {
        self.predecessors.reversed()
    }

    /// Solves the game on the graph; the outcomes are for who moves at each vertex.
    ///
    /// # Errors
    ///
    /// [`LimitReached`] by time or on request.
    pub fn solve(&self, play: Play, limits: &Limits) -> Result<Solution, LimitReached> {
        self.settle(self.degrees.clone(), play, limits)
    }

    /// As [`GraphFile::solve`], giving back the memory of the graph.
    ///
    /// # Errors
    ///
    /// As [`GraphFile::solve`].
    pub fn into_solution(mut self, play: Play, limits: &Limits) -> Result<Solution, LimitReached> {
        let degrees = std::mem::take(&mut self.degrees);
        let (rows, decided) = (&self.predecessors, &self.decided[..]);
        // The rows go before the solution comes: both together would be the peak of all.
        match &self.owners {
            None => {
                let settled = settle(rows, degrees, &Alike, play, decided, limits)?;
                drop(self);
                Ok(settled.into_solution(&Alike))
            }
            Some(_) => self.settle(degrees, play, limits),
        }
    }

    fn settle(
        &self,
        degrees: Counters,
        play: Play,
        limits: &Limits,
    ) -> Result<Solution, LimitReached> {
        let (rows, decided) = (&self.predecessors, &self.decided[..]);
        match &self.owners {
            None => {
                let settled = settle(rows, degrees, &Alike, play, decided, limits)?;
                Ok(settled.into_solution(&Alike))
            }
            Some(owners) => {
                let players = Owned(&owners.of);
                let settled = settle(rows, degrees, &players, play, decided, limits)?;
                Ok(settled.into_solution(&players))
            }
        }
    }
}
