//! What every response says to the browser, and whose requests are heard.

use axum::extract::{Request, State};
use axum::http::{HeaderName, HeaderValue, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::failure::Failure;

/// Everything comes from this server; nothing may be framed, sniffed or sent elsewhere.
const HEADERS: [(HeaderName, &str); 6] = [
    (
        header::CONTENT_SECURITY_POLICY,
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; \
         connect-src 'self'; font-src 'self'; base-uri 'none'; form-action 'none'; \
         frame-ancestors 'none'",
    ),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::X_FRAME_OPTIONS, "DENY"),
    (header::REFERRER_POLICY, "no-referrer"),
    (
        HeaderName::from_static("cross-origin-opener-policy"),
        "same-origin",
    ),
    (
        HeaderName::from_static("cross-origin-resource-policy"),
        "same-origin",
    ),
];

/// Adds the headers to a response.
pub(crate) async fn secure(request: Request, next: Next) -> Response {
    let mut response = next.run(request).await;
    for (name, value) in &HEADERS {
        response
            .headers_mut()
            .insert(name, HeaderValue::from_static(value));
    }
    response
}

/// Whether only requests that name this machine are heard.
#[derive(Clone, Copy)]
pub(crate) struct OnlyLocal(pub bool);

/// Refuses requests that reach a loopback server under a foreign name: a page of another site
/// whose name was made to point here (DNS rebinding) must not use it.
pub(crate) async fn local_names(
    State(OnlyLocal(only_local)): State<OnlyLocal>,
    request: Request,
    next: Next,
) -> Response {
    if only_local && !names_this_machine(&request) {
        return Failure::new(
            StatusCode::FORBIDDEN,
            "host",
            "this playground answers to localhost and 127.0.0.1 only",
            Some("start it with --host to serve other machines"),
        )
        .into_response();
    }
    next.run(request).await
}

fn names_this_machine(request: &Request) -> bool {
    let Some(host) = request.headers().get(header::HOST) else {
        return true;
    };
    let host = host.to_str().unwrap_or("?");
    let name = match host.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) => name,
        _ => host,
    };
    matches!(name, "localhost" | "127.0.0.1" | "[::1]")
}
