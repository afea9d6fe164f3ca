//! The inside of a worker process: reads requests, answers them, watches itself.

use std::io::{self, BufRead, Write};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use axum::http::StatusCode;
use grundy::Error;
use grundy::core::{LimitReached, Limits};
use grundy_watchdog::{Allowance, Overrun, Watch, private_bytes};
use serde_json::{Value, json};

use crate::failure::Failure;
use crate::lanes::{had_less_than, yield_to_others};

/// Enough for scripts that recurse as deep as they may.
const STACK_BYTES: usize = 64 << 20;
/// A worker that holds more than this after an answer ends, and a new one takes its place.
const MOST_BYTES_AT_REST: u64 = 24 << 20;

/// One question as the server puts it.
struct Question {
    path: String,
    request: Value,
    allowed: Duration,
    limits: Limits,
    yields: bool,
}

/// What is answered.
struct Answer {
    result: Result<String, Failure>,
    has_omitted: bool,
    was_crowded_out: bool,
}

/// Answers the requests that stand in `input`, until it ends. Each is two lines of JSON: where it is put and under
/// which limits, then the request itself.
///
/// An answer is a line of JSON (`status`, `length`, `short` if higher limits would give more, `crowded` if others had
/// the processor for most of the time, `last` if the worker ends), and then so many bytes. A worker that overruns
/// the limits of a request answers with the limit, and ends the process.
///
/// # Errors
///
/// Those of reading and writing.
pub fn answer_all(input: impl BufRead, output: impl Write + Send + 'static) -> io::Result<()> {
    answer_while_small(input, output, MOST_BYTES_AT_REST)
}

/// As [`answer_all`], until the process holds more than `most_bytes` after an answer.
fn answer_while_small(
    input: impl BufRead,
    output: impl Write + Send + 'static,
    most_bytes: u64,
) -> io::Result<()> {
    let output = Arc::new(Mutex::new(output));
    let mut yields = false;
    let mut lines = input.lines();
    while let Some(terms) = lines.next().transpose()? {
        let request = lines.next().transpose()?.unwrap_or_default();
        let question = read(&terms, &request);
        // Its text is no longer needed, and may be long.
        drop(request);
        if let Ok(question) = &question
            && question.yields
            && !yields
        {
            yields = true;
            yield_to_others();
        }
        let answer = match question {
            Ok(question) => watched(question, &output)?,
            Err(failure) => Answer {
                result: Err(failure),
                has_omitted: false,
                was_crowded_out: false,
            },
        };
        let is_last = private_bytes() > most_bytes;
        let mut output = output.lock().unwrap_or_else(PoisonError::into_inner);
        write_answer(&mut *output, answer, is_last)?;
        if is_last {
            return Ok(());
        }
    }
    Ok(())
}

/// Answers while a watchdog looks at the whole process.
fn watched(
    question: Question,
    output: &Arc<Mutex<impl Write + Send + 'static>>,
) -> io::Result<Answer> {
    let start = Instant::now();
    let (allowed, bytes) = (question.allowed, question.limits.bytes);
    let limits = question.limits.within(allowed);
    let allowance = Allowance {
        deadline: limits.deadline.map(|deadline| deadline.at),
        bytes,
        cancel: None,
    };
    let shared = Arc::clone(output);
    let watch = Watch::start(allowance, move |overrun| {
        let reached = match overrun {
            Overrun::Bytes => LimitReached::Bytes { limit: bytes },
            Overrun::Time | Overrun::Interrupt => LimitReached::Time { allowed },
        };
        let answer = Answer {
            result: Err(Failure::from(Error::from(reached))),
            has_omitted: false,
            was_crowded_out: false,
        };
        let mut output = shared.lock().unwrap_or_else(PoisonError::into_inner);
        // If the server cannot be told, it notices that the process is gone.
        let _ = write_answer(&mut *output, answer, true);
        std::process::exit(0);
    });
    let omitted = limits.clone();
    let (path, request) = (question.path, question.request);
    let work = move || Ok(grundy_api::answer(&path, &request, &limits)?);
    let worker = std::thread::Builder::new()
        .stack_size(STACK_BYTES)
        .spawn(move || {
            let result = work();
            // The clock of this thread began at nothing.
            (result, had_less_than(allowed / 2, Some(Duration::ZERO)))
        })?;
    let joined = worker.join();
    drop(watch);
    let (result, had_little) = joined.unwrap_or_else(|_| (Err(Failure::internal()), false));
    Ok(Answer {
        result,
        has_omitted: omitted.has_omitted(),
        was_crowded_out: start.elapsed() >= allowed && had_little,
    })
}

fn write_answer(output: &mut impl Write, answer: Answer, is_last: bool) -> io::Result<()> {
    let (status, body) = match answer.result {
        Ok(body) => (StatusCode::OK, body),
        Err(failure) => failure.into_parts(),
    };
    let is_short = status == StatusCode::UNPROCESSABLE_ENTITY || answer.has_omitted;
    let head = json!({
        "status": status.as_u16(), "length": body.len(), "short": is_short,
        "crowded": answer.was_crowded_out, "last": is_last,
    });
    write!(output, "{head}\n{body}")?;
    output.flush()
}

fn malformed() -> Failure {
    Failure::malformed("the worker was asked in a wrong way", None)
}

fn read(terms: &str, request: &str) -> Result<Question, Failure> {
    let question: Value = serde_json::from_str(terms).map_err(|_| malformed())?;
    let seconds = question["seconds"].as_f64().unwrap_or(0.0);
    let request = serde_json::from_str(request)
        .map_err(|error| Failure::malformed(&format!("the request is wrong: {error}"), None))?;
    Ok(Question {
        path: question["path"].as_str().unwrap_or_default().to_owned(),
        request,
        allowed: Duration::try_from_secs_f64(seconds).map_err(|_| malformed())?,
        limits: Limits {
            bytes: question["bytes"].as_u64().unwrap_or(0),
            positions: question["positions"].as_u64().unwrap_or(0),
            threads: 1,
            ..Limits::default()
        },
        yields: question["yields"] == true,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What a worker writes can be looked at afterwards.
    #[derive(Clone, Default)]
    struct Shared(Arc<Mutex<Vec<u8>>>);

    impl Write for Shared {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.lock().unwrap().extend_from_slice(bytes);
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    fn ask((terms, request): &(Value, Value)) -> (Value, Value) {
        let output = Shared::default();
        let lines = format!("{terms}\n{request}\n");
        answer_all(lines.as_bytes(), output.clone()).unwrap();
        let text = String::from_utf8(output.0.lock().unwrap().clone()).unwrap();
        let (head, body) = text.split_once('\n').unwrap();
        let head: Value = serde_json::from_str(head).unwrap();
        assert_eq!(head["length"], body.len());
        (head, serde_json::from_str(body).unwrap())
    }

    fn question(path: &str, request: Value, positions: u64) -> (Value, Value) {
        let terms = json!({
            "path": path, "seconds": 60.0, "bytes": 1u64 << 40, "positions": positions,
        });
        (terms, request)
    }

    #[test]
    fn a_worker_answers_as_the_server_does() {
        let solve = question("/api/solve", json!({"position": "nim:3,4,5"}), 1_000_000);
        let (head, answer) = ask(&solve);
        assert_eq!(
            (&head["status"], &head["short"]),
            (&json!(200), &json!(false))
        );
        assert_eq!(answer["outcome"], "win");
    }

    #[test]
    fn a_worker_reports_failures_as_the_server_does() {
        let rules = json!({"rules": "def moves(n):\n    return q\n"});
        let (head, failure) = ask(&question("/api/rules", rules, 1_000_000));
        assert_eq!(
            (&head["status"], &failure["error"]["line"]),
            (&json!(400), &json!(2))
        );
        let nothing = question("/nothing", json!({}), 1);
        assert_eq!(ask(&nothing).0["status"], 404);
        // A question that names none is one that nobody answers.
        assert_eq!(ask(&(json!("what?"), json!({}))).0["status"], 404);
    }

    #[test]
    fn a_request_that_is_nested_too_deeply_is_refused_and_the_next_one_answered() {
        let (terms, request) = question("/api/solve", json!({"position": "nim:3"}), 1_000);
        let (open, close) = ("[".repeat(1_000), "]".repeat(1_000));
        let lines = format!("{terms}\n{open}{close}\n{terms}\n{request}\n");
        let output = Shared::default();
        // The tests share a process, which may hold more than a worker does.
        answer_while_small(lines.as_bytes(), output.clone(), u64::MAX).unwrap();
        let text = String::from_utf8(output.0.lock().unwrap().clone()).unwrap();
        assert!(text.contains("recursion limit exceeded"), "{text}");
        assert!(text.contains(r#""outcome":"win""#), "{text}");
    }

    #[test]
    fn an_answer_that_omits_something_is_called_short() {
        let wythoff = json!({"position": "wythoff:60,90"});
        let (head, answer) = ask(&question("/api/solve", wythoff.clone(), 200));
        assert_eq!(
            (&head["short"], &answer["value"]),
            (&json!(true), &Value::Null)
        );
        let (head, answer) = ask(&question("/api/solve", wythoff, 1_000_000));
        assert_eq!(
            (&head["short"], &answer["value"]),
            (&json!(false), &json!(24))
        );
    }
}
