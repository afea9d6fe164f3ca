//! JSON Schemas that several endpoints share.

use serde_json::{Value, json};

/// An object with these required properties, and perhaps more.
pub(super) fn object(properties: Value) -> Value {
    let required: Vec<&String> = properties.as_object().expect("an object").keys().collect();
    json!({"type": "object", "required": required, "properties": properties})
}

/// A request: these properties and no others; `required` names those that must be there.
pub(super) fn request(properties: Value, required: &[&str]) -> Value {
    json!({
        "type": "object", "properties": properties, "required": required,
        "additionalProperties": false,
    })
}

pub(super) fn array(items: Value) -> Value {
    json!({"type": "array", "items": items})
}

pub(super) fn outcome() -> Value {
    json!({"enum": ["win", "lose", "draw"]})
}

pub(super) fn play() -> Value {
    json!({
        "enum": ["normal", "misere"], "default": "normal",
        "description": "normal: who makes the last move wins; misere: loses",
    })
}

/// A nim-value.
pub(super) fn value() -> Value {
    json!({
        "description": "a nim-value, {\"infinite\": […]} for a loopy one, or null",
        "type": ["integer", "string", "object", "null"],
    })
}

pub(super) fn move_() -> Value {
    object(json!({
        "component": {"type": "integer"}, "from": {"type": "string"}, "to": {"type": "string"},
        "position": {"type": "string"}, "text": {"type": "string"},
    }))
}

/// The object of `grundy solve --json`.
pub(super) fn verdict() -> Value {
    object(json!({
        "schema": {"const": 1},
        "position": {"type": "string"},
        "play": {"enum": ["normal", "misere"]},
        "outcome": outcome(),
        "value": value(),
        "method": {"type": "string"},
        "moves": {"type": ["integer", "string", "null"]},
        "remoteness": {"type": ["integer", "null"]},
        "components": array(object(json!({"position": {"type": "string"}, "value": value()}))),
        "winning_moves": array(move_()),
        "complete": {"type": "boolean"},
    }))
}
