//! Games on graphs.

use schemars::JsonSchema;
use serde::Serialize;

use crate::{ExplanationBlock, Listed, OutcomeWord, PlayWord, SchemaVersion, ValueReport};

/// Who wins at every vertex. The lists have an entry for each vertex.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "GraphReport")]
pub struct GraphReport<'a> {
    /// The version of the object.
    pub schema: SchemaVersion,
    /// The format that the file was read as.
    pub format: String,
    /// The ending convention.
    pub play: PlayWord,
    /// The number of vertices.
    pub vertices: u32,
    /// The number of edges.
    pub edges: u64,
    /// What happens to the player to move.
    pub outcomes: Listed<'a, OutcomeWord>,
    /// Moves to the end; null for a draw.
    pub remoteness: Listed<'a, Option<u32>>,
    /// The nim-values, if they were asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub values: Option<Listed<'a, ValueReport>>,
    /// What the vertices are called, if they have names.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub names: Option<Listed<'a, String>>,
    /// Who wins, by name, if vertices have owners; null for a draw.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub winner: Option<Listed<'a, Option<String>>>,
}

/// One vertex: who wins, the best moves, a line of best play.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct GraphStartReport {
    /// The version of the object.
    pub schema: SchemaVersion,
    /// The vertex.
    pub start: VertexLabel,
    /// The ending convention.
    pub play: PlayWord,
    /// What happens to the player to move.
    pub outcome: OutcomeWord,
    /// Moves to the end; null for a draw.
    pub remoteness: Option<u32>,
    /// The nim-value, if it was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<ValueReport>,
    /// Who moves there, if vertices have owners.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub owner: Option<String>,
    /// Who wins, by name, if vertices have owners.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub winner: Option<String>,
    /// Every move.
    pub moves: Vec<GraphMove>,
    /// Where the best moves lead.
    pub best_moves: Vec<VertexLabel>,
    /// A line of best play.
    pub line: Vec<VertexLabel>,
    /// For a draw: the end of the line, which repeats for ever.
    pub cycle: Option<Vec<VertexLabel>>,
    /// True if the line is longer than is shown.
    pub line_is_cut: bool,
    /// The reason, if it was asked for.
    pub explanation: Vec<ExplanationBlock>,
}

/// A move on a graph.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct GraphMove {
    /// Where it leads.
    pub to: VertexLabel,
    /// What happens to the player who makes it.
    pub outcome: OutcomeWord,
    /// The moves that remain after it; null for a draw.
    pub remoteness: Option<u32>,
    /// True for the fastest win, the longest resistance, and all moves that keep a draw.
    pub best: bool,
}

/// A vertex: its number, or its name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum VertexLabel {
    /// A number.
    Number(u32),
    /// A name.
    Name(String),
}

impl VertexLabel {
    /// The label that is shown as `text`.
    pub fn new(text: &str) -> VertexLabel {
        match text.parse::<u32>() {
            Ok(number) if number.to_string() == text => VertexLabel::Number(number),
            _ => VertexLabel::Name(text.to_owned()),
        }
    }
}

impl std::fmt::Display for VertexLabel {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            VertexLabel::Number(number) => number.fmt(f),
            VertexLabel::Name(name) => f.write_str(name),
        }
    }
}

/// An answer about a graph that was checked by the definition.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct GraphVerifyReport {
    /// The version of the object.
    pub schema: SchemaVersion,
    /// True: a wrong answer is an error of kind `refuted`.
    pub verified: bool,
    /// The number of vertices.
    pub vertices: usize,
}

/// Who wins at every vertex of a graph, and the steps by which that is found.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct GraphStepsReport {
    /// The version of the object.
    pub schema: SchemaVersion,
    /// The number of vertices.
    pub vertices: u32,
    /// The number that the first vertex is called by: 0 or 1.
    pub first: u32,
    /// What the vertices are called, if they have names.
    pub names: Option<Vec<String>>,
    /// The edges, by indices of vertices from 0.
    pub edges: Vec<(u32, u32)>,
    /// What happens to the player to move at each vertex.
    pub outcomes: Vec<OutcomeWord>,
    /// Moves to the end; null for a draw.
    pub remoteness: Vec<Option<u32>>,
    /// The nim-values, where there are such and the graph is not too large.
    pub values: Option<Vec<ValueReport>>,
    /// The steps of the analysis, for small graphs.
    pub steps: Option<Vec<GraphStep>>,
    /// Where to draw it; nothing if it is too large to be drawn.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub places: Option<GraphPlaces>,
}

/// Where to draw the vertices of a graph, and how its edges run.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct GraphPlaces {
    /// The width of the paper.
    pub width: u32,
    /// Its height.
    pub height: u32,
    /// The middle of each vertex, from the left and from the top.
    pub points: Vec<(u32, u32)>,
    /// The curves of edges that avoid vertices; nothing for large graphs, whose edges are straight.
    pub curves: Vec<GraphCurve>,
}

/// The curve of an edge, its arrowhead included; parallel edges are one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct GraphCurve {
    /// Where it begins.
    pub from: u32,
    /// Where it ends.
    pub to: u32,
    /// The curve as the data of an SVG path.
    pub path: String,
}

/// One step of the analysis of a graph.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct GraphStep {
    /// The vertex that something is found out about.
    pub vertex: u32,
    /// The edge that is looked at.
    pub edge: Option<(u32, u32)>,
    /// What is now known about the vertex, if the step decides it.
    pub outcome: Option<OutcomeWord>,
    /// The moves of the vertex that are not known to be bad, where the step counts them.
    pub left: Option<u32>,
    /// The step in words.
    pub text: String,
}
