//! The project's chores: `cargo xtask test` is what a person runs before a commit and what CI runs.

use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::time::Instant;

const HELP: &str = "\
cargo xtask test      everything that CI runs: the two below
cargo xtask rust      format, clippy, tests, documents, documentation
cargo xtask browser   the playground's tests in a real browser; installs what they need";

fn main() -> ExitCode {
    let task = std::env::args().nth(1).unwrap_or_default();
    let steps: Vec<Step> = match task.as_str() {
        "test" => [rust_steps(), browser_steps()].concat(),
        "rust" => rust_steps(),
        "browser" => browser_steps(),
        _ => {
            println!("{HELP}");
            return ExitCode::from(2);
        }
    };
    for (title, run) in steps {
        let start = Instant::now();
        println!("── {title}");
        if !run() {
            println!("── {title}: failed");
            return ExitCode::FAILURE;
        }
        println!("── {title}: {:.0} s", start.elapsed().as_secs_f64());
    }
    println!("all passed");
    ExitCode::SUCCESS
}

type Step = (&'static str, fn() -> bool);

fn rust_steps() -> Vec<Step> {
    vec![
        ("format", || cargo(&["fmt", "--all", "--check"])),
        ("clippy", || {
            cargo(&[
                "clippy",
                "--workspace",
                "--all-targets",
                "--",
                "-D",
                "warnings",
            ])
        }),
        ("tests", || {
            cargo(&["test", "--workspace", "--profile", "checked"])
        }),
        ("documentation", || {
            run(Command::new("cargo")
                .args(["doc", "--workspace", "--no-deps", "--lib"])
                .env("RUSTDOCFLAGS", "-D warnings"))
        }),
    ]
}

fn browser_steps() -> Vec<Step> {
    vec![("browser", || {
        run(Command::new("bash").arg("tests/browser/run"))
    })]
}

fn cargo(arguments: &[&str]) -> bool {
    run(Command::new("cargo").args(arguments))
}

fn run(command: &mut Command) -> bool {
    match command.current_dir(root()).status() {
        Ok(status) => status.success(),
        Err(error) => {
            eprintln!("cannot start {command:?}: {error}");
            false
        }
    }
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .parent()
        .expect("xtask lies in the workspace")
        .to_owned()
}
