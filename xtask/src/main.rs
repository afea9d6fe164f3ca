//! The project's chores: `cargo xtask test` is what a person runs before a commit and what CI runs.

mod book;
mod files;
mod licences;
mod python;
mod site;
mod try_it;

use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::time::Instant;

const HELP: &str = "\
cargo xtask test      everything that CI runs: all but the site
cargo xtask rust      format, clippy, tests, documents, documentation
cargo xtask browser [site]
                      the playground's tests in a real browser; installs what they need; with `site` also those of
                      the site that was built before
cargo xtask python    the Python package: built, installed below target, tested; needs Python 3.10 or newer
cargo xtask wheel     the Python package as one file, in target/wheels
cargo xtask site      the playground without a server, and the guide, in target/site; says what it lacks
cargo xtask deny      licences, sources and banned crates; with cargo-deny where it is installed
cargo xtask differential [--seconds N] [--seed S]
                      random positions against plain definitions, for N seconds (default 60)";

fn main() -> ExitCode {
    let task = std::env::args().nth(1).unwrap_or_default();
    let steps: Vec<Step> = match task.as_str() {
        "test" => [
            rust_steps(),
            deny_steps(),
            differential_steps(),
            vec![("python", python::test_if_possible)],
            browser_steps(),
        ]
        .concat(),
        "rust" => rust_steps(),
        "browser" => browser_steps(),
        "python" => vec![("python", python::test)],
        "wheel" => vec![("wheel", python::wheel)],
        "site" => vec![("site", site::build)],
        "deny" => deny_steps(),
        "differential" => differential_steps(),
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
                "--profile",
                "checked",
                "--",
                "-D",
                "warnings",
            ])
        }),
        ("tests", || {
            cargo(&["test", "--workspace", "--profile", "checked"])
        }),
        ("tests without vector instructions", || {
            run(Command::new("cargo")
                .args(["test", "--profile", "checked"])
                .args(["-p", "grundy-kernels", "-p", "grundy-sequence", "--lib"])
                .env("GRUNDY_SIMD", "scalar"))
        }),
        ("packages", || {
            run(Command::new("cargo")
                .args(["package", "--workspace", "--list", "--allow-dirty"])
                .stdout(std::process::Stdio::null()))
        }),
        ("documentation", || {
            run(Command::new("cargo")
                .args(["doc", "--workspace", "--no-deps", "--lib"])
                .args(["--profile", "checked"])
                .env("RUSTDOCFLAGS", "-D warnings"))
        }),
    ]
}

fn browser_steps() -> Vec<Step> {
    vec![("browser", || {
        run(Command::new("bash")
            .arg("tests/browser/run")
            .args(std::env::args().skip(2)))
    })]
}

fn deny_steps() -> Vec<Step> {
    vec![
        ("licences", || licences::check(&root())),
        ("cargo deny", || {
            let is_installed = Command::new("cargo")
                .args(["deny", "--version"])
                .output()
                .is_ok_and(|output| output.status.success());
            if !is_installed {
                println!("cargo-deny is not installed; only licences were checked");
            }
            !is_installed || cargo(&["deny", "check", "bans", "licenses", "sources"])
        }),
    ]
}

/// With a seed of its own for each commit, which is printed, unless one is given: the same commit can be tried again
/// as it was. The program is built as the tests build it, so that nothing is built twice.
fn differential_steps() -> Vec<Step> {
    vec![("differential", || {
        let given = std::env::args().skip(1);
        let mut options: Vec<String> = given
            .skip_while(|argument| !argument.starts_with("--"))
            .collect();
        if !options.iter().any(|option| option == "--seed")
            && let Some(seed) = seed_of_commit()
        {
            options.extend(["--seed".to_owned(), seed.to_string()]);
        }
        let is_built = cargo(&[
            "test",
            "-q",
            "--workspace",
            "--profile",
            "checked",
            "--no-run",
        ]);
        is_built && run(Command::new(target().join("checked/differential")).args(options))
    })]
}

/// The first digits of the present commit's name; `None` outside a repository.
fn seed_of_commit() -> Option<u64> {
    let output = Command::new("git")
        .args(["rev-parse", "HEAD"])
        .current_dir(root())
        .output()
        .ok()?;
    let name = String::from_utf8(output.stdout).ok()?;
    u64::from_str_radix(name.get(..12)?, 16).ok()
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

fn target() -> PathBuf {
    std::env::var_os("CARGO_TARGET_DIR").map_or(root().join("target"), PathBuf::from)
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .parent()
        .expect("xtask lies in the workspace")
        .to_owned()
}
