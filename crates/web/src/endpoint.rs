//! An endpoint behind HTTP: a request is read, run under limits, and its answer is written.

use std::sync::Arc;

use axum::body::{Body, HttpBody};
use axum::extract::{Request, State};
use axum::http::{HeaderMap, StatusCode, header};
use futures_util::StreamExt;
use grundy::core::Limits;
use grundy_api::{Endpoint, answer_as, read as read_request};
use serde::de::IgnoredAny;
use serde_json::Value;

use crate::failure::Failure;
use crate::held::{Answer, Room, Taken};
use crate::lanes::{Lanes, RequestLimits};
use crate::worker::Workers;

/// Where requests are answered.
pub(crate) struct Answerers {
    /// Threads of this process, for where there are no others.
    pub lanes: Lanes,
    /// Processes, which can be ended.
    pub workers: Option<Workers>,
    /// For requests that wait.
    pub requests: Room,
    /// For answers that are being read.
    pub answers: Room,
}

/// Reads the request, runs it on the lanes or in a worker, writes the answer.
pub(crate) async fn handle<E: Endpoint>(
    State(answerers): State<Arc<Answerers>>,
    request: Request,
) -> Result<Answer, Failure> {
    let (parts, body) = request.into_parts();
    check_content_type(&parts.headers)?;
    let lanes = &answerers.lanes;
    let (bytes, _taken) = read_in_time(body, lanes.limits(), &answerers.requests).await?;
    if let Some(workers) = &answerers.workers {
        // Only a worker takes the request apart: its values may need many times the memory of its text.
        serde_json::from_slice::<IgnoredAny>(&bytes).map_err(malformed)?;
        let line = as_one_line(bytes)?;
        let answers = &answerers.answers;
        return workers.run(E::PATH, &line, E::IS_HEAVY, answers).await;
    }
    let sent: Value = serde_json::from_slice(&bytes).map_err(malformed)?;
    let request = read_request::<E>(&sent)?;
    let work = move |limits: &Limits| answer_as::<E>(&request, limits);
    let text = if E::IS_HEAVY {
        lanes.run_heavy(work).await?
    } else {
        lanes.run(work).await?
    };
    let taken = answerers.answers.take(text.len())?;
    Ok(Answer::new(text, taken))
}

/// A JSON text without ends of lines, which in JSON stand only between values.
fn as_one_line(mut json: Vec<u8>) -> Result<String, Failure> {
    for byte in &mut json {
        if matches!(byte, b'\n' | b'\r') {
            *byte = b' ';
        }
    }
    String::from_utf8(json).map_err(|_| Failure::malformed("the request is not UTF-8 text", None))
}

fn malformed(error: serde_json::Error) -> Failure {
    Failure::malformed(&format!("the request is wrong: {error}"), None)
}

/// A JSON text of ours as a response.
pub(crate) fn json(text: String) -> Answer {
    Answer::new(text, Taken::default())
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

async fn read_in_time(
    body: Body,
    limits: &RequestLimits,
    room: &Room,
) -> Result<(Vec<u8>, Taken), Failure> {
    let reading = read(body, limits.body_bytes, room);
    let read = tokio::time::timeout(limits.idle, reading).await;
    read.unwrap_or_else(|_| {
        Err(Failure::new(
            StatusCode::REQUEST_TIMEOUT,
            "time-out",
            "the body of the request took too long to arrive",
            Some("send the request again"),
        ))
    })
}

/// The body, and the room that it takes: more as more of it arrives.
async fn read(body: Body, most: usize, room: &Room) -> Result<(Vec<u8>, Taken), Failure> {
    let too_large = || {
        Failure::new(
            StatusCode::PAYLOAD_TOO_LARGE,
            "too-large",
            &format!("the request is longer than {most} bytes, or ended early"),
            Some("use the command line for inputs of this size"),
        )
    };
    if body.size_hint().lower() > most as u64 {
        return Err(too_large());
    }
    let (mut bytes, mut taken) = (Vec::new(), Taken::default());
    let mut pieces = body.into_data_stream();
    while let Some(piece) = pieces.next().await {
        let piece = piece.map_err(|_| too_large())?;
        let length = bytes.len() + piece.len();
        if length > most {
            return Err(too_large());
        }
        room.enlarge(&mut taken, length)?;
        bytes.extend_from_slice(&piece);
    }
    Ok((bytes, taken))
}
