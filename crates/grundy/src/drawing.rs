//! Drawings of solved graphs: one picture, the steps of the algorithm, or all of them in motion.

use grundy_core::{Outcome, Play};
use grundy_graph::{Graph, GraphFile, Labels, LoopyValues, Owners, Solution};
use grundy_render::graph_drawing::{Class, Drawing, Shape, Vertex};
use grundy_render::graph_steps::Step;

use crate::Error;

pub use grundy_render::graph_dot::dot;
pub use grundy_render::graph_steps::{moving_picture, step_pictures};
pub use grundy_render::graph_svg::{Style, svg};

/// More vertices than this are no picture that anybody could read.
const MOST_VERTICES: u32 = 1000;

/// More edges than this are only black.
const MOST_EDGES: u64 = 3000;

/// With at most this many decided vertices, each gets a step of its own; else each level does.
const MOST_SINGLE_STEPS: usize = 60;

/// Names that a caption lists before it only counts.
const MOST_NAMES: usize = 10;

/// A solved graph, ready to be drawn.
pub struct SolvedGraph<'a> {
    /// The file it came from.
    pub file: &'a GraphFile,
    /// Its outcomes.
    pub solution: &'a Solution,
    /// The convention they hold for.
    pub play: Play,
    /// Whether remotenesses are shown.
    pub remoteness: bool,
    /// Nim-values to show.
    pub values: Option<&'a LoopyValues>,
}

impl SolvedGraph<'_> {
    /// Fails if a picture of the graph could not be read. DOT has no such limit.
    ///
    /// # Errors
    ///
    /// [`Error::Usage`] with the limit.
    pub fn check_size(&self) -> Result<(), Error> {
        let (vertices, edges) = (self.file.vertices(), self.file.edge_count());
        if vertices <= MOST_VERTICES && edges <= MOST_EDGES {
            return Ok(());
        }
        Err(Error::Usage {
            message: format!(
                "a picture of {vertices} vertices and {edges} edges could not be read; the most is \
                 {MOST_VERTICES} and {MOST_EDGES} (`--dot` has no limit)"
            ),
        })
    }

    /// The drawing with every outcome.
    pub fn drawing(&self) -> Drawing {
        let vertex = |v| Vertex {
            class: self.class(v),
            note: self.note(v),
            ..self.open_vertex(v)
        };
        let [won, lost, drawn] = self.solution.tally();
        let vertices = self.file.vertices();
        let rule = self.play.in_words();
        let numbers = match self.remoteness {
            true => "; the small number counts moves to the end",
            false => "",
        };
        Drawing {
            caption: format!(
                "{vertices} vertices: {won} win, {lost} lose, {drawn} draw ({rule}{numbers})"
            ),
            vertices: (0..vertices).map(vertex).collect(),
            edges: self.edges(),
        }
    }

    /// The drawing before the first step, and the steps.
    pub fn steps(&self) -> (Drawing, Vec<Step>) {
        let graph = self.file.graph();
        let mut drawing = Drawing {
            caption: self.drawing().caption,
            vertices: (0..graph.vertices()).map(|v| self.open_vertex(v)).collect(),
            edges: self.edges(),
        };
        for v in 0..graph.vertices() {
            drawing.vertices[v as usize].note = graph.out_degree(v).to_string();
        }
        let steps = Steps {
            solved: self,
            predecessors: graph.reversed(),
            left: (0..graph.vertices()).map(|v| graph.out_degree(v)).collect(),
            is_decided: vec![false; graph.vertices() as usize],
            graph,
        };
        (drawing, steps.run())
    }

    fn class(&self, v: u32) -> Class {
        match self.solution.outcome(v) {
            Outcome::Win => Class::Win,
            Outcome::Lose => Class::Lose,
            Outcome::Draw => Class::Draw,
        }
    }

    fn note(&self, v: u32) -> String {
        let remoteness = self.solution.remoteness(v).filter(|_| self.remoteness);
        let remoteness = remoteness.map(|moves| moves.to_string());
        let value = self.values.map(|values| format!("*{}", values.value(v)));
        let notes: Vec<String> = remoteness.into_iter().chain(value).collect();
        notes.join(" ")
    }

    fn open_vertex(&self, v: u32) -> Vertex {
        let is_second = |owners: &Owners| owners.of[v as usize] == 1;
        let mut vertex = Vertex::new(self.file.labels.show(v), Class::Open);
        if self.file.owners.as_ref().is_some_and(is_second) {
            vertex.shape = Shape::Box;
        }
        vertex
    }

    fn edges(&self) -> Vec<(usize, usize)> {
        let graph = self.file.graph();
        let edges = graph.edges();
        edges
            .map(|(from, to)| (from as usize, to as usize))
            .collect()
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

/// The algorithm again, slowly.
struct Steps<'a> {
    solved: &'a SolvedGraph<'a>,
    graph: Graph,
    predecessors: Graph,
    /// Moves of each vertex that are not known to be bad.
    left: Vec<u32>,
    is_decided: Vec<bool>,
}

impl Steps<'_> {
    fn run(mut self) -> Vec<Step> {
        let solution = self.solved.solution;
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
        let mut steps = vec![Step {
            caption:
                "Start: nothing is known. The small number counts the moves that may still be good."
                    .to_owned(),
            ..Step::default()
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
    fn step(&mut self, number: usize, group: &[u32]) -> Step {
        let mut step = Step {
            caption: format!("Step {number}: {}", self.reason(group)),
            ..Step::default()
        };
        for &v in group {
            self.is_decided[v as usize] = true;
            let note = self.solved.note(v);
            step.decided.push((v as usize, self.solved.class(v), note));
            let because = self.because(v).into_iter();
            step.because
                .extend(because.map(|to| (v as usize, to as usize)));
        }
        let mut changed = Vec::new();
        for &v in group {
            for &before in self.predecessors.successors(v) {
                if !self.solved.is_good(before, v) {
                    self.left[before as usize] -= 1;
                    changed.push(before);
                }
            }
        }
        changed.sort_unstable();
        changed.dedup();
        for v in changed {
            if !self.is_decided[v as usize] {
                let note = self.left[v as usize].to_string();
                step.open_notes.push((v as usize, note));
            }
        }
        step
    }

    /// The moves that decide `v`: a fastest one of the winner, all of the loser.
    fn because(&self, v: u32) -> Vec<u32> {
        let solution = self.solved.solution;
        let options = self.graph.successors(v).iter().copied();
        match (solution.outcome(v), solution.remoteness(v)) {
            (Outcome::Win, Some(remoteness)) if remoteness > 0 => {
                let is_fastest = |&to: &u32| {
                    self.solved.is_good(v, to) && solution.remoteness(to) == Some(remoteness - 1)
                };
                options.filter(is_fastest).take(1).collect()
            }
            (Outcome::Lose, Some(remoteness)) if remoteness > 0 => options.collect(),
            _ => Vec::new(),
        }
    }

    /// Why the vertices of `group` are decided.
    fn reason(&self, group: &[u32]) -> String {
        let (solved, first) = (self.solved, group[0]);
        let names = solved.names(group);
        let is_one = group.len() == 1;
        let word = match (solved.solution.outcome(first), is_one) {
            (Outcome::Win, true) => "wins",
            (Outcome::Win, false) => "win",
            (_, true) => "loses",
            (_, false) => "lose",
        };
        let remoteness = solved.solution.remoteness(first).unwrap_or(0);
        let moves = match remoteness {
            1 => "1 move".to_owned(),
            moves => format!("{moves} moves"),
        };
        match (remoteness, solved.solution.outcome(first)) {
            (0, _) if group.iter().all(|&v| self.graph.out_degree(v) == 0) => {
                let verb = if is_one { "has" } else { "have" };
                format!("{names} {verb} no moves: {word}.")
            }
            (0, _) => format!("{names}: decided from the beginning, {word}."),
            (_, Outcome::Win) if is_one => {
                let to = solved.names(&self.because(first));
                format!("{names} {word} in {moves}: the move to {to} is good.")
            }
            (_, Outcome::Win) => format!("{names} {word} in {moves}: each has a good move."),
            _ if is_one => {
                let mut options = self.graph.successors(first).to_vec();
                options.sort_unstable();
                options.dedup();
                let options = solved.names(&options);
                format!("{names} {word} in {moves}: every move is bad (to {options}).")
            }
            _ => format!("{names} {word} in {moves}: every move of theirs is bad."),
        }
    }

    /// The step that colours what is left.
    fn last_step(&self, number: usize) -> Option<Step> {
        let open = |&v: &u32| !self.is_decided[v as usize];
        let drawn: Vec<u32> = (0..self.graph.vertices()).filter(open).collect();
        if drawn.is_empty() {
            return None;
        }
        let names = self.solved.names(&drawn);
        let verb = if drawn.len() == 1 {
            "is a draw"
        } else {
            "are draws"
        };
        let decided = drawn
            .iter()
            .map(|&v| (v as usize, Class::Draw, self.solved.note(v)));
        let stays = |&v: &u32| {
            let to_draw = |&&to: &&u32| !self.is_decided[to as usize];
            let options = self.graph.successors(v).iter().filter(to_draw);
            options
                .map(|&to| (v as usize, to as usize))
                .collect::<Vec<_>>()
        };
        Some(Step {
            caption: format!(
                "Step {number}: {names} {verb}: nothing more can be decided, and there is always a \
                 move that stays among them."
            ),
            decided: decided.collect(),
            because: drawn.iter().flat_map(stays).collect(),
            open_notes: Vec::new(),
        })
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
    use grundy_core::Limits;
    use grundy_graph::Source;
    use grundy_graph::format;

    use super::*;

    const LECTURE: &str = "9 12\n0 1\n2 1\n6 2\n6 3\n3 4\n4 5\n0 4\n0 6\n7 0\n8 4\n7 8\n8 7\n";

    fn with_steps(text: &str, play: Play, check: impl Fn(&SolvedGraph, Drawing, Vec<Step>)) {
        let source = Source::Bytes(text.as_bytes().to_vec());
        let file = format::load(&source, None, false, &Limits::default()).unwrap();
        let solution = file.solve(play, &Limits::default()).unwrap();
        let solved = SolvedGraph {
            file: &file,
            solution: &solution,
            play,
            remoteness: false,
            values: None,
        };
        let (drawing, steps) = solved.steps();
        check(&solved, drawing, steps);
    }

    #[test]
    fn the_steps_decide_every_vertex_once_and_rightly() {
        let owned = r#"{"vertices":4,"edges":[[0,1],[1,2],[2,0],[2,3],[0,3]],"owner":[0,0,1,1]}"#;
        for text in [LECTURE, owned, "3 4\n0 0\n0 1\n0 1\n2 0\n", "0 0\n"] {
            for play in [Play::Normal, Play::Misere] {
                with_steps(text, play, |solved, drawing, steps| {
                    let mut decided: Vec<(usize, Class)> = Vec::new();
                    for step in &steps {
                        decided.extend(step.decided.iter().map(|(v, class, _)| (*v, *class)));
                        for edge in &step.because {
                            assert!(drawing.edges.contains(edge), "{text}: {edge:?}");
                        }
                    }
                    decided.sort_by_key(|pair| pair.0);
                    let vertices = 0..drawing.vertices.len();
                    let expected: Vec<_> = vertices.map(|v| (v, solved.class(v as u32))).collect();
                    assert_eq!(decided, expected, "{text}");
                });
            }
        }
    }

    #[test]
    fn the_lecture_is_told_step_by_step() {
        with_steps(LECTURE, Play::Normal, |_, drawing, steps| {
            let captions: Vec<&str> = steps.iter().map(|step| step.caption.as_str()).collect();
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
            assert_eq!(drawing.vertices[6].note, "2");
            assert_eq!(steps[4].open_notes, [(6, "1".to_owned())]);
        });
    }

    #[test]
    fn a_graph_that_could_not_be_read_is_refused() {
        with_steps("3000 0\n", Play::Normal, |solved, _, _| {
            let error = solved.check_size().unwrap_err();
            assert!(error.to_string().contains("3000 vertices"), "{error}");
            assert_eq!(error.exit_status(), 2);
        });
    }
}
