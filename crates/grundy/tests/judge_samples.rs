//! Every built-in judge problem against its samples, kept with the programs.

use std::path::{Path, PathBuf};

use grundy::core::Limits;
use grundy::judge::{JudgeProgram, PROBLEMS};

fn samples(folder: &Path) -> Vec<(PathBuf, PathBuf)> {
    let mut pairs = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap().flatten() {
        let name = entry.file_name().into_string().unwrap();
        let expected = match name.strip_suffix(".in") {
            Some(stem) => format!("{stem}.out"),
            None if name == "in" || name.starts_with("in.") => name.replacen("in", "out", 1),
            None => continue,
        };
        pairs.push((entry.path(), folder.join(expected)));
    }
    pairs
}

fn words(text: &str) -> Vec<&str> {
    text.split_whitespace().collect()
}

#[test]
fn every_problem_answers_all_its_samples() {
    let all = Path::new(env!("CARGO_MANIFEST_DIR")).join("../rules/tests/judge");
    let mut tested = 0;
    for problem in PROBLEMS {
        let program = JudgeProgram::open(problem.name, &Limits::default()).unwrap();
        let pairs = samples(&all.join(problem.name));
        assert!(!pairs.is_empty(), "{} has no samples", problem.name);
        for (input, expected) in pairs {
            let output = program.run(&std::fs::read_to_string(&input).unwrap());
            let output = output.unwrap_or_else(|error| panic!("{}: {error}", input.display()));
            let expected = std::fs::read_to_string(expected).unwrap();
            assert_eq!(words(&output), words(&expected), "{}", input.display());
            tested += 1;
        }
    }
    assert!(tested > 50);
}

#[test]
fn programs_without_rules_ask_about_positions_as_text() {
    let source = "def judge(text):\n    s = solve(text)\n    return [outcome(text), nim_value(text), len(winning_moves(text)), len(moves(text)), s.value, outcome(text, misere = True)]\n";
    let program = JudgeProgram::load("t.star", source, &Limits::default()).unwrap();
    assert_eq!(
        program.run("kayles:5 + nim:3").unwrap(),
        "win\n7\n2\n8\n7\nwin\n"
    );
}

#[test]
fn programs_with_rules_ask_about_their_own_positions() {
    let source = "def moves(n):\n    return [n - k for k in (1, 2) if k <= n] + ([split(1, 1)] if n == 4 else [])\ndef judge(text):\n    return [outcome(3), outcome(4), nim_value(5), winning_moves(5), [list(m.parts) for m in winning_moves(4) if type(m) == \"struct\"], outcome(split(1, 1)), outcome(1, misere = True)]\n";
    let program = JudgeProgram::load("t.star", source, &Limits::default()).unwrap();
    assert_eq!(
        program.run("").unwrap(),
        "lose\nwin\n2\n[3]\n[[1, 1]]\nlose\nlose\n"
    );
}

#[test]
fn programs_reach_no_files() {
    let source = "def judge(text):\n    return solve(\"other.star:5\").outcome\n";
    let program = JudgeProgram::load("t.star", source, &Limits::default()).unwrap();
    let error = program.run("").unwrap_err().to_string();
    assert!(error.contains("not allowed"), "{error}");
}
