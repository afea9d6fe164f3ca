//! The table of questions and expected answers that every door is asked, and what compares them.
//!
//! Included by the tests of each door. `questions.json` is a list of objects: `cli` are the arguments
//! of the command line and `files` what lies in its folder; `http` is the address and the body of a
//! request; `answer` names the schema of the answer; `expect` is a part of the answer, `exactly` a text
//! that must occur in it; `status` and `http_status` are what it comes with.

#![allow(dead_code, reason = "each door uses a part")]

use serde_json::Value;

/// Every question.
pub fn questions() -> Vec<Value> {
    let table = include_str!("questions.json");
    serde_json::from_str(table).expect("the table is JSON")
}

/// What differs between a part that is expected and an answer, and where; `None` if nothing does.
pub fn difference(expected: &Value, answer: &Value) -> Option<String> {
    match (expected, answer) {
        (Value::Object(expected), Value::Object(answer)) => {
            expected.iter().find_map(|(key, expected)| {
                let answer = answer.get(key).unwrap_or(&Value::Null);
                difference(expected, answer).map(|inner| format!(".{key}{inner}"))
            })
        }
        (Value::Array(expected), Value::Array(answer)) if expected.len() == answer.len() => {
            let pairs = expected.iter().zip(answer).enumerate();
            pairs.into_iter().find_map(|(at, (expected, answer))| {
                difference(expected, answer).map(|inner| format!("[{at}]{inner}"))
            })
        }
        _ if expected == answer => None,
        _ => Some(format!(": expected {expected}, got {answer}")),
    }
}

/// What of `value` is not as `schema` says, and where; `None` if all is. References are looked up in
/// `$defs` of `root`. Knows the keywords that the report types use, and fails on others.
pub fn violation(root: &Value, schema: &Value, value: &Value) -> Option<String> {
    let keywords = match schema {
        Value::Bool(true) => return None,
        Value::Object(keywords) => keywords,
        _ => return Some(format!("a schema of an unknown form: {schema}")),
    };
    for (keyword, argument) in keywords {
        let wrong = match keyword.as_str() {
            "$ref" => {
                let name = argument
                    .as_str()
                    .and_then(|path| path.strip_prefix("#/$defs/"));
                let target = &root["$defs"][name.unwrap_or_default()];
                match target {
                    Value::Null => Some(format!("there is no {argument}")),
                    target => violation(root, target, value),
                }
            }
            "anyOf" => {
                let choices = argument.as_array().expect("a list");
                let is_one = choices
                    .iter()
                    .any(|choice| violation(root, choice, value).is_none());
                (!is_one).then(|| format!("{value} is none of the choices"))
            }
            "oneOf" => {
                let choices = argument.as_array().expect("a list");
                let fitting = choices
                    .iter()
                    .filter(|c| violation(root, c, value).is_none());
                let count = fitting.count();
                (count != 1).then(|| format!("{value} is {count} of the choices"))
            }
            "const" => (value != argument).then(|| format!("{value} is not {argument}")),
            "enum" => {
                let is_listed = argument.as_array().expect("a list").contains(value);
                (!is_listed).then(|| format!("{value} is not in {argument}"))
            }
            "type" => wrong_type(argument, value),
            "required" => argument.as_array().expect("a list").iter().find_map(|key| {
                let is_there = value.get(key.as_str().expect("a key")).is_some();
                (value.is_object() && !is_there).then(|| format!("{key} is missing"))
            }),
            "properties" => {
                argument
                    .as_object()
                    .expect("an object")
                    .iter()
                    .find_map(|(key, schema)| {
                        let inner = violation(root, schema, value.get(key)?)?;
                        Some(format!(".{key} {inner}"))
                    })
            }
            "additionalProperties" => additional(keywords, argument, value),
            "items" => value.as_array().and_then(|items| {
                let first = keywords.get("prefixItems").and_then(Value::as_array);
                let rest = items.iter().enumerate().skip(first.map_or(0, Vec::len));
                rest.into_iter().find_map(|(at, item)| {
                    Some(format!("[{at}] {}", violation(root, argument, item)?))
                })
            }),
            "prefixItems" => value.as_array().and_then(|items| {
                let schemas = argument.as_array().expect("a list");
                let mut pairs = schemas.iter().zip(items);
                pairs.find_map(|(schema, item)| violation(root, schema, item))
            }),
            "minItems" => value.as_array().and_then(|items| {
                let is_short = (items.len() as u64) < argument.as_u64().expect("a number");
                is_short.then(|| format!("{value} is too short"))
            }),
            "maxItems" => value.as_array().and_then(|items| {
                let is_long = items.len() as u64 > argument.as_u64().expect("a number");
                is_long.then(|| format!("{value} is too long"))
            }),
            "minimum" => value.as_f64().and_then(|number| {
                let is_small = number < argument.as_f64().expect("a number");
                is_small.then(|| format!("{value} is less than {argument}"))
            }),
            "maximum" => value.as_f64().and_then(|number| {
                let is_large = number > argument.as_f64().expect("a number");
                is_large.then(|| format!("{value} is more than {argument}"))
            }),
            "$schema" | "$defs" | "title" | "description" | "format" | "pattern" | "default"
            | "x-answers" => None,
            other => Some(format!("the keyword `{other}` is not known here")),
        };
        if wrong.is_some() {
            return wrong;
        }
    }
    None
}

fn wrong_type(argument: &Value, value: &Value) -> Option<String> {
    let is = |name: &Value| match name.as_str() {
        Some("null") => value.is_null(),
        Some("boolean") => value.is_boolean(),
        Some("string") => value.is_string(),
        Some("array") => value.is_array(),
        Some("object") => value.is_object(),
        Some("number") => value.is_number(),
        // Integers beyond 64 bits are read as floating-point numbers here.
        Some("integer") => value.as_f64().is_some_and(|number| number.fract() == 0.0),
        _ => false,
    };
    let fits = match argument {
        Value::Array(names) => names.iter().any(is),
        name => is(name),
    };
    (!fits).then(|| format!("{value} is not of type {argument}"))
}

fn additional(
    keywords: &serde_json::Map<String, Value>,
    argument: &Value,
    value: &Value,
) -> Option<String> {
    if argument != &Value::Bool(false) {
        return None;
    }
    let known = keywords.get("properties").and_then(Value::as_object);
    let mut keys = value.as_object()?.keys();
    let extra = keys.find(|key| known.is_none_or(|known| !known.contains_key(*key)))?;
    Some(format!("the key `{extra}` is not known"))
}
