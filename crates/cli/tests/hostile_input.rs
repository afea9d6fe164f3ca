//! Input that was made to harm: each command ends, in order, with a message.

use std::io::Write;
use std::process::{Command, Output, Stdio};

/// The answer to a command with this standard input; what is not read is not written.
fn ask(arguments: &[&str], input: &[u8]) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_grundy"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut pipe = child.stdin.take().unwrap();
    let bytes = input.to_vec();
    let writer = std::thread::spawn(move || drop(pipe.write_all(&bytes)));
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    output
}

fn certificate(ruleset: &str) -> String {
    let output = ask(&["period", ruleset, "--json"], b"");
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn a_certificate_with_numbers_at_the_end_of_their_type_is_refuted() {
    for ruleset in ["kayles", "subtract/2,5,9", "8.47bd", "4.7(1)", "0.17"] {
        let honest = certificate(ruleset);
        let parsed: serde_json::Value = serde_json::from_str(&honest).unwrap();
        assert_eq!(parsed["proved"], true, "{ruleset}");
        for field in ["preperiod", "period", "saltus", "checked_to"] {
            for number in [u64::MAX, u64::MAX - 1, 1 << 63, (1 << 32) - 1, 1 << 32] {
                let mut forged = parsed.clone();
                forged[field] = number.into();
                if field == "preperiod" {
                    forged["last_exception"] = (number - 1).into();
                }
                let limits = ["--time-limit", "20", "--memory-limit", "64M"];
                let arguments = [&["period", "--check", "-"][..], &limits].concat();
                let output = ask(&arguments, forged.to_string().as_bytes());
                let said = String::from_utf8_lossy(&output.stderr);
                let status = output.status.code();
                // Refuted, or more values than the limits allow; never believed.
                assert_eq!(status, Some(1), "{ruleset} {field} {number}: {said}");
            }
        }
    }
}

#[test]
fn the_computer_moves_where_moves_are_beyond_counting_or_searching() {
    // After the move the computer has one move, to a position with 9 * 10^17 options.
    let position = "euclid:9223372036854775809,4611686018427387902";
    for level in ["perfect", "random"] {
        let limits = ["--time-limit", "200ms", "--level", level];
        let arguments = [&["play", "--plain", position][..], &limits].concat();
        let output = ask(&arguments, b"1\n");
        let said = String::from_utf8_lossy(&output.stdout);
        assert_eq!(output.status.code(), Some(0), "{level}: {said}");
        assert!(said.contains("the computer: subtract"), "{level}: {said}");
    }
}

#[test]
fn a_line_without_end_is_refused_before_it_fills_the_memory() {
    let line = vec![b'7'; 3 << 20];
    let output = ask(&["play", "--plain", "nim:3,4,5"], &line);
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert!(
        said.contains("a line of the input is longer than"),
        "{said}"
    );
    // A line that ends there is a move like any other, which does not exist.
    let output = ask(&["play", "--plain", "nim:3,4,5"], b"777\nquit\n");
    assert_eq!(output.status.code(), Some(0));
    assert!(String::from_utf8_lossy(&output.stdout).contains("is not a move"));
}

#[test]
fn names_of_players_never_reach_a_terminal_raw() {
    let graph = br#"{"vertices":2,"edges":[[0,1]],"owner":["\u001b[31mX\u0007","b\u009b"]}"#;
    for flags in [&["--start", "0"][..], &["--start", "0", "--explain"], &[]] {
        let arguments = [&["graph", "-"][..], flags].concat();
        let output = ask(&arguments, graph);
        assert_eq!(output.status.code(), Some(0), "{flags:?}");
        for text in [&output.stdout, &output.stderr] {
            let text = String::from_utf8_lossy(text);
            let is_raw = |c: char| c.is_control() && c != '\n';
            assert!(!text.contains(is_raw), "{flags:?}: {text:?}");
        }
    }
}

#[test]
fn a_line_that_is_too_long_has_one_answer_like_any_other() {
    let input = format!("nim:3\nnim:{}\nnim:4\n", "9".repeat(3 << 20));
    for flags in [&[][..], &["--json"]] {
        let arguments = [&["solve", "--lines", "-"][..], flags].concat();
        let output = ask(&arguments, input.as_bytes());
        let answers = String::from_utf8(output.stdout).unwrap();
        assert_eq!(output.status.code(), Some(1));
        assert_eq!(answers.lines().count(), 3);
        assert!(answers.len() < 10_000, "{} bytes", answers.len());
    }
}
