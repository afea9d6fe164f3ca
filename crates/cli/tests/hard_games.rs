//! Proofs and stores of searches, as a person uses them.

use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::Duration;

const GRUNDY: &str = env!("CARGO_BIN_EXE_grundy");

fn grundy(arguments: &[&str]) -> Output {
    Command::new(GRUNDY)
        .args(arguments)
        .output()
        .expect("grundy starts")
}

fn file(name: &str) -> PathBuf {
    let path = std::env::temp_dir().join(format!("grundy-hard-{}-{name}", std::process::id()));
    let _ = std::fs::remove_file(&path);
    path
}

fn text(path: &Path) -> &str {
    path.to_str().expect("a plain path")
}

fn value(output: &Output) -> serde_json::Value {
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{errors}");
    let answer: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    answer["value"].clone()
}

#[test]
fn proofs_of_many_kinds_of_positions_are_derived_again() {
    let path = file("proof");
    for position in [
        "cram:4x5",
        "cram:6x6",
        "cram:.#.../...#./.....",
        "node-kayles:petersen-5",
        "arc-kayles:grid-3x5",
        "queens:6",
        "poset:a<b,a<c,b<d,c<d,e",
        "cram:3x5 + kayles:9 + *3",
        "sprouts:3",
        "chomp:4x4",
    ] {
        let solved = value(&grundy(&[
            "solve",
            position,
            "--json",
            "--proof",
            text(&path),
        ]));
        let checked = value(&grundy(&["check-proof", "--json", text(&path)]));
        assert_eq!(checked, solved, "{position}");
        let outcome = grundy(&["solve", position, "--outcome", "--proof", text(&path)]);
        assert!(outcome.status.success(), "{position}");
        assert!(
            grundy(&["check-proof", text(&path)]).status.success(),
            "{position}"
        );
    }
    std::fs::remove_file(path).unwrap();
}

#[test]
fn a_changed_proof_is_refused() {
    let path = file("changed");
    value(&grundy(&[
        "solve",
        "cram:3x5",
        "--json",
        "--proof",
        text(&path),
    ]));
    let honest = std::fs::read(&path).unwrap();
    for at in (0..honest.len()).step_by(honest.len() / 40) {
        let mut changed = honest.clone();
        changed[at] ^= 1;
        std::fs::write(&path, changed).unwrap();
        assert_eq!(
            grundy(&["check-proof", text(&path)]).status.code(),
            Some(1),
            "byte {at}"
        );
    }
    std::fs::remove_file(path).unwrap();
}

/// The proofs in the repository.
#[test]
fn the_proofs_that_the_guide_shows_hold() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/proofs");
    let mut count = 0;
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let checked = grundy(&["check-proof", text(&path)]);
        assert!(checked.status.success(), "{}", path.display());
        count += 1;
    }
    assert!(count >= 3);
}

#[test]
fn a_search_that_is_killed_goes_on_and_other_games_are_refused() {
    let store = file("store");
    let ask = |position: &str| {
        let mut command = Command::new(GRUNDY);
        command.args([
            "solve",
            position,
            "--json",
            "--outcome",
            "--store",
            text(&store),
        ]);
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    };
    for _ in 0..3 {
        let mut child = ask("cram:5x7").spawn().expect("grundy starts");
        std::thread::sleep(Duration::from_millis(150));
        child.kill().expect("it can be killed");
        child.wait().expect("it ends");
    }
    let whole = ask("cram:5x7").output().expect("grundy starts");
    assert!(whole.status.success());
    assert!(String::from_utf8_lossy(&whole.stdout).contains(r#""outcome":"win""#));
    let before = std::fs::read(&store).unwrap();
    let other = ask("cram:5x6").output().expect("grundy starts");
    assert_eq!(other.status.code(), Some(2));
    let mut damaged = before.clone();
    damaged[before.len() / 2] ^= 1;
    std::fs::write(&store, &damaged).unwrap();
    assert_eq!(ask("cram:5x7").output().unwrap().status.code(), Some(2));
    assert_eq!(
        std::fs::read(&store).unwrap(),
        damaged,
        "it is left as it is"
    );
    std::fs::remove_file(store).unwrap();
}

#[test]
fn sprouts_and_chomp_are_answered_by_their_own_searches() {
    for (position, expected) in [
        ("sprouts:1", 0),
        ("sprouts:4", 1),
        ("sprouts:6", 0),
        ("sprouts:8", 0),
        ("chomp:10x10", 19),
        ("chomp:12x12", 41),
    ] {
        assert_eq!(
            value(&grundy(&["solve", position, "--json"])),
            expected,
            "{position}"
        );
    }
}
