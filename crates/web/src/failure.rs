//! Errors as the API reports them: one object, one HTTP status.

use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use grundy::Error;
use grundy::core::LimitReached;
use serde_json::{Value, json};

/// What the API answers when it has no answer.
#[derive(Debug)]
pub(crate) struct Failure {
    status: StatusCode,
    body: Value,
}

impl Failure {
    /// An error without a place in a text.
    pub fn new(status: StatusCode, kind: &str, message: &str, hint: Option<&str>) -> Failure {
        let body = json!({
            "schema": 1, "kind": kind, "message": message, "span": null, "line": null, "hint": hint,
        });
        Failure { status, body }
    }

    /// The request is not what the endpoint reads.
    pub fn malformed(message: &str, hint: Option<&str>) -> Failure {
        Failure::new(StatusCode::BAD_REQUEST, "malformed", message, hint)
    }

    /// Too many requests are waiting already.
    pub fn busy() -> Failure {
        let hint = "try again in a few seconds";
        Failure::new(
            StatusCode::SERVICE_UNAVAILABLE,
            "busy",
            "too many requests are waiting for a worker",
            Some(hint),
        )
    }

    /// The same failure, told as something that is not there.
    pub fn not_found(mut self) -> Failure {
        self.status = StatusCode::NOT_FOUND;
        self
    }

    /// A bug of ours: the work panicked.
    pub fn internal() -> Failure {
        Failure::new(
            StatusCode::INTERNAL_SERVER_ERROR,
            "internal",
            "the work failed unexpectedly; this is a bug in grundy",
            None,
        )
    }
}

impl From<Error> for Failure {
    fn from(error: Error) -> Failure {
        let (span, hint) = match &error {
            Error::Spec { error, .. } => (
                json!({"start": error.span.start, "end": error.span.end}),
                error.hint(),
            ),
            Error::Limit { reached, .. } => (Value::Null, Some(limit_hint(reached).to_owned())),
            _ => (Value::Null, None),
        };
        let line = match &error {
            Error::Rules(error) => error.line.map(|line| line as u64),
            Error::Input { line, .. } => *line,
            _ => None,
        };
        let body = json!({
            "schema": 1, "kind": error.kind(), "message": message(&error), "span": span,
            "line": line, "hint": hint,
        });
        Failure {
            status: status(&error),
            body,
        }
    }
}

impl IntoResponse for Failure {
    fn into_response(self) -> Response {
        let is_busy = self.status == StatusCode::SERVICE_UNAVAILABLE;
        let body = self.body.to_string();
        let json = [(header::CONTENT_TYPE, "application/json")];
        let mut response = (self.status, json, body).into_response();
        if is_busy {
            response
                .headers_mut()
                .insert(header::RETRY_AFTER, header::HeaderValue::from_static("2"));
        }
        response
    }
}

fn status(error: &Error) -> StatusCode {
    match error {
        Error::Limit { .. } => StatusCode::UNPROCESSABLE_ENTITY,
        Error::Rules(error) if error.is_limit => StatusCode::UNPROCESSABLE_ENTITY,
        Error::Io { .. } => StatusCode::FORBIDDEN,
        _ => StatusCode::BAD_REQUEST,
    }
}

/// The message without the cure, which has a field of its own.
fn message(error: &Error) -> String {
    let whole = match error {
        // The flags that the command line's message names do not exist here.
        Error::Limit { reached, .. } => return limit_message(reached),
        Error::Rules(error) => error.message.clone(),
        Error::Input { message, .. } => message.clone(),
        other => other.to_string(),
    };
    let hint = match error {
        Error::Spec { error, .. } => error.hint(),
        _ => None,
    };
    match hint.and_then(|hint| whole.strip_suffix(&format!("; {hint}")).map(str::to_owned)) {
        Some(short) => short,
        None => whole,
    }
}

fn limit_message(reached: &LimitReached) -> String {
    match reached {
        LimitReached::Positions { limit } => format!("gave up after {limit} positions"),
        LimitReached::Bytes { limit } => format!("gave up at {} MB of tables", limit >> 20),
        LimitReached::Time { allowed } => format!("gave up after {allowed:?}"),
        LimitReached::Interrupted => "interrupted".to_owned(),
        other => other.to_string(),
    }
}

fn limit_hint(_reached: &LimitReached) -> &'static str {
    "try something smaller, or use the command line, where limits can be raised"
}

#[cfg(test)]
mod tests {
    use grundy::core::SpecError;

    use super::*;

    #[test]
    fn the_cure_is_a_field_and_not_part_of_the_message() {
        let error = SpecError::unexpected("x", "a number", 4..5);
        let failure = Failure::from(Error::Spec {
            text: "nim:x".to_owned(),
            error,
        });
        assert_eq!(failure.status, StatusCode::BAD_REQUEST);
        assert_eq!(failure.body["kind"], "unexpected");
        assert_eq!(failure.body["message"], "unexpected `x`");
        assert_eq!(failure.body["hint"], "expected a number");
        assert_eq!(failure.body["span"], json!({"start": 4, "end": 5}));
    }
}
