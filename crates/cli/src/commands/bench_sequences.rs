//! `grundy bench sequences`: exact values per second, beside the plain method.

use std::io::{self, Write};
use std::process::ExitCode;

use grundy::Error;
use grundy::core::{HeapRules, Limits};
use grundy::sequence::Sparse;
use grundy::sequence::bench::{PLAIN_VALUES, Row, SequenceWorkload, measure, workloads};
use grundy::sequences;
use grundy::spec::Files;
use serde_json::json;

use crate::common::{Common, parse_count};
use crate::failure::Failure;

/// Arguments of `grundy bench sequences`.
#[derive(clap::Args)]
pub struct Args {
    /// Games instead of the usual ones: codes and names, separated by commas
    #[arg(long, value_name = "GAMES", value_delimiter = ',')]
    games: Vec<String>,

    /// Values of each game, instead of the usual number
    #[arg(long, value_name = "N", value_parser = parse_count)]
    to: Option<u64>,
}

/// Measures and prints.
pub fn run(args: Args, common: &Common) -> Result<ExitCode, Failure> {
    let limits = common.limits();
    let workloads = chosen(&args)?;
    let mut out = io::stdout().lock();
    let mut rows = Vec::new();
    if !common.json {
        writeln!(out, "{}", heading(limits.threads))?;
    }
    for workload in workloads {
        let row = measure(workload, &limits).map_err(Error::from)?;
        if !common.json {
            writeln!(out, "{}", line(&row))?;
        }
        rows.push(row);
    }
    if common.json {
        let rows: Vec<_> = rows.iter().map(object).collect();
        let all = json!({"schema": 1, "threads": limits.threads, "games": rows});
        writeln!(out, "{all}")?;
    }
    match rows.iter().find(|row| !row.agrees) {
        None => Ok(ExitCode::SUCCESS),
        Some(row) => {
            let message = format!("the answers for {} are wrong", row.workload.name);
            Err(Error::Refuted { message }.into())
        }
    }
}

/// The games to measure.
fn chosen(args: &Args) -> Result<Vec<SequenceWorkload>, Failure> {
    const USUAL: u64 = 1_000_000;
    let mut usual = workloads();
    if !args.games.is_empty() {
        let mut games = Vec::new();
        for name in &args.games {
            games.push(match usual.iter().find(|known| known.name == *name) {
                Some(known) => known.clone(),
                None => SequenceWorkload {
                    name: name.clone(),
                    rules: rules(name)?,
                    values: USUAL,
                    rares: None,
                },
            });
        }
        usual = games;
    }
    for workload in &mut usual {
        if let Some(values) = args.to {
            (workload.values, workload.rares) = (values, None);
        }
        if workload.values == 0 || !Sparse::supports(&workload.rules) {
            return Err(Failure::usage(format!(
                "`{}` cannot be measured: the games are those with finitely many digits and \
                 splits into two heaps, with at least one value",
                workload.name
            )));
        }
    }
    Ok(usual)
}

fn rules(name: &str) -> Result<HeapRules, Failure> {
    let sequence = sequences::open(name, 0, Files::Allow, &Limits::default())?;
    let rules = sequence.rules().cloned();
    rules.ok_or_else(|| Failure::usage(format!("`{name}` is not a game of taking and breaking")))
}

fn heading(threads: usize) -> String {
    format!(
        "exact nim-values, {threads} threads; the plain method computes {PLAIN_VALUES} values, the ratio is for all\n\n\
         {:<14} {:>12} {:>9} {:>9} {:>12} {:>12} {:>10}  rares / last, mask",
        "game", "values", "CPU s", "wall s", "M/s (CPU)", "M/s (wall)", "x plain"
    )
}

fn line(row: &Row) -> String {
    let stats = &row.stats;
    let position = if stats.position_parity {
        " + position"
    } else {
        ""
    };
    format!(
        "{:<14} {:>12} {:>9.3} {:>9.3} {:>12.3} {:>12.3} {:>10.0}  {} / {}, {:x}{position}{}",
        row.workload.name,
        row.workload.values,
        row.sparse.cpu.as_secs_f64(),
        row.sparse.wall.as_secs_f64(),
        row.rate() / 1e6,
        row.wall_rate() / 1e6,
        row.ratio(),
        stats.rare_count.unwrap_or(0),
        stats.last_rare.unwrap_or(0),
        stats.mask.unwrap_or(0),
        if row.agrees { "" } else { "  WRONG" },
    )
}

fn object(row: &Row) -> serde_json::Value {
    json!({
        "game": row.workload.name,
        "values": row.workload.values,
        "cpu_seconds": row.sparse.cpu.as_secs_f64(),
        "wall_seconds": row.sparse.wall.as_secs_f64(),
        "plain_values": PLAIN_VALUES,
        "plain_cpu_seconds": row.plain.cpu.as_secs_f64(),
        "ratio": row.ratio(),
        "method": row.stats.method,
        "mask": row.stats.mask,
        "position_parity": row.stats.position_parity,
        "rares": row.stats.rare_count,
        "last_rare": row.stats.last_rare,
        "agrees": row.agrees,
    })
}
