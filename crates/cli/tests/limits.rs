//! Heavy questions under small limits, in child processes: each ends soon, within its memory, and in order.
//!
//! What is measured is processor time and the peak of memory, which do not depend on how busy the machine is.

#![cfg(target_os = "linux")]

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// Beyond its limit a command may take this much processor time: 1 s is promised, checks are on.
const MORE_SECONDS: f64 = 1.5;
/// Beyond its limit a command may take this much memory.
const MORE_BYTES: u64 = 64 << 20;
/// What the program itself takes; it is shared with the file it was read from.
const PROGRAM_BYTES: u64 = 24 << 20;
/// A child that has not ended by then never does.
const LONGEST: Duration = Duration::from_secs(120);

/// What standard input holds.
enum Input {
    Nothing,
    Text(String),
    Endless,
}

fn questions() -> Vec<(&'static str, Input)> {
    let mut questions: Vec<(&'static str, Input)> = [
        "solve 0.(1):748043216882",
        "solve 0.1...:748043216882",
        "solve 4.(5):748043216882",
        "solve cram:292x2 --misere",
        "solve cram:292x2",
        "solve 0.7...:1644416624271 cram:2x3 --misere",
        "solve wythoff:100000,100000 --misere",
        "solve coins:5000000 --misere",
        "solve kayles:5000000 --verify",
        "solve chomp:30x40",
        "solve 0.3f:1000000 --explain",
        "solve treblecross:60 --misere",
        "solve SPLIT.star:5 --misere",
        "solve graph:GRAPH.txt@1",
        "graph GRAPH.txt --values",
        "values 0.6 --to 1000000000",
        "values grundys-game --to 400000000",
        "period 0.007",
        "survey",
        "quotient 0.07",
        "quotient --games 1000",
        "quotient 0.07 --genus 200",
        "guess wythoff --to 3000",
        "check wythoff --to 3000 --heaps 2 --value 0",
        "solve sprouts:9 --explain",
        "solve sprouts:60 --misere",
        "solve arc-kayles:queens-30",
        "solve PAIRS.star:60 --verify",
        "solve PAIRS.star:4000",
        "solve POINTS.star --line",
        "solve --lines LINES.txt",
        "solve --lines LINES.txt --json",
        "quotient 0.07 --certificate -",
        "quotient 0.(7) --genus 2000",
        "pursuit MAP.txt --stay",
        "values 0.77 --to 1000000000 --misere",
    ]
    .map(|question| (question, Input::Nothing))
    .into();
    let stairs = format!("staircase:{}", ["3"; 100_000].join(","));
    let pins = format!("kayles:{}", "x".repeat(200_000));
    questions.extend([
        ("solve - --misere", Input::Text(stairs)),
        ("solve -", Input::Text(pins)),
        ("graph -", Input::Text("0 2147483646\n1 0\n".to_owned())),
        ("graph -", Input::Endless),
        ("period --check -", Input::Endless),
        ("quotient --check -", Input::Endless),
        ("solve -", Input::Endless),
        ("solve --lines -", Input::Endless),
        ("pursuit -", Input::Endless),
        ("graph GRAPH.txt --verify -", Input::Endless),
        ("graph -", Input::Text(product_of_subgraphs())),
        ("judge graph", Input::Endless),
    ]);
    questions
}

/// 400 million edges in half a megabyte.
fn product_of_subgraphs() -> String {
    let names = |first: char| {
        let names = (0..20_000).map(|n| format!("{first}{n}"));
        names.collect::<Vec<_>>().join(" ")
    };
    format!("digraph {{ {{{}}} -> {{{}}} }}", names('a'), names('b'))
}

/// A folder with the files that questions name.
fn folder(name: &str) -> PathBuf {
    let name = format!("grundy-limits-{name}-{}", std::process::id());
    let folder = std::env::temp_dir().join(name);
    fs::create_dir_all(&folder).unwrap();
    let rules = "def moves(n):\n    return [split(*([n-1]*100000))] if n > 0 else []\n";
    fs::write(folder.join("SPLIT.star"), rules).unwrap();
    let pairs = "def cells(n):\n    return list(range(n))\ndef removals(n):\n    \
                 return [([i, j], [i, j]) for i in range(n) for j in range(i)]\n";
    fs::write(folder.join("PAIRS.star"), pairs).unwrap();
    let points = "start = (400, 400)\ndef moves(p):\n    \
                  return [(p[0] - k, p[1]) for k in range(1, p[0] + 1)] + \
                  [(p[0], p[1] - k) for k in range(1, p[1] + 1)]\n\
                  def score(p, m):\n    return p[0] - 2 * m[1]\n";
    fs::write(folder.join("POINTS.star"), points).unwrap();
    let lines: String = (0..300)
        .map(|n| format!("cram:9x{}\n", 9 + n % 80))
        .collect();
    fs::write(folder.join("LINES.txt"), lines).unwrap();
    let open = format!("{}\n", ".".repeat(200)).repeat(199);
    let map = format!("P{}T{}E\n{open}", ".".repeat(98), ".".repeat(99));
    fs::write(folder.join("MAP.txt"), map).unwrap();
    let vertices = 300_000u64;
    let mut graph = format!("{vertices} {}\n", 2 * vertices);
    for at in 0..2 * vertices {
        graph += &format!("{} {}\n", at % vertices, at * 7919 % vertices);
    }
    fs::write(folder.join("GRAPH.txt"), graph).unwrap();
    folder
}

/// What a child used, as far as the system says while it runs.
#[derive(Debug, Default)]
struct Used {
    seconds: f64,
    bytes: u64,
}

impl Used {
    fn look(&mut self, child: &Child) {
        const TICKS_PER_SECOND: f64 = 100.0;
        let read = |name: &str| fs::read_to_string(format!("/proc/{}/{name}", child.id()));
        let stat = read("stat").unwrap_or_default();
        let after_name = stat.rsplit(')').next().unwrap_or_default();
        let fields: Vec<&str> = after_name.split_whitespace().collect();
        let ticks = |at: usize| fields.get(at).and_then(|field| field.parse::<f64>().ok());
        if let (Some(user), Some(system)) = (ticks(11), ticks(12)) {
            self.seconds = self.seconds.max((user + system) / TICKS_PER_SECOND);
        }
        let status = read("status").unwrap_or_default();
        let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        let peak = peak.and_then(|line| line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok());
        self.bytes = self.bytes.max(peak.unwrap_or(0) << 10);
    }
}

/// Runs a question to its end, or kills it.
fn run(question: &str, input: &Input, limits: &[&str], folder: &Path) -> (Option<i32>, Used) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_grundy"))
        .args(question.split(' '))
        .args(limits)
        .args(["--threads", "1", "-q"])
        .current_dir(folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut pipe = child.stdin.take().unwrap();
    let text = match input {
        Input::Nothing => Some(String::new()),
        Input::Text(text) => Some(text.clone()),
        Input::Endless => None,
    };
    // It ends when the child does: the pipe breaks.
    std::thread::spawn(move || match text {
        Some(text) => pipe.write_all(text.as_bytes()),
        None => loop {
            if let Err(error) = pipe.write_all(b"0 1 2 3 4 5 6 7 8 9\n") {
                break Err(error);
            }
        },
    });
    let (mut used, start) = (Used::default(), Instant::now());
    loop {
        used.look(&child);
        if let Some(status) = child.try_wait().unwrap() {
            return (status.code(), used);
        }
        if start.elapsed() > LONGEST {
            child.kill().unwrap();
            child.wait().unwrap();
            return (None, used);
        }
        std::thread::sleep(Duration::from_millis(4));
    }
}

#[test]
fn every_command_ends_within_its_limits() {
    let folder = folder("all");
    let mut complaints = Vec::new();
    for (limits, seconds, bytes) in [
        (
            ["--time-limit", "300ms", "--memory-limit", "64M"],
            0.3,
            64 << 20,
        ),
        (["--time-limit", "2s", "--memory-limit", "4M"], 2.0, 4 << 20),
    ] {
        for (question, input) in &questions() {
            let (status, used) = run(question, input, &limits, &folder);
            let is_in_order = matches!(status, Some(0..=2));
            let is_soon = used.seconds <= seconds + MORE_SECONDS;
            let is_small = used.bytes <= bytes + MORE_BYTES + PROGRAM_BYTES;
            if !(is_in_order && is_soon && is_small) {
                complaints.push(format!(
                    "{question} {limits:?}: status {status:?}, {:.2} s, {} MB",
                    used.seconds,
                    used.bytes >> 20
                ));
            }
        }
    }
    let _ = fs::remove_dir_all(&folder);
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
}

#[test]
fn a_position_in_a_graph_file_obeys_the_memory_limit() {
    let folder = folder("graph");
    let limits = ["--memory-limit", "1M"];
    let (status, _) = run("solve graph:GRAPH.txt@1", &Input::Nothing, &limits, &folder);
    let _ = fs::remove_dir_all(&folder);
    assert_eq!(status, Some(1), "a limit was reached");
}
