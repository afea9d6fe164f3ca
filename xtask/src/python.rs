//! The Python package: `cargo xtask python` builds, installs and tests it in an environment of its own, `cargo xtask wheel`
//! makes the file that is published.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::{root, run};

/// What building and testing need.
const TOOLS: [&str; 4] = ["maturin>=1.9,<2", "pytest", "numpy", "mypy"];
/// Libraries that the package works with; the tests of those that cannot be installed are skipped.
const COMPANIONS: [&str; 8] = [
    "networkx",
    "scipy",
    "pandas",
    "pyarrow",
    "polars",
    "nbclient",
    "ipykernel",
    "matplotlib",
];
/// What the wheel may weigh.
const MOST_MEGABYTES: f64 = 15.0;

/// Builds the wheel and runs the tests, the examples of the documentation and the type checker.
pub fn test() -> bool {
    match environment() {
        Ok(python) => test_with(&python),
        Err(lack) => {
            println!("{lack}");
            false
        }
    }
}

/// As [`test`], but a machine on which the package cannot be tested is no failure.
pub fn test_if_possible() -> bool {
    match environment() {
        Ok(python) => test_with(&python),
        Err(lack) => {
            println!("skipped, the Python package is not tested: {lack}");
            true
        }
    }
}

/// Makes the wheel in `target/wheels`, and says what it weighs.
pub fn wheel() -> bool {
    let made = environment().map(|python| {
        let wheels = root().join("target/wheels");
        build(&python, &["--release", "--strip"], &wheels) && weighs_little(&wheels)
    });
    made.unwrap_or_else(|lack| {
        println!("{lack}");
        false
    })
}

fn weighs_little(wheels: &Path) -> bool {
    let made = files_in(wheels);
    made.iter().all(|wheel| {
        let megabytes = std::fs::metadata(wheel).map_or(0.0, |data| data.len() as f64 / 1e6);
        println!("{}: {megabytes:.1} MB", wheel.display());
        megabytes <= MOST_MEGABYTES
    }) && !made.is_empty()
}

/// Builds the wheel into the folder `wheels`, which holds nothing else then.
fn build(python: &Path, options: &[&str], wheels: &Path) -> bool {
    // What an earlier build left goes; there may be none.
    let _ = std::fs::remove_dir_all(wheels);
    run(module(python, "maturin")
        .args(["build", "-q"])
        .args(options)
        .arg("--manifest-path")
        .arg(package().join("Cargo.toml"))
        .arg("--out")
        .arg(wheels))
}

fn module(python: &Path, name: &str) -> Command {
    let mut command = Command::new(python);
    command.args(["-m", name]);
    command
}

fn test_with(python: &Path) -> bool {
    let wheels = home().join("wheels");
    let package = package();
    let module = |name| module(python, name);
    build(python, &["--profile", "checked"], &wheels)
        && run(module("pip")
            .args(["install", "-q", "--force-reinstall", "--no-deps"])
            .args(files_in(&wheels)))
        && run(module("pytest")
            .args(["-q", "-c"])
            .arg(package.join("pyproject.toml"))
            .arg(package.join("tests"))
            .args([root().join("docs/python.md"), root().join("README.md")])
            .arg(package.join("README.md")))
        && run(module("pytest")
            .args(["-q", "-c"])
            .arg(package.join("pyproject.toml"))
            .args(["--pyargs", "grundy"]))
        && run(module("mypy")
            .arg("--config-file")
            .arg(package.join("pyproject.toml"))
            .arg("--cache-dir")
            .arg(home().join("mypy"))
            .args([package.join("python/grundy"), package.join("tests")]))
}

/// The interpreter of an environment with the tools, or what is missing for one.
fn environment() -> Result<PathBuf, &'static str> {
    let is_new_enough = "import sys; sys.exit(sys.version_info < (3, 10))";
    let found = Command::new("python3").args(["-c", is_new_enough]).status();
    if !found.is_ok_and(|status| status.success()) {
        return Err("there is no `python3` of version 3.10 or newer");
    }
    let folder = home().join("venv");
    let python = folder.join("bin/python");
    let has_pip = |python: &Path| {
        let asked = Command::new(python)
            .args(["-m", "pip", "--version"])
            .output();
        asked.is_ok_and(|asked| asked.status.success())
    };
    if !has_pip(&python)
        && !run(Command::new("python3")
            .args(["-m", "venv", "--clear"])
            .arg(&folder))
    {
        return Err(
            "`python3 -m venv` does not work (Debian and Ubuntu: the package python3-venv)",
        );
    }
    let install = |packages: &[&str]| {
        run(Command::new(&python)
            .args(["-m", "pip", "install", "-q", "--retries", "1"])
            .arg("--disable-pip-version-check")
            .args(packages))
    };
    if !install(&TOOLS) {
        return Err("pip cannot install what the tests need; is there no connection?");
    }
    for package in COMPANIONS {
        if !install(&[package]) {
            println!("{package} cannot be installed; its tests are skipped");
        }
    }
    Ok(python)
}

fn package() -> PathBuf {
    root().join("crates/python")
}

fn home() -> PathBuf {
    root().join("target/python")
}

fn files_in(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    entries.map(|entry| entry.path()).collect()
}
