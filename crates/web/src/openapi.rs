//! The description of the API in OpenAPI 3.1, collected from the endpoints themselves.

use serde_json::{Map, Value, json};

use crate::endpoint::Endpoint;

/// The description as it grows.
pub(crate) struct OpenApi {
    paths: Map<String, Value>,
}

impl OpenApi {
    /// A description without paths.
    pub fn new() -> OpenApi {
        OpenApi { paths: Map::new() }
    }

    /// Adds an endpoint.
    pub fn post<E: Endpoint>(&mut self) {
        let request = json!({"schema": E::request_schema(), "example": E::example()});
        let mut operation = operation::<E>();
        operation["requestBody"] =
            json!({"required": true, "content": {"application/json": request}});
        self.paths
            .insert(E::PATH.to_owned(), json!({"post": operation}));
    }

    /// Adds a page that is only read.
    pub fn get(&mut self, path: &str, summary: &str, parameters: Value, schema: Value) {
        let has_parameters = parameters.as_array().is_some_and(|list| !list.is_empty());
        let mut responses =
            json!({"200": content("the answer", schema), "403": failure("refused")});
        if has_parameters {
            responses["404"] = failure("no such thing");
            responses["400"] = failure("the address is wrong");
        }
        let operation = json!({
            "operationId": operation_id(path), "summary": summary, "parameters": parameters,
            "responses": responses,
        });
        self.paths
            .insert(path.to_owned(), json!({"get": operation}));
    }

    /// The whole document.
    pub fn document(self) -> Value {
        json!({
            "openapi": "3.1.0",
            "info": {
                "title": "grundy",
                "version": env!("CARGO_PKG_VERSION"),
                "license": {"name": "MIT OR Apache-2.0", "identifier": "MIT OR Apache-2.0"},
                "description": "The playground's API: the same objects as the command line's `--json`.",
            },
            "servers": [{"url": "/"}],
            "paths": self.paths,
            "components": {"schemas": {"Failure": failure_schema()}},
        })
    }
}

fn operation<E: Endpoint>() -> Value {
    json!({
        "operationId": operation_id(E::PATH),
        "summary": E::SUMMARY,
        "responses": {
            "200": content("the answer", E::response_schema()),
            "400": failure("the request, a position, a graph, a map or rules are wrong"),
            "403": failure("not allowed over HTTP, such as reading a file"),
            "413": failure("the request is too long"),
            "415": failure("the request is not JSON"),
            "422": failure("a limit on time, memory or positions was reached"),
            "503": failure("too many requests are waiting"),
        },
    })
}

fn operation_id(path: &str) -> String {
    let words = path.trim_start_matches("/api/");
    words
        .chars()
        .filter(|c| !matches!(c, '{' | '}'))
        .map(|c| if c.is_ascii_alphanumeric() { c } else { '_' })
        .collect()
}

fn content(description: &str, schema: Value) -> Value {
    json!({"description": description, "content": {"application/json": {"schema": schema}}})
}

fn failure(description: &str) -> Value {
    content(description, json!({"$ref": "#/components/schemas/Failure"}))
}

fn failure_schema() -> Value {
    json!({
        "type": "object",
        "required": ["schema", "kind", "message", "span", "line", "hint"],
        "properties": {
            "schema": {"const": 1},
            "kind": {"type": "string", "description": "a word for machines"},
            "message": {"type": "string"},
            "span": {
                "description": "bytes of the text that was sent, where one is to blame",
                "type": ["object", "null"],
                "required": ["start", "end"],
                "properties": {"start": {"type": "integer"}, "end": {"type": "integer"}},
            },
            "line": {"type": ["integer", "null"], "description": "the line, from 1"},
            "hint": {"type": ["string", "null"], "description": "what to do"},
        },
    })
}
