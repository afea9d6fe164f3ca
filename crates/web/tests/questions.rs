//! The shared table of questions, asked over HTTP; the types of the page are those of the reports.

mod server;

use std::path::Path;

use grundy_web::RequestLimits;
use serde_json::Value;
use server::Server;

#[path = "../../../tests/questions.rs"]
mod table;

#[test]
fn every_question_has_the_answer_that_every_door_gives() {
    let server = Server::start(RequestLimits::default());
    let mut failures = Vec::new();
    let mut asked = 0;
    for question in table::questions() {
        let Some([path, body]) = question["http"].as_array().map(Vec::as_slice) else {
            continue;
        };
        asked += 1;
        let path = path.as_str().expect("an address");
        let (status, answer) = match body {
            Value::Null => server.get(path),
            body => server.post(path, body),
        };
        let expected = question["http_status"].as_u64().unwrap_or(200);
        let wrong = if u64::from(status) == expected {
            table::difference(&question["expect"], &answer)
        } else {
            Some(format!("status {status}, not {expected}: {answer}"))
        };
        failures.extend(wrong.map(|wrong| format!("{path} {body}: {wrong}")));
    }
    assert!(asked > 50, "{asked}");
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn answers_and_failures_follow_the_schemas_of_the_description() {
    let server = Server::start(RequestLimits::default());
    let (_, description) = server.get("/api/openapi.json");
    // The description keeps its schemas elsewhere than `grundy schema` does.
    let text = description
        .to_string()
        .replace("#/components/schemas/", "#/$defs/");
    let mut root: Value = serde_json::from_str(&text).unwrap();
    root["$defs"] = root["components"]["schemas"].take();
    for (path, methods) in root["paths"].as_object().unwrap() {
        let Some(post) = methods.get("post") else {
            continue;
        };
        let content = |of: &Value| of["content"]["application/json"].clone();
        let request = content(&post["requestBody"]);
        let wrong = table::violation(&root, &request["schema"], &request["example"]);
        assert_eq!(wrong, None, "{path}");
        let (_, answer) = server.post(path, &request["example"]);
        let schema = &content(&post["responses"]["200"])["schema"];
        assert_eq!(
            table::violation(&root, schema, &answer),
            None,
            "{path}: {answer}"
        );
        let (_, failure) = server.post(path, &Value::Null);
        let schema = &content(&post["responses"]["400"])["schema"];
        assert_eq!(
            table::violation(&root, schema, &failure),
            None,
            "{path}: {failure}"
        );
    }
}

/// The page's types are written from the reports; a type that changes changes the page's.
#[test]
fn the_types_of_the_page_are_those_of_the_reports() {
    let manifest = Path::new(env!("CARGO_MANIFEST_DIR"));
    let path = manifest.join("frontend/src/generated/report.ts");
    let wanted = grundy::report::typescript();
    if std::fs::read_to_string(&path).ok().as_ref() != Some(&wanted) {
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, wanted).unwrap();
        panic!(
            "the types in {} were out of date and have been written anew: commit them",
            path.display()
        );
    }
}
