//! `grundy bench search`: searches for nimbers, beside the definition, and beside igsolve if it is on the path.

use std::io::{self, Write};
use std::process::{Command, ExitCode, Stdio};
use std::time::{Duration, Instant};

use grundy::{Error, Limits, Question, Value};
use serde_json::json;

use crate::common::{Common, parse_duration};
use crate::failure::Failure;

/// Arguments of `grundy bench search`.
#[derive(clap::Args)]
pub struct Args {
    /// How long each may take
    #[arg(long, value_name = "TIME", default_value = "10s", value_parser = parse_duration)]
    each: Duration,
}

/// Boards, their published values, and what igsolve is asked. Values: J. Lemoine and S. Viennot, Nimbers are inevitable
/// (2010); OEIS A344227 for queens; igsolve 0.1.2 for Chomp.
const BOARDS: &[(&str, u128, Option<&str>)] = &[
    ("cram:3x5", 1, Some("cram -r 3 -c 5")),
    ("cram:4x5", 2, Some("cram -r 4 -c 5")),
    ("cram:5x6", 2, Some("cram -r 5 -c 6")),
    ("cram:5x7", 1, Some("cram -r 5 -c 7")),
    ("chomp:10x10", 19, Some("chomp -r 10 -c 10")),
    ("queens:7", 2, None),
];

struct Row {
    position: &'static str,
    value: Option<Value>,
    agrees: bool,
    search: Option<f64>,
    definition: Option<f64>,
    igsolve: Option<f64>,
}

/// Measures and prints a line for each board; wall-clock seconds of one thread, `-` where the time was over.
pub fn run(args: Args, common: &Common) -> Result<ExitCode, Failure> {
    let limits = Limits {
        threads: 1,
        ..common.limits()
    };
    let mut out = io::stdout().lock();
    if !common.json {
        writeln!(out, "position      value    search  definition   igsolve")?;
    }
    let mut rows = Vec::new();
    for &(position, value, igsolve) in BOARDS {
        let row = measure(position, value, igsolve, args.each, &limits)?;
        if !common.json {
            writeln!(out, "{}", line(&row))?;
            out.flush()?;
        }
        rows.push(row);
    }
    if common.json {
        let rows: Vec<_> = rows.iter().map(object).collect();
        writeln!(out, "{}", json!({"schema": 1, "boards": rows}))?;
    }
    if rows.iter().all(|row| row.agrees) {
        return Ok(ExitCode::SUCCESS);
    }
    let message = "some values differ from the published ones".to_owned();
    Err(Error::Refuted { message }.into())
}

fn measure(
    position: &'static str,
    published: u128,
    igsolve: Option<&str>,
    each: Duration,
    limits: &Limits,
) -> Result<Row, Failure> {
    let within = limits.clone().within(each);
    let timed = |value: &dyn Fn(&Limits) -> Result<Option<Value>, Error>| {
        let start = Instant::now();
        match value(&within.clone().restarted()) {
            Ok(value) => Ok((value, Some(start.elapsed().as_secs_f64()))),
            Err(Error::Limit { reached, .. }) if limits.check_time().is_ok() => {
                let _ = reached;
                Ok((None, None))
            }
            Err(error) => Err(error),
        }
    };
    let question = |limits: &Limits| Question {
        limits: limits.clone(),
        ..Question::new([position])
    };
    let (value, search) = timed(&|limits| Ok(grundy::solve(&question(limits))?.value))?;
    let (plain, definition) =
        timed(&|limits| grundy::proofs::value_by_definition(&question(limits)))?;
    let is_right = |found: &Option<Value>| {
        let found = found.as_ref().and_then(Value::finite);
        found.is_none_or(|found| found.0 == published)
    };
    Ok(Row {
        position,
        agrees: is_right(&value) && is_right(&plain),
        value,
        search,
        definition,
        igsolve: igsolve.and_then(|arguments| igsolve_seconds(arguments, each)),
    })
}

/// How long igsolve takes, if it is there and ends in time.
fn igsolve_seconds(arguments: &str, each: Duration) -> Option<f64> {
    let start = Instant::now();
    let mut command = Command::new("igsolve");
    command.args(arguments.split(' ')).stdin(Stdio::null());
    let mut child = command
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .ok()?;
    loop {
        match child.try_wait().ok()? {
            Some(status) => return status.success().then(|| start.elapsed().as_secs_f64()),
            None if start.elapsed() > each => {
                let _ = child.kill();
                let _ = child.wait();
                return None;
            }
            None => std::thread::sleep(Duration::from_millis(1)),
        }
    }
}

fn line(row: &Row) -> String {
    let seconds = |seconds: Option<f64>| seconds.map_or("-".to_owned(), |s| format!("{s:.3}"));
    let value = row
        .value
        .as_ref()
        .map_or("-".to_owned(), |value| value.to_string());
    format!(
        "{:<12} {value:>6} {:>9} {:>11} {:>9}{}",
        row.position,
        seconds(row.search),
        seconds(row.definition),
        seconds(row.igsolve),
        if row.agrees { "" } else { "  NOT AS PUBLISHED" }
    )
}

fn object(row: &Row) -> serde_json::Value {
    json!({
        "position": row.position,
        "value": row.value.as_ref().and_then(Value::finite).map(|nimber| nimber.0 as u64),
        "agrees": row.agrees,
        "search_seconds": row.search,
        "definition_seconds": row.definition,
        "igsolve_seconds": row.igsolve,
    })
}
