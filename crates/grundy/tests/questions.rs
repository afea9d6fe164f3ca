//! The shared table of questions, asked of the library.

use std::path::PathBuf;

use grundy::core::{Limits, Play};
use grundy::quotients::{CheckedQuotientRequest, quotient};
use grundy::report::{
    PeriodReport, PlayWord, PursuitReport, QuotientReport, SchemaVersion, SolveReport,
    ValuesReport, to_json,
};
use grundy::{Error, Question, graphs, periods, pursuit, sequences};
use serde_json::Value;

#[path = "../../../tests/questions.rs"]
mod table;

#[test]
fn every_question_has_the_answer_that_every_door_gives() {
    let mut failures = Vec::new();
    let mut asked = 0;
    for question in table::questions() {
        let Some([path, body]) = question["http"].as_array().map(Vec::as_slice) else {
            continue;
        };
        let path = path.as_str().expect("an address");
        let text = match answer(path, body) {
            Ok(text) => text,
            Err(error) => to_json(&error.report()),
        };
        asked += 1;
        let answer: Value = serde_json::from_str(&text).expect("reports are JSON");
        let wrong = table::difference(&question["expect"], &answer);
        failures.extend(wrong.map(|wrong| format!("{path} {body}: {wrong}")));
    }
    assert!(asked > 50, "{asked}");
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

/// What the library says to a request, as JSON.
fn answer(path: &str, body: &Value) -> Result<String, Error> {
    let limits = Limits::default();
    let text = |key: &str| body[key].as_str().unwrap_or_default().to_owned();
    let play = match body["play"].as_str() {
        Some("misere") => Play::Misere,
        _ => Play::Normal,
    };
    match path {
        "/api/solve" => {
            let question = Question {
                play,
                files: grundy::spec::Files::Deny,
                ..Question::new([text("position")])
            };
            Ok(to_json(&SolveReport::from(&grundy::solve(&question)?)))
        }
        "/api/values" => values(&text("ruleset"), body),
        "/api/period" => {
            let to = body["to"].as_u64().unwrap_or(1 << 20);
            let found = periods::find(&text("ruleset"), to, None, &limits, &mut |_| ())?;
            Ok(to_json(&PeriodReport::new(&found)))
        }
        "/api/quotient" => {
            let question = CheckedQuotientRequest {
                up_to: body["to"].as_u64(),
                ..CheckedQuotientRequest::default()
            };
            let found = quotient(&text("ruleset"), &question, &mut |_| ())?;
            Ok(to_json(&QuotientReport::new(&found, false)))
        }
        "/api/graph" => {
            let file = graphs::read_text(&text("text"), None, false, &limits)?;
            Ok(to_json(&graphs::steps(&file, play, &limits)?))
        }
        "/api/pursuit" => {
            let map = pursuit::read_map("the map", text("map").as_bytes())?;
            let rules = pursuit::PursuitRules::default();
            let found = pursuit::solve(&map, rules, true, &limits)?;
            Ok(to_json(&PursuitReport::new(&map, rules, &found)))
        }
        path => {
            let name = path.strip_prefix("/api/games/").expect("a known address");
            Ok(to_json(&grundy::games_report(&[grundy::game_info(name)?])))
        }
    }
}

fn values(ruleset: &str, body: &Value) -> Result<String, Error> {
    let from = body["from"].as_u64().unwrap_or(0);
    let to = body["to"].as_u64().expect("a last heap");
    let Some(count) = (to + 1).checked_sub(from).filter(|&count| count > 0) else {
        let message = "the heaps are not in order".to_owned();
        return Err(Error::Usage { message });
    };
    let mut sequence = sequences::open(
        ruleset,
        from,
        grundy::spec::Files::Allow,
        &Limits::default(),
    )?;
    let mut values = Vec::new();
    while (values.len() as u64) < count {
        let most = count as usize - values.len();
        sequence.read(most, &mut values, &Limits::default())?;
    }
    Ok(to_json(&ValuesReport {
        schema: SchemaVersion,
        ruleset: sequence.name.clone(),
        from,
        values: Some(values.into()),
        stats: None,
        figures: None,
    }))
}

#[test]
fn errors_lead_to_their_causes() {
    use std::error::Error as _;
    let error = grundy::solve(&Question::new(["nin:3"])).unwrap_err();
    assert!(
        error
            .source()
            .is_some_and(|source| source.is::<grundy::core::SpecError>())
    );
    let limits = Limits {
        positions: 10,
        ..Limits::default()
    };
    let question = Question {
        limits,
        play: PlayWord::Misere.into(),
        ..Question::new(["treblecross:40"])
    };
    let error = grundy::solve(&question).unwrap_err();
    let source = error.source().expect("a limit");
    assert!(source.is::<grundy::core::LimitReached>());
    // How a limit is raised is for the door to say.
    assert!(!error.to_string().contains("--"), "{error}");
    let error = Error::Io {
        path: PathBuf::from("x"),
        source: std::io::ErrorKind::NotFound.into(),
    };
    assert!(
        error
            .source()
            .is_some_and(|source| source.is::<std::io::Error>())
    );
}
