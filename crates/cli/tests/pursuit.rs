//! `grundy pursuit` as a user meets it: bad maps, exit codes, JSON.

use std::io::Write;
use std::process::{Command, Output, Stdio};

fn grundy(arguments: &[&str], input: &[u8]) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_grundy"))
        .arg("pursuit")
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // A child that refuses its arguments does not read.
    let _ = child.stdin.take().unwrap().write_all(input);
    child.wait_with_output().unwrap()
}

fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

#[test]
fn bad_maps_are_refused_with_the_place_and_the_cure() {
    let cases: [(&[u8], &str); 8] = [
        (b"", "standard input: the map is empty here"),
        (b"\n\n", "standard input: the map is empty here"),
        (b"..T\n", "no policeman on the map; mark his cell with `P`"),
        (b"P.E\n", "no thief on the map; mark his cell with `T`"),
        (
            b"PT\n...\n",
            "standard input:2: this row has 3 cells and the first has 2",
        ),
        (
            b"PT\n.x\n",
            "standard input:2: column 2: unexpected 'x'; expected `P`",
        ),
        (
            b"PT\n.\xff\n",
            "standard input:2: column 2: this byte is not UTF-8 text",
        ),
        (
            b"PT\n\n..\n",
            "standard input:2: this row has 0 cells and the first has 2",
        ),
    ];
    for (map, message) in cases {
        let output = grundy(&["-"], map);
        let error = String::from_utf8_lossy(&output.stderr);
        assert!(error.contains(message), "{error}");
        assert_eq!(output.status.code(), Some(2), "{error}");
        assert!(output.stdout.is_empty());
    }
}

#[test]
fn a_missing_file_and_an_unknown_piece_are_bad_usage() {
    assert_eq!(grundy(&["no/such/map.txt"], b"").status.code(), Some(2));
    let output = grundy(&["-", "--police-moves", "pawn"], b"PT");
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("knight"));
}

#[test]
fn limits_are_named_with_the_number_of_states() {
    let map = [b'.'; 200].map(char::from).iter().collect::<String>();
    let map = format!("PPPP{map}TTTT");
    let output = grundy(&["-"], map.as_bytes());
    let error = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{error}");
    assert!(error.contains("MB); raise --memory-limit"), "{error}");
    assert!(error.contains("states, and they need"), "{error}");
    let output = grundy(&["-", "--max-positions", "10"], b"P..T");
    let error = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{error}");
    assert!(error.contains("the map has 32 states"), "{error}");
}

#[test]
fn the_answer_is_one_line() {
    assert_eq!(stdout(&grundy(&["-"], b"P..TE\n")), "thief 2\n");
    assert_eq!(stdout(&grundy(&["-"], b"P.T\r\n")), "police 2\n");
    assert_eq!(stdout(&grundy(&["-", "--stay"], b"P.T")), "police 3\n");
    assert_eq!(stdout(&grundy(&["-"], b"P#T")), "draw\n");
}

#[test]
fn json_holds_the_line_of_best_play() {
    let output = grundy(&["-", "--json"], b"P.T\n...\n");
    let answer: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(answer["schema"], 1);
    assert_eq!(answer["outcome"], "police");
    let plies = answer["plies"].as_u64().unwrap() as usize;
    let line = answer["line"].as_array().unwrap();
    assert_eq!(line.len(), plies);
    assert_eq!(line[0]["side"], "police");
    assert_eq!(line[0]["from"], serde_json::json!([1, 1]));
    assert_eq!(line[plies - 1]["police"], line[plies - 1]["thieves"]);
    let draw = grundy(&["-", "--json"], b"P#T");
    let answer: serde_json::Value = serde_json::from_slice(&draw.stdout).unwrap();
    assert_eq!(answer["plies"], serde_json::Value::Null);
    assert_eq!(answer["repeats_from"], 0);
}
