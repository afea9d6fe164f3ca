//! What is refused prints no part of an answer.

use std::process::Command;

fn is_refused(arguments: &[&str], expected: &str) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_grundy"));
    let output = command.args(arguments).output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{arguments:?}: {said}");
    assert!(said.contains(expected), "{arguments:?}: {said}");
    let printed = String::from_utf8_lossy(&output.stdout);
    assert_eq!(printed, "", "{arguments:?}");
}

#[test]
fn a_game_whose_positions_are_no_numbers_prints_no_value() {
    for format in [&[][..], &["--csv"], &["--json"], &["--raw", "u8"], &["-q"]] {
        let arguments = [&["values", "chop", "--to", "5"], format].concat();
        is_refused(&arguments, "`chop:1` is not a position");
    }
}

#[test]
fn an_unknown_game_prints_no_table() {
    let arguments = ["bench", "sequences", "--games", "nope"];
    is_refused(&arguments, "unknown game `nope`");
}
