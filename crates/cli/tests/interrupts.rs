//! Ctrl-C and SIGTERM: whatever is being computed stops at once, says so, and ends with status 130.
#![cfg(unix)]

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

const GRUNDY: &str = env!("CARGO_BIN_EXE_grundy");

/// How long a run may work before it is interrupted.
const UNDER_WAY: Duration = Duration::from_millis(400);
/// Far less than any of the runs would take, far more than an end at once takes on a busy machine.
const AT_ONCE: Duration = Duration::from_secs(5);

/// Runs that take hours.
const LONG_RUNS: &[&[&str]] = &[
    &["values", "kayles", "--to", "1e12"],
    &["values", "kayles", "--to", "1e12", "--stats"],
    &["values", "kayles", "--to", "1e12", "--raw", "u16"],
    &["values", "kayles", "--to", "1e12", "--csv"],
    &["values", "kayles", "--to", "1e12", "--json"],
    &["values", "kayles", "--to", "1e12", "--svg", "long.svg"],
    &["values", "kayles", "--from", "5", "--to", "1e12"],
    &["values", "0.6", "--to", "1e10", "--stats"],
    &["values", "0.6", "--to", "1e10", "--stats", "--json"],
    &["values", "0.6", "--from", "1e10", "--to", "2e10"],
    &["values", "4.(3)", "--to", "1e12"],
    &["values", "take.star", "--to", "1e12"],
    &["values", "0.6", "--to", "1e10", "--store", "long.seq"],
    &["period", "0.6"],
    &["survey", "--to", "1e9"],
];

/// A folder of its own for each signal, with a rules file whose values come one by one.
fn folder(signal: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("interrupts{signal}"));
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    let rules = "def moves(n):\n    return [n - k for k in (1, 3) if k <= n]\n";
    std::fs::write(folder.join("take.star"), rules).unwrap();
    folder
}

/// Starts the run, sends the signal once, and gives the exit status and what was said, unless the run goes on.
fn interrupt(folder: &Path, arguments: &[&str], signal: &str) -> (Option<i32>, String) {
    let mut command = Command::new(GRUNDY);
    command.current_dir(folder).args(arguments);
    command.stdout(Stdio::null()).stderr(Stdio::piped());
    let mut run = command.spawn().unwrap();
    std::thread::sleep(UNDER_WAY);
    let id = run.id().to_string();
    let kill = Command::new("kill").args([signal, &id]).status().unwrap();
    assert!(kill.success());
    let sent = Instant::now();
    while run.try_wait().unwrap().is_none() && sent.elapsed() < AT_ONCE {
        std::thread::sleep(Duration::from_millis(5));
    }
    println!("{arguments:?}: {:?}", sent.elapsed());
    let _ = run.kill();
    let output = run.wait_with_output().unwrap();
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    (output.status.code(), errors)
}

fn stops_every_run(signal: &str) {
    let folder = folder(signal);
    for arguments in LONG_RUNS {
        let (status, errors) = interrupt(&folder, arguments, signal);
        assert_eq!(status, Some(130), "{arguments:?}: {errors}");
        assert!(errors.contains("interrupted"), "{arguments:?}: {errors}");
    }
}

#[test]
fn ctrl_c_stops_every_long_run() {
    stops_every_run("-INT");
}

#[test]
fn sigterm_stops_every_long_run() {
    stops_every_run("-TERM");
}
