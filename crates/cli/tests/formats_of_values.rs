//! `--json` in the corners of `values` and `period`.

use std::process::Command;

use serde_json::{Value, json};

fn grundy(arguments: &[&str]) -> (Option<i32>, String, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_grundy"));
    let output = command.args(arguments).output().unwrap();
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let (printed, said) = (text(&output.stdout), text(&output.stderr));
    (output.status.code(), printed, said)
}

#[test]
fn values_stand_beside_statistics_up_to_the_number_that_help_names() {
    let values = |to: &str| {
        let arguments = ["values", "0.3", "--to", to, "--stats", "--json"];
        let (_, printed, _) = grundy(&arguments);
        let mut object: Value = serde_json::from_str(&printed).unwrap();
        assert!(object["stats"].is_object());
        object["values"].take()
    };
    assert_eq!(values("999999").as_array().map(Vec::len), Some(1_000_000));
    assert_eq!(values("1000000"), Value::Null);
    let (_, help, _) = grundy(&["values", "--help"]);
    let words: Vec<&str> = help.split_whitespace().collect();
    assert!(
        words.join(" ").contains("up to a million of them"),
        "{help}"
    );
}

#[test]
fn a_certificate_of_an_unknown_schema_is_refused() {
    let (_, certificate, _) = grundy(&["period", "kayles", "--json"]);
    let sound: Value = serde_json::from_str(&certificate).unwrap();
    let path = std::env::temp_dir().join(format!("grundy-schema-{}.json", std::process::id()));
    let check = |schema: Value| {
        let mut changed = sound.clone();
        changed["schema"] = schema;
        std::fs::write(&path, changed.to_string()).unwrap();
        grundy(&["period", "--check", path.to_str().unwrap()])
    };
    let (status, _, said) = check(json!(1));
    assert_eq!(status, Some(0), "{said}");
    for schema in [json!(99), json!(0), json!("1"), Value::Null] {
        let (status, printed, said) = check(schema.clone());
        assert_eq!((status, printed.as_str()), (Some(2), ""), "{schema}");
        assert!(said.contains("schema"), "{schema}: {said}");
    }
    std::fs::remove_file(&path).unwrap();
}
