//! The shared table of questions, asked at the command line; every answer is as the schema says.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde_json::Value;

#[path = "../../../tests/questions.rs"]
mod table;

#[test]
fn every_question_has_its_answer_and_every_answer_follows_the_schema() {
    let mut failures = Vec::new();
    let mut seen = Vec::new();
    for (number, question) in table::questions().iter().enumerate() {
        let folder = folder(&format!("question-{number}"), question);
        let arguments = question["cli"].as_array().expect("arguments");
        let mut arguments: Vec<&str> = arguments.iter().filter_map(Value::as_str).collect();
        arguments.push("--json");
        let output = grundy(&folder, &arguments);
        let name = question["answer"].as_str().expect("the name of a schema");
        seen.push(name.to_owned());
        if let Some(wrong) = wrong(question, name, &output) {
            failures.push(format!("grundy {}: {wrong}", arguments.join(" ")));
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
    // What a command prints is asked for at least once.
    for answer in grundy::report::ANSWERS {
        let is_printed = answer.given.contains("grundy ") && answer.name != "play";
        let is_special = ["judge-test"].contains(&answer.name);
        let is_asked = seen.iter().any(|name| name == answer.name);
        assert!(
            !is_printed || is_special || is_asked,
            "{} is never asked",
            answer.name
        );
    }
}

#[test]
fn games_that_were_played_and_samples_that_were_judged_follow_the_schema() {
    let folder = folder("played", &Value::Null);
    std::fs::write(folder.join("in"), "1\n3\n").unwrap();
    std::fs::write(folder.join("out"), "Case 1: Alice\n").unwrap();
    let here = folder.to_str().unwrap();
    let cases: [(&str, &[&str]); 2] = [
        ("play", &["play", "nim:1,2", "--plain", "--json"]),
        (
            "judge-test",
            &["judge", "lightoj-1199", "--test", here, "--json"],
        ),
    ];
    for (name, arguments) in cases {
        let output = grundy(&folder, arguments);
        let schema = grundy::report::schema_of(name).expect("it has a schema");
        let text = String::from_utf8(output.stdout).unwrap();
        let answer: Value = serde_json::from_str(&text).unwrap_or_else(|e| panic!("{text}: {e}"));
        assert_eq!(table::violation(&schema, &schema, &answer), None, "{text}");
    }
}

#[test]
fn the_schema_that_is_printed_is_that_of_the_reports() {
    let output = grundy(Path::new("."), &["schema", "solve"]);
    let printed: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(Some(printed), grundy::report::schema_of("solve"));
    let output = grundy(Path::new("."), &["schema"]);
    let printed: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(printed, grundy::report::schema());
    assert_eq!(
        grundy(Path::new("."), &["schema", "nothing"]).status.code(),
        Some(2)
    );
}

/// What is wrong with an answer.
fn wrong(question: &Value, name: &str, output: &Output) -> Option<String> {
    let status = question["status"].as_i64().unwrap_or(0);
    let (stdout, stderr) = (text(&output.stdout), text(&output.stderr));
    if output.status.code().map(i64::from) != Some(status) {
        return Some(format!("{}, not {status}: {stdout}{stderr}", output.status));
    }
    let answer = if name == "error" { stderr } else { stdout };
    let Ok(object) = serde_json::from_str::<Value>(&answer) else {
        return Some(format!("this is not one JSON object: {answer}"));
    };
    if !answer.starts_with("{\"schema\":1,") {
        return Some(format!("the first key is not the schema: {answer}"));
    }
    let schema = grundy::report::schema_of(name).expect("it has a schema");
    if let Some(violation) = table::violation(&schema, &schema, &object) {
        return Some(format!("not as the schema says: {violation}: {answer}"));
    }
    match question["exactly"].as_str() {
        Some(exactly) if !answer.contains(exactly) => Some(format!("no {exactly} in {answer}")),
        _ => table::difference(&question["expect"], &object),
    }
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// A folder of its own with the files of a question in it.
fn folder(name: &str, question: &Value) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    for (file, contents) in question["files"].as_object().into_iter().flatten() {
        std::fs::write(folder.join(file), contents.as_str().unwrap()).unwrap();
    }
    folder
}

fn grundy(folder: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_grundy"))
        .args(arguments)
        .current_dir(folder)
        .stdin(std::process::Stdio::null())
        .output()
        .expect("it runs")
}
