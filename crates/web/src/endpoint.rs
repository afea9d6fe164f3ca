//! An endpoint behind HTTP: a request is read, run under limits, and its answer is written.

use std::sync::Arc;

use axum::body::{Body, to_bytes};
use axum::extract::{Request, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use grundy::core::Limits;
use grundy_api::{Endpoint, answer_as, read as read_request};
use serde_json::Value;

use crate::failure::Failure;
use crate::lanes::{Lanes, RequestLimits};
use crate::worker::Workers;

/// Where requests are answered.
pub(crate) struct Answerers {
    /// Threads of this process, for where there are no others.
    pub lanes: Lanes,
    /// Processes, which can be ended.
    pub workers: Option<Workers>,
}

/// Reads the request, runs it on the lanes or in a worker, writes the answer.
pub(crate) async fn handle<E: Endpoint>(
    State(answerers): State<Arc<Answerers>>,
    request: Request,
) -> Result<Response, Failure> {
    let (parts, body) = request.into_parts();
    check_content_type(&parts.headers)?;
    let lanes = &answerers.lanes;
    let bytes = read(body, lanes.limits()).await?;
    let sent: Value = serde_json::from_slice(&bytes).map_err(malformed)?;
    let request = read_request::<E>(&sent)?;
    if let Some(workers) = &answerers.workers {
        return Ok(json(workers.run(E::PATH, &sent, E::IS_HEAVY).await?));
    }
    let work = move |limits: &Limits| answer_as::<E>(&request, limits);
    let text = if E::IS_HEAVY {
        lanes.run_heavy(work).await?
    } else {
        lanes.run(work).await?
    };
    Ok(json(text))
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

async fn read(body: Body, limits: &RequestLimits) -> Result<Vec<u8>, Failure> {
    let most = limits.body_bytes;
    match tokio::time::timeout(limits.idle, to_bytes(body, most)).await {
        Ok(Ok(bytes)) => Ok(bytes.into()),
        Err(_) => Err(Failure::new(
            StatusCode::REQUEST_TIMEOUT,
            "time-out",
            "the body of the request took too long to arrive",
            Some("send the request again"),
        )),
        Ok(Err(_)) => Err(Failure::new(
            StatusCode::PAYLOAD_TOO_LARGE,
            "too-large",
            &format!("the request is longer than {most} bytes, or ended early"),
            Some("use the command line for inputs of this size"),
        )),
    }
}
