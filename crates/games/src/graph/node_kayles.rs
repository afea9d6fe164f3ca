//! Node Kayles: choose a vertex; it goes, and its neighbours with it (Schaefer 1978).

use std::collections::{BTreeMap, BTreeSet};

use grundy_core::{Game, Interned, Picture, RulesError, Ruleset, SpecError};

use crate::info::no_parameters;
use crate::{GameInfo, notation};

/// What the registry knows of it.
pub static GAME: GameInfo = GameInfo {
    name: "node-kayles",
    aliases: &["vertex-kayles"],
    summary: "choose a vertex of a graph; it goes, and its neighbours with it",
    rules: "There is a graph. A move chooses a vertex; it is removed together with all its neighbours. (In other words: \
            the players choose vertices of which no two are joined.)",
    notation: "the edges: 1-2,2-3,3-4; a vertex without edges stands alone: 1-2,5; - is no vertex at all",
    parameters: None,
    example: "node-kayles:1-2,2-3,3-4,4-1,4-5",
    trials: &[
        "node-kayles:-",
        "node-kayles:7",
        "node-kayles:1-2",
        "node-kayles:1-2,2-3,3-4,4-5,5-6",
        "node-kayles:1-2,2-3,1-3,4,5-6",
        "node-kayles:0-1,0-2,0-3,3-4,4-5,5-0",
    ],
    theory: "Who wins is hard to say in general (PSPACE-complete); a path of n vertices is Dawson's chess. A graph that \
             falls apart is the sum of its components.",
    source: "T. J. Schaefer, On the complexity of some two-person perfect-information games, J. Comput. System Sci. 16 \
             (1978)",
    make,
};

/// The most vertices of a graph.
const MOST_VERTICES: usize = 128;

fn make(parameters: Option<&str>) -> Result<Box<dyn Game>, SpecError> {
    no_parameters(parameters)?;
    Ok(Interned::boxed(NodeKayles))
}

struct NodeKayles;

#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Graph {
    vertices: BTreeSet<u64>,
    /// Each with the smaller vertex first.
    edges: BTreeSet<(u64, u64)>,
}

impl Ruleset for NodeKayles {
    type Position = Graph;

    fn prefix(&self, _graph: &Graph) -> String {
        "node-kayles".to_owned()
    }

    fn parse(&self, text: &str) -> Result<Graph, SpecError> {
        let mut graph = Graph::default();
        match text.trim() {
            "" => return Err(SpecError::missing("a position", "1-2,2-3", 0..text.len())),
            "-" => return Ok(graph),
            _ => {}
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

    fn show(&self, graph: &Graph) -> String {
        let edges = graph.edges.iter().map(|(a, b)| format!("{a}-{b}"));
        let is_alone = |vertex: &&u64| graph.neighbours(**vertex).next().is_none();
        let alone = graph.vertices.iter().filter(is_alone).map(u64::to_string);
        let shown: Vec<String> = edges.chain(alone).collect();
        match shown.is_empty() {
            true => "-".to_owned(),
            false => shown.join(","),
        }
    }

    fn options(&self, graph: &Graph, options: &mut Vec<Graph>) -> Result<(), RulesError> {
        let vertices = graph.vertices.iter();
        options.extend(vertices.map(|&vertex| {
            let mut gone: BTreeSet<u64> = graph.neighbours(vertex).collect();
            gone.insert(vertex);
            graph.only(|other| !gone.contains(&other))
        }));
        Ok(())
    }

    fn describe(&self, from: &Graph, to: &Graph) -> String {
        let gone: Vec<u64> = from.vertices.difference(&to.vertices).copied().collect();
        // The one that is joined to all the others that went, and to nothing else.
        let is_chosen = |vertex: &&u64| {
            let mut around: BTreeSet<u64> = from.neighbours(**vertex).collect();
            around.insert(**vertex);
            around.iter().eq(gone.iter())
        };
        let chosen = gone.iter().find(is_chosen).copied().unwrap_or(0);
        let others: Vec<u64> = gone.iter().copied().filter(|&vertex| vertex != chosen).collect();
        match others.is_empty() {
            true => format!("choose vertex {chosen}"),
            false => format!("choose vertex {chosen}; {} goes with it", notation::in_words(&others))
                .replace("goes", if others.len() == 1 { "goes" } else { "go" }),
        }
    }

    fn is_acyclic(&self) -> bool {
        true
    }

    fn parts(&self, graph: &Graph) -> Option<Vec<Graph>> {
        let mut left = graph.vertices.clone();
        let mut parts = Vec::new();
        while let Some(first) = left.first().copied() {
            let mut open = vec![first];
            let mut component = BTreeSet::new();
            while let Some(vertex) = open.pop() {
                if left.remove(&vertex) {
                    component.insert(vertex);
                    open.extend(graph.neighbours(vertex));
                }
            }
            parts.push(graph.only(|vertex| component.contains(&vertex)));
        }
        (parts.len() != 1).then_some(parts)
    }

    fn picture(&self, graph: &Graph) -> Picture {
        // At most [`MOST_VERTICES`], so the index fits.
        let index: BTreeMap<u64, u32> = graph.vertices.iter().copied().zip(0..).collect();
        let edges = graph.edges.iter().map(|(a, b)| (index[a], index[b]));
        Picture::Network {
            edges: edges.collect(),
            names: graph.vertices.iter().map(u64::to_string).collect(),
        }
    }
}

impl Graph {
    fn neighbours(&self, vertex: u64) -> impl Iterator<Item = u64> + '_ {
        self.edges.iter().filter_map(move |&(a, b)| match (a == vertex, b == vertex) {
            (true, _) => Some(b),
            (_, true) => Some(a),
            _ => None,
        })
    }

    /// The graph on the vertices that `keep` takes.
    fn only(&self, keep: impl Fn(u64) -> bool) -> Graph {
        let edges = self.edges.iter().filter(|(a, b)| keep(*a) && keep(*b));
        Graph {
            vertices: self.vertices.iter().copied().filter(|vertex| keep(*vertex)).collect(),
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_picture_counts_vertices_from_0_and_keeps_their_names() {
        let graph = NodeKayles.parse("7-3,9,3-20").unwrap();
        let expected = Picture::Network {
            edges: vec![(0, 1), (0, 3)],
            names: ["3", "7", "9", "20"].map(str::to_owned).to_vec(),
        };
        assert_eq!(NodeKayles.picture(&graph), expected);
    }
}
