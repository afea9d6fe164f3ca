//! Rules that somebody wrote run in a process of their own.
//!
//! A single step of a script can take all memory before any limit is looked at, and no thread can be
//! stopped from outside. A process can: it is killed when its time is over, when it takes too much,
//! or when the client leaves, and nobody else notices.

use std::io::{Read, Write};
use std::path::PathBuf;
use std::process::Stdio;
use std::time::Duration;

use axum::http::StatusCode;
use grundy::core::Limits;
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::process::Command;
use tokio::sync::Semaphore;

use crate::api;
use crate::failure::Failure;
use crate::lanes::RequestLimits;

/// The longest answer that is read from a worker.
const LONGEST_ANSWER_BYTES: u64 = 64 << 20;
/// What starting, reading and writing may take beside the work.
const GRACE: Duration = Duration::from_secs(2);
/// Enough for scripts that recurse as deep as they may.
const STACK_BYTES: usize = 64 << 20;

/// How to start a process that answers one request with [`answer_one`].
#[derive(Clone, Debug)]
pub struct WorkerCommand {
    /// The program.
    pub program: PathBuf,
    /// Its arguments.
    pub arguments: Vec<String>,
}

/// The workers of one server, so many at a time.
pub(crate) struct Workers {
    command: WorkerCommand,
    free: Semaphore,
    limits: RequestLimits,
}

impl Workers {
    pub fn new(command: WorkerCommand, limits: RequestLimits) -> Workers {
        Workers {
            command,
            free: Semaphore::new(limits.heavy_threads.max(1)),
            limits,
        }
    }

    /// The text of an answer; the process is killed if this future is dropped.
    pub async fn run(&self, path: &str, request: &Value) -> Result<String, Failure> {
        let waiting = tokio::time::timeout(self.limits.patience, self.free.acquire());
        let _permit = waiting.await.map_err(|_| Failure::busy())?;
        let running = self.ask(path, request);
        let answer = tokio::time::timeout(self.limits.time + GRACE, running).await;
        let bytes = answer.map_err(|_| overrun())?.map_err(|_| overrun())?;
        read_answer(&bytes)
    }

    async fn ask(&self, path: &str, request: &Value) -> std::io::Result<Vec<u8>> {
        let limits = &self.limits;
        let question = json!({
            "path": path, "request": request, "seconds": limits.time.as_secs_f64(),
            "bytes": limits.bytes, "positions": limits.positions,
        });
        let mut child = Command::new(&self.command.program)
            .args(&self.command.arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .kill_on_drop(true)
            .spawn()?;
        let mut input = child.stdin.take().expect("it is piped");
        let output = child.stdout.take().expect("it is piped");
        input.write_all(question.to_string().as_bytes()).await?;
        drop(input);
        let mut bytes = Vec::new();
        output
            .take(LONGEST_ANSWER_BYTES)
            .read_to_end(&mut bytes)
            .await?;
        Ok(bytes)
    }
}

/// The answer of a worker: its status, a line feed, its JSON.
fn read_answer(bytes: &[u8]) -> Result<String, Failure> {
    let text = std::str::from_utf8(bytes).map_err(|_| overrun())?;
    let (status, body) = text.split_once('\n').ok_or_else(overrun)?;
    let code = status
        .parse()
        .ok()
        .and_then(|code| StatusCode::from_u16(code).ok());
    match (code, serde_json::from_str(body)) {
        (Some(StatusCode::OK), Ok(Value::Object(_))) => Ok(body.to_owned()),
        (Some(code), Ok(failure)) => Err(Failure::from_worker(code, failure)),
        _ => Err(overrun()),
    }
}

/// A worker that ended without an answer had to be ended.
fn overrun() -> Failure {
    Failure::new(
        StatusCode::UNPROCESSABLE_ENTITY,
        "limit",
        "the rules took too much time or memory in a single step",
        Some("try a smaller position, or let the rules build fewer and shorter lists"),
    )
}

/// Answers the one request that stands in `input`, as a worker does.
///
/// # Errors
///
/// Those of reading and writing.
pub fn answer_one(mut input: impl Read, mut output: impl Write) -> std::io::Result<()> {
    let mut text = String::new();
    input.read_to_string(&mut text)?;
    let worker = std::thread::Builder::new()
        .stack_size(STACK_BYTES)
        .spawn(move || answer_text(&text))?;
    let answer = worker.join().unwrap_or_else(|_| Err(Failure::internal()));
    let (status, body) = match answer {
        Ok(body) => (StatusCode::OK, body),
        Err(failure) => failure.into_parts(),
    };
    write!(output, "{}\n{body}", status.as_u16())?;
    output.flush()
}

fn answer_text(text: &str) -> Result<Value, Failure> {
    let malformed = || Failure::malformed("the worker was asked in a wrong way", None);
    let question: Value = serde_json::from_str(text).map_err(|_| malformed())?;
    let seconds = question["seconds"].as_f64().unwrap_or(0.0);
    let allowed = Duration::try_from_secs_f64(seconds).map_err(|_| malformed())?;
    let limits = Limits {
        bytes: question["bytes"].as_u64().unwrap_or(0),
        positions: question["positions"].as_u64().unwrap_or(0),
        threads: 1,
        ..Limits::default()
    };
    let path = question["path"].as_str().unwrap_or_default();
    let answer = api::answer_of(path).ok_or_else(malformed)?;
    answer(&question["request"], &limits.within(allowed))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ask(question: &Value) -> (u16, Value) {
        let mut output = Vec::new();
        answer_one(question.to_string().as_bytes(), &mut output).unwrap();
        let text = String::from_utf8(output).unwrap();
        let (status, body) = text.split_once('\n').unwrap();
        (status.parse().unwrap(), serde_json::from_str(body).unwrap())
    }

    #[test]
    fn a_worker_answers_as_the_server_does() {
        let question = json!({
            "path": "/api/solve", "request": {"position": "nim:3,4,5"},
            "seconds": 5.0, "bytes": 1 << 30, "positions": 1_000_000,
        });
        let (status, answer) = ask(&question);
        assert_eq!((status, &answer["outcome"]), (200, &json!("win")));
    }

    #[test]
    fn a_worker_reports_failures_as_the_server_does() {
        let question = json!({
            "path": "/api/rules", "request": {"rules": "def moves(n):\n    return q\n"},
            "seconds": 5.0, "bytes": 1 << 30, "positions": 1_000_000,
        });
        let (status, failure) = ask(&question);
        assert_eq!((status, &failure["line"]), (400, &json!(2)));
        assert_eq!(ask(&json!({"path": "/nothing"})).0, 400);
    }
}
