//! A graph as a file gave it, with all that the file says about its vertices.

use grundy_core::{LimitReached, Limits, Outcome, Play};

use crate::budget::unlimited;
use crate::counters::Counters;
use crate::format::Format;
use crate::retrograde::{Alike, DECIDED_BYTES, Owned, settle};
use crate::{Graph, Solution};

/// What the vertices of a file are called.
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
    /// What `v` is called, fit for a terminal: control characters are written as `\u{1b}`.
    ///
    /// [`Labels::find`] finds it again.
    pub fn show(&self, v: u32) -> String {
        match self {
            Labels::Numbers { first } => (u64::from(v) + u64::from(*first)).to_string(),
            Labels::Names(names) => visible_name(&names[v as usize]),
        }
    }

    /// The bytes that the names take.
    pub(crate) fn memory_bytes(&self) -> u64 {
        match self {
            Labels::Numbers { .. } => 0,
            Labels::Names(names) => names.iter().map(|name| name_bytes(name.len())).sum(),
        }
    }

    /// The vertex that is called `label`, of `vertices`: as [`Labels::show`] gives it or, if there is none,
    /// as it is written in the file.
    pub fn find(&self, label: &str, vertices: u32) -> Option<u32> {
        match self {
            Labels::Numbers { first } => {
                let number: u32 = label.trim().parse().ok()?;
                number.checked_sub(*first).filter(|&v| v < vertices)
            }
            Labels::Names(names) => {
                let is_shown = |name: &String| is_plain(name) && name == label;
                let is_escaped = |name: &String| !is_plain(name) && visible_name(name) == label;
                let shown = names
                    .iter()
                    .position(|name| is_shown(name) || is_escaped(name));
                let at = shown.or_else(|| names.iter().position(|name| name == label))?;
                Some(at as u32)
            }
        }
    }
}

/// True if a name is shown as it is.
fn is_plain(name: &str) -> bool {
    !name.contains(char::is_control) && !name.contains("\\u{")
}

/// A name with control characters escaped, so that different names look different.
pub(crate) fn visible_name(name: &str) -> String {
    if is_plain(name) {
        return name.to_owned();
    }
    let mut shown = String::with_capacity(name.len() + 8);
    for (at, character) in name.char_indices() {
        match character {
            '\\' if name[at..].starts_with("\\u{") => shown.push_str("\\\\"),
            _ if character.is_control() => shown.extend(character.escape_unicode()),
            _ => shown.push(character),
        }
    }
    shown
}

/// The bytes of a name of so many bytes, with what the allocator adds.
pub(crate) fn name_bytes(length: usize) -> u64 {
    size_of::<String>() as u64 + (length as u64 + 8).next_multiple_of(16).max(32)
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
    /// What `player` (0 or 1) is called, fit for a terminal as by [`Labels::show`].
    pub fn visible_name(&self, player: u8) -> String {
        visible_name(&self.names[usize::from(player)])
    }

    /// The outcome for the player who would move at `v` if the player called `name` has won.
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
    /// Vertices where the game is over, ascending, with the outcome for the player who would move.
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

    /// `graph` with vertices called as `labels` say.
    pub fn from_graph(graph: &Graph, labels: Labels, format: Format) -> GraphFile {
        GraphFile::from_graph_within(graph, labels, format, &unlimited())
            .expect("there is no limit")
    }

    /// As [`GraphFile::from_graph`], within `limits`, which also count `graph`.
    ///
    /// # Errors
    ///
    /// [`LimitReached`] by memory, time or on request.
    pub fn from_graph_within(
        graph: &Graph,
        labels: Labels,
        format: Format,
        limits: &Limits,
    ) -> Result<GraphFile, LimitReached> {
        let others = u64::from(graph.vertices()) + labels.memory_bytes();
        limits.check_bytes(2 * graph.memory_bytes() + others)?;
        let degrees = graph.offsets().windows(2);
        let degrees = Counters::from_degrees(degrees.map(|row| u64::from(row[1] - row[0])));
        let predecessors = graph.reversed_within(limits)?;
        Ok(GraphFile::new(predecessors, degrees, labels, format))
    }

    /// The number of vertices.
    pub fn vertices(&self) -> u32 {
        self.predecessors.vertices()
    }

    /// The number of edges.
    pub fn edge_count(&self) -> u64 {
        self.predecessors.edge_count()
    }

    /// Where a move to each vertex can come from.
    pub fn predecessors(&self) -> &Graph {
        &self.predecessors
    }

    /// The bytes that all of it takes in memory.
    pub fn memory_bytes(&self) -> u64 {
        let owners = self.owners.as_ref().map_or(0, |owners| owners.of.len());
        self.predecessors.memory_bytes()
            + u64::from(self.vertices())
            + owners as u64
            + self.decided.len() as u64 * 8
            + self.labels.memory_bytes()
    }

    /// The outcome that the file states for `v`, if it does.
    pub fn result(&self, v: u32) -> Option<Outcome> {
        let at = self.decided.binary_search_by_key(&v, |&(at, _)| at).ok()?;
        Some(self.decided[at].1)
    }

    /// The graph, each row in ascending order.
    pub fn graph(&self) -> Graph {
        self.predecessors.reversed()
    }

    /// As [`GraphFile::graph`], within `limits`, which also count this file.
    ///
    /// # Errors
    ///
    /// [`LimitReached`] by memory, time or on request.
    pub fn graph_within(&self, limits: &Limits) -> Result<Graph, LimitReached> {
        limits.check_bytes(self.memory_bytes() + self.predecessors.memory_bytes())?;
        self.predecessors.reversed_within(limits)
    }

    /// Solves the game on the graph; the outcomes are for the player who moves at each vertex.
    ///
    /// # Errors
    ///
    /// [`LimitReached`] by memory, time or on request.
    pub fn solve(&self, play: Play, limits: &Limits) -> Result<Solution, LimitReached> {
        // A copy of the counters, a queue and a solution.
        limits.check_bytes(self.memory_bytes() + self.extra_bytes(9))?;
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
        match &self.owners {
            None => {
                limits.check_bytes(self.memory_bytes() + self.extra_bytes(4))?;
                let settled = settle(rows, degrees, &Alike, play, decided, limits)?;
                // The rows are freed before the solution is allocated, which keeps the peak low.
                drop(self);
                Ok(settled.into_solution(&Alike))
            }
            Some(_) => {
                limits.check_bytes(self.memory_bytes() + self.extra_bytes(8))?;
                self.settle(degrees, play, limits)
            }
        }
    }

    /// True if the vertices look as if they count from 1 though they were read as from 0: there
    /// are edges, and vertex 0 has none, in a list that does not state how many vertices there are.
    pub fn looks_one_based(&self) -> bool {
        self.labels == Labels::Numbers { first: 0 }
            && self.format == Format::Edges
            && self.edge_count() > 0
            && self.degrees.get(0) == 0
            && self.predecessors.out_degree(0) == 0
    }

    /// The bytes that solving takes besides: so many for each vertex, and a set of the decided.
    fn extra_bytes(&self, vertex_bytes: u64) -> u64 {
        u64::from(self.vertices()) * vertex_bytes + self.decided.len() as u64 * DECIDED_BYTES
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_with_control_characters_are_shown_escaped_and_found_again() {
        let names = [
            "plain",
            "\u{1b}[2J",
            "\\u{1b}[2J",
            "two\nlines",
            "back\\slash",
        ];
        let labels = Labels::Names(names.map(str::to_owned).to_vec());
        let shown: Vec<String> = (0..5).map(|v| labels.show(v)).collect();
        assert_eq!(shown[1], "\\u{1b}[2J");
        assert_eq!(shown[3], "two\\u{a}lines");
        assert_eq!((&shown[0], &shown[4]), (&labels.show(0), &labels.show(4)));
        for v in 0..5 {
            assert!(!shown[v as usize].contains(char::is_control));
            assert_eq!(labels.find(&shown[v as usize], 5), Some(v));
        }
        assert_eq!(labels.find("two\nlines", 5), Some(3), "as written");
        assert_eq!(labels.find("absent", 5), None);
    }
}
