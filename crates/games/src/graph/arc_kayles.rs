//! Arc Kayles: choose an edge; its ends go, and every edge at them (Schaefer 1978).

use grundy_core::{Element, Notation, Picture, Rules, SpecError, Theory, Touch};
use grundy_positions::{Game, game};

use super::plain_graph::Graph;
use super::removal;
use crate::GameInfo;
use crate::info::no_parameters;

/// What the registry knows of it.
pub static GAME: GameInfo = GameInfo {
    name: "arc-kayles",
    aliases: &["edge-kayles"],
    summary: "choose an edge of a graph; its ends go, and every edge at them",
    rules: "There is a graph. A move chooses an edge; both its ends are removed together with every edge at them. (In \
            other words: the players choose edges of which no two share a vertex.)",
    notation: "the edges: 1-2,2-3,3-4; a vertex without edges stands alone: 1-2,5; - is no vertex at all; or a \
               graph by name: path-5, cycle-6, grid-3x4, torus-3x4, queens-5, petersen-5",
    parameters: None,
    example: "arc-kayles:1-2,2-3,3-4,4-1,4-5",
    trials: &[
        "arc-kayles:-",
        "arc-kayles:7",
        "arc-kayles:1-2",
        "arc-kayles:path-7",
        "arc-kayles:1-2,2-3,1-3,4,5-6",
        "arc-kayles:grid-2x4",
    ],
    theory: "On a grid it is Cram; on a path of n vertices it is Dawson's Kayles. A graph that falls apart is the sum of \
             its components.",
    source: "T. J. Schaefer, On the complexity of some two-person perfect-information games, J. Comput. System Sci. 16 \
             (1978)",
    make,
};

fn make(parameters: Option<&str>) -> Result<Box<dyn Game>, SpecError> {
    no_parameters(parameters)?;
    Ok(game(ArcKayles))
}

struct ArcKayles;

impl Rules for ArcKayles {
    type Position = Graph;
    /// The edge that is chosen.
    type Move = (u64, u64);

    fn moves(&self, graph: &Graph) -> impl Iterator<Item = (u64, u64)> {
        graph.edges.iter().copied()
    }

    fn play(&self, graph: &Graph, &(a, b): &(u64, u64)) -> Graph {
        graph.only(|vertex| vertex != a && vertex != b)
    }

    fn theory(&self) -> Theory<ArcKayles> {
        Theory {
            parts: Some(|_, graph| graph.components()),
            removal: Some(|_, graph| Some(removal::edges(&graph.vertices, &graph.edges))),
            ..Theory::default()
        }
    }
}

impl Notation for ArcKayles {
    fn prefix(&self, _graph: &Graph) -> String {
        "arc-kayles".to_owned()
    }

    fn parse(&self, text: &str) -> Result<Graph, SpecError> {
        Graph::parse(text)
    }

    fn show(&self, graph: &Graph) -> String {
        graph.show()
    }

    fn describe(&self, _graph: &Graph, (a, b): &(u64, u64)) -> String {
        format!("choose the edge from {a} to {b}")
    }

    fn picture(&self, graph: &Graph) -> Picture {
        graph.picture()
    }

    fn touch(&self, graph: &Graph, &(a, b): &(u64, u64)) -> Touch {
        let ends: Vec<Element> = [a, b].map(|end| graph.element(end)).to_vec();
        Touch::all(ends)
    }
}
