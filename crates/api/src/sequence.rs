//! `/api/values` and `/api/period`: nim-sequences.

use std::time::Duration;

use grundy::Error;
use grundy::core::Limits;
use grundy::report::{
    FiguresReport, PeriodReport, PeriodRequest, SchemaVersion, ValuesReport, ValuesRequest,
};
use grundy::{periods, sequences};
use serde_json::{Value, json};

use crate::Endpoint;
use crate::position::files;

/// The largest heap whose value is sent; the schema of the request says so, too.
const LARGEST_HEAP: u64 = 1_000_000;
/// How far a period is looked for if the time allows.
const LOOK_TO: u64 = 1 << 40;

/// The values of heaps.
pub(crate) enum Values {}

impl Endpoint for Values {
    const PATH: &'static str = "/api/values";
    const SUMMARY: &'static str = "The nim-values of heaps `from` to `to`, and figures about them";
    type Request = ValuesRequest;
    type Report = ValuesReport<'static>;

    fn example() -> Value {
        json!({"ruleset": "kayles", "to": 20})
    }

    fn answer(asked: &ValuesRequest, limits: &Limits) -> Result<ValuesReport<'static>, Error> {
        if asked.to > LARGEST_HEAP || asked.from > asked.to {
            return Err(Error::Usage {
                message: format!("`from` and `to` must be in order and at most {LARGEST_HEAP}"),
            });
        }
        let files = files(asked.rules.as_deref(), None);
        let mut sequence = sequences::open(&asked.ruleset, asked.from, files, limits)?;
        let count = (asked.to - asked.from + 1) as usize;
        let mut values: Vec<u64> = Vec::with_capacity(count);
        while values.len() < count {
            limits.check_time()?;
            sequence.read(count - values.len(), &mut values, limits)?;
        }
        Ok(ValuesReport {
            schema: SchemaVersion,
            ruleset: sequence.name.clone(),
            from: asked.from,
            figures: Some(FiguresReport::new(
                &sequence.stats().method,
                asked.from,
                &values,
            )),
            values: Some(values.into()),
            stats: None,
        })
    }
}

/// The period, found and proved.
pub(crate) enum FindPeriod {}

impl Endpoint for FindPeriod {
    const PATH: &'static str = "/api/period";
    const SUMMARY: &'static str =
        "The period of a nim-sequence, with its proof, if the time suffices";
    type Request = PeriodRequest;
    type Report = PeriodReport;

    fn example() -> Value {
        json!({"ruleset": "kayles"})
    }

    fn answer(asked: &PeriodRequest, limits: &Limits) -> Result<PeriodReport, Error> {
        if asked.to.is_none()
            && let Some(known) = periods::shipped(&asked.ruleset, limits.positions)
        {
            return Ok(known);
        }
        let files = files(asked.rules.as_deref(), None);
        let sequence = sequences::open(&asked.ruleset, 0, files, limits)?;
        let to = asked.to.unwrap_or(LOOK_TO).min(LOOK_TO);
        let found = sequence.find_period(to, patience(limits), limits, &mut |_| ())?;
        Ok(PeriodReport::new(&found))
    }
}

/// With time to spare, "not found so far" is an answer; in the light lane it would come too soon.
pub(crate) fn patience(limits: &Limits) -> Option<Duration> {
    const WORTH_WAITING: Duration = Duration::from_millis(200);
    let allowed = limits.deadline?.allowed;
    (allowed >= WORTH_WAITING).then(|| allowed.mul_f64(0.6))
}
