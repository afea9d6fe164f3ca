//! `grundy judge`: a judge problem in its own format.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;

use grundy::Error;
use grundy::judge::{JudgeProgram, PROBLEMS, Problem, find_problem};
use grundy::render;
use grundy::report::{
    JudgeListReport, JudgeProblem, JudgeSample, JudgeTestReport, SchemaVersion, to_json,
};

use crate::common::Common;
use crate::completing;
use crate::failure::Failure;
use crate::input;

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
    #[arg(required_unless_present_any = ["list", "show"], add = completing::problems())]
    problem: Option<String>,

    /// List the built-in problems
    #[arg(long, conflicts_with_all = ["problem", "show", "test"])]
    list: bool,

    /// Print the program of a built-in problem
    #[arg(long, value_name = "NAME", conflicts_with_all = ["problem", "test"], add = completing::built_in_problems())]
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
                "unknown problem `{name}`{}; `grundy judge --list` names all",
                grundy::judge::nearest_problems(&name)
            ))
        })?;
        out.write_all(problem.source.as_bytes())?;
        out.flush()?;
        return Ok(ExitCode::SUCCESS);
    }
    let name = args.problem.expect("clap requires it");
    let program = JudgeProgram::open(&name, &common.limits()).map_err(Error::from)?;
    match args.test {
        Some(folder) => test(&program, &folder, &mut out, common),
        None => {
            let input = input::read_text("-", &common.limits())?;
            if input.trim().is_empty() && find_problem(&name).is_some() {
                return Err(Failure::usage(format!(
                    "the input is empty; give what the judge gives: `grundy judge {name} < input`"
                )));
            }
            out.write_all(program.run(&input).map_err(Error::from)?.as_bytes())?;
            out.flush()?;
            Ok(ExitCode::SUCCESS)
        }
    }
}

fn list(out: &mut impl Write, common: &Common) -> Result<ExitCode, Failure> {
    if common.json {
        let problem = |problem: &Problem| JudgeProblem {
            name: problem.name.to_owned(),
            summary: problem.summary().to_owned(),
        };
        let report = JudgeListReport {
            schema: SchemaVersion,
            problems: PROBLEMS.iter().map(problem).collect(),
        };
        writeln!(out, "{}", to_json(&report))?;
        return Ok(ExitCode::SUCCESS);
    }
    for problem in PROBLEMS {
        writeln!(out, "{:<24} {}", problem.name, problem.summary())?;
    }
    Ok(ExitCode::SUCCESS)
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
    let mut samples_run = Vec::new();
    let start = Instant::now();
    for (sample, expected) in &pairs {
        let name = sample
            .file_name()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned();
        let read = |path: &Path| input::read_text(&path.to_string_lossy(), &common.limits());
        let expected = read(expected)?;
        let input = read(sample)?;
        let began = Instant::now();
        let result = program.run(&input);
        let seconds = began.elapsed().as_secs_f64();
        let (passed, note) = match result {
            Ok(output) => compare(&output, &expected),
            Err(error) => (
                false,
                render::error::text(&Error::from(error).report().error),
            ),
        };
        failed += usize::from(!passed);
        let word = if passed { "passed" } else { "failed" };
        if !common.json {
            writeln!(
                out,
                "{word}  {name}  {seconds:.2} s{}{note}",
                if note.is_empty() { "" } else { ": " }
            )?;
        }
        samples_run.push(JudgeSample {
            sample: name,
            passed,
            note,
            milliseconds: (seconds * 1000.0) as u64,
        });
    }
    if !common.json {
        let total = start.elapsed().as_secs_f64();
        let (all, good) = (pairs.len(), pairs.len() - failed);
        writeln!(out, "{good} of {all} passed, {total:.2} s")?;
    }
    if common.json {
        let report = JudgeTestReport {
            schema: SchemaVersion,
            passed: failed == 0,
            samples: samples_run,
        };
        writeln!(out, "{}", to_json(&report))?;
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
            let word =
                |line: Option<&String>| line.map_or("nothing".to_owned(), |l| format!("`{l}`"));
            let note = format!(
                "line {}: expected {}, got {}",
                line + 1,
                word(want),
                word(got)
            );
            return (false, note);
        }
    }
    (true, String::new())
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
