//! Errors as the API reports them: the object that every door sends, and an HTTP status.

use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use grundy::report::{ErrorReport, to_json};
use grundy::{Error, ErrorClass};
use grundy_api::Refusal;

/// What the API answers when it has no answer.
#[derive(Debug)]
pub(crate) struct Failure {
    status: StatusCode,
    body: String,
}

impl Failure {
    /// An error without a place in a text.
    pub fn new(status: StatusCode, kind: &str, message: &str, hint: Option<&str>) -> Failure {
        let body = to_json(&ErrorReport::new(kind, message, hint));
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

    /// What a worker process reported.
    pub fn from_worker(status: StatusCode, body: String) -> Failure {
        Failure { status, body }
    }

    /// The status and the JSON object.
    pub fn into_parts(self) -> (StatusCode, String) {
        (self.status, self.body)
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

impl From<Refusal> for Failure {
    fn from(refusal: Refusal) -> Failure {
        let status = match &refusal {
            Refusal::Malformed(_) => StatusCode::BAD_REQUEST,
            Refusal::Unknown => StatusCode::NOT_FOUND,
            Refusal::Failed(error) => status(error),
        };
        let body = to_json(&refusal.report());
        Failure { status, body }
    }
}

impl From<Error> for Failure {
    fn from(error: Error) -> Failure {
        Failure::from(Refusal::from(error))
    }
}

impl IntoResponse for Failure {
    fn into_response(self) -> Response {
        let is_busy = self.status == StatusCode::SERVICE_UNAVAILABLE;
        let json = [(header::CONTENT_TYPE, "application/json")];
        let mut response = (self.status, json, self.body).into_response();
        if is_busy {
            response
                .headers_mut()
                .insert(header::RETRY_AFTER, header::HeaderValue::from_static("2"));
        }
        response
    }
}

fn status(error: &Error) -> StatusCode {
    match error.class() {
        ErrorClass::Limit | ErrorClass::Interrupted => StatusCode::UNPROCESSABLE_ENTITY,
        _ if matches!(error, Error::Io { .. }) => StatusCode::FORBIDDEN,
        _ => StatusCode::BAD_REQUEST,
    }
}

#[cfg(test)]
mod tests {
    use grundy::core::SpecError;
    use serde_json::{Value, json};

    use super::*;

    #[test]
    fn the_cure_is_a_field_and_not_part_of_the_message() {
        let error = SpecError::unexpected("x", "a number", 4..5);
        let failure = Failure::from(Error::Spec {
            text: "nim:x".to_owned(),
            error,
        });
        assert_eq!(failure.status, StatusCode::BAD_REQUEST);
        let body: Value = serde_json::from_str(&failure.body).unwrap();
        let error = &body["error"];
        assert_eq!(error["kind"], "unexpected");
        assert_eq!(error["message"], "unexpected `x`");
        assert_eq!(error["hint"], "expected a number");
        assert_eq!(error["span"], json!([4, 5]));
    }
}
