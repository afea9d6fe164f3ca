//! One process of a run, which may be the only one.

use std::io::{self, BufWriter, Write};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use grundy::core::{Limits, Play};
use grundy::graph::{Solution, SolvedFile};
use grundy::render;
use grundy::report::GraphReport;
use grundy_cluster::{
    About, CheckpointRequest, Fault, GraphAnswer, GraphJob, Hosts, Process, Say, WorkerReport,
};

use super::question::{GraphQuestion, Question};
use super::{RunArgs, game, hosts, launch, refusal};
use crate::common::Common;
use crate::failure::Failure;
use crate::output;

/// Does this process's part; the first process answers.
pub fn run(args: &RunArgs, question: Question, common: &Common) -> Result<ExitCode, Failure> {
    if args.launched.is_some() {
        launch::end_with_parent();
    }
    let hosts = hosts::hosts(args)?;
    match question {
        Question::Graph(question) => graph(args, hosts, &question, common),
        Question::Solve(question) => game::solve(args, hosts, &question, common),
        Question::Pursuit(question) => game::chase(args, hosts, &question, common),
    }
}

fn graph(
    args: &RunArgs,
    hosts: Option<Hosts>,
    question: &GraphQuestion,
    common: &Common,
) -> Result<ExitCode, Failure> {
    let is_first = hosts.as_ref().is_none_or(|hosts| hosts.process == 0);
    let job = GraphJob {
        input: question.input(),
        play: question.play(),
        limits: limits(args, hosts.as_ref(), common),
        checkpoints: checkpoints(args),
        output: args.output.clone(),
        say: say(is_first, common),
    };
    let about = About::file(job.question(), &question.file).map_err(refusal::failure)?;
    let addresses = addresses(hosts.as_ref());
    let process = Process {
        hosts,
        workers: usize::from(args.workers),
    };
    let (end, lost) = (end(common), lost(args, addresses, common));
    let limits = common.limits();
    let work = move |worker: &mut _| job.run(worker);
    let answer = match process.run(&about, &limits, end, lost, work) {
        Ok(answer) => answer,
        Err(fault) => return Ok(ExitCode::from(refusal::report(&fault, common))),
    };
    let Some(answer) = answer else {
        return Ok(ExitCode::SUCCESS);
    };
    if args.report {
        report(&answer.reports)?;
    }
    match &args.output {
        Some(folder) => {
            let folder = folder.display().to_string();
            super::super::graph::print_summary(&answer.index, &folder, common)
        }
        None => print(answer, question, common),
    }
}

/// Where checkpoints go.
pub fn checkpoints(args: &RunArgs) -> Option<CheckpointRequest> {
    let folder = args.checkpoint.clone()?;
    let every = args.checkpoint_every;
    Some(CheckpointRequest { folder, every })
}

/// The addresses of all processes.
pub fn addresses(hosts: Option<&Hosts>) -> Vec<String> {
    hosts.map_or_else(Vec::new, |hosts| hosts.addresses.clone())
}

/// What one worker may use: of the memory that is free, its share.
pub fn limits(args: &RunArgs, hosts: Option<&Hosts>, common: &Common) -> Limits {
    let mut limits = common.limits();
    let name = |address: &str| address.rsplit_once(':').map(|(name, _)| name.to_owned());
    let here = hosts.map_or(1, |hosts| {
        let own = name(&hosts.addresses[hosts.process]);
        let same = |address: &&String| name(address) == own;
        hosts.addresses.iter().filter(same).count()
    });
    let process = match (common.memory_limit, free_memory()) {
        (Some(bytes), _) => bytes,
        (None, Some(free)) => free / 10 * 9 / here as u64,
        (None, None) => limits.bytes,
    };
    limits.bytes = process / u64::from(args.workers);
    limits.threads = 1;
    limits
}

/// The memory that is free on this machine, where the system tells.
fn free_memory() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/meminfo").ok()?;
    let line = text
        .lines()
        .find_map(|line| line.strip_prefix("MemAvailable:"))?;
    let kilobytes: u64 = line.split_whitespace().next()?.parse().ok()?;
    Some(kilobytes << 10)
}

/// Shows what the first worker says.
pub fn say(is_first: bool, common: &Common) -> Option<Say> {
    let quiet = common.quiet || !is_first;
    (!quiet).then(|| -> Say {
        Arc::new(|text: &str| {
            let _ = writeln!(io::stderr(), "{text}");
        })
    })
}

/// Says why a worker failed, and ends the process.
pub fn end(common: &Common) -> grundy_cluster::End {
    let common = common.clone();
    Arc::new(move |fault: &Fault| {
        let status = refusal::report(fault, &common);
        std::process::exit(i32::from(status));
    })
}

/// Says that another process is gone, and ends this one.
pub fn lost(
    args: &RunArgs,
    addresses: Vec<String>,
    common: &Common,
) -> Arc<dyn Fn(Option<usize>) + Send + Sync> {
    let (common, was_said) = (common.clone(), AtomicBool::new(false));
    let again = match &args.checkpoint {
        Some(folder) => format!(
            "start all of them again with the same command to go on from the checkpoints in {}",
            folder.display()
        ),
        None => "start all of them again; with --checkpoint they would go on from where they were"
            .to_owned(),
    };
    Arc::new(move |process| {
        if was_said.swap(true, Ordering::SeqCst) {
            // Another thread says it and ends the process.
            std::thread::sleep(std::time::Duration::from_secs(1));
        } else {
            let address = process.and_then(|process| addresses.get(process));
            let message = match (process, address) {
                (Some(process), Some(address)) => format!(
                    "the connection to process {process} at {address} is lost: it has ended, or its machine; {again}"
                ),
                _ => format!("a part of this process failed; {again}"),
            };
            refusal::print("network", &message, &common);
        }
        std::process::exit(1);
    })
}

/// Prints the whole solution as `grundy graph` does.
fn print(
    answer: GraphAnswer,
    question: &GraphQuestion,
    common: &Common,
) -> Result<ExitCode, Failure> {
    let play: Play = question.play();
    let solved = SolvedFile {
        solution: Solution::from_states(answer.states),
        values: None,
        labels: answer.labels,
        owners: answer.owners,
        format: answer.format,
        edges: answer.index.edges,
    };
    let report = GraphReport::new(&solved, play);
    if common.json {
        output::print_json(&report)?;
    } else {
        let mut out = BufWriter::with_capacity(1 << 16, io::stdout().lock());
        render::graph::write_lines(&mut out, &report, question.remoteness)?;
        out.flush()?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Prints what each worker did.
pub fn report(reports: &[WorkerReport]) -> io::Result<()> {
    let mut out = io::stderr().lock();
    writeln!(
        out,
        "worker     vertices        edges  build s  solve s    cpu s  peak MB  sent MB    parcels   levels"
    )?;
    for (worker, report) in reports.iter().enumerate() {
        writeln!(
            out,
            "{worker:6} {:12} {:12} {:8.2} {:8.2} {:8.2} {:8} {:8} {:10} {:8}",
            report.vertices,
            report.edges,
            report.build_seconds,
            report.solve_seconds,
            report.cpu_seconds,
            report.peak_bytes >> 20,
            report.bytes_sent >> 20,
            report.parcels,
            report.levels,
        )?;
    }
    Ok(())
}
