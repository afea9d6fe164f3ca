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
use crate::lanes::RequestLimits;

/// The longest answer that is read from a worker.
const LONGEST_ANSWER_BYTES: u64 = 64 << 20;
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
    /// True if higher limits would give more.
    pub is_short: bool,
    /// True if others had the processor for most of the time.
    pub was_crowded_out: bool,
}

impl WorkerAnswer {
    pub fn into_result(self) -> Result<String, Failure> {
        if self.status == StatusCode::OK {
            Ok(self.body)
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
    pub async fn ask(&self, path: &str, request: &Value, yields: bool) -> Result<Asked, Failure> {
        let waiting = tokio::time::timeout(self.limits.patience, self.free.acquire());
        // What cannot be done soon is better refused than kept: clients come back, memory does not.
        let _permit = waiting.await.map_err(|_| Failure::busy())?;
        let limits = &self.limits;
        let question = json!({
            "path": path, "request": request, "seconds": limits.time.as_secs_f64(), "bytes": limits.bytes,
            "positions": limits.positions, "yields": yields,
        });
        let mut worker = self.worker().map_err(|_| Failure::busy())?;
        let allowed = limits.time + self.grace;
        match tokio::time::timeout(allowed, worker.ask(&question)).await {
            Ok(Ok((answer, goes_on))) => {
                if goes_on {
                    self.lock().push(worker);
                }
                Ok(Asked::Answered(answer))
            }
            _ => Ok(Asked::Ended),
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

    /// The answer, and whether the worker takes another request.
    async fn ask(&mut self, question: &Value) -> io::Result<(WorkerAnswer, bool)> {
        let mut line = question.to_string();
        line.push('\n');
        self.input.write_all(line.as_bytes()).await?;
        self.input.flush().await?;
        let mut head = String::new();
        let mut limited = (&mut self.output).take(LONGEST_HEAD_BYTES);
        limited.read_line(&mut head).await?;
        let head: Value = serde_json::from_str(&head)?;
        let malformed = || io::Error::from(io::ErrorKind::InvalidData);
        let length = head["length"].as_u64().ok_or_else(malformed)?;
        let status = head["status"].as_u64().and_then(|status| {
            let status = u16::try_from(status).ok()?;
            StatusCode::from_u16(status).ok()
        });
        if length > LONGEST_ANSWER_BYTES {
            return Err(malformed());
        }
        let mut body = vec![0; length as usize];
        self.output.read_exact(&mut body).await?;
        let answer = WorkerAnswer {
            status: status.ok_or_else(malformed)?,
            body: String::from_utf8(body).map_err(|_| malformed())?,
            is_short: head["short"] == true,
            was_crowded_out: head["crowded"] == true,
        };
        Ok((answer, head["last"] == false))
    }
}
