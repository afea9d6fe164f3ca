//! A fixed number of worker processes that answer one request at a time each.

use std::io;
use std::process::Stdio;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use axum::http::StatusCode;
use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::process::{Child, ChildStdin, ChildStdout, Command};
use tokio::sync::Semaphore;

use super::WorkerCommand;
use crate::failure::Failure;
use crate::held::{Answer, Room, Taken};
use crate::lanes::RequestLimits;

/// The longest answer that is read from a worker.
const LONGEST_ANSWER_BYTES: usize = 64 << 20;
/// The longest line before an answer.
const LONGEST_HEAD_BYTES: u64 = 200;

/// Workers with the same limits.
pub(super) struct Pool {
    command: WorkerCommand,
    free: Semaphore,
    idle: Mutex<Vec<Worker>>,
    grace: Duration,
    limits: RequestLimits,
}

/// A running process; it is ended when this is dropped.
struct Worker {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

/// What became of a request.
pub(super) enum Asked {
    /// The worker answered.
    Answered(WorkerAnswer),
    /// The worker had to be ended, or ended itself.
    Ended,
}

/// An answer as a worker gives it.
pub(super) struct WorkerAnswer {
    status: StatusCode,
    body: String,
    taken: Taken,
    /// True if higher limits would give more.
    pub is_short: bool,
    /// True if others had the processor for most of the time.
    pub was_crowded_out: bool,
}

impl WorkerAnswer {
    pub fn into_result(self) -> Result<Answer, Failure> {
        if self.status == StatusCode::OK {
            Ok(Answer::new(self.body, self.taken))
        } else {
            Err(Failure::from_worker(self.status, self.body))
        }
    }
}

impl Pool {
    pub fn new(
        command: WorkerCommand,
        workers: usize,
        grace: Duration,
        limits: RequestLimits,
    ) -> Pool {
        Pool {
            command,
            free: Semaphore::new(workers),
            idle: Mutex::default(),
            grace,
            limits,
        }
    }

    /// Gives a request to a worker. If the returned future is dropped, the worker is ended.
    pub async fn ask(
        &self,
        path: &str,
        request: &str,
        yields: bool,
        answers: &Room,
    ) -> Result<Asked, Failure> {
        let waiting = tokio::time::timeout(self.limits.patience, self.free.acquire());
        // What cannot be done soon is better refused than kept: clients come back, memory does not.
        let _permit = waiting.await.map_err(|_| Failure::busy())?;
        let limits = &self.limits;
        let terms = json!({
            "path": path, "seconds": limits.time.as_secs_f64(), "bytes": limits.bytes,
            "positions": limits.positions, "yields": yields,
        });
        let mut worker = self.worker().map_err(|_| Failure::busy())?;
        let allowed = limits.time + self.grace;
        let asked = worker.ask(&terms, request, answers);
        match tokio::time::timeout(allowed, asked).await {
            Ok(Ok((answer, goes_on))) => {
                if goes_on {
                    self.lock().push(worker);
                }
                Ok(Asked::Answered(answer))
            }
            Ok(Err(NoAnswer::NoRoom(failure))) => Err(failure),
            Ok(Err(NoAnswer::Broken)) | Err(_) => Ok(Asked::Ended),
        }
    }

    /// A worker that waits for a request, or a new one.
    fn worker(&self) -> io::Result<Worker> {
        while let Some(mut idle) = self.pop() {
            if matches!(idle.child.try_wait(), Ok(None)) {
                return Ok(idle);
            }
        }
        Worker::start(&self.command)
    }

    fn pop(&self) -> Option<Worker> {
        self.lock().pop()
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Vec<Worker>> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Worker {
    fn start(command: &WorkerCommand) -> io::Result<Worker> {
        let mut child = Command::new(&command.program)
            .args(&command.arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .kill_on_drop(true)
            .spawn()?;
        let input = child.stdin.take().expect("it is piped");
        let output = BufReader::new(child.stdout.take().expect("it is piped"));
        Ok(Worker {
            child,
            input,
            output,
        })
    }

    /// Puts a request on two lines; the answer, and whether the worker takes another request.
    async fn ask(
        &mut self,
        terms: &Value,
        request: &str,
        answers: &Room,
    ) -> Result<(WorkerAnswer, bool), NoAnswer> {
        self.input
            .write_all(format!("{terms}\n").as_bytes())
            .await?;
        self.input.write_all(request.as_bytes()).await?;
        self.input.write_all(b"\n").await?;
        self.input.flush().await?;
        let mut head = String::new();
        let mut limited = (&mut self.output).take(LONGEST_HEAD_BYTES);
        limited.read_line(&mut head).await?;
        let head: Value = serde_json::from_str(&head).map_err(|_| NoAnswer::Broken)?;
        let length = head["length"].as_u64().ok_or(NoAnswer::Broken)?;
        let length = usize::try_from(length).map_err(|_| NoAnswer::Broken)?;
        let status = head["status"].as_u64().and_then(|status| {
            let status = u16::try_from(status).ok()?;
            StatusCode::from_u16(status).ok()
        });
        if length > LONGEST_ANSWER_BYTES {
            return Err(NoAnswer::Broken);
        }
        let taken = answers.take(length).map_err(NoAnswer::NoRoom)?;
        let mut body = vec![0; length];
        self.output.read_exact(&mut body).await?;
        let answer = WorkerAnswer {
            status: status.ok_or(NoAnswer::Broken)?,
            body: String::from_utf8(body).map_err(|_| NoAnswer::Broken)?,
            taken,
            is_short: head["short"] == true,
            was_crowded_out: head["crowded"] == true,
        };
        Ok((answer, head["last"] == false))
    }
}

/// Why a worker's answer was not read; then the worker is ended.
enum NoAnswer {
    /// There is no room for it.
    NoRoom(Failure),
    /// The worker is gone, or says something else.
    Broken,
}

impl From<io::Error> for NoAnswer {
    fn from(_: io::Error) -> NoAnswer {
        NoAnswer::Broken
    }
}
