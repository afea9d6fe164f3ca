//! `/api/solve` and `/api/analyse`: who wins, and what every move does.

use grundy::core::{Limits, MoveReport, Outcome, Picture, Verdict};
use grundy::render::json as rendered;
use grundy::{Analysis, Error, Question};
use serde::Deserialize;
use serde_json::{Value, json};

use super::picture;
use super::position::{self, PlayWord, big, files, question};
use super::schema::{self, array};
use crate::endpoint::Endpoint;

/// A position and how it is played.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Asked {
    position: String,
    #[serde(default)]
    play: PlayWord,
    rules: Option<String>,
    graph: Option<String>,
}

impl Asked {
    fn question(&self, limits: &Limits) -> Question {
        let files = files(self.rules.as_deref(), self.graph.as_deref());
        Question {
            explain: true,
            ..question(vec![self.position.clone()], self.play, files, limits)
        }
    }
}

/// The verdict, as `grundy solve --json` gives it.
pub(crate) enum Solve {}

impl Endpoint for Solve {
    const PATH: &'static str = "/api/solve";
    const SUMMARY: &'static str = "Who wins, what it is worth, every winning move, and why";
    type Request = Asked;

    fn request_schema() -> Value {
        schema::request(position::properties(), &["position"])
    }

    fn example() -> Value {
        json!({"position": "nim:3,4,5 + kayles:6"})
    }

    fn response_schema() -> Value {
        schema::verdict()
    }

    fn answer(asked: &Asked, limits: &Limits) -> Result<Value, Error> {
        Ok(verdict_object(&grundy::solve(&asked.question(limits))?))
    }
}

/// The verdict with every move, pictures, hints and reasons: all that a board needs.
pub(crate) enum Analyse {}

impl Endpoint for Analyse {
    const PATH: &'static str = "/api/analyse";
    const SUMMARY: &'static str = "The verdict, what every move does, pictures, hints, reasons";
    type Request = Asked;

    fn request_schema() -> Value {
        Solve::request_schema()
    }

    fn example() -> Value {
        Solve::example()
    }

    fn response_schema() -> Value {
        let mut schema = schema::verdict();
        let more = json!({
            "is_over": {"type": "boolean"},
            "options": array(json!({"type": "object"})),
            "options_complete": {"type": "boolean"},
            "pictures": array(json!({"type": "object"})),
            "explanation": array(json!({"type": "object"})),
            "hints": array(json!({"type": "string"})),
        });
        for (name, property) in more.as_object().expect("an object above") {
            schema["properties"][name] = property.clone();
            let required = schema["required"].as_array_mut().expect("a list of names");
            required.push(json!(name));
        }
        schema
    }

    fn answer(asked: &Asked, limits: &Limits) -> Result<Value, Error> {
        Ok(analysis_object(&grundy::analyse(&asked.question(limits))?))
    }
}

/// The command line's object, with numbers that JavaScript can read.
fn verdict_object(verdict: &Verdict) -> Value {
    let mut object = serde_json::to_value(rendered::verdict(verdict)).unwrap_or_else(|_| json!({}));
    object["value"] = position::value(verdict.value.as_ref());
    object["moves"] = verdict.moves.map_or(Value::Null, big);
    for (at, component) in verdict.components.iter().enumerate() {
        object["components"][at]["value"] = position::value(component.value.as_ref());
    }
    object
}

fn analysis_object(analysis: &Analysis) -> Value {
    let verdict = &analysis.verdict;
    let mut object = verdict_object(verdict);
    object["is_over"] = json!(verdict.moves == Some(0));
    object["options"] = options(analysis);
    object["options_complete"] = json!(analysis.lists_all_moves);
    object["pictures"] = analysis.pictures.iter().map(picture::object).collect();
    object["explanation"] = json!(rendered::blocks(&verdict.explanation));
    object["hints"] = json!(grundy::play::hints(analysis));
    object
}

/// Every move; where there are too many, the winning ones.
fn options(analysis: &Analysis) -> Value {
    let listed = analysis.moves.iter().zip(&analysis.move_pictures);
    let all = listed.map(|((report, outcome), picture)| option(report, *outcome, picture));
    let winning = analysis.verdict.winning_moves.iter();
    let winning = winning.map(|report| option(report, Outcome::Win, &Picture::Text));
    match analysis.lists_all_moves {
        true => all.collect(),
        false => winning.take(100).collect(),
    }
}

fn option(report: &MoveReport, outcome: Outcome, picture: &Picture) -> Value {
    let mut object = json!(rendered::move_(report));
    object["result"] = json!(outcome.word());
    object["picture"] = picture::of_option(picture);
    object
}
