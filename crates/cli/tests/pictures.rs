//! Pictures of graphs and sequences as a user gets them: files, standard output, steps.

use std::path::PathBuf;
use std::process::{Command, Output};

fn folder(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    std::fs::write(folder.join("game.txt"), "3 3\n0 1\n1 2\n2 2\n").unwrap();
    folder
}

fn grundy(folder: &PathBuf, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_grundy"));
    let command = command.current_dir(folder).arg("graph").args(arguments);
    command.output().unwrap()
}

#[test]
fn pictures_go_to_files_and_to_standard_output() {
    let folder = folder("pictures");
    let output = grundy(
        &folder,
        &["game.txt", "--svg", "game.svg", "--animate", "moving.svg"],
    );
    assert!(output.status.success() && output.stdout.is_empty());
    for name in ["game.svg", "moving.svg"] {
        let text = std::fs::read_to_string(folder.join(name)).unwrap();
        assert!(
            text.starts_with("<svg ") && text.ends_with("</svg>\n"),
            "{name}"
        );
    }
    let file = std::fs::read(folder.join("game.svg")).unwrap();
    for arguments in [&["game.txt", "--svg"][..], &["--svg", "game.txt"]] {
        assert_eq!(grundy(&folder, arguments).stdout, file, "{arguments:?}");
    }
    let dot = String::from_utf8(grundy(&folder, &["game.txt", "--dot"]).stdout).unwrap();
    assert!(
        dot.starts_with("digraph") && dot.contains("v2 -> v2;"),
        "{dot}"
    );
}

#[test]
fn steps_are_numbered_pictures_in_a_new_folder() {
    let folder = folder("steps");
    let output = grundy(&folder, &["game.txt", "--steps", "new/steps", "-q"]);
    assert!(output.status.success() && output.stderr.is_empty());
    let mut names: Vec<_> = std::fs::read_dir(folder.join("new/steps"))
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    // The start, and one step in which all three are draws.
    assert_eq!(names, ["step-000.svg", "step-001.svg"]);
}

#[test]
fn a_picture_that_cannot_be_written_is_an_error() {
    let folder = folder("unwritable");
    let output = grundy(&folder, &["game.txt", "--svg", "no/such/folder/game.svg"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("no/such/folder/game.svg"));
}

#[test]
fn a_sequence_is_aligned_by_its_period_also_where_the_proof_needs_more_values_than_are_shown() {
    let folder = folder("aligned");
    let games = [
        ("kayles", "200", "Rows of 12"),
        ("lasker", "60", "Rows of 4"),
        ("subtract/1,2,7", "100", "Rows of 3"),
        ("0.6", "200", ""),
    ];
    for (game, to, heading) in games {
        let mut command = Command::new(env!("CARGO_BIN_EXE_grundy"));
        let command = command
            .current_dir(&folder)
            .args(["values", game, "--to", to]);
        let output = command
            .args(["--svg", "values.svg", "-q"])
            .output()
            .unwrap();
        assert!(output.status.success() && output.stdout.is_empty());
        let svg = std::fs::read_to_string(folder.join("values.svg")).unwrap();
        assert!(svg.contains(heading), "{game}");
        assert_eq!(svg.contains("Rows of"), !heading.is_empty(), "{game}");
    }
}
