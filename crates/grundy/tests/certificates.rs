//! The certificates in the repository: all but the longest are checked again.

use std::path::Path;

use grundy::Error;
use grundy::core::Limits;
use grundy::periods::check;
use serde_json::{Value, json};

/// Certificates about more values are left to those who have an hour.
const LONGEST: u64 = 1_000_000_000;

fn certificates() -> Vec<(String, Value)> {
    let manifest = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folder = manifest
        .ancestors()
        .nth(2)
        .unwrap()
        .join("examples/certificates");
    let files = std::fs::read_dir(folder).unwrap().flatten();
    let read = |path: &Path| {
        let text = std::fs::read_to_string(path).unwrap();
        (
            path.display().to_string(),
            serde_json::from_str(&text).unwrap(),
        )
    };
    files.map(|file| read(&file.path())).collect()
}

#[test]
fn every_certificate_in_the_repository_holds() {
    let mut checked = 0;
    for (file, certificate) in certificates() {
        if certificate["checked_to"].as_u64().unwrap() <= LONGEST {
            let report = check(&file, &certificate.to_string(), &Limits::default()).unwrap();
            let period = report.certificate.unwrap().period;
            assert_eq!(json!(period.period), certificate["period"], "{file}");
            checked += 1;
        }
    }
    assert!(checked >= 4, "only {checked} certificates were checked");
}

#[test]
fn a_certificate_with_any_entry_changed_is_refused() {
    let (file, sound) = certificates()
        .into_iter()
        .find(|(_, certificate)| certificate["ruleset"] == "0.16")
        .expect("the certificate of 0.16 is there");
    let changes = [
        ("periodic", json!(null)),
        ("preperiod", json!(105_350)),
        ("preperiod", json!(-1)),
        ("period", json!(2 * 149_459)),
        ("saltus", json!(1)),
        ("last_exception", json!(7)),
        ("proved", json!(false)),
        ("checked_to", json!(300_000)),
        ("theorem", json!("window-returns")),
        ("theorem", json!("rising")),
        ("theorem", json!("hope")),
        ("hash", json!("35a21d16c0912e81")),
        ("ruleset", json!("0.106")),
    ];
    for (key, value) in changes {
        let mut changed = sound.clone();
        changed[key] = value;
        let result = check(&file, &changed.to_string(), &Limits::default());
        let refused = matches!(result, Err(Error::Refuted { .. } | Error::Input { .. }));
        assert!(refused, "{key}: {result:?}");
    }
}
