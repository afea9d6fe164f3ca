//! `/api/graph`: a pasted graph, solved, and the algorithm told step by step.

use grundy::Error;
use grundy::core::{Limits, Play};
use grundy::graph::{GraphFile, Labels};
use grundy::graphs::{self, Step};
use serde::Deserialize;
use serde_json::{Value, json};

use super::position::{self, PlayWord};
use super::schema::{self, array, object};
use crate::endpoint::Endpoint;

/// Loopy values are computed for graphs up to this size.
const MOST_VALUED: u32 = 20_000;
/// The answer lists every vertex and edge: larger graphs are for the command line.
const MOST_VERTICES: u32 = 200_000;

/// A graph and how it is played.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Asked {
    text: String,
    #[serde(default)]
    one_based: bool,
    #[serde(default)]
    play: PlayWord,
}

/// The outcomes of all vertices.
pub(crate) enum SolveGraph {}

impl Endpoint for SolveGraph {
    const PATH: &'static str = "/api/graph";
    const SUMMARY: &'static str = "Who wins at every vertex of a graph, and how that is found";
    type Request = Asked;

    fn request_schema() -> Value {
        schema::request(
            json!({
                "text": {
                    "type": "string",
                    "description": "`n m` and m lines `a b`; a bare list of edges; DOT; or JSON",
                },
                "one_based": {"type": "boolean", "default": false},
                "play": schema::play(),
            }),
            &["text"],
        )
    }

    fn example() -> Value {
        json!({"text": "3 3\n0 1\n1 2\n0 2\n"})
    }

    fn response_schema() -> Value {
        let list = json!({"type": ["array", "null"]});
        object(json!({
            "schema": {"const": 1},
            "vertices": {"type": "integer"},
            "first": {"type": "integer"},
            "names": list,
            "edges": array(array(json!({"type": "integer"}))),
            "outcomes": array(schema::outcome()),
            "remoteness": array(json!({"type": ["integer", "null"]})),
            "values": list,
            "steps": list,
        }))
    }

    fn answer(asked: &Asked, limits: &Limits) -> Result<Value, Error> {
        let file = graphs::read_text(&asked.text, None, asked.one_based, limits)?;
        if file.vertices() > MOST_VERTICES {
            return Err(Error::Usage {
                message: format!(
                    "the graph has {} vertices; the playground takes up to {MOST_VERTICES}, \
                     `grundy graph` takes more",
                    file.vertices()
                ),
            });
        }
        solved(&file, asked.play.into(), limits)
    }
}

fn solved(file: &GraphFile, play: Play, limits: &Limits) -> Result<Value, Error> {
    let solution = file.solve(play, limits)?;
    let vertices = || 0..file.vertices();
    let (first, names) = match &file.labels {
        Labels::Numbers { first } => (*first, Value::Null),
        Labels::Names(names) => (0, json!(names)),
    };
    let edges: Vec<(u32, u32)> = file.graph().edges().collect();
    let told = graphs::steps(file, play);
    Ok(json!({
        "schema": 1,
        "vertices": file.vertices(),
        "first": first,
        "names": names,
        "edges": edges,
        "outcomes": vertices().map(|v| solution.outcome(v).word()).collect::<Vec<_>>(),
        "remoteness": vertices().map(|v| solution.remoteness(v)).collect::<Vec<_>>(),
        "values": values(file, play, limits)?,
        "steps": told.map(|steps| steps.iter().map(step).collect::<Vec<_>>()),
    }))
}

/// Nim-values, where the theory has them: normal play, no owners.
fn values(file: &GraphFile, play: Play, limits: &Limits) -> Result<Value, Error> {
    let has_values = play == Play::Normal && file.owners.is_none() && file.decided.is_empty();
    if !has_values || file.vertices() > MOST_VALUED {
        return Ok(Value::Null);
    }
    let values = graphs::values(file, play, limits)?;
    let listed = (0..file.vertices()).map(|v| position::value(Some(&values.value(v))));
    Ok(listed.collect())
}

fn step(step: &Step) -> Value {
    json!({
        "vertex": step.vertex,
        "edge": step.edge,
        "outcome": step.outcome.map(|outcome| outcome.word()),
        "left": step.left,
        "text": step.text,
    })
}
