//! `grundy solve --lines`: a position or sum a line, an answer a line, in the same order.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::ops::Range;
use std::path::Path;
use std::process::ExitCode;

use grundy::core::{Outcome, Value};
use grundy::lines::Lines;
use grundy::report::{SolveReport, to_json};
use grundy::spec::{Files, LONGEST_TEXT_BYTES};
use grundy::{Error, Limits, Question};

use crate::common::Common;
use crate::failure::Failure;

/// Lines that are answered together.
const BATCH: usize = 1 << 14;
/// What is read at a time.
const BUFFER_BYTES: usize = 1 << 18;
/// Bytes of lines that are answered together, at least.
const BATCH_BYTES: usize = 1 << 20;
/// What is kept of a line: more than the longest position, so that a longer one is refused.
const LONGEST_LINE_BYTES: usize = LONGEST_TEXT_BYTES + 1;

/// One of so many parts.
#[derive(Clone, Copy, Debug)]
pub struct Shard {
    part: u64,
    parts: u64,
}

impl Shard {
    /// The lines of this part, of so many lines.
    fn lines(self, count: u64) -> Range<u64> {
        let at = |part: u64| (u128::from(count) * u128::from(part) / u128::from(self.parts)) as u64;
        at(self.part)..at(self.part + 1)
    }
}

/// Reads `I/N`.
pub fn parse_shard(text: &str) -> Result<Shard, String> {
    let numbers = text.split_once('/');
    let numbers = numbers.and_then(|(part, parts)| Some((part.parse().ok()?, parts.parse().ok()?)));
    match numbers {
        Some((part, parts)) if part < parts => Ok(Shard { part, parts }),
        _ => Err("write the part and the number of parts, the first part is 0: 0/4".to_owned()),
    }
}

/// Answers the lines of a file, or of standard input for `-`.
pub fn run(
    file: &Path,
    shard: Option<Shard>,
    question: &Question,
    common: &Common,
) -> Result<ExitCode, Failure> {
    let mut wanted = 0..u64::MAX;
    if let Some(shard) = shard {
        if !file.is_file() {
            return Err(Failure::usage(
                "--shard needs a file, whose lines are counted first",
            ));
        }
        let mut reader = LineReader::open(file, &question.limits)?;
        let mut count = 0;
        while let Some(lines) = reader.batch()? {
            count += lines.len() as u64;
        }
        wanted = shard.lines(count);
    }
    let threads = question.limits.threads.max(1);
    let mut workers: Vec<Worker> = (0..threads)
        .map(|_| Worker::new(question, common))
        .collect();
    let mut reader = LineReader::open(file, &question.limits)?;
    let mut out = io::stdout().lock();
    let (mut has_errors, mut number) = (false, 0);
    while number < wanted.end
        && let Some(mut lines) = reader.batch()?
    {
        let first = number;
        number += lines.len() as u64;
        lines.truncate((wanted.end - first).min(lines.len() as u64) as usize);
        lines.drain(..wanted.start.saturating_sub(first).min(lines.len() as u64) as usize);
        if lines.is_empty() {
            continue;
        }
        let (answers, failed) = answer_all(&mut workers, &lines);
        has_errors |= failed;
        out.write_all(answers.as_bytes())?;
        out.flush()?;
        if crate::common::was_interrupted() {
            return Ok(ExitCode::from(130));
        }
    }
    Ok(ExitCode::from(u8::from(has_errors)))
}

fn open(file: &Path) -> Result<Box<dyn Read>, Failure> {
    let input: Box<dyn Read> = if file.as_os_str() == "-" {
        Box::new(io::stdin())
    } else {
        let opened = std::fs::File::open(file).map_err(|source| Error::Io {
            path: file.to_owned(),
            source,
        })?;
        Box::new(opened)
    };
    Ok(input)
}

/// Reads positions, a line each; blank lines and comments are left out.
struct LineReader {
    input: BufReader<Box<dyn Read>>,
    is_over: bool,
}

impl LineReader {
    fn open(file: &Path, limits: &Limits) -> Result<LineReader, Failure> {
        let name = file.to_string_lossy();
        let input = crate::input::plain_lines(&name, open(file)?, BUFFER_BYTES, limits)?;
        Ok(LineReader {
            input,
            is_over: false,
        })
    }

    /// The next lines: those that are there, at least one; `None` at the end.
    fn batch(&mut self) -> Result<Option<Vec<String>>, Failure> {
        let (mut lines, mut total) = (Vec::new(), 0);
        while lines.len() < BATCH && total < BATCH_BYTES && !self.is_over {
            let Some(bytes) = self.line()? else {
                self.is_over = true;
                break;
            };
            let line = String::from_utf8_lossy(&bytes);
            let line = line.trim();
            if !line.is_empty() && !line.starts_with('#') {
                total += line.len();
                lines.push(line.to_owned());
            }
            // Whoever writes line by line and reads each answer is not kept waiting.
            if !lines.is_empty() && !self.input.buffer().contains(&b'\n') {
                break;
            }
        }
        Ok((!lines.is_empty()).then_some(lines))
    }

    /// The next line, or as much of it as is kept.
    fn line(&mut self) -> Result<Option<Vec<u8>>, Failure> {
        let failed = |source| Error::Io {
            path: "-".into(),
            source,
        };
        let mut bytes = Vec::new();
        let mut limited = (&mut self.input).take(LONGEST_LINE_BYTES as u64);
        let count = limited.read_until(b'\n', &mut bytes).map_err(failed)?;
        if count == LONGEST_LINE_BYTES && !bytes.ends_with(b"\n") {
            self.input.skip_until(b'\n').map_err(failed)?;
        }
        Ok((count > 0).then_some(bytes))
    }
}

/// One thread's games and values.
struct Worker {
    lines: Lines,
    question: Question,
    is_json: bool,
}

impl Worker {
    fn new(question: &Question, common: &Common) -> Worker {
        let mut limits = question.limits.clone();
        limits.threads = 1;
        Worker {
            lines: Lines::new(question.play, Files::Allow, limits.clone()),
            question: Question {
                limits,
                ..question.clone()
            },
            is_json: common.json,
        }
    }

    /// Appends the answer to one line; true if there is none.
    fn answer(&mut self, line: &str, answers: &mut String) -> bool {
        let answer = if self.is_json {
            self.object(line)
        } else {
            let answer = self.lines.outcome_and_value(line);
            answer.map(|(outcome, value)| brief(outcome, value))
        };
        let (text, failed) = match answer {
            Ok(text) => (text, false),
            Err(error) if self.is_json => (to_json(&error.report()), true),
            Err(error) => {
                let message = error.to_string();
                let first = message.lines().next().unwrap_or_default();
                (format!("error {first}"), true)
            }
        };
        answers.push_str(&text);
        answers.push('\n');
        failed
    }

    fn object(&self, line: &str) -> Result<String, Error> {
        let question = Question {
            positions: vec![line.to_owned()],
            ..self.question.clone()
        };
        let verdict = grundy::solve(&question)?;
        Ok(to_json(&SolveReport::from(&verdict)))
    }
}

/// `win 2`, `lose 0`, `draw`.
pub fn brief(outcome: Outcome, value: Option<Value>) -> String {
    match value {
        Some(Value::Finite(nimber)) => format!("{} {nimber}", outcome.word()),
        _ => outcome.word().to_owned(),
    }
}

/// The answers to all lines in order, and whether some have none.
fn answer_all(workers: &mut [Worker], lines: &[String]) -> (String, bool) {
    let share = lines.len().div_ceil(workers.len()).max(1);
    let answer = |worker: &mut Worker, lines: &[String]| {
        let mut answers = String::new();
        let mut failed = false;
        for line in lines {
            failed |= worker.answer(line, &mut answers);
        }
        (answers, failed)
    };
    let parts: Vec<(String, bool)> = std::thread::scope(|scope| {
        let shares = workers.iter_mut().zip(lines.chunks(share));
        let threads: Vec<_> = shares
            .map(|(worker, lines)| scope.spawn(move || answer(worker, lines)))
            .collect();
        let joined = threads.into_iter().map(|thread| thread.join());
        joined
            .map(|part| part.unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
            .collect()
    });
    let failed = parts.iter().any(|(_, failed)| *failed);
    let answers: Vec<String> = parts.into_iter().map(|(answers, _)| answers).collect();
    (answers.concat(), failed)
}
