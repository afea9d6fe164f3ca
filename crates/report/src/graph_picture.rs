//! Solved graphs as drawings: one picture, or the steps of the algorithm.

use std::fmt;

use grundy_core::{Outcome, Play};
use grundy_graph::{DecidedGroup, GraphFile, LoopyValues, Owners, Solution, decided_groups};

use crate::PlayWord;
use crate::graph_drawing::{Class, Drawing, DrawingStep, Shape, Vertex};

/// More vertices than this are no picture that anybody could read.
const MOST_VERTICES: u32 = 1000;

/// More edges than this are only black.
const MOST_EDGES: u64 = 3000;

/// A solved graph, ready to be drawn.
pub struct GraphPicture<'a> {
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

impl GraphPicture<'_> {
    /// Fails if a picture of the graph could not be read. DOT has no such limit.
    ///
    /// # Errors
    ///
    /// [`TooLargeToDraw`] with the limit.
    pub fn check_size(&self) -> Result<(), TooLargeToDraw> {
        let (vertices, edges) = (self.file.vertices(), self.file.edge_count());
        if vertices <= MOST_VERTICES && edges <= MOST_EDGES {
            return Ok(());
        }
        Err(TooLargeToDraw { vertices, edges })
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
        let rule = PlayWord::from(self.play).in_words();
        let numbers = if self.remoteness {
            "; the small number counts moves to the end"
        } else {
            ""
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
    pub fn steps(&self) -> (Drawing, Vec<DrawingStep>) {
        let graph = self.file.graph();
        let mut drawing = Drawing {
            caption: self.drawing().caption,
            vertices: (0..graph.vertices()).map(|v| self.open_vertex(v)).collect(),
            edges: self.edges(),
        };
        for v in 0..graph.vertices() {
            drawing.vertices[v as usize].note = graph.out_degree(v).to_string();
        }
        let groups = decided_groups(self.file, self.solution);
        (
            drawing,
            groups.iter().map(|group| self.step(group)).collect(),
        )
    }

    fn step(&self, group: &DecidedGroup) -> DrawingStep {
        let index = |&(from, to): &(u32, u32)| (from as usize, to as usize);
        let decided = group.decided.iter();
        let left = group.left.iter();
        DrawingStep {
            caption: group.caption.clone(),
            decided: decided
                .map(|&v| (v as usize, self.class(v), self.note(v)))
                .collect(),
            because: group.because.iter().map(index).collect(),
            open_notes: left
                .map(|&(v, left)| (v as usize, left.to_string()))
                .collect(),
        }
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
}

/// A graph of which no picture could be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooLargeToDraw {
    vertices: u32,
    edges: u64,
}

impl fmt::Display for TooLargeToDraw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let TooLargeToDraw { vertices, edges } = self;
        write!(
            f,
            "a picture of {vertices} vertices and {edges} edges could not be read; the most is \
             {MOST_VERTICES} and {MOST_EDGES} (DOT has no limit)"
        )
    }
}

impl std::error::Error for TooLargeToDraw {}

#[cfg(test)]
mod tests {
    use grundy_core::Limits;
    use grundy_graph::{GraphSource, format};

    use super::*;

    fn with_picture(text: &str, play: Play, check: impl Fn(&GraphPicture)) {
        let source = GraphSource::Bytes(text.as_bytes().to_vec());
        let file = format::load(&source, None, false, &Limits::default()).unwrap();
        let solution = file.solve(play, &Limits::default()).unwrap();
        check(&GraphPicture {
            file: &file,
            solution: &solution,
            play,
            remoteness: false,
            values: None,
        });
    }

    #[test]
    fn the_steps_decide_every_vertex_once_and_rightly() {
        let owned = r#"{"vertices":4,"edges":[[0,1],[1,2],[2,0],[2,3],[0,3]],"owner":[0,0,1,1]}"#;
        for text in [owned, "3 4\n0 0\n0 1\n0 1\n2 0\n", "0 0\n"] {
            for play in [Play::Normal, Play::Misere] {
                with_picture(text, play, |picture| {
                    let (drawing, steps) = picture.steps();
                    let decided = steps.iter().flat_map(|step| &step.decided);
                    let mut decided: Vec<(usize, Class)> =
                        decided.map(|(v, class, _)| (*v, *class)).collect();
                    decided.sort_by_key(|pair| pair.0);
                    let vertices = 0..drawing.vertices.len();
                    let expected: Vec<_> = vertices.map(|v| (v, picture.class(v as u32))).collect();
                    assert_eq!(decided, expected, "{text}");
                });
            }
        }
    }

    #[test]
    fn an_open_vertex_shows_the_moves_that_may_be_good() {
        with_picture("3 2\n0 1\n0 2\n", Play::Normal, |picture| {
            let (drawing, _) = picture.steps();
            assert_eq!(drawing.vertices[0].note, "2");
        });
    }

    #[test]
    fn a_graph_that_could_not_be_read_is_refused() {
        with_picture("3000 0\n", Play::Normal, |picture| {
            let error = picture.check_size().unwrap_err();
            assert!(error.to_string().contains("3000 vertices"), "{error}");
        });
    }
}
