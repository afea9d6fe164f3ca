//! Measures a run on several processes against the solver on one machine, on the same random graph.
//!
//! `cargo run --release -p grundy-cluster --example measure -- VERTICES EDGES [FILE]`: writes the graph to FILE as a
//! list of edges without cycles if it is not there, solves it by one machine and by several processes, compares the answers
//! by their checksums, and prints processor time, wall time, memory and bytes sent.

use std::fs::File;
use std::io::{BufWriter, Write};
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};

use grundy_cluster::{
    About, CheckpointRequest, Fault, GraphAnswer, GraphInput, GraphJob, Hosts, Process,
};
use grundy_core::{Limits, Play};
use grundy_graph::format::load;
use grundy_graph::{GraphSource, Solution};

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let number = |at: usize| arguments[at].parse::<u64>().expect("a number");
    match arguments.first().map(String::as_str) {
        Some("single") => single(Path::new(&arguments[1])),
        Some("process") => {
            let addresses = arguments[3].split(',').map(str::to_owned).collect();
            let every = arguments.get(5).map(|text| text.parse().expect("seconds"));
            process(
                Path::new(&arguments[1]),
                number(2) as usize,
                addresses,
                number(4) as usize,
                every,
            );
        }
        Some(_) => {
            let default = "measure.txt".to_owned();
            let path = PathBuf::from(arguments.get(2).unwrap_or(&default));
            if !path.exists() {
                write(&path, number(0), number(1));
            }
            all(&path);
        }
        None => eprintln!("usage: measure VERTICES EDGES [FILE]"),
    }
}

fn write(path: &Path, vertices: u64, edges: u64) {
    let mut output = BufWriter::new(File::create(path).expect("the file can be written"));
    let mut state = 1u64;
    let mut next = || {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        (state >> 33) % vertices
    };
    writeln!(output, "{vertices} {edges}").expect("the disk has room");
    for _ in 0..edges {
        // Without cycles, so that everything is decided and every edge is touched.
        let (a, b) = (next(), next());
        let (from, to) = (a.max(b).max(1), a.min(b));
        let to = if from == to { to - 1 } else { to };
        writeln!(output, "{from} {to}").expect("the disk has room");
    }
}

fn limits() -> Limits {
    Limits {
        bytes: 1 << 40,
        threads: 1,
        ..Limits::default()
    }
}

/// The single machine, in a process of its own.
fn single(path: &Path) {
    let begun = Instant::now();
    let source = GraphSource::open(path).expect("the graph is there");
    let file = load(&source, None, false, &limits()).expect("it is a graph");
    let built = begun.elapsed().as_secs_f64();
    let edges = file.edge_count();
    let solution = file
        .into_solution(Play::Normal, &limits())
        .expect("no limit");
    let wall = begun.elapsed().as_secs_f64();
    line(
        "one machine",
        edges,
        built,
        wall,
        cpu(),
        peak(),
        0,
        &solution,
    );
}

fn process(path: &Path, index: usize, addresses: Vec<String>, workers: usize, every: Option<u64>) {
    let job = GraphJob {
        input: GraphInput {
            path: path.to_owned(),
            format: None,
            one_based: false,
        },
        play: Play::Normal,
        limits: limits(),
        checkpoints: every.map(|seconds| CheckpointRequest {
            folder: path.with_extension("checkpoints"),
            every: Duration::from_secs(seconds),
        }),
        output: None,
        say: None,
    };
    let about = About::file(job.question(), path).expect("the graph is there");
    let name = format!(
        "{} x {workers}{}",
        addresses.len(),
        match every {
            Some(_) => " +ckpt",
            None => "",
        }
    );
    let process = Process {
        hosts: (addresses.len() > 1).then_some(Hosts {
            addresses,
            process: index,
            listener: None,
            patience: Duration::from_secs(60),
        }),
        workers,
    };
    let end = Arc::new(|fault: &Fault| {
        eprintln!("{fault}");
        std::process::exit(1);
    });
    let begun = Instant::now();
    let work = move |worker: &mut _| job.run(worker);
    let lost = Arc::new(|_| std::process::exit(1));
    let answer = process.run(&about, &limits(), end, lost, work);
    let Some(answer) = answer.expect("the processes come together") else {
        return;
    };
    report(&name, &answer, begun.elapsed().as_secs_f64(), workers);
}

fn report(name: &str, answer: &GraphAnswer, wall: f64, workers: usize) {
    // Workers of one process say the same of it.
    let processes = answer.reports.iter().step_by(workers);
    let cpu = processes.clone().map(|report| report.cpu_seconds).sum();
    let peak = processes.map(|report| report.peak_bytes).max().unwrap_or(0);
    let built = answer.reports[0].build_seconds;
    let sent = answer.reports.iter().map(|report| report.bytes_sent).sum();
    let solution = Solution::from_states(answer.states.clone());
    line(
        name,
        answer.index.edges,
        built,
        wall,
        cpu,
        peak,
        sent,
        &solution,
    );
}

#[expect(clippy::too_many_arguments, reason = "a line of a table")]
fn line(
    name: &str,
    edges: u64,
    built: f64,
    wall: f64,
    cpu: f64,
    peak: u64,
    sent: u64,
    solution: &Solution,
) {
    let bytes: Vec<u8> = solution
        .remotenesses()
        .iter()
        .flat_map(|r| r.to_le_bytes())
        .collect();
    let sum = crc32fast::hash(&bytes) ^ crc32fast::hash(&solution.outcomes());
    println!(
        "{name:14} built {built:7.2} s  wall {wall:7.2} s  cpu {cpu:7.2} s  peak {:6} MB  sent {:5.2} bytes an edge  answer {sum:08x}",
        peak >> 20,
        sent as f64 / edges as f64
    );
}

fn cpu() -> f64 {
    let stat = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let fields = stat.rsplit(')').next().unwrap_or("").split_whitespace();
    let ticks: u64 = fields
        .skip(11)
        .take(2)
        .filter_map(|field| field.parse::<u64>().ok())
        .sum();
    ticks as f64 / 100.0
}

fn peak() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kilobytes = peak.and_then(|text| text.split_whitespace().next()?.parse::<u64>().ok());
    kilobytes.unwrap_or(0) << 10
}

/// All of them, one after the other, each in processes of its own.
fn all(path: &Path) {
    let own = std::env::current_exe().expect("this program has a file");
    let run = |arguments: &[String]| {
        let mut command = Command::new(&own);
        command.args(arguments).stdin(Stdio::null());
        command.spawn().expect("a process begins")
    };
    let file = path.display().to_string();
    run(&["single".to_owned(), file.clone()])
        .wait()
        .expect("it ends");
    let shapes = [
        (1, 1, None),
        (1, 2, None),
        (2, 1, None),
        (4, 1, None),
        (2, 1, Some(0)),
        (2, 1, Some(60)),
    ];
    for (processes, workers, every) in shapes {
        let listeners: Vec<TcpListener> = (0..processes)
            .map(|_| TcpListener::bind("127.0.0.1:0").expect("a free port"))
            .collect();
        let addresses: Vec<String> = listeners
            .iter()
            .map(|listener| listener.local_addr().expect("it is bound").to_string())
            .collect();
        drop(listeners);
        let start = |index: usize| {
            let mut arguments = vec![
                "process".to_owned(),
                file.clone(),
                index.to_string(),
                addresses.join(","),
                workers.to_string(),
            ];
            arguments.extend(every.map(|seconds: u64| seconds.to_string()));
            run(&arguments)
        };
        let children: Vec<_> = (0..processes).map(start).collect();
        for mut child in children {
            child.wait().expect("it ends");
        }
    }
}
