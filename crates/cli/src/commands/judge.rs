//! `grundy judge`: a judge problem in its own format.

use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use grundy::Error;
use grundy::judge::{JudgeProgram, PROBLEMS, find_problem};

use crate::common::Common;
use crate::failure::Failure;

/// Arguments of `grundy judge`.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  grundy judge lightoj-1199 < input
  grundy judge my-problem.star < input
  grundy judge --list
  grundy judge --show spoj-mmmgame
  grundy judge my-problem.star --test samples/

A folder for --test holds `in` and `out`, `in.sample2` and `out.sample2`, or `*.in` and `*.out`.")]
pub struct Args {
    /// A built-in problem, or a path to a .star file with a function judge(text)
    #[arg(required_unless_present_any = ["list", "show"])]
    problem: Option<String>,

    /// List the built-in problems
    #[arg(long, conflicts_with_all = ["problem", "show", "test"])]
    list: bool,

    /// Print the program of a built-in problem
    #[arg(long, value_name = "NAME", conflicts_with_all = ["problem", "test"])]
    show: Option<String>,

    /// Run all samples of a folder and compare
    #[arg(long, value_name = "DIR")]
    test: Option<PathBuf>,
}

/// Prints the output, or what the samples say.
pub fn run(args: Args, common: &Common) -> Result<ExitCode, Failure> {
    let mut out = io::stdout().lock();
    if args.list {
        return list(&mut out, common);
    }
    if let Some(name) = args.show {
        let problem = find_problem(&name).ok_or_else(|| {
            Failure::usage(format!(
                "unknown problem `{name}`; `grundy judge --list` names all"
            ))
        })?;
        write!(out, "{}", problem.source)?;
        return Ok(ExitCode::SUCCESS);
    }
    let name = args.problem.expect("clap requires it");
    let program = JudgeProgram::open(&name, &common.limits())?;
    match args.test {
        Some(folder) => test(&program, &folder, &mut out, common),
        None => {
            let input = input()?;
            write!(out, "{}", program.run(&input)?)?;
            Ok(ExitCode::SUCCESS)
        }
    }
}

fn list(out: &mut impl Write, common: &Common) -> Result<ExitCode, Failure> {
    if common.json {
        let problems: Vec<serde_json::Value> = PROBLEMS
            .iter()
            .map(|problem| serde_json::json!({"name": problem.name, "summary": problem.summary()}))
            .collect();
        let answer = serde_json::json!({"schema": 1, "problems": problems});
        writeln!(out, "{answer}")?;
        return Ok(ExitCode::SUCCESS);
    }
    for problem in PROBLEMS {
        writeln!(out, "{:<24} {}", problem.name, problem.summary())?;
    }
    Ok(ExitCode::SUCCESS)
}

fn input() -> Result<String, Failure> {
    let mut bytes = Vec::new();
    io::stdin()
        .read_to_end(&mut bytes)
        .map_err(|source| Error::Io {
            path: "standard input".into(),
            source,
        })?;
    String::from_utf8(bytes).map_err(|_| {
        Failure::Grundy(Error::Input {
            file: "standard input".to_owned(),
            line: None,
            message: "the input is not text in UTF-8".to_owned(),
        })
    })
}

/// Runs every pair of files in `folder`; exit status 1 if one differs.
fn test(
    program: &JudgeProgram,
    folder: &Path,
    out: &mut impl Write,
    common: &Common,
) -> Result<ExitCode, Failure> {
    let pairs = samples(folder)?;
    if pairs.is_empty() {
        let message = format!(
            "no samples in {}; it must hold `in` and `out`, `in.NAME` and `out.NAME`, or `NAME.in` and `NAME.out`",
            folder.display()
        );
        return Err(Failure::usage(message));
    }
    let mut failed = 0;
    let mut reports = Vec::new();
    for (input, expected) in &pairs {
        let name = input.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let expected = read(expected)?;
        let (passed, note) = match program.run(&read(input)?) {
            Ok(output) => compare(&output, &expected),
            Err(error) => (false, error.with_caret()),
        };
        failed += usize::from(!passed);
        let word = if passed { "passed" } else { "failed" };
        if common.json {
            reports.push(serde_json::json!({"sample": name, "passed": passed, "note": note}));
        } else {
            writeln!(out, "{word}  {name}{}{note}", if note.is_empty() { "" } else { ": " })?;
        }
    }
    if common.json {
        let answer = serde_json::json!({"schema": 1, "passed": failed == 0, "samples": reports});
        writeln!(out, "{answer}")?;
    }
    Ok(ExitCode::from(u8::from(failed > 0)))
}

/// Output is compared word by word in each line: judges do not look at white space.
fn compare(output: &str, expected: &str) -> (bool, String) {
    let lines = |text: &str| -> Vec<String> {
        let text = text.trim_end();
        let lines = text.lines();
        lines
            .map(|line| line.split_whitespace().collect::<Vec<_>>().join(" "))
            .collect()
    };
    let (got, want) = (lines(output), lines(expected));
    let longest = got.len().max(want.len());
    for line in 0..longest {
        let (got, want) = (got.get(line), want.get(line));
        if got != want {
            let word = |line: Option<&String>| line.map_or("nothing".to_owned(), |l| format!("`{l}`"));
            let note = format!("line {}: expected {}, got {}", line + 1, word(want), word(got));
            return (false, note);
        }
    }
    (true, String::new())
}

fn read(path: &Path) -> Result<String, Error> {
    std::fs::read_to_string(path).map_err(|source| Error::Io {
        path: path.to_owned(),
        source,
    })
}

/// The pairs of input and expected output in `folder`, by name.
fn samples(folder: &Path) -> Result<Vec<(PathBuf, PathBuf)>, Error> {
    let unreadable = |source| Error::Io {
        path: folder.to_owned(),
        source,
    };
    let mut pairs = Vec::new();
    for entry in std::fs::read_dir(folder).map_err(unreadable)? {
        let path = entry.map_err(unreadable)?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let expected = match (&*name, name.strip_prefix("in."), name.strip_suffix(".in")) {
            ("in", ..) => "out".to_owned(),
            (_, Some(rest), _) => format!("out.{rest}"),
            (_, None, Some(rest)) => format!("{rest}.out"),
            _ => continue,
        };
        let expected = path.with_file_name(expected);
        if expected.is_file() {
            pairs.push((path, expected));
        }
    }
    pairs.sort();
    Ok(pairs)
}
