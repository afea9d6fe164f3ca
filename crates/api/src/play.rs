//! `/api/reply` and `/api/review`: the computer's move, and who erred when.

use std::str::FromStr;

use grundy::Error;
use grundy::core::Limits;
use grundy::play::{self, Chance, Level};
use grundy::report::{
    MoveEntry, ReplyReport, ReplyRequest, ReviewEntry, ReviewReport, ReviewRequest, SchemaVersion,
};
use serde_json::{Value, json};

use crate::Endpoint;
use crate::position::{files, question};

/// The longest game that is reviewed; the schema of the request says so, too.
const MOST_POSITIONS: usize = 2000;

/// Refuses games that are too long.
pub(crate) fn check_length(positions: &[String]) -> Result<(), Error> {
    if positions.len() > MOST_POSITIONS {
        return Err(Error::Usage {
            message: format!("more than {MOST_POSITIONS} positions in one game"),
        });
    }
    Ok(())
}

/// The computer's move.
pub(crate) enum Reply {}

impl Endpoint for Reply {
    const PATH: &'static str = "/api/reply";
    const SUMMARY: &'static str = "The computer's move at a level of strength";
    type Request = ReplyRequest;
    type Report = ReplyReport;

    fn example() -> Value {
        json!({"position": "nim:3,4,5", "level": "70%", "seed": 1})
    }

    fn answer(asked: &ReplyRequest, limits: &Limits) -> Result<ReplyReport, Error> {
        let level = Level::from_str(&asked.level).map_err(|error| Error::Usage {
            message: format!("`{}` is not a level; {error}", asked.level),
        })?;
        let files = files(asked.rules.as_deref(), asked.graph.as_deref());
        let question = question(vec![asked.position.clone()], asked.play, files, limits);
        let reply = play::reply(&question, level, &mut Chance::new(asked.seed))?;
        Ok(ReplyReport {
            schema: SchemaVersion,
            reply: reply.as_ref().map(MoveEntry::from),
        })
    }
}

/// Who erred when.
pub(crate) enum Review {}

impl Endpoint for Review {
    const PATH: &'static str = "/api/review";
    const SUMMARY: &'static str = "What every position of a game was worth, and who erred when";
    type Request = ReviewRequest;
    type Report = ReviewReport;

    fn example() -> Value {
        json!({"positions": ["nim:3,4,5", "nim:3,4", "nim:3,3"]})
    }

    fn answer(asked: &ReviewRequest, limits: &Limits) -> Result<ReviewReport, Error> {
        check_length(&asked.positions)?;
        let files = files(asked.rules.as_deref(), asked.graph.as_deref());
        let question = question(Vec::new(), asked.play, files, limits);
        let steps = play::review(&asked.positions, &question)?;
        let entry = |step: &play::ReviewedPosition| ReviewEntry {
            position: step.position.clone(),
            outcome: step.outcome.into(),
            value: step.value.clone().into(),
            erred: step.is_mistake,
            better: step.better.as_ref().map(|better| better.text.clone()),
            better_move: step.better.as_ref().map(MoveEntry::from),
        };
        Ok(ReviewReport {
            schema: SchemaVersion,
            steps: steps.iter().map(entry).collect(),
        })
    }
}
