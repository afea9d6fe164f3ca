//! `/api/values` and `/api/period`: nim-sequences.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::time::Duration;

use grundy::Error;
use grundy::core::Limits;
use grundy::periods;
use grundy::sequences::Sequence;
use serde::Deserialize;
use serde_json::{Value, json};

use super::position::files;
use super::schema::{self, array, object};
use crate::endpoint::Endpoint;

/// The largest heap whose value is sent.
const LARGEST_HEAP: u64 = 1_000_000;
/// How far a period is looked for if the time allows.
const LOOK_TO: u64 = 1 << 40;
/// Values that are counted in the answer.
const MOST_COUNTED: usize = 20;

/// A stretch of a nim-sequence.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ValuesAsked {
    ruleset: String,
    #[serde(default)]
    from: u64,
    to: u64,
    rules: Option<String>,
}

/// The values of heaps.
pub(crate) enum Values {}

impl Endpoint for Values {
    const PATH: &'static str = "/api/values";
    const SUMMARY: &'static str = "The nim-values of heaps `from` to `to`, and figures about them";
    type Request = ValuesAsked;

    fn request_schema() -> Value {
        let heap = json!({"type": "integer", "minimum": 0, "maximum": LARGEST_HEAP});
        schema::request(
            json!({
                "ruleset": ruleset_schema(), "from": heap, "to": heap, "rules": rules_schema(),
            }),
            &["ruleset", "to"],
        )
    }

    fn example() -> Value {
        json!({"ruleset": "kayles", "to": 20})
    }

    fn response_schema() -> Value {
        let number = json!({"type": "integer"});
        let mut properties = figures_schema();
        properties["from"] = number.clone();
        properties["values"] = array(number);
        object(properties)
    }

    fn answer(asked: &ValuesAsked, limits: &Limits) -> Result<Value, Error> {
        if asked.to > LARGEST_HEAP || asked.from > asked.to {
            return Err(Error::Usage {
                message: format!("`from` and `to` must be in order and at most {LARGEST_HEAP}"),
            });
        }
        let files = files(asked.rules.as_deref(), None);
        let mut sequence = Sequence::open_within(&asked.ruleset, asked.from, files, limits)?;
        let count = (asked.to - asked.from + 1) as usize;
        let mut values = Vec::with_capacity(count);
        while values.len() < count {
            limits.check_time()?;
            sequence.read(count - values.len(), &mut values, limits)?;
        }
        let mut answer = figures(&sequence, asked.from, &values);
        answer["from"] = json!(asked.from);
        answer["values"] = json!(values);
        Ok(answer)
    }
}

/// What is said of values beside themselves.
pub(super) fn figures<V: Copy + Ord + Default + Into<u64>>(
    sequence: &Sequence,
    from: u64,
    values: &[V],
) -> Value {
    let largest = values.iter().copied().max().unwrap_or_default();
    let place = |at: Option<usize>| at.map(|at| from + at as u64);
    let is_zero = |value: &V| *value == V::default();
    json!({
        "schema": 1,
        "ruleset": sequence.name,
        "method": sequence.stats().method,
        "largest": largest.into(),
        "largest_at": place(values.iter().position(|&value| value == largest)),
        "zeros": values.iter().filter(|value| is_zero(value)).count(),
        "last_zero": place(values.iter().rposition(is_zero)),
        "histogram": most_frequent(values),
    })
}

/// The most frequent values with their counts. Sorting takes no more memory than the values do,
/// however many different ones there are.
fn most_frequent<V: Copy + Ord + Into<u64>>(values: &[V]) -> Vec<(u64, usize)> {
    let mut sorted = values.to_vec();
    sorted.sort_unstable();
    let mut top = BinaryHeap::new();
    for same in sorted.chunk_by(|a, b| a == b) {
        top.push(Reverse((same.len(), Reverse(same[0].into()))));
        if top.len() > MOST_COUNTED {
            top.pop();
        }
    }
    let descending = top.into_sorted_vec().into_iter();
    descending
        .map(|Reverse((count, Reverse(value)))| (value, count))
        .collect()
}

/// The schema of [`figures`].
pub(super) fn figures_schema() -> Value {
    let number = json!({"type": "integer"});
    json!({
        "schema": {"const": 1},
        "ruleset": {"type": "string"},
        "method": {"type": "string"},
        "largest": number,
        "largest_at": number,
        "zeros": number,
        "last_zero": {"type": ["integer", "null"]},
        "histogram": array(array(number.clone())),
    })
}

/// Which period.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct PeriodAsked {
    ruleset: String,
    to: Option<u64>,
    rules: Option<String>,
}

/// The period, found and proved.
pub(crate) enum FindPeriod {}

impl Endpoint for FindPeriod {
    const PATH: &'static str = "/api/period";
    const SUMMARY: &'static str =
        "The period of a nim-sequence, with its proof, if the time suffices";
    type Request = PeriodAsked;

    fn request_schema() -> Value {
        let to = json!({"type": ["integer", "null"], "minimum": 0, "maximum": LOOK_TO});
        schema::request(
            json!({"ruleset": ruleset_schema(), "to": to, "rules": rules_schema()}),
            &["ruleset"],
        )
    }

    fn example() -> Value {
        json!({"ruleset": "kayles"})
    }

    fn response_schema() -> Value {
        let number = json!({"type": ["integer", "null"]});
        object(json!({
            "schema": {"const": 1},
            "ruleset": {"type": "string"},
            "periodic": {"type": ["boolean", "null"]},
            "preperiod": number, "period": number, "saltus": number, "last_exception": number,
            "proved": {"type": "boolean"},
            "checked_to": {"type": "integer"},
        }))
    }

    fn answer(asked: &PeriodAsked, limits: &Limits) -> Result<Value, Error> {
        let files = files(asked.rules.as_deref(), None);
        let sequence = Sequence::open_within(&asked.ruleset, 0, files, limits)?;
        let to = asked.to.unwrap_or(LOOK_TO).min(LOOK_TO);
        Ok(periods::find_in(sequence, to, patience(limits), limits, &mut |_| ())?.json())
    }
}

/// With time to spare, "not found so far" is an answer; in the light lane it would come too soon.
pub(super) fn patience(limits: &Limits) -> Option<Duration> {
    const WORTH_WAITING: Duration = Duration::from_millis(200);
    let allowed = limits.deadline?.allowed;
    (allowed >= WORTH_WAITING).then(|| allowed.mul_f64(0.6))
}

pub(super) fn ruleset_schema() -> Value {
    json!({"type": "string", "description": "a ruleset or a code: `kayles`, `0.137`"})
}

pub(super) fn rules_schema() -> Value {
    json!({
        "type": ["string", "null"],
        "description": "rules in Starlark; then the ruleset is `mine.star`",
    })
}
