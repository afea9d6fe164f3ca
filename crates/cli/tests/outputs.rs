//! What happens to answers that nobody can take, and how wide text is.

use std::process::{Command, Stdio};

/// A command of each kind, those that write much and those that write little.
const COMMANDS: [&[&str]; 14] = [
    &["solve", "nim:3,4,5"],
    &["solve", "nim:3,4,5", "--json"],
    &["values", "kayles", "--to", "100000"],
    &["values", "kayles", "--to", "100000", "--json"],
    &["values", "kayles", "--to", "100000", "--csv"],
    &["values", "kayles", "--to", "50", "--svg", "-"],
    &["period", "kayles"],
    &["quotient", "0.123", "--svg", "-"],
    &["games"],
    &["guess", "subtract/1,2", "--to", "60", "--svg", "-"],
    &[
        "check",
        "subtract/1,2",
        "--to",
        "50",
        "--lose",
        "n % 3 == 0",
    ],
    &["schema"],
    &["completions", "bash"],
    &["man"],
];

fn grundy(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_grundy"));
    command.args(arguments).stdin(Stdio::null());
    command
}

#[test]
#[cfg(target_os = "linux")]
fn a_full_disk_is_an_error_with_status_1() {
    for arguments in COMMANDS {
        let full = std::fs::OpenOptions::new()
            .write(true)
            .open("/dev/full")
            .unwrap();
        let output = grundy(arguments).stdout(full).output().unwrap();
        let message = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{arguments:?}: {message}");
        assert!(
            message.contains("cannot write the answer"),
            "{arguments:?}: {message}"
        );
        assert!(!message.contains("panicked"), "{arguments:?}: {message}");
    }
    let full = || {
        std::fs::OpenOptions::new()
            .write(true)
            .open("/dev/full")
            .unwrap()
    };
    let output = grundy(&["serve", "--port", "0"])
        .stdout(full())
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(1));
    // Errors that cannot be written have their status all the same.
    let status = grundy(&["solve", "nin:3"]).stderr(full()).status().unwrap();
    assert_eq!(status.code(), Some(2));
}

#[test]
fn a_reader_that_leaves_ends_the_command_quietly() {
    for arguments in COMMANDS {
        let mut child = grundy(arguments)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        drop(child.stdout.take());
        let output = child.wait_with_output().unwrap();
        let message = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(0), "{arguments:?}: {message}");
        assert!(!message.contains("error"), "{arguments:?}: {message}");
    }
}

#[test]
fn text_is_wrapped_to_the_columns_there_are() {
    let widest = |columns: &str| {
        let mut command = grundy(&["games", "northcott"]);
        let output = command.env("COLUMNS", columns).output().unwrap();
        let text = String::from_utf8(output.stdout).unwrap();
        let lines = text.lines().skip(1).map(|line| line.chars().count());
        lines.max().unwrap()
    };
    let (narrow, usual, wide) = (widest("50"), widest(""), widest("120"));
    assert!(narrow <= 50, "{narrow}");
    assert!(usual > 50 && usual <= 80, "{usual}");
    assert!(wide > 80 && wide <= 120, "{wide}");
}

#[test]
fn errors_have_one_prefix_and_flags_are_the_command_lines_own() {
    let output = grundy(&[
        "solve",
        "treblecross:60",
        "--misere",
        "--max-positions",
        "1000",
    ]);
    let message = String::from_utf8({ output }.output().unwrap().stderr).unwrap();
    assert!(
        message.starts_with("error: gave up after 1000 positions"),
        "{message}"
    );
    assert!(message.contains("; raise --max-positions"), "{message}");
}

#[test]
fn a_verification_is_part_of_the_object() {
    let output = grundy(&["solve", "nim:3,4,5", "--verify", "--json"])
        .output()
        .unwrap();
    let answer: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(answer["verification"]["agrees"], true);
    assert!(answer["verification"]["positions"].as_u64().unwrap() > 0);
    assert!(output.stderr.is_empty());
}

#[test]
fn columns_stay_in_place_where_a_vertex_has_no_remoteness() {
    let graph = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("columns.txt");
    std::fs::write(&graph, "3 3\n0 1\n1 0\n1 2\n").unwrap();
    let arguments = [
        "graph",
        graph.to_str().unwrap(),
        "-q",
        "--remoteness",
        "--values",
    ];
    let output = grundy(&arguments).output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    let columns: Vec<usize> = text.lines().map(|line| line.split(' ').count()).collect();
    assert_eq!(columns, [3, 3, 3], "{text}");
    // What is printed can be checked again.
    let answer = graph.with_extension("answer");
    std::fs::write(&answer, &text).unwrap();
    let mut command = grundy(&arguments[..3]);
    let checked = command
        .args(["--values", "--verify", answer.to_str().unwrap()])
        .output();
    assert_eq!(checked.unwrap().status.code(), Some(0));
}
