//! `/api/solve` and `/api/analyse`: who wins, and what every move does.

use grundy::core::Limits;
use grundy::report::{AnalysisReport, SolveReport, SolveRequest};
use grundy::{Error, Question};
use serde_json::{Value, json};

use crate::Endpoint;
use crate::position::{files, question};

fn asked(request: &SolveRequest, limits: &Limits) -> Question {
    let files = files(request.rules.as_deref(), request.graph.as_deref());
    Question {
        explain: true,
        ..question(vec![request.position.clone()], request.play, files, limits)
    }
}

/// The verdict, as `grundy solve --json` gives it.
pub(crate) enum Solve {}

impl Endpoint for Solve {
    const PATH: &'static str = "/api/solve";
    const SUMMARY: &'static str = "Who wins, what it is worth, every winning move, and why";
    type Request = SolveRequest;
    type Report = SolveReport;

    fn example() -> Value {
        json!({"position": "nim:3,4,5 + kayles:6"})
    }

    fn answer(request: &SolveRequest, limits: &Limits) -> Result<SolveReport, Error> {
        Ok(SolveReport::from(&grundy::solve(&asked(request, limits))?))
    }
}

/// The verdict with every move, pictures, hints and reasons: all that a board needs.
pub(crate) enum Analyse {}

impl Endpoint for Analyse {
    const PATH: &'static str = "/api/analyse";
    const SUMMARY: &'static str = "The verdict, what every move does, pictures, hints, reasons";
    type Request = SolveRequest;
    type Report = AnalysisReport;

    fn example() -> Value {
        Solve::example()
    }

    fn answer(request: &SolveRequest, limits: &Limits) -> Result<AnalysisReport, Error> {
        Ok(AnalysisReport::from(&grundy::analyse(&asked(
            request, limits,
        ))?))
    }
}
