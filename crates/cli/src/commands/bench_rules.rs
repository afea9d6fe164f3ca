//! `grundy bench rules`: rules files, the interpreter's part of the time and grundy's own.

use std::io::{self, Write};
use std::process::ExitCode;

use grundy::Error;
use grundy_bench::rules::{RulesRow, WORKLOADS, measure, measure_file};
use serde_json::json;

use crate::common::{Common, parse_count};
use crate::failure::Failure;

/// Arguments of `grundy bench rules`.
#[derive(clap::Args)]
pub struct Args {
    /// Positions of rules files to measure in place of the games below: file.star:position
    #[arg(value_name = "POSITION", conflicts_with_all = ["games", "size"])]
    positions: Vec<String>,

    /// Games instead of all: squares, kayles, wythoff, circle, steps
    #[arg(long, value_name = "GAMES", value_delimiter = ',')]
    games: Vec<String>,

    /// The size of the position, instead of the usual one
    #[arg(long, value_name = "N", value_parser = parse_count)]
    size: Option<u64>,
}

/// Measures and prints.
pub fn run(args: Args, common: &Common) -> Result<ExitCode, Failure> {
    let limits = common.limits();
    let is_known = |name: &&String| WORKLOADS.iter().any(|workload| workload.name == **name);
    if let Some(unknown) = args.games.iter().find(|name| !is_known(name)) {
        let message = format!("`{unknown}` is not measured; see grundy bench rules --help");
        return Err(Error::Usage { message }.into());
    }
    let mut out = io::stdout().lock();
    if !common.json {
        writeln!(
            out,
            "{:<22} {:>9} {:>9} {:>7} {:>7} {:>7} {:>9} {:>9} {:>6}",
            "position",
            "positions",
            "options",
            "cpu s",
            "rules s",
            "own s",
            "pos/s",
            "opt/s",
            "B/pos"
        )?;
    }
    let is_asked = |name: &str| args.games.is_empty() || args.games.iter().any(|game| game == name);
    let mut rows = Vec::new();
    let mut add = |row: RulesRow| -> io::Result<()> {
        if !common.json {
            writeln!(out, "{}", line(&row))?;
        }
        rows.push(row);
        Ok(())
    };
    for position in &args.positions {
        add(measure_file(position, &limits)?)?;
    }
    if args.positions.is_empty() {
        for workload in WORKLOADS.iter().filter(|workload| is_asked(workload.name)) {
            let size = args.size.unwrap_or(workload.usual);
            add(measure(workload, size, &limits)?)?;
        }
    }
    if common.json {
        let games: Vec<_> = rows.iter().map(object).collect();
        let all = json!({"schema": 1, "threads": limits.threads, "games": games});
        writeln!(out, "{all}")?;
    }
    match rows.iter().find(|row| row.agrees == Some(false)) {
        None => Ok(ExitCode::SUCCESS),
        Some(row) => {
            let message = format!("{} is not worth {}", row.position, row.value);
            Err(Error::Refuted { message }.into())
        }
    }
}

/// What grundy itself took: the rest.
fn own_seconds(row: &RulesRow) -> f64 {
    let rest = row.solving.cpu.saturating_sub(row.rules_alone.cpu);
    rest.as_secs_f64()
}

fn line(row: &RulesRow) -> String {
    let seconds = row.solving.cpu.as_secs_f64();
    format!(
        "{:<22} {:>9} {:>9} {:>7.3} {:>7.3} {:>7.3} {:>9.0} {:>9.0} {:>6.1}{}",
        format!("{}:{}", row.name, row.position),
        row.positions,
        row.options,
        seconds,
        row.rules_alone.cpu.as_secs_f64(),
        own_seconds(row),
        row.positions as f64 / seconds,
        row.options as f64 / seconds,
        row.bytes_per_position(),
        if row.agrees == Some(false) {
            "  WRONG"
        } else {
            ""
        },
    )
}

fn object(row: &RulesRow) -> serde_json::Value {
    json!({
        "game": row.name,
        "position": row.position,
        "value": row.value,
        "agrees": row.agrees,
        "positions": row.positions,
        "options": row.options,
        "cpu_seconds": row.solving.cpu.as_secs_f64(),
        "seconds": row.solving.wall.as_secs_f64(),
        "rules_cpu_seconds": row.rules_alone.cpu.as_secs_f64(),
        "own_cpu_seconds": own_seconds(row),
        "bytes": row.bytes,
        "bytes_per_position": row.bytes_per_position(),
    })
}
