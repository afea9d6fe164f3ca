//! A line for every vertex.

use std::io::{self, BufWriter, Write};
use std::process::ExitCode;

use grundy::core::{Limits, Outcome, Play, Value};
use grundy::graph::verify::Claim;
use grundy::graph::{Format, GraphFile, Labels, LoopyValues, Owners, Solution};
use grundy::graphs;
use serde_json::json;

use super::Args;
use crate::common::Common;
use crate::failure::Failure;

/// A solution and what is printed with it.
pub struct Answer {
    /// The solution.
    pub solution: Solution,
    /// The nim-values, if asked for.
    pub values: Option<LoopyValues>,
    /// What the vertices are called.
    pub labels: Labels,
    /// Who moves where.
    pub owners: Option<Owners>,
    /// What the file was taken for.
    pub format: Format,
    /// The number of edges.
    pub edges: u64,
}

/// Solves the whole graph and prints the solution.
pub fn run(
    args: &Args,
    file: GraphFile,
    play: Play,
    limits: &Limits,
    common: &Common,
) -> Result<ExitCode, Failure> {
    let values = match args.values {
        true => Some(graphs::values(&file, play, limits)?),
        false => None,
    };
    let labels = file.labels.clone();
    let owners = file.owners.clone();
    let (format, edges) = (file.format, file.edge_count());
    // Of a graph that just fits the memory nothing but the solution is kept.
    let solution = file.into_solution(play, limits).map_err(grundy::Error::from)?;
    let answer = Answer {
        solution,
        values,
        labels,
        owners,
        format,
        edges,
    };
    print(args, &answer, play, common)
}

/// Prints a whole solution.
pub fn print(
    args: &Args,
    answer: &Answer,
    play: Play,
    common: &Common,
) -> Result<ExitCode, Failure> {
    let Answer {
        solution,
        values,
        labels,
        owners,
        format,
        edges,
    } = answer;
    let mut out = BufWriter::with_capacity(1 << 16, io::stdout().lock());
    if !common.json {
        lines(args, labels, solution, values.as_ref(), &mut out)?;
        out.flush()?;
        return Ok(ExitCode::SUCCESS);
    }
    write!(
        out,
        r#"{{"schema":1,"format":"{}","play":"{}","vertices":{},"edges":{edges}"#,
        format.word(),
        play.word(),
        solution.vertices(),
    )?;
    let vertices = || 0..solution.vertices();
    list(&mut out, "outcomes", vertices().map(|v| json!(solution.outcome(v).word())))?;
    list(&mut out, "remoteness", vertices().map(|v| json!(solution.remoteness(v))))?;
    if let Some(values) = values {
        list(&mut out, "values", vertices().map(|v| value_json(&values.value(v))))?;
    }
    if let Labels::Names(names) = labels {
        list(&mut out, "names", names.iter().map(|name| json!(name)))?;
    }
    if let Some(owners) = owners {
        list(&mut out, "winner", vertices().map(|v| json!(winner(owners, solution, v))))?;
    }
    writeln!(out, "}}")?;
    out.flush()?;
    Ok(ExitCode::SUCCESS)
}

/// The solution as claims for the verifier.
pub fn our_claims(solution: &Solution) -> Vec<Claim> {
    let claim = |v| Claim {
        outcome: solution.outcome(v),
        remoteness: solution.remoteness(v),
    };
    (0..solution.vertices()).map(claim).collect()
}

/// A value as `grundy solve` writes it in JSON.
pub fn value_json(value: &Value) -> serde_json::Value {
    match value {
        Value::Finite(nimber) => json!(nimber.0 as u64),
        Value::Infinite(set) => {
            let set: Vec<u64> = set.iter().map(|nimber| nimber.0 as u64).collect();
            json!({ "infinite": set })
        }
        Value::Loony => serde_json::Value::Null,
    }
}

fn lines(
    args: &Args,
    labels: &Labels,
    solution: &Solution,
    values: Option<&LoopyValues>,
    out: &mut impl Write,
) -> io::Result<()> {
    for v in 0..solution.vertices() {
        if let Labels::Names(names) = labels {
            write!(out, "{}: ", names[v as usize])?;
        }
        out.write_all(solution.outcome(v).word().as_bytes())?;
        if let Some(distance) = solution.remoteness(v).filter(|_| args.remoteness) {
            write!(out, " {distance}")?;
        }
        if let Some(values) = values {
            write!(out, " {}", values.value(v))?;
        }
        out.write_all(b"\n")?;
    }
    Ok(())
}

/// One list of the JSON object, element by element, so that it is never held whole.
fn list(
    out: &mut impl Write,
    key: &str,
    elements: impl Iterator<Item = serde_json::Value>,
) -> io::Result<()> {
    write!(out, ",\"{key}\":[")?;
    for (index, element) in elements.enumerate() {
        if index > 0 {
            out.write_all(b",")?;
        }
        serde_json::to_writer(&mut *out, &element)?;
    }
    out.write_all(b"]")
}

/// Who wins at `v`, by name.
fn winner<'a>(owners: &'a Owners, solution: &Solution, v: u32) -> Option<&'a str> {
    let owner = owners.of[v as usize];
    let winner = match solution.outcome(v) {
        Outcome::Win => owner,
        Outcome::Lose => 1 - owner,
        Outcome::Draw => return None,
    };
    Some(&owners.names[usize::from(winner)])
}
