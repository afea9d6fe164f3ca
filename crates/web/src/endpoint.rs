//! What an endpoint of the API is: a request that is read, an answer, and the description of both.

use std::sync::Arc;

use axum::body::{Body, to_bytes};
use axum::extract::{Request, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use grundy::Error;
use grundy::core::Limits;
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::failure::Failure;
use crate::lanes::Lanes;
use crate::worker::Workers;

/// One question that the API answers, by `POST` with a JSON body.
pub(crate) trait Endpoint: 'static {
    /// Where: `/api/solve`.
    const PATH: &'static str;
    /// What, in one line.
    const SUMMARY: &'static str;
    /// True where less time would not fail but give a lesser answer: then the light lane is no
    /// place to try.
    const IS_HEAVY: bool = false;
    /// What is asked.
    type Request: DeserializeOwned + Send + Sync + 'static;

    /// The JSON Schema of the request.
    fn request_schema() -> Value;

    /// A request that works.
    fn example() -> Value;

    /// The JSON Schema of the answer.
    fn response_schema() -> Value;

    /// Answers; runs on a worker thread, perhaps twice.
    fn answer(request: &Self::Request, limits: &Limits) -> Result<Value, Error>;
}

/// Where requests are answered.
pub(crate) struct House {
    /// Threads of this process.
    pub lanes: Lanes,
    /// Processes for what threads cannot be trusted with.
    pub workers: Option<Workers>,
}

/// Reads the request, runs it on the lanes or in a worker, writes the answer.
pub(crate) async fn handle<E: Endpoint>(
    State(house): State<Arc<House>>,
    request: Request,
) -> Result<Response, Failure> {
    let (parts, body) = request.into_parts();
    check_content_type(&parts.headers)?;
    let lanes = &house.lanes;
    let bytes = read(body, lanes.body_bytes()).await?;
    let sent: Value = serde_json::from_slice(&bytes).map_err(malformed)?;
    let request: E::Request = serde_json::from_value(sent.clone()).map_err(malformed)?;
    if let Some(workers) = &house.workers
        && sent["rules"].is_string()
    {
        return Ok(json(workers.run(E::PATH, &sent).await?));
    }
    let work = move |limits: &Limits| Ok(E::answer(&request, limits)?.to_string());
    let text = match E::IS_HEAVY {
        true => lanes.run_heavy(work).await?,
        false => lanes.run(work).await?,
    };
    Ok(json(text))
}

/// The answer to a request as a worker is asked for it.
pub(crate) fn answer_value<E: Endpoint>(sent: &Value, limits: &Limits) -> Result<Value, Failure> {
    let request: E::Request = serde_json::from_value(sent.clone()).map_err(malformed)?;
    Ok(E::answer(&request, limits)?)
}

fn malformed(error: serde_json::Error) -> Failure {
    Failure::malformed(&format!("the request is wrong: {error}"), None)
}

/// A JSON text as a response.
pub(crate) fn json(text: String) -> Response {
    let headers = [
        (header::CONTENT_TYPE, "application/json"),
        (header::CACHE_CONTROL, "no-store"),
    ];
    (headers, text).into_response()
}

/// JSON only: a page of another site cannot send it without asking first.
fn check_content_type(headers: &HeaderMap) -> Result<(), Failure> {
    let kind = headers
        .get(header::CONTENT_TYPE)
        .and_then(|value| value.to_str().ok())
        .unwrap_or("");
    let kind = kind.split(';').next().unwrap_or("").trim();
    if kind.eq_ignore_ascii_case("application/json") {
        return Ok(());
    }
    Err(Failure::new(
        StatusCode::UNSUPPORTED_MEDIA_TYPE,
        "content-type",
        "the request must be JSON",
        Some("send the header `content-type: application/json`"),
    ))
}

async fn read(body: Body, most: usize) -> Result<Vec<u8>, Failure> {
    match to_bytes(body, most).await {
        Ok(bytes) => Ok(bytes.into()),
        Err(_) => Err(Failure::new(
            StatusCode::PAYLOAD_TOO_LARGE,
            "too-large",
            &format!("the request is longer than {most} bytes, or ended early"),
            Some("use the command line for inputs of this size"),
        )),
    }
}
