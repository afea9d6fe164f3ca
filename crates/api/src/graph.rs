//! `/api/graph`: a pasted graph, solved, and the algorithm told step by step.

use grundy::Error;
use grundy::core::Limits;
use grundy::graphs;
use grundy::report::{GraphRequestBody, GraphStepsReport};
use serde_json::{Value, json};

use crate::Endpoint;

/// The answer lists every vertex and edge: larger graphs are for the command line.
const MOST_VERTICES: u32 = 200_000;

/// The outcomes of all vertices.
pub(crate) enum SolveGraph {}

impl Endpoint for SolveGraph {
    const PATH: &'static str = "/api/graph";
    const SUMMARY: &'static str = "Who wins at every vertex of a graph, and how that is found";
    type Request = GraphRequestBody;
    type Report = GraphStepsReport;

    fn example() -> Value {
        json!({"text": "3 3\n0 1\n1 2\n0 2\n"})
    }

    fn answer(asked: &GraphRequestBody, limits: &Limits) -> Result<GraphStepsReport, Error> {
        let file = graphs::read_text(&asked.text, None, asked.one_based, limits)?;
        if file.vertices() > MOST_VERTICES {
            return Err(Error::Usage {
                message: format!(
                    "the graph has {} vertices and the playground takes up to {MOST_VERTICES}; \
                     `grundy graph` takes more",
                    file.vertices()
                ),
            });
        }
        graphs::steps(&file, asked.play.into(), limits)
    }
}
