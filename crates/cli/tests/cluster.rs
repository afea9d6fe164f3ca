//! `grundy cluster` as people run it: several processes, compared with one; killed, and started again.
#![cfg(target_os = "linux")]

use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

fn grundy(arguments: &[&str]) -> Output {
    command(arguments).output().unwrap()
}

fn command(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_grundy"));
    command.args(arguments);
    command
}

/// The output of a command that succeeds.
fn answer(arguments: &[&str]) -> String {
    let output = grundy(arguments);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{arguments:?}: {errors}");
    String::from_utf8(output.stdout).unwrap()
}

/// The message of a command that fails with this status.
fn refusal(arguments: &[&str], status: i32) -> String {
    let output = grundy(arguments);
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(
        output.status.code(),
        Some(status),
        "{arguments:?}: {errors}"
    );
    errors
}

struct Random(u64);

impl Random {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        (self.0 >> 33) % bound
    }
}

/// A folder that goes in the end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path =
            std::env::temp_dir().join(format!("grundy-cluster-{name}-{}", std::process::id()));
        fs::create_dir_all(&path).unwrap();
        Folder(path)
    }

    fn path(&self, name: &str) -> String {
        self.0.join(name).display().to_string()
    }

    fn graph(&self, name: &str, vertices: u64, edges: impl Iterator<Item = (u64, u64)>) -> String {
        let edges: Vec<(u64, u64)> = edges.collect();
        let mut text = format!("{vertices} {}\n", edges.len());
        for (from, to) in edges {
            writeln!(text, "{from} {to}").unwrap();
        }
        let path = self.path(name);
        fs::write(&path, text).unwrap();
        path
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

#[test]
fn several_processes_print_what_one_prints() {
    let folder = Folder::new("print");
    let mut random = Random(1);
    let edges = (0..3000).map(|_| (random.below(1000), random.below(1000)));
    let graph = folder.graph("graph.txt", 1000, edges);
    let compact = folder.path("graph.bin");
    answer(&["graph", &graph, "--convert", &compact]);
    let options: [&[&str]; 4] = [
        &[],
        &["--remoteness"],
        &["--misere"],
        &["--remoteness", "--misere"],
    ];
    for (at, options) in options.into_iter().enumerate() {
        let mut single = vec!["-q", "graph", &graph];
        single.extend(options);
        let truth = answer(&single);
        for (processes, workers) in [("1", "2"), ("2", "1"), ("3", "2")] {
            let file = [&graph, &compact][at % 2];
            let mut many = vec!["-q", "cluster", "run", "--processes", processes];
            many.extend(["--workers", workers, "--", "graph", file]);
            many.extend(options);
            assert_eq!(answer(&many), truth, "{many:?}");
        }
    }
    let truth = answer(&["--json", "graph", &graph]);
    let found = answer(&[
        "--json",
        "cluster",
        "run",
        "--processes",
        "2",
        "--",
        "graph",
        &graph,
    ]);
    assert_eq!(found, truth);
}

#[test]
fn a_solution_in_parts_answers_and_is_checked() {
    let folder = Folder::new("solution");
    let mut random = Random(2);
    let edges = (0..900).map(|_| (random.below(500), random.below(500)));
    let graph = folder.graph("graph.txt", 500, edges);
    let truth = answer(&["-q", "graph", &graph, "--remoteness"]);
    let solution = folder.path("solution");
    let many = [
        "-q",
        "cluster",
        "run",
        "--processes",
        "3",
        "--output",
        &solution,
        "--",
        "graph",
        &graph,
    ];
    let summary = answer(&many);
    assert_eq!(summary, answer(&["graph", &solution, "--summary"]));
    assert_eq!(answer(&["graph", &solution, "--remoteness"]), truth);
    for (vertex, line) in truth.lines().enumerate().step_by(37) {
        let found = answer(&["graph", &solution, "--start", &vertex.to_string()]);
        assert_eq!(found.trim(), line);
    }
    assert!(refusal(&["graph", &solution, "--start", "500"], 2).contains("no vertex `500`"));
    assert!(answer(&["graph", &solution, "--verify"]).contains("right at all 500 vertices"));
    let merged = folder.path("merged");
    answer(&["graph", &solution, "--merge", &merged]);
    assert_eq!(answer(&["graph", &merged, "--remoteness"]), truth);
    let part = Path::new(&solution).join("part-0001.grundy");
    let mut bytes = fs::read(&part).unwrap();
    let last = bytes.len() - 1;
    bytes[last] ^= 1;
    fs::write(&part, &bytes).unwrap();
    let message = refusal(&["graph", &solution, "--verify"], 2);
    assert!(
        message.contains("part-0001.grundy") && message.contains("damaged"),
        "{message}"
    );
}

#[test]
fn games_are_explored_by_many_processes() {
    let folder = Folder::new("games");
    let rules = folder.path("race.star");
    fs::write(
        &rules,
        "def moves(n):\n    return [(n + k) % 60 for k in (1, 2, 5)] if n % 7 else []\n",
    )
    .unwrap();
    let race = format!("{rules}:8");
    for position in [
        "kayles:6,5",
        "nim:3,4,5 + kayles:4",
        "northcott/4:0,1/3,2",
        "treblecross:7",
        &race,
    ] {
        for misere in [false, true] {
            let mut single = vec!["-q", "solve", position, "--json", "--outcome"];
            let mut many = vec![
                "-q",
                "--json",
                "cluster",
                "run",
                "--processes",
                "2",
                "--",
                "solve",
                position,
            ];
            if misere {
                single.push("--misere");
                many.push("--misere");
            }
            let outcome = |text: &str| {
                let report: serde_json::Value = serde_json::from_str(text).unwrap();
                report["outcome"].as_str().unwrap().to_owned()
            };
            assert_eq!(
                outcome(&answer(&many)),
                outcome(&answer(&single)),
                "{many:?}"
            );
        }
    }
    let map = folder.path("map.txt");
    fs::write(&map, "P....#..\n..##...E\n....#.T.\n.#......\n").unwrap();
    for stay in [false, true] {
        let mut single = vec!["-q", "pursuit", &map];
        let mut many = vec![
            "-q",
            "cluster",
            "run",
            "--processes",
            "3",
            "--",
            "pursuit",
            &map,
        ];
        if stay {
            single.push("--stay");
            many.push("--stay");
        }
        assert_eq!(answer(&many), answer(&single));
    }
}

#[test]
fn what_cannot_be_done_is_said_clearly() {
    let folder = Folder::new("refusals");
    let graph = folder.graph("graph.txt", 3, [(0, 1), (1, 2)].into_iter());
    let other = folder.graph("other.txt", 3, [(0, 1), (2, 1)].into_iter());
    let message = refusal(
        &[
            "cluster",
            "run",
            "--processes",
            "2",
            "--",
            "graph",
            &folder.path("none"),
        ],
        2,
    );
    assert!(
        message.contains("none") && message.matches("error:").count() == 1,
        "{message}"
    );
    let bad = folder.graph("bad.txt", 2, [(0, 1), (1, 7)].into_iter());
    let message = refusal(
        &["cluster", "run", "--processes", "3", "--", "graph", &bad],
        2,
    );
    assert!(message.contains("vertex 7"), "{message}");
    assert!(refusal(&["cluster", "run", "--", "chess"], 2).contains("graph FILE"));
    let hosts = folder.path("hosts.txt");
    let free = || {
        let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
        listener.local_addr().unwrap().to_string()
    };
    let (first, second) = (free(), free());
    fs::write(&hosts, format!("{first}\n{second}\n")).unwrap();
    let process = |index: &str, graph: &str| {
        let mut command = command(&["cluster", "run", "--hosts", &hosts, "--process", index]);
        command.args(["--patience", "2s", "--", "graph", graph]);
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        command.spawn().unwrap()
    };
    for (index, missing) in [("0", &second), ("1", &first)] {
        let output = process(index, &graph).wait_with_output().unwrap();
        let message = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(1), "{message}");
        assert!(
            message.contains(missing.as_str()) && message.contains("within 2 s"),
            "{message}"
        );
    }
    let both = [process("0", &graph), process("1", &other)];
    for child in both {
        let output = child.wait_with_output().unwrap();
        let message = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{message}");
        assert!(message.contains("another graph"), "{message}");
    }
    let [late, early] = [process("1", &graph), process("0", &graph)];
    assert!(late.wait_with_output().unwrap().status.success());
    assert_eq!(
        early.wait_with_output().unwrap().stdout,
        b"lose\nwin\nlose\n"
    );
    assert!(
        refusal(
            &[
                "cluster",
                "run",
                "--hosts",
                &hosts,
                "--process",
                "2",
                "--",
                "graph",
                &graph
            ],
            2
        )
        .contains("has 2 lines")
    );
}

#[test]
fn the_parts_of_a_list_of_positions_make_the_whole() {
    let folder = Folder::new("lines");
    let list = folder.path("list.txt");
    let lines: Vec<String> = (0..23)
        .map(|n| format!("kayles:{n},3 + *{}", n % 4))
        .collect();
    fs::write(&list, format!("# a comment\n\n{}\n", lines.join("\n\n"))).unwrap();
    let truth = answer(&["solve", "--lines", &list]);
    assert_eq!(truth.lines().count(), 23);
    for parts in [1, 2, 5, 40] {
        let answers = (0..parts).map(|part| {
            answer(&[
                "solve",
                "--lines",
                &list,
                "--shard",
                &format!("{part}/{parts}"),
            ])
        });
        assert_eq!(answers.collect::<String>(), truth);
    }
    assert!(refusal(&["solve", "--lines", &list, "--shard", "2/2"], 2).contains("0/4"));
}

#[test]
fn foreign_and_damaged_checkpoints_are_refused() {
    let folder = Folder::new("foreign");
    let graph = folder.graph("graph.txt", 400, (0..399).map(|v| (v, v + 1)));
    let other = folder.graph("other.txt", 400, (0..399).map(|v| (399 - v, 398 - v)));
    let saved = folder.path("saved");
    let run = |graph: &str, processes: &str, options: &[&str]| {
        let mut command = command(&["-q", "cluster", "run", "--processes", processes]);
        command.args([
            "--checkpoint",
            &saved,
            "--checkpoint-every",
            "0s",
            "--",
            "graph",
            graph,
        ]);
        command.args(options);
        command
    };
    interrupt(run(&graph, "2", &[]), &saved);
    let refused = |mut command: Command, words: &str| {
        let output = command.output().unwrap();
        let message = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{message}");
        assert!(message.contains(words), "{message}");
    };
    refused(run(&other, "2", &[]), "belongs to another run");
    refused(run(&graph, "3", &[]), "number of workers");
    refused(run(&graph, "2", &["--misere"]), "question");
    let rows = Path::new(&saved).join("0001-rows.grundy");
    let sound = fs::read(&rows).unwrap();
    let mut damaged = sound.clone();
    *damaged.last_mut().unwrap() ^= 4;
    fs::write(&rows, damaged).unwrap();
    refused(run(&graph, "2", &[]), "damaged");
    fs::write(&rows, sound).unwrap();
    let output = run(&graph, "2", &["--remoteness"]).output().unwrap();
    assert_eq!(
        String::from_utf8(output.stdout).unwrap(),
        answer(&["-q", "graph", &graph, "--remoteness"])
    );
}

/// Starts a run and ends it once there are checkpoints.
fn interrupt(mut command: Command, saved: &str) {
    let mut child = command
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let deadline = Instant::now() + Duration::from_secs(30);
    let levels = |saved: &str| {
        let names = fs::read_dir(saved).into_iter().flatten().flatten();
        names
            .filter(|entry| entry.file_name().to_string_lossy().contains("-level-"))
            .count()
    };
    while levels(saved) < 4 && Instant::now() < deadline {
        std::thread::sleep(Duration::from_millis(1));
    }
    let victim = children(&child).pop().expect("it has not ended");
    kill(victim);
    assert!(!child.wait().unwrap().success());
}

/// The processes that a run has started.
fn children(child: &Child) -> Vec<u32> {
    let pid = child.id();
    let text = fs::read_to_string(format!("/proc/{pid}/task/{pid}/children")).unwrap_or_default();
    text.split_whitespace()
        .filter_map(|pid| pid.parse().ok())
        .collect()
}

fn kill(pid: u32) {
    // It may just have ended.
    let _ = Command::new("kill")
        .args(["-9", &pid.to_string()])
        .stderr(Stdio::null())
        .status();
}

#[test]
fn a_run_survives_kills_at_any_moment() {
    let kills: u32 = std::env::var("GRUNDY_KILLS")
        .ok()
        .and_then(|text| text.parse().ok())
        .unwrap_or(4);
    let folder = Folder::new("kills");
    // A path with side branches: many levels, some work at each.
    let graph = folder.graph(
        "graph.txt",
        900,
        (0..899).flat_map(|v| [(v + 1, v), (v + 1, v / 2)]),
    );
    let truth = answer(&["-q", "graph", &graph, "--remoteness"]);
    let saved = folder.path("saved");
    let (mut random, mut killed) = (Random(kills.into()), 0);
    while killed < kills {
        let mut command = command(&["cluster", "run", "--processes", "3", "--checkpoint", &saved]);
        command.args([
            "--checkpoint-every",
            "0s",
            "--",
            "graph",
            &graph,
            "--remoteness",
        ]);
        let mut child = command
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        std::thread::sleep(Duration::from_millis(30 + random.below(400)));
        let found = children(&child);
        if killed < kills && !found.is_empty() {
            kill(found[random.below(found.len() as u64) as usize]);
        }
        let since = Instant::now();
        let status = child.wait().unwrap();
        let output = child.wait_with_output().unwrap();
        if status.success() {
            // The kill came too late.
            assert_eq!(String::from_utf8(output.stdout).unwrap(), truth);
            continue;
        }
        killed += 1;
        assert!(
            since.elapsed() < Duration::from_secs(20),
            "the others end soon"
        );
        let message = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(
            message.contains("ended") || message.contains("lost"),
            "{message}"
        );
    }
    let mut last = command(&[
        "-q",
        "cluster",
        "run",
        "--processes",
        "3",
        "--checkpoint",
        &saved,
    ]);
    last.args([
        "--checkpoint-every",
        "1s",
        "--",
        "graph",
        &graph,
        "--remoteness",
    ]);
    assert_eq!(
        String::from_utf8(last.output().unwrap().stdout).unwrap(),
        truth
    );
    assert_eq!(fs::read_dir(&saved).unwrap().count(), 0);
}
