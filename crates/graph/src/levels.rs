//! The retrograde analysis told in groups of vertices, those that are decided first coming first: for pictures.
//!
//! Unlike the narration in `steps`, which follows the queue, this one is read off the solution: a group holds
//! vertices of the same outcome and remoteness, or a single vertex where there are few.

use grundy_core::Outcome;

use crate::{Graph, GraphFile, Labels, Solution};

/// With at most this many decided vertices, each gets a group of its own; else each level does.
const MOST_SINGLE_STEPS: usize = 60;

/// Names that a caption lists before it only counts.
const MOST_NAMES: usize = 10;

/// Vertices that are decided together.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DecidedGroup {
    /// What happens and why, in words.
    pub caption: String,
    /// The vertices that are decided.
    pub decided: Vec<u32>,
    /// The edges that are the reason.
    pub because: Vec<(u32, u32)>,
    /// Vertices that stay undecided, with the moves that may still be good.
    pub left: Vec<(u32, u32)>,
}

/// The groups of a solved graph in the order in which they are decided; the first is empty, the last one the draws.
pub fn decided_groups(file: &GraphFile, solution: &Solution) -> Vec<DecidedGroup> {
    let graph = file.graph();
    let groups = Groups {
        file,
        solution,
        predecessors: graph.reversed(),
        left: (0..graph.vertices()).map(|v| graph.out_degree(v)).collect(),
        is_decided: vec![false; graph.vertices() as usize],
        graph,
    };
    groups.run()
}

/// The analysis so far.
struct Groups<'a> {
    file: &'a GraphFile,
    solution: &'a Solution,
    graph: Graph,
    predecessors: Graph,
    /// Moves of each vertex that are not known to be bad.
    left: Vec<u32>,
    is_decided: Vec<bool>,
}

impl Groups<'_> {
    fn run(mut self) -> Vec<DecidedGroup> {
        let solution = self.solution;
        let mut decided: Vec<(u32, u32)> = (0..self.graph.vertices())
            .filter_map(|v| Some((solution.remoteness(v)?, v)))
            .collect();
        decided.sort_unstable();
        let is_one_step = |a: &(u32, u32), b: &(u32, u32)| {
            decided.len() > MOST_SINGLE_STEPS
                && a.0 == b.0
                && solution.outcome(a.1) == solution.outcome(b.1)
        };
        let groups: Vec<Vec<u32>> = decided
            .chunk_by(is_one_step)
            .map(|group| group.iter().map(|&(_, v)| v).collect())
            .collect();
        let mut steps = vec![DecidedGroup {
            caption:
                "Start: nothing is known. The small number counts the moves that may still be good."
                    .to_owned(),
            ..DecidedGroup::default()
        }];
        for group in groups {
            let step = self.step(steps.len(), &group);
            steps.push(step);
        }
        if let Some(last) = self.last_step(steps.len()) {
            steps.push(last);
        }
        steps
    }

    /// The step that decides `group`, all alike.
    fn step(&mut self, number: usize, group: &[u32]) -> DecidedGroup {
        let mut step = DecidedGroup {
            caption: format!("Step {number}: {}", self.reason(group)),
            ..DecidedGroup::default()
        };
        for &v in group {
            self.is_decided[v as usize] = true;
            step.decided.push(v);
            let because = self.because(v).into_iter();
            step.because.extend(because.map(|to| (v, to)));
        }
        let mut changed = Vec::new();
        for &v in group {
            for &before in self.predecessors.successors(v) {
                if !self.is_good(before, v) {
                    self.left[before as usize] -= 1;
                    changed.push(before);
                }
            }
        }
        changed.sort_unstable();
        changed.dedup();
        for v in changed {
            if !self.is_decided[v as usize] {
                step.left.push((v, self.left[v as usize]));
            }
        }
        step
    }

    /// The moves that decide `v`: a fastest one of the winner, all of the loser.
    fn because(&self, v: u32) -> Vec<u32> {
        let solution = self.solution;
        let options = self.graph.successors(v).iter().copied();
        match (solution.outcome(v), solution.remoteness(v)) {
            (Outcome::Win, Some(remoteness)) if remoteness > 0 => {
                let is_fastest = |&to: &u32| {
                    self.is_good(v, to) && solution.remoteness(to) == Some(remoteness - 1)
                };
                options.filter(is_fastest).take(1).collect()
            }
            (Outcome::Lose, Some(remoteness)) if remoteness > 0 => options.collect(),
            _ => Vec::new(),
        }
    }

    /// Why the vertices of `group` are decided.
    fn reason(&self, group: &[u32]) -> String {
        let (solution, first) = (self.solution, group[0]);
        let names = self.names(group);
        let is_one = group.len() == 1;
        let word = match (solution.outcome(first), is_one) {
            (Outcome::Win, true) => "wins",
            (Outcome::Win, false) => "win",
            (_, true) => "loses",
            (_, false) => "lose",
        };
        let remoteness = solution.remoteness(first).unwrap_or(0);
        let moves = match remoteness {
            1 => "1 move".to_owned(),
            moves => format!("{moves} moves"),
        };
        match (remoteness, solution.outcome(first)) {
            (0, _) if group.iter().all(|&v| self.graph.out_degree(v) == 0) => {
                let verb = if is_one { "has" } else { "have" };
                format!("{names} {verb} no moves: {word}.")
            }
            (0, _) => format!("{names}: decided from the beginning, {word}."),
            (_, Outcome::Win) if is_one => {
                let to = self.names(&self.because(first));
                format!("{names} {word} in {moves}: the move to {to} is good.")
            }
            (_, Outcome::Win) => format!("{names} {word} in {moves}: each has a good move."),
            _ if is_one => {
                let mut options = self.graph.successors(first).to_vec();
                options.sort_unstable();
                options.dedup();
                let options = self.names(&options);
                format!("{names} {word} in {moves}: every move is bad (to {options}).")
            }
            _ => format!("{names} {word} in {moves}: every move of theirs is bad."),
        }
    }

    /// The step that colours what is left.
    fn last_step(&self, number: usize) -> Option<DecidedGroup> {
        let open = |&v: &u32| !self.is_decided[v as usize];
        let drawn: Vec<u32> = (0..self.graph.vertices()).filter(open).collect();
        if drawn.is_empty() {
            return None;
        }
        let names = self.names(&drawn);
        let verb = if drawn.len() == 1 {
            "is a draw"
        } else {
            "are draws"
        };
        let stays = |&v: &u32| {
            let to_draw = |&&to: &&u32| !self.is_decided[to as usize];
            let options = self.graph.successors(v).iter().filter(to_draw);
            options.map(|&to| (v, to)).collect::<Vec<_>>()
        };
        Some(DecidedGroup {
            caption: format!(
                "Step {number}: {names} {verb}: nothing more can be decided, and there is always a \
                 move that stays among them."
            ),
            because: drawn.iter().flat_map(stays).collect(),
            decided: drawn,
            left: Vec::new(),
        })
    }

    /// Whether the player who moves at `v` has won once the token is at `to`.
    fn is_good(&self, v: u32, to: u32) -> bool {
        let is_same_player = match &self.file.owners {
            Some(owners) => owners.of[v as usize] == owners.of[to as usize],
            None => false,
        };
        let wanted = if is_same_player {
            Outcome::Win
        } else {
            Outcome::Lose
        };
        self.solution.outcome(to) == wanted
    }

    fn names(&self, vertices: &[u32]) -> String {
        names(&self.file.labels, vertices)
    }
}

fn names(labels: &Labels, vertices: &[u32]) -> String {
    let shown = vertices.iter().take(MOST_NAMES).map(|&v| labels.show(v));
    let mut names = shown.collect::<Vec<String>>().join(", ");
    if vertices.len() > MOST_NAMES {
        names.push_str(&format!(" and {} more", vertices.len() - MOST_NAMES));
    }
    names
}

#[cfg(test)]
mod tests {
    use grundy_core::{Limits, Play};

    use super::*;
    use crate::{GraphSource, format};

    const SMALL: &str = "9 12\n0 1\n2 1\n6 2\n6 3\n3 4\n4 5\n0 4\n0 6\n7 0\n8 4\n7 8\n8 7\n";

    fn groups(text: &str, play: Play) -> (GraphFile, Vec<DecidedGroup>) {
        let source = GraphSource::Bytes(text.as_bytes().to_vec());
        let file = format::load(&source, None, false, &Limits::default()).unwrap();
        let solution = file.solve(play, &Limits::default()).unwrap();
        let groups = decided_groups(&file, &solution);
        (file, groups)
    }

    #[test]
    fn every_vertex_is_decided_once_by_edges_of_the_graph() {
        let owned = r#"{"vertices":4,"edges":[[0,1],[1,2],[2,0],[2,3],[0,3]],"owner":[0,0,1,1]}"#;
        for text in [SMALL, owned, "3 4\n0 0\n0 1\n0 1\n2 0\n", "0 0\n"] {
            for play in [Play::Normal, Play::Misere] {
                let (file, groups) = groups(text, play);
                let edges: Vec<(u32, u32)> = file.graph().edges().collect();
                let mut decided: Vec<u32> = Vec::new();
                for group in &groups {
                    decided.extend(&group.decided);
                    for edge in &group.because {
                        assert!(edges.contains(edge), "{text}: {edge:?}");
                    }
                }
                decided.sort_unstable();
                assert!(decided.into_iter().eq(0..file.vertices()), "{text}");
            }
        }
    }

    #[test]
    fn a_small_graph_is_told_vertex_by_vertex() {
        let (_, groups) = groups(SMALL, Play::Normal);
        let captions: Vec<&str> = groups.iter().map(|group| group.caption.as_str()).collect();
        assert_eq!(captions[1], "Step 1: 1 has no moves: loses.");
        assert_eq!(
            captions[3],
            "Step 3: 0 wins in 1 move: the move to 1 is good."
        );
        assert_eq!(
            captions[6],
            "Step 6: 3 loses in 2 moves: every move is bad (to 4)."
        );
        assert!(
            captions[8].starts_with("Step 8: 7, 8 are draws"),
            "{captions:?}"
        );
        // Vertex 6 has two moves, and one left when 2 turned out to win.
        assert_eq!(groups[4].left, [(6, 1)]);
    }
}
