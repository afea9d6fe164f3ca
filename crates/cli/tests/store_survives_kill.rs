//! Stores and `kill -9`: a run killed at random moments and started again gives what an undisturbed run gives.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

const GRUNDY: &str = env!("CARGO_BIN_EXE_grundy");

/// Officers' game to this heap takes some seconds, so that kills hit it at work.
const TO: &str = "1500000";

fn path(name: &str) -> PathBuf {
    let path = std::env::temp_dir().join(format!("grundy-kill-{name}-{}", std::process::id()));
    let _ = std::fs::remove_file(&path);
    path
}

fn command(store: &Path, keep: &str) -> Command {
    let mut command = Command::new(GRUNDY);
    let store = store.to_str().expect("a plain path");
    command.args([
        "values", "0.6", "--to", TO, "--json", "--keep", keep, "--store", store,
    ]);
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

fn finish(store: &Path, keep: &str) -> serde_json::Value {
    let output = command(store, keep).output().expect("grundy starts");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{errors}");
    serde_json::from_slice(&output.stdout).expect("one JSON object")
}

#[test]
fn a_run_killed_at_random_moments_loses_nothing_that_was_committed() {
    let now = SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .expect("after 1970");
    let mut seed = now.as_nanos() as u64;
    println!("seed {seed}");
    for keep in ["values", "state"] {
        let undisturbed = path(&format!("whole-{keep}"));
        let whole = finish(&undisturbed, keep);
        let store = path(keep);
        for _ in 0..6 {
            seed = seed
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            let mut child = command(&store, keep).spawn().expect("grundy starts");
            std::thread::sleep(Duration::from_millis((seed >> 33) % 1200));
            // SIGKILL on Unix; the child has no say.
            child.kill().expect("it can be killed");
            child.wait().expect("it ends");
        }
        let resumed = finish(&store, keep);
        assert_eq!(resumed["hash"], whole["hash"]);
        assert_eq!(resumed["to"], whole["to"]);
        assert_eq!(resumed["stats"]["largest_at"], whole["stats"]["largest_at"]);
        if keep == "values" {
            let read = |file: &Path| {
                let file = file.to_str().expect("a plain path");
                let values = ["values", file, "--from", "1400000", "--to", "1400100"];
                Command::new(GRUNDY)
                    .args(values)
                    .output()
                    .expect("grundy starts")
                    .stdout
            };
            assert_eq!(read(&store), read(&undisturbed));
            assert!(read(&store).starts_with(b"1400000 "));
        }
        std::fs::remove_file(store).expect("it exists");
        std::fs::remove_file(undisturbed).expect("it exists");
    }
}
