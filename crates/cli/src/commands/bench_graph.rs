//! `grundy bench graph`: the memory's bound, the plain program, ours, in one run.

use std::io::{self, Write};
use std::process::ExitCode;

use grundy::Error;
use grundy::graph::bench::{BUILDS, GraphTimings, GraphWorkload, Timing};
use serde_json::json;

use crate::common::{Common, parse_count};
use crate::failure::Failure;

/// Arguments of `grundy bench graph`.
#[derive(clap::Args)]
pub struct Args {
    /// Vertices, a fifth of them without moves
    #[arg(long, value_name = "N", default_value = "1M", value_parser = parse_count)]
    vertices: u64,

    /// Edges
    #[arg(long, value_name = "M", default_value = "10M", value_parser = parse_count)]
    edges: u64,

    /// Leave out the plain program, which takes most of the time and memory
    #[arg(long)]
    no_plain: bool,

    /// Where the random numbers begin
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
}

/// Measures and prints.
pub fn run(args: Args, common: &Common) -> Result<ExitCode, Failure> {
    let limits = common.limits();
    let most = u64::from(grundy::graph::MOST_VERTICES);
    let is_vertices = (5..=most).contains(&args.vertices);
    if !is_vertices || args.edges > u64::from(u32::MAX) || args.edges == 0 {
        return Err(Failure::usage(format!(
            "a random graph has 5 to {most} vertices and 1 to {} edges",
            u32::MAX
        )));
    }
    // The list, the rows and the plain program's lists at once.
    let bytes = args.edges * if args.no_plain { 12 } else { 28 } + args.vertices * 60;
    limits.check_bytes(bytes).map_err(Error::from)?;
    let workload = GraphWorkload::random(args.vertices as u32, args.edges as usize, args.seed);
    let report = workload
        .measure(!args.no_plain, &limits)
        .map_err(Error::from)?;
    let mut out = io::stdout().lock();
    if common.json {
        writeln!(out, "{}", object(&args, &report))?;
    } else {
        out.write_all(text(&args, &report, limits.threads).as_bytes())?;
    }
    if report.agrees {
        Ok(ExitCode::SUCCESS)
    } else {
        let message = "the programs disagree about the answers".to_owned();
        Err(Error::Refuted { message }.into())
    }
}

/// Each measurement with its name.
fn rows(args: &Args, report: &GraphTimings) -> Vec<(&'static str, Timing, u64)> {
    let mut rows = vec![
        (
            "bound: the same accesses alone",
            report.bound,
            report.touched,
        ),
        ("ours: solve, one thread", report.solve, report.touched),
        (
            "ours: solve, all threads",
            report.solve_shared,
            report.touched,
        ),
        (
            "ours: first build, one thread",
            report.first_build,
            report.edges,
        ),
        ("ours: best build, one thread", report.build, report.edges),
    ];
    if !args.no_plain {
        rows.push(("plain: solve", report.plain_solve, report.touched));
        rows.push(("plain: build", report.plain_build, report.edges));
    }
    rows
}

fn text(args: &Args, report: &GraphTimings, threads: usize) -> String {
    let mut text = format!(
        "random graph, seed {}: {} vertices, a fifth without moves, {} edges, {} of them touched; {threads} threads; \
         ours built {BUILDS} times\n\n",
        args.seed, args.vertices, report.edges, report.touched
    );
    text += &format!(
        "{:<32} {:>9} {:>9} {:>12}\n",
        "", "CPU s", "wall s", "M edges/s"
    );
    for (name, took, edges) in rows(args, report) {
        let (cpu, wall) = (took.cpu.as_secs_f64(), took.wall.as_secs_f64());
        text += &format!(
            "{name:<32} {cpu:>9.3} {wall:>9.3} {:>12.1}\n",
            edges as f64 / cpu / 1e6
        );
    }
    let ratio = |a: Timing, b: Timing| a.cpu.as_secs_f64() / b.cpu.as_secs_f64();
    text += &format!(
        "\nsolving takes {:.2} times the bound",
        ratio(report.solve, report.bound)
    );
    if !args.no_plain {
        text += &format!(
            "; the plain program takes {:.1} times as long to solve, {:.1} times to build",
            ratio(report.plain_solve, report.solve),
            ratio(report.plain_build, report.first_build)
        );
    }
    let answers = if report.agrees {
        "all answers agree"
    } else {
        "THE ANSWERS DIFFER"
    };
    text + &format!("\n{answers}\n")
}

fn object(args: &Args, report: &GraphTimings) -> serde_json::Value {
    let seconds =
        |took: Timing| json!({"cpu": took.cpu.as_secs_f64(), "wall": took.wall.as_secs_f64()});
    let mut object = json!({
        "schema": 1,
        "vertices": args.vertices,
        "edges": report.edges,
        "touched": report.touched,
        "seed": args.seed,
        "bound": seconds(report.bound),
        "first_build": seconds(report.first_build),
        "build": seconds(report.build),
        "solve": seconds(report.solve),
        "solve_shared": seconds(report.solve_shared),
        "agrees": report.agrees,
    });
    if !args.no_plain {
        object["plain_build"] = seconds(report.plain_build);
        object["plain_solve"] = seconds(report.plain_solve);
    }
    object
}
