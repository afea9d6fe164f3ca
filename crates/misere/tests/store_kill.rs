//! A process that is killed while it saves leaves the old quotient or the new one, never a part.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use grundy_core::{HeapRules, Limits};
use grundy_misere::{Quotient, quotient};

const FILE_VARIABLE: &str = "GRUNDY_MISERE_TEST_FILE";

fn kayles(to: u64) -> Quotient {
    let rules = HeapRules::with_tail(&[0, 7, 7], &[]);
    quotient(&rules, Some(to), &Limits::default()).unwrap()
}

/// Saves forever; run by the test below in a process of its own, and only there.
#[test]
fn child_that_saves_until_it_is_killed() {
    let Some(path) = std::env::var_os(FILE_VARIABLE).map(PathBuf::from) else {
        return;
    };
    let quotients = [kayles(20), kayles(40)];
    for quotient in quotients.iter().cycle() {
        quotient.save(&path, "kayles").unwrap();
    }
}

#[test]
fn a_killed_process_leaves_a_whole_file() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("kayles.quotient");
    let texts = [kayles(20), kayles(40)].map(|quotient| quotient.to_store("kayles"));
    kayles(20).save(&path, "kayles").unwrap();
    for round in 0..20 {
        let mut child = Command::new(std::env::current_exe().unwrap())
            .args(["--exact", "child_that_saves_until_it_is_killed"])
            .env(FILE_VARIABLE, &path)
            .stdout(std::process::Stdio::null())
            .spawn()
            .unwrap();
        std::thread::sleep(Duration::from_millis(10 + 7 * round));
        child.kill().unwrap();
        child.wait().unwrap();
        let found = Quotient::load(&path, "kayles", &Limits::default());
        let text = found.unwrap().unwrap().to_store("kayles");
        assert!(texts.contains(&text), "round {round}");
    }
}

#[test]
fn a_file_that_cannot_be_written_is_an_error_and_changes_nothing() {
    let nowhere = Path::new("/nonexistent folder/kayles.quotient");
    assert!(kayles(5).save(nowhere, "kayles").is_err());
    let folder = tempfile::tempdir().unwrap();
    // A folder stands where the file should be.
    let path = folder.path().join("kayles.quotient");
    std::fs::create_dir(&path).unwrap();
    assert!(kayles(5).save(&path, "kayles").is_err());
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
    assert!(Quotient::load(&path, "kayles", &Limits::default()).is_err());
}
