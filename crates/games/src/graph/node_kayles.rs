//! Node Kayles: choose a vertex; it goes, and its neighbours with it (Schaefer 1978).

use grundy_core::{Notation, Picture, Rules, SpecError, Theory, Touch};
use grundy_positions::{Game, game};

use super::plain_graph::Graph;
use super::removal;
use crate::info::no_parameters;
use crate::{GameInfo, notation};

/// What the registry knows of it.
pub static GAME: GameInfo = GameInfo {
    name: "node-kayles",
    aliases: &["vertex-kayles"],
    summary: "choose a vertex of a graph; it goes, and its neighbours with it",
    rules: "There is a graph. A move chooses a vertex; it is removed together with all its neighbours. (In other words: \
            the players choose vertices of which no two are joined.)",
    notation: "the edges: 1-2,2-3,3-4; a vertex without edges stands alone: 1-2,5; - is no vertex at all; or a \
               graph by name: path-5, cycle-6, grid-3x4, torus-3x4, queens-5, petersen-5",
    parameters: None,
    example: "node-kayles:1-2,2-3,3-4,4-1,4-5",
    trials: &[
        "node-kayles:-",
        "node-kayles:grid-2x4",
        "node-kayles:cycle-7",
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

fn make(parameters: Option<&str>) -> Result<Box<dyn Game>, SpecError> {
    no_parameters(parameters)?;
    Ok(game(NodeKayles))
}

struct NodeKayles;

impl Rules for NodeKayles {
    type Position = Graph;
    /// The vertex that is chosen.
    type Move = u64;

    fn moves(&self, graph: &Graph) -> impl Iterator<Item = u64> {
        graph.vertices.iter().copied()
    }

    fn play(&self, graph: &Graph, &vertex: &u64) -> Graph {
        let gone = graph.around(vertex);
        graph.only(|other| !gone.contains(&other))
    }

    fn theory(&self) -> Theory<NodeKayles> {
        Theory {
            parts: Some(|_, graph| graph.components()),
            removal: Some(|_, graph| Some(removal::vertices(&graph.vertices, &graph.edges))),
            ..Theory::default()
        }
    }
}

impl Notation for NodeKayles {
    fn prefix(&self, _graph: &Graph) -> String {
        "node-kayles".to_owned()
    }

    fn parse(&self, text: &str) -> Result<Graph, SpecError> {
        Graph::parse(text)
    }

    fn show(&self, graph: &Graph) -> String {
        graph.show()
    }

    fn describe(&self, graph: &Graph, &vertex: &u64) -> String {
        let others: Vec<u64> = graph.neighbours(vertex).collect();
        let go = if others.len() == 1 { "goes" } else { "go" };
        if others.is_empty() {
            format!("choose vertex {vertex}")
        } else {
            format!(
                "choose vertex {vertex}; {} {go} with it",
                notation::in_words(&others)
            )
        }
    }

    fn picture(&self, graph: &Graph) -> Picture {
        graph.picture()
    }

    fn touch(&self, graph: &Graph, vertex: &u64) -> Touch {
        let gone = graph.around(*vertex);
        Touch::new(
            vec![graph.element(*vertex)],
            gone.iter().map(|&other| graph.element(other)).collect(),
        )
    }
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
