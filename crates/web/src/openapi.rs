//! The description of the API in OpenAPI 3.1, collected from the endpoints themselves.

use grundy::report;
use grundy_api::Endpoint;
use schemars::JsonSchema;
use serde_json::{Map, Value, json};

/// Where the document keeps the schemas of the report types.
const SCHEMAS: &str = "/components/schemas";

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
        let request = json!({"schema": reference::<E::Request>(), "example": E::example()});
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
                "description": "The playground's API: the same objects as the command line's `--json`. Integers are exact, also beyond 2^53.",
            },
            "servers": [{"url": "/"}],
            "paths": self.paths,
            "components": {"schemas": report::definitions(SCHEMAS)},
        })
    }
}

/// A reference to the schema of `T`.
pub(crate) fn reference<T: JsonSchema>() -> Value {
    json!({"$ref": format!("#{SCHEMAS}/{}", T::schema_name())})
}

fn operation<E: Endpoint>() -> Value {
    json!({
        "operationId": operation_id(E::PATH),
        "summary": E::SUMMARY,
        "responses": {
            "200": content("the answer", reference::<E::Report>()),
            "400": failure("the request, a position, a graph, a map or rules are wrong"),
            "403": failure("not allowed over HTTP, such as reading a file"),
            "408": failure("the body took too long to arrive"),
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
    content(description, reference::<report::ErrorReport>())
}
