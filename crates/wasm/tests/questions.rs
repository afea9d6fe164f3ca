//! The shared table of questions, asked as a page without a server asks them.

use serde_json::{Value, json};

#[path = "../../../tests/questions.rs"]
mod table;

#[test]
fn every_question_has_the_answer_that_every_door_gives() {
    let mut failures = Vec::new();
    let mut asked = 0;
    for question in table::questions() {
        let Some([path, request]) = question["http"].as_array().map(Vec::as_slice) else {
            continue;
        };
        asked += 1;
        let text = json!({"path": path, "request": request}).to_string();
        let answer = grundy_wasm::answer(&text, &grundy_wasm::limits());
        let expected = question["http_status"].as_u64().unwrap_or(200) == 200;
        let (is_answer, text) = match answer {
            Ok(answer) => (true, answer),
            Err(refusal) => (false, refusal),
        };
        let value: Value = serde_json::from_str(&text).expect("JSON");
        let wrong = if is_answer == expected {
            table::difference(&question["expect"], &value)
        } else {
            Some(format!("not what was expected: {text}"))
        };
        failures.extend(wrong.map(|wrong| format!("{path} {request}: {wrong}")));
    }
    assert!(asked > 50, "{asked}");
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn what_is_no_question_is_refused_in_words() {
    for (text, kind) in [
        ("what?", "malformed"),
        ("{}", "not-found"),
        (r#"{"path": "/api/nothing", "request": {}}"#, "not-found"),
        (
            r#"{"path": "/api/solve", "request": {"position": 7}}"#,
            "malformed",
        ),
        (
            r#"{"path": "/api/solve", "request": {"position": "graph:/etc/passwd@0"}}"#,
            "file",
        ),
    ] {
        let refusal = grundy_wasm::answer(text, &grundy_wasm::limits()).expect_err(text);
        let refusal: Value = serde_json::from_str(&refusal).expect("JSON");
        assert_eq!(refusal["error"]["kind"], kind, "{text}: {refusal}");
    }
}
