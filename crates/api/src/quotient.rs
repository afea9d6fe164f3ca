//! `/api/quotient`: the misère quotient of a heap game.

use grundy::Error;
use grundy::core::Limits;
use grundy::quotients::{CheckedQuotientRequest, quotient};
use grundy::report::{QuotientReport, QuotientRequest};
use serde_json::{Value, json};

use crate::Endpoint;

/// The misère quotient, as `grundy quotient --json` gives it.
pub(crate) enum MisereQuotient {}

impl Endpoint for MisereQuotient {
    const PATH: &'static str = "/api/quotient";
    const SUMMARY: &'static str = "The misère quotient of a heap game";
    const IS_HEAVY: bool = true;
    type Request = QuotientRequest;
    type Report = QuotientReport;

    fn example() -> Value {
        json!({"ruleset": "kayles", "to": 12})
    }

    fn answer(asked: &QuotientRequest, limits: &Limits) -> Result<QuotientReport, Error> {
        let request = CheckedQuotientRequest {
            up_to: asked.to,
            limits: limits.clone(),
            ..CheckedQuotientRequest::default()
        };
        let found = quotient(&asked.ruleset, &request, &mut |_| ())?;
        Ok(QuotientReport::new(&found, false))
    }
}
