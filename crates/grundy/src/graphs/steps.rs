//! Retrograde analysis told step by step, as a lecture draws it: for small graphs, on paper.
//!
//! The solver in the graph crate does the same at memory speed and keeps no record; this one keeps
//! nothing else. A test holds them against each other.

use std::collections::VecDeque;

use grundy_core::{Outcome, Play};
use grundy_graph::GraphFile;

/// The largest graph that is told step by step.
pub const MOST_TOLD_EDGES: u64 = 2000;

/// One thing that the algorithm does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// The vertex that something is found out about.
    pub vertex: u32,
    /// The edge that is looked at, from `vertex` to the vertex decided before.
    pub edge: Option<(u32, u32)>,
    /// What is now known about the vertex, if the step decides it.
    pub outcome: Option<Outcome>,
    /// The moves of the vertex that are still a hope, where the step counts them down.
    pub left: Option<u32>,
    /// The step in words.
    pub text: String,
}

/// Every step of the analysis, or nothing for graphs that are too large or whose vertices have
/// owners.
pub fn steps(file: &GraphFile, play: Play) -> Option<Vec<Step>> {
    let is_small =
        file.edge_count() <= MOST_TOLD_EDGES && u64::from(file.vertices()) <= MOST_TOLD_EDGES;
    if !is_small || file.owners.is_some() {
        return None;
    }
    let mut telling = Telling::new(file);
    telling.begin(play);
    while let Some(vertex) = telling.queue.pop_front() {
        telling.look_back(vertex);
    }
    telling.end();
    Some(telling.steps)
}

struct Telling<'f> {
    file: &'f GraphFile,
    predecessors: Vec<Vec<u32>>,
    left: Vec<u32>,
    outcomes: Vec<Option<Outcome>>,
    queue: VecDeque<u32>,
    steps: Vec<Step>,
}

impl Telling<'_> {
    fn new(file: &GraphFile) -> Telling<'_> {
        let graph = file.graph();
        let vertices = file.vertices();
        let mut predecessors = vec![Vec::new(); vertices as usize];
        for (from, to) in graph.edges() {
            predecessors[to as usize].push(from);
        }
        Telling {
            file,
            predecessors,
            left: (0..vertices).map(|v| graph.out_degree(v)).collect(),
            outcomes: vec![None; vertices as usize],
            queue: VecDeque::new(),
            steps: Vec::new(),
        }
    }

    fn name(&self, vertex: u32) -> String {
        self.file.labels.show(vertex)
    }

    /// The vertices where the game is over.
    fn begin(&mut self, play: Play) {
        for &(vertex, outcome) in &self.file.decided {
            let text = format!(
                "at {} the game is over by its rules: {outcome}",
                self.name(vertex)
            );
            self.decide(vertex, None, outcome, text);
        }
        for vertex in 0..self.file.vertices() {
            if self.left[vertex as usize] > 0 || self.outcomes[vertex as usize].is_some() {
                continue;
            }
            let outcome = play.without_moves();
            let why = match outcome {
                Outcome::Lose => "who must move there loses",
                _ => "who must move there wins",
            };
            let text = format!("{} has no moves: {why}", self.name(vertex));
            self.decide(vertex, None, outcome, text);
        }
    }

    /// What a decided vertex says about those that lead to it.
    fn look_back(&mut self, to: u32) {
        let outcome = self.outcomes[to as usize].expect("only decided vertices are queued");
        for from in self.predecessors[to as usize].clone() {
            if self.outcomes[from as usize].is_some() {
                continue;
            }
            match outcome {
                Outcome::Lose => {
                    let (from_name, to_name) = (self.name(from), self.name(to));
                    let text = format!(
                        "{from_name} has a move to {to_name}, which is lost: {from_name} is won"
                    );
                    self.decide(from, Some((from, to)), Outcome::Win, text);
                }
                Outcome::Win => self.count_down(from, to),
                // A vertex that is drawn by its rules keeps a hope alive for ever.
                Outcome::Draw => {}
            }
        }
    }

    /// One move of `from` less that could be good.
    fn count_down(&mut self, from: u32, to: u32) {
        self.left[from as usize] -= 1;
        let left = self.left[from as usize];
        let (from_name, to_name) = (self.name(from), self.name(to));
        if left == 0 {
            let text = format!(
                "{to_name} is won, and it was the last hope of {from_name}: {from_name} is lost"
            );
            self.decide(from, Some((from, to)), Outcome::Lose, text);
            return;
        }
        let moves = if left == 1 { "move" } else { "moves" };
        let text = format!("{to_name} is won, so {from_name} has {left} {moves} left to hope for");
        self.steps.push(Step {
            vertex: from,
            edge: Some((from, to)),
            outcome: None,
            left: Some(left),
            text,
        });
    }

    fn decide(&mut self, vertex: u32, edge: Option<(u32, u32)>, outcome: Outcome, text: String) {
        self.outcomes[vertex as usize] = Some(outcome);
        self.queue.push_back(vertex);
        self.steps.push(Step {
            vertex,
            edge,
            outcome: Some(outcome),
            left: None,
            text,
        });
    }

    /// What was never reached is a draw.
    fn end(&mut self) {
        for vertex in 0..self.file.vertices() {
            if self.outcomes[vertex as usize].is_none() {
                let name = self.name(vertex);
                let text = format!(
                    "nothing reaches {name} any more: play there can go on for ever, a draw"
                );
                self.decide(vertex, None, Outcome::Draw, text);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use grundy_core::Limits;

    use super::*;
    use crate::graphs::read_text;

    fn random_graph(seed: u64) -> GraphFile {
        let mut chance = crate::play::Chance::new(seed);
        let vertices = 1 + chance.below(12);
        let edges = chance.below(2 * vertices + 1);
        let mut text = format!("{vertices} {edges}\n");
        for _ in 0..edges {
            text += &format!("{} {}\n", chance.below(vertices), chance.below(vertices));
        }
        read_text(&text, None, false, &Limits::default()).unwrap()
    }

    #[test]
    fn the_steps_end_where_the_solver_does() {
        for seed in 0..500 {
            let file = random_graph(seed);
            for play in [Play::Normal, Play::Misere] {
                let solution = file.solve(play, &Limits::default()).unwrap();
                let mut told = vec![None; file.vertices() as usize];
                for step in steps(&file, play).unwrap() {
                    if let Some(outcome) = step.outcome {
                        assert_eq!(
                            told[step.vertex as usize].replace(outcome),
                            None,
                            "seed {seed}"
                        );
                    }
                }
                for (vertex, told) in told.iter().enumerate() {
                    assert_eq!(*told, Some(solution.outcome(vertex as u32)), "seed {seed}");
                }
            }
        }
    }

    #[test]
    fn the_graph_of_the_lecture_is_told_in_its_order() {
        let text = "9 12\n0 1\n2 1\n6 2\n6 3\n3 4\n4 5\n0 4\n0 6\n7 0\n8 4\n7 8\n8 7\n";
        let file = read_text(text, None, false, &Limits::default()).unwrap();
        let steps = steps(&file, Play::Normal).unwrap();
        assert_eq!(steps[0].text, "1 has no moves: who must move there loses");
        let last = steps.last().unwrap();
        assert_eq!((last.vertex, last.outcome), (8, Some(Outcome::Draw)));
    }
}
