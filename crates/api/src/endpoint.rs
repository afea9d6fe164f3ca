//! What an endpoint is: a request that is read, an answer, and the description of both.

use grundy::Error;
use grundy::core::Limits;
use grundy::report::to_json;
use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::Refusal;

/// One question that is answered.
pub trait Endpoint: 'static {
    /// Its name: `/api/solve`.
    const PATH: &'static str;
    /// What, in one line.
    const SUMMARY: &'static str;
    /// True where less time would not fail but give a lesser answer: then it is no use to try with little.
    const IS_HEAVY: bool = false;
    /// What is asked.
    type Request: DeserializeOwned + JsonSchema + Send + Sync + 'static;
    /// What is answered.
    type Report: Serialize + JsonSchema;

    /// A request that works.
    fn example() -> Value;

    /// Answers; perhaps twice, with more time.
    fn answer(request: &Self::Request, limits: &Limits) -> Result<Self::Report, Error>;
}

/// The request that `sent` is.
///
/// # Errors
///
/// If it is another one, or none.
pub fn read<E: Endpoint>(sent: &Value) -> Result<E::Request, Refusal> {
    E::Request::deserialize(sent)
        .map_err(|error| Refusal::Malformed(format!("the request is wrong: {error}")))
}

/// The answer to a request as JSON.
///
/// # Errors
///
/// Those of the endpoint.
pub fn answer_as<E: Endpoint>(request: &E::Request, limits: &Limits) -> Result<String, Error> {
    Ok(to_json(&E::answer(request, limits)?))
}
