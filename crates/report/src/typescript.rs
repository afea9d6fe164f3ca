//! TypeScript types of every answer and request, from their JSON Schema.

use std::fmt::Write;

use serde_json::{Map, Value};

/// Where the schema's references point.
const PATH: &str = "/types";

/// A TypeScript module with a type for each schema.
///
/// Integers that may exceed 2^53 have the type `Integer`, which the module leaves to its reader to
/// parse: a number, or its digits as text.
pub fn typescript() -> String {
    let mut text = String::from(
        "// Generated from the report types by the tests of crates/web: do not edit.\n\n\
         /** An exact integer: a number up to 2^53 - 1, the digits of a larger one. */\n\
         export type Integer = number | string;\n",
    );
    for (name, schema) in crate::definitions(PATH) {
        text.push('\n');
        describe(&mut text, &schema, "");
        let body = of(&schema, "");
        let _ = writeln!(text, "export type {name} = {body};");
    }
    text
}

/// The type of one schema.
fn of(schema: &Value, indent: &str) -> String {
    let Some(schema) = schema.as_object() else {
        return "unknown".to_owned();
    };
    let mut parts = Vec::new();
    if let Some(reference) = schema.get("$ref").and_then(Value::as_str) {
        parts.push(reference.rsplit('/').next().unwrap_or(reference).to_owned());
    }
    for key in ["anyOf", "oneOf"] {
        if let Some(choices) = schema.get(key).and_then(Value::as_array) {
            let choices: Vec<String> = choices.iter().map(|choice| of(choice, indent)).collect();
            parts.push(union(choices));
        }
    }
    if let Some(value) = schema.get("const") {
        parts.push(value.to_string());
    } else if let Some(values) = schema.get("enum").and_then(Value::as_array) {
        parts.push(union(values.iter().map(Value::to_string).collect()));
    } else {
        parts.extend(by_type(schema, indent));
    }
    match parts.len() {
        0 => "unknown".to_owned(),
        1 => parts.remove(0),
        // An object and a choice of objects: `flatten` and tagged unions.
        _ => parts
            .iter()
            .map(|part| grouped(part))
            .collect::<Vec<_>>()
            .join(" & "),
    }
}

fn by_type(schema: &Map<String, Value>, indent: &str) -> Option<String> {
    let names: Vec<&str> = match schema.get("type")? {
        Value::String(name) => vec![name],
        Value::Array(names) => names.iter().filter_map(Value::as_str).collect(),
        _ => return None,
    };
    let single = |name: &&str| match *name {
        "integer" => integer(schema).to_owned(),
        "number" => "number".to_owned(),
        "array" => array(schema, indent),
        "object" => object(schema, indent),
        other => other.to_owned(),
    };
    Some(union(names.iter().map(single).collect()))
}

/// Formats that fit a JavaScript number are numbers.
fn integer(schema: &Map<String, Value>) -> &'static str {
    match schema.get("format").and_then(Value::as_str) {
        Some("uint64" | "uint128") => "Integer",
        _ => "number",
    }
}

fn array(schema: &Map<String, Value>, indent: &str) -> String {
    if let Some(items) = schema.get("prefixItems").and_then(Value::as_array) {
        let items: Vec<String> = items.iter().map(|item| of(item, indent)).collect();
        return format!("[{}]", items.join(", "));
    }
    let item = schema
        .get("items")
        .map_or("unknown".to_owned(), |item| of(item, indent));
    let length = |key: &str| schema.get(key).and_then(Value::as_u64);
    match (length("minItems"), length("maxItems")) {
        (Some(least), Some(most)) if least == most && most <= 4 => {
            format!("[{}]", vec![item; most as usize].join(", "))
        }
        _ => format!("{}[]", grouped(&item)),
    }
}

fn object(schema: &Map<String, Value>, indent: &str) -> String {
    let Some(properties) = schema.get("properties").and_then(Value::as_object) else {
        return "object".to_owned();
    };
    let required: Vec<&str> = schema
        .get("required")
        .and_then(Value::as_array)
        .map(|names| names.iter().filter_map(Value::as_str).collect())
        .unwrap_or_default();
    let inner = format!("{indent}  ");
    let mut text = String::from("{\n");
    for (name, property) in properties {
        describe(&mut text, property, &inner);
        let mark = if required.contains(&name.as_str()) {
            ""
        } else {
            "?"
        };
        let _ = writeln!(text, "{inner}{name}{mark}: {};", of(property, &inner));
    }
    text + indent + "}"
}

/// The description as a comment.
fn describe(text: &mut String, schema: &Value, indent: &str) {
    if let Some(words) = schema.get("description").and_then(Value::as_str) {
        let words = words.replace('\n', " ").replace("*/", "* /");
        let _ = writeln!(text, "{indent}/** {words} */");
    }
}

fn union(mut choices: Vec<String>) -> String {
    choices.dedup();
    choices.join(" | ")
}

/// A type that binds tighter than what stands around it.
fn grouped(part: &str) -> String {
    let is_open = part.contains(" | ") && !part.starts_with('{');
    if is_open {
        format!("({part})")
    } else {
        part.to_owned()
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn schemas_become_types() {
        let optional = json!({"type": ["integer", "null"], "format": "uint64"});
        assert_eq!(of(&optional, ""), "Integer | null");
        let list =
            json!({"type": "array", "items": {"anyOf": [{"$ref": "#/types/A"}, {"type": "null"}]}});
        assert_eq!(of(&list, ""), "(A | null)[]");
        let words = json!({"enum": ["win", "lose"]});
        assert_eq!(of(&words, ""), "\"win\" | \"lose\"");
        let object = json!({
            "type": "object", "properties": {"a": {"type": "string"}, "b": {"type": "number"}},
            "required": ["a"],
        });
        assert_eq!(of(&object, ""), "{\n  a: string;\n  b?: number;\n}");
    }

    #[test]
    fn every_answer_and_request_has_a_type() {
        let text = typescript();
        for name in [
            "SolveReport",
            "ErrorReport",
            "ReplyRequest",
            "Value",
            "MoveEntry",
        ] {
            assert!(
                text.contains(&format!("export type {name} = ")),
                "{name}\n{text}"
            );
        }
        assert!(!text.contains(": unknown"), "{text}");
    }
}
