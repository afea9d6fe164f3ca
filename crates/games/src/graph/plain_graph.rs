//! Graphs as positions: numbered vertices, and edges between them.

use std::collections::{BTreeMap, BTreeSet};

use grundy_core::{Element, Picture, SpecError};

use super::named;
use crate::notation;

/// The most vertices of a graph.
const MOST_VERTICES: usize = 1024;

/// A graph.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Graph {
    pub vertices: BTreeSet<u64>,
    /// Each with the smaller vertex first.
    pub edges: BTreeSet<(u64, u64)>,
}

impl Graph {
    /// Reads `1-2,2-3,7`, or a name.
    pub fn parse(text: &str) -> Result<Graph, SpecError> {
        let mut graph = Graph::default();
        match text.trim() {
            "" => return Err(SpecError::missing("a position", "1-2,2-3", 0..text.len())),
            "-" => return Ok(graph),
            _ => {}
        }
        if let Some(named) = named::parse(text, MOST_VERTICES)? {
            graph.vertices = named.vertices.into_iter().collect();
            graph.edges = named.edges.into_iter().collect();
            return Ok(graph);
        }
        for (part, at) in notation::parts(text, ',')? {
            let (a, b) = parse_edge(part, at)?;
            graph.vertices.extend([a, b]);
            if a != b {
                graph.edges.insert((a.min(b), a.max(b)));
            }
            if graph.vertices.len() > MOST_VERTICES {
                let why = format!("there are more than {MOST_VERTICES} vertices");
                return Err(SpecError::illegal(&why, "use fewer", at..at + part.len()));
            }
        }
        Ok(graph)
    }

    /// What [`Graph::parse`] reads back.
    pub fn show(&self) -> String {
        let edges = self.edges.iter().map(|(a, b)| format!("{a}-{b}"));
        let is_alone = |vertex: &&u64| self.neighbours(**vertex).next().is_none();
        let alone = self.vertices.iter().filter(is_alone).map(u64::to_string);
        let shown: Vec<String> = edges.chain(alone).collect();
        if shown.is_empty() {
            "-".to_owned()
        } else {
            shown.join(",")
        }
    }

    pub fn picture(&self) -> Picture {
        // At most [`MOST_VERTICES`], so the index fits.
        let index: BTreeMap<u64, u32> = self.vertices.iter().copied().zip(0..).collect();
        let edges = self.edges.iter().map(|(a, b)| (index[a], index[b]));
        Picture::Network {
            edges: edges.collect(),
            names: self.vertices.iter().map(u64::to_string).collect(),
        }
    }

    /// A vertex in the picture.
    pub fn element(&self, vertex: u64) -> Element {
        let place = self.vertices.iter().position(|other| *other == vertex);
        Element::at("vertex", [place.expect("vertices of the graph") as u64])
    }

    /// A vertex and its neighbours.
    pub fn around(&self, vertex: u64) -> BTreeSet<u64> {
        self.neighbours(vertex).chain([vertex]).collect()
    }

    /// The connected components, unless there is just one.
    pub fn components(&self) -> Option<Vec<Graph>> {
        let mut left = self.vertices.clone();
        let mut parts = Vec::new();
        while let Some(first) = left.first().copied() {
            let mut open = vec![first];
            let mut component = BTreeSet::new();
            while let Some(vertex) = open.pop() {
                if left.remove(&vertex) {
                    component.insert(vertex);
                    open.extend(self.neighbours(vertex));
                }
            }
            parts.push(self.only(|vertex| component.contains(&vertex)));
        }
        (parts.len() != 1).then_some(parts)
    }

    pub fn neighbours(&self, vertex: u64) -> impl Iterator<Item = u64> + '_ {
        self.edges
            .iter()
            .filter_map(move |&(a, b)| match (a == vertex, b == vertex) {
                (true, _) => Some(b),
                (_, true) => Some(a),
                _ => None,
            })
    }

    /// The graph on the vertices that `keep` takes.
    pub fn only(&self, keep: impl Fn(u64) -> bool) -> Graph {
        let edges = self.edges.iter().filter(|(a, b)| keep(*a) && keep(*b));
        Graph {
            vertices: self
                .vertices
                .iter()
                .copied()
                .filter(|vertex| keep(*vertex))
                .collect(),
            edges: edges.copied().collect(),
        }
    }
}

/// `1-2`, or a vertex alone as an edge to itself.
fn parse_edge(part: &str, at: usize) -> Result<(u64, u64), SpecError> {
    let Some((a, b)) = part.split_once('-') else {
        let vertex = notation::number(part, at, notation::ANY)?;
        return Ok((vertex, vertex));
    };
    let b_at = at + part.len() - b.trim_start().len();
    let ends = (
        notation::number(a.trim(), at, notation::ANY)?,
        notation::number(b.trim(), b_at, notation::ANY)?,
    );
    if ends.0 == ends.1 {
        return Err(SpecError::illegal(
            "an edge joins two different vertices",
            "write a vertex without edges as its number alone",
            at..at + part.len(),
        ));
    }
    Ok(ends)
}
