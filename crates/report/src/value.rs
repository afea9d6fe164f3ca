//! Nim-values as JSON writes them, in every door.

use std::borrow::Cow;

use grundy_core::Value;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

/// A nim-value: a number, `{"infinite": […]}` for a loopy position, or null.
///
/// Null stands where the play has no values (misère), where the value is not known, and where the
/// player to move wins at once whatever else is in the sum (`loony`).
///
/// # Examples
///
/// ```
/// use grundy_core::{Nimber, Value};
/// use grundy_report::{ValueReport, to_json};
/// let json = |value: Option<Value>| to_json(&ValueReport::from(value));
/// assert_eq!(json(Some(Value::Finite(Nimber(u128::MAX)))), u128::MAX.to_string());
/// assert_eq!(json(Some(Value::Infinite([Nimber(0), Nimber(2)].into()))), r#"{"infinite":[0,2]}"#);
/// assert_eq!(json(Some(Value::Loony)), "null");
/// assert_eq!(json(None), "null");
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ValueReport(pub Option<Value>);

impl From<Option<Value>> for ValueReport {
    fn from(value: Option<Value>) -> ValueReport {
        ValueReport(value)
    }
}

impl From<Value> for ValueReport {
    fn from(value: Value) -> ValueReport {
        ValueReport(Some(value))
    }
}

impl Serialize for ValueReport {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match &self.0 {
            Some(Value::Finite(nimber)) => serializer.serialize_u128(nimber.0),
            Some(Value::Infinite(set)) => {
                let mut map = serializer.serialize_map(Some(1))?;
                let set: Vec<u128> = set.iter().map(|nimber| nimber.0).collect();
                map.serialize_entry("infinite", &set)?;
                map.end()
            }
            Some(Value::Loony) | None => serializer.serialize_none(),
        }
    }
}

impl JsonSchema for ValueReport {
    fn schema_name() -> Cow<'static, str> {
        "Value".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let number = generator.subschema_for::<u128>();
        json_schema!({
            "description": "A nim-value: a number; for a loopy position, the finite values among its options; or null where there is none.",
            "anyOf": [
                number,
                {
                    "type": "object",
                    "properties": {"infinite": {"type": "array", "items": number}},
                    "required": ["infinite"],
                    "additionalProperties": false,
                },
                {"type": "null"},
            ],
        })
    }
}
