//! `/api/board`, `/api/touch` and `/api/walk`: what a player needs without anything being solved.

use grundy::core::Limits;
use grundy::report::{
    BoardReport, MoveEntry, ReviewRequest, SchemaVersion, SolveRequest, TouchReport, TouchRequest,
    WalkReport,
};
use grundy::{Error, boards};
use serde_json::{Value, json};

use crate::Endpoint;
use crate::play::check_length;
use crate::position::{files, question};

/// How a position looks, and its moves.
pub(crate) enum ShowBoard {}

impl Endpoint for ShowBoard {
    const PATH: &'static str = "/api/board";
    const SUMMARY: &'static str =
        "How a position looks, its moves and whether it is over; nothing is solved";
    type Request = SolveRequest;
    type Report = BoardReport;

    fn example() -> Value {
        json!({"position": "nim:3,4,5 + cram:8x8"})
    }

    fn answer(asked: &SolveRequest, limits: &Limits) -> Result<BoardReport, Error> {
        let files = files(asked.rules.as_deref(), asked.graph.as_deref());
        let question = question(vec![asked.position.clone()], asked.play, files, limits);
        Ok(boards::report(&boards::board(&question)?, &question))
    }
}

/// The move that is made by touching something.
pub(crate) enum FindTouched {}

impl Endpoint for FindTouched {
    const PATH: &'static str = "/api/touch";
    const SUMMARY: &'static str =
        "The move that is made by touching elements of a picture, where moves are too many to list";
    type Request = TouchRequest;
    type Report = TouchReport;

    fn example() -> Value {
        json!({"position": "nim:1000000000,5", "component": 0, "touch": ["heap:0", "take:999999995"]})
    }

    fn answer(asked: &TouchRequest, limits: &Limits) -> Result<TouchReport, Error> {
        let files = files(asked.rules.as_deref(), asked.graph.as_deref());
        let question = question(
            vec![asked.position.clone()],
            Default::default(),
            files,
            limits,
        );
        let found = boards::touched(&question, asked.component, &asked.touch)?;
        Ok(TouchReport {
            schema: SchemaVersion,
            found: found.as_ref().map(MoveEntry::from),
        })
    }
}

/// Whether positions follow each other by legal moves.
pub(crate) enum Walk {}

impl Endpoint for Walk {
    const PATH: &'static str = "/api/walk";
    const SUMMARY: &'static str =
        "The moves between the positions of a game, as far as they are legal; nothing is solved";
    type Request = ReviewRequest;
    type Report = WalkReport;

    fn example() -> Value {
        json!({"positions": ["nim:3,4,5", "nim:3,4", "nim:3,3"]})
    }

    fn answer(asked: &ReviewRequest, limits: &Limits) -> Result<WalkReport, Error> {
        check_length(&asked.positions)?;
        let files = files(asked.rules.as_deref(), asked.graph.as_deref());
        let question = question(Vec::new(), asked.play, files, limits);
        let moves = boards::walk(&asked.positions, &question)?;
        Ok(WalkReport {
            schema: SchemaVersion,
            is_legal: moves.len() + 1 >= asked.positions.len(),
            moves: moves.iter().map(MoveEntry::from).collect(),
        })
    }
}
