//! Store files as a user meets them: what they hold is said, and nothing is taken over.

use std::path::{Path, PathBuf};
use std::process::Command;

fn folder(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

/// The exit status, what was printed and what was said.
fn grundy(folder: &Path, arguments: &str) -> (Option<i32>, String, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_grundy"));
    let command = command.current_dir(folder).args(arguments.split(' '));
    let output = command.output().unwrap();
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (
        output.status.code(),
        text(&output.stdout),
        text(&output.stderr),
    )
}

/// Runs what must be refused with this message, and changes nothing in the file.
fn is_refused(folder: &Path, file: &str, arguments: &str, expected: &str) {
    let before = std::fs::read(folder.join(file)).unwrap();
    let (status, printed, said) = grundy(folder, arguments);
    assert_eq!(status, Some(2), "{arguments}: {said}");
    assert!(said.contains(expected), "{arguments}: {said}");
    assert!(printed.is_empty(), "{arguments}: {printed}");
    assert_eq!(
        std::fs::read(folder.join(file)).unwrap(),
        before,
        "{arguments}"
    );
}

#[test]
fn a_search_is_not_taken_over_by_values() {
    let folder = folder("searches");
    let search = "a search for a period of `0.77`";
    // The second has not found yet.
    for (file, more) in [("found", ""), ("open", " --to 100")] {
        let (status, printed, said) = grundy(&folder, &format!("period 0.77 --store {file}{more}"));
        assert_eq!(status, Some(0), "{said}");
        assert_eq!(
            printed.contains("is periodic"),
            more.is_empty(),
            "{printed}"
        );
        is_refused(
            &folder,
            file,
            &format!("values 0.77 --to 1000 --store {file}"),
            search,
        );
        is_refused(&folder, file, &format!("values {file} --to 5"), search);
        is_refused(
            &folder,
            file,
            &format!("period 0.16 --store {file}"),
            search,
        );
    }
}

#[test]
fn a_search_that_has_found_prints_the_same_again() {
    let folder = folder("found-again");
    // How the values were computed is not kept.
    let answer = |arguments: &str| {
        let (status, printed, said) = grundy(&folder, arguments);
        assert_eq!(status, Some(0), "{said}");
        let mut answer: serde_json::Value = serde_json::from_str(&printed).unwrap();
        answer["method"].take();
        answer
    };
    let first = answer("period 0.77 --json --store found");
    assert_eq!(first["proved"], true);
    // No value may be computed.
    let again = answer("period 0.77 --json --store found --time-limit 0s");
    assert_eq!(again, first);
}

#[test]
fn values_are_not_taken_for_a_search() {
    let folder = folder("values");
    for keep in ["values", "state"] {
        let (status, _, said) = grundy(
            &folder,
            &format!("values 0.6 --to 1000 --store {keep} --keep {keep}"),
        );
        assert_eq!(status, Some(0), "{said}");
        let expected = "a stored sequence of `0.6`, not a search for a period";
        is_refused(
            &folder,
            keep,
            &format!("period 0.6 --store {keep}"),
            expected,
        );
    }
}

#[test]
fn a_file_that_is_no_store_is_not_taken_for_the_name_of_a_game() {
    let folder = folder("foreign");
    let path = folder.join("foreign.seq");
    std::fs::write(&path, "hello").unwrap();
    grundy(&folder, "values 0.6 --to 1000 --store damaged.seq");
    let mut damaged = std::fs::read(folder.join("damaged.seq")).unwrap();
    damaged[3] ^= 1;
    std::fs::write(folder.join("damaged.seq"), damaged).unwrap();
    let expected = "not a stored sequence";
    for file in ["foreign.seq", "damaged.seq"] {
        is_refused(&folder, file, &format!("values {file} --to 5"), expected);
        let whole_path = folder.join(file).display().to_string();
        is_refused(
            &folder,
            file,
            &format!("values {whole_path} --to 5"),
            expected,
        );
    }
}
