//! `/api/quotient`: the misère quotient of a heap game.

use grundy::Error;
use grundy::core::Limits;
use grundy::quotients::{QuotientQuestion, quotient};
use serde::Deserialize;
use serde_json::{Value, json};

use super::schema::{self, object};
use crate::endpoint::Endpoint;

/// Which quotient.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Asked {
    ruleset: String,
    to: Option<u64>,
}

/// The misère quotient, as `grundy quotient --json` gives it.
pub(crate) enum MisereQuotient {}

impl Endpoint for MisereQuotient {
    const PATH: &'static str = "/api/quotient";
    const SUMMARY: &'static str = "The misère quotient of a heap game";
    const IS_HEAVY: bool = true;
    type Request = Asked;

    fn request_schema() -> Value {
        schema::request(
            json!({
                "ruleset": {"type": "string", "description": "a heap game or a code"},
                "to": {
                    "type": ["integer", "null"], "minimum": 0, "maximum": (1u64 << 53) - 1,
                    "description": "heaps up to this one; all, where that can be proved, if it is left out",
                },
            }),
            &["ruleset"],
        )
    }

    fn example() -> Value {
        json!({"ruleset": "kayles", "to": 12})
    }

    fn response_schema() -> Value {
        object(json!({
            "schema": {"const": 1},
            "ruleset": {"type": "string"},
            "heaps": {"type": ["integer", "string"]},
            "order": {"type": ["integer", "null"]},
        }))
    }

    fn answer(asked: &Asked, limits: &Limits) -> Result<Value, Error> {
        let question = QuotientQuestion {
            up_to: asked.to,
            limits: limits.clone(),
            ..QuotientQuestion::default()
        };
        Ok(quotient(&asked.ruleset, &question, &mut |_| ())?.json(false))
    }
}
