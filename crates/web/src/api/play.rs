//! `/api/reply` and `/api/review`: the computer's move, and who erred when.

use std::str::FromStr;

use grundy::Error;
use grundy::core::Limits;
use grundy::play::{self, Chance, Level};
use grundy::render::json as rendered;
use serde::{Deserialize, Deserializer};
use serde_json::{Value, json};

use super::position::{self, PlayWord, files, question};
use super::schema::{self, array, object};
use crate::endpoint::Endpoint;

/// The longest game that is reviewed.
const MOST_POSITIONS: usize = 2000;

/// What the computer is asked to play.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ReplyAsked {
    position: String,
    #[serde(default)]
    play: PlayWord,
    #[serde(default = "perfect", deserialize_with = "level")]
    level: Level,
    #[serde(default)]
    seed: u64,
    rules: Option<String>,
    graph: Option<String>,
}

fn perfect() -> Level {
    Level::Perfect
}

fn level<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Level, D::Error> {
    let text = String::deserialize(deserializer)?;
    Level::from_str(&text).map_err(serde::de::Error::custom)
}

/// The computer's move.
pub(crate) enum Reply {}

impl Endpoint for Reply {
    const PATH: &'static str = "/api/reply";
    const SUMMARY: &'static str = "The computer's move at a level of strength";
    type Request = ReplyAsked;

    fn request_schema() -> Value {
        let mut properties = position::properties();
        properties["level"] = json!({
            "type": "string", "default": "perfect",
            "pattern": "^(perfect|random|(100|[0-9]{1,2})%?)$",
        });
        let seed =
            json!({"type": "integer", "minimum": 0, "maximum": (1u64 << 53) - 1, "default": 0});
        properties["seed"] = seed;
        schema::request(properties, &["position"])
    }

    fn example() -> Value {
        json!({"position": "nim:3,4,5", "level": "70%", "seed": 1})
    }

    fn response_schema() -> Value {
        let nullable = json!({"anyOf": [schema::move_(), {"type": "null"}]});
        object(json!({"schema": {"const": 1}, "move": nullable}))
    }

    fn answer(asked: &ReplyAsked, limits: &Limits) -> Result<Value, Error> {
        let files = files(asked.rules.as_deref(), asked.graph.as_deref());
        let question = question(vec![asked.position.clone()], asked.play, files, limits);
        let mut chance = Chance::new(asked.seed);
        let reply = play::reply(&question, asked.level, &mut chance)?;
        Ok(json!({"schema": 1, "move": reply.as_ref().map(rendered::move_)}))
    }
}

/// A game that was played.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ReviewAsked {
    positions: Vec<String>,
    #[serde(default)]
    play: PlayWord,
    rules: Option<String>,
    graph: Option<String>,
}

/// Who erred when.
pub(crate) enum Review {}

impl Endpoint for Review {
    const PATH: &'static str = "/api/review";
    const SUMMARY: &'static str = "What every position of a game was worth, and who erred when";
    type Request = ReviewAsked;

    fn request_schema() -> Value {
        let mut properties = position::properties();
        properties
            .as_object_mut()
            .expect("an object")
            .remove("position");
        properties["positions"] = json!({
            "type": "array", "items": {"type": "string"}, "maxItems": MOST_POSITIONS,
            "description": "the positions of the game, the start first",
        });
        schema::request(properties, &["positions"])
    }

    fn example() -> Value {
        json!({"positions": ["nim:3,4,5", "nim:3,4", "nim:3,3"]})
    }

    fn response_schema() -> Value {
        object(json!({"schema": {"const": 1}, "steps": array(object(json!({
            "position": {"type": "string"},
            "outcome": schema::outcome(),
            "value": schema::value(),
            "erred": {"type": "boolean"},
            "better": {"type": ["string", "null"]},
        })))}))
    }

    fn answer(asked: &ReviewAsked, limits: &Limits) -> Result<Value, Error> {
        if asked.positions.len() > MOST_POSITIONS {
            return Err(Error::Usage {
                message: format!("more than {MOST_POSITIONS} positions in one game"),
            });
        }
        let files = files(asked.rules.as_deref(), asked.graph.as_deref());
        let question = question(Vec::new(), asked.play, files, limits);
        let steps = play::review(&asked.positions, &question)?;
        let steps: Vec<Value> = steps
            .iter()
            .map(|step| {
                json!({
                    "position": step.position,
                    "outcome": step.outcome.word(),
                    "value": position::value(step.value.as_ref()),
                    "erred": step.erred,
                    "better": step.better.as_ref().map(|better| &better.text),
                })
            })
            .collect();
        Ok(json!({"schema": 1, "steps": steps}))
    }
}
