//! The page, embedded in the binary.

use axum::http::{StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use rust_embed::RustEmbed;

use crate::failure::Failure;

#[derive(RustEmbed)]
#[folder = "dist"]
struct Files;

/// Serves a file of the page; `/` is `index.html`.
pub(crate) async fn serve(uri: Uri) -> Response {
    let path = match uri.path().trim_start_matches('/') {
        "" => "index.html",
        path => path,
    };
    let Some(file) = Files::get(path) else {
        return Failure::new(
            StatusCode::NOT_FOUND,
            "not-found",
            "there is nothing at this address",
            Some("the playground is at /, the description of its API at /api/openapi.json"),
        )
        .into_response();
    };
    // Built files carry a hash of their contents in their names.
    let caching = if path.starts_with("assets/") {
        "public, max-age=31536000, immutable"
    } else {
        "no-cache"
    };
    let kind = mime_guess::from_path(path).first_or_octet_stream();
    let headers = [
        (header::CONTENT_TYPE, kind.as_ref().to_owned()),
        (header::CACHE_CONTROL, caching.to_owned()),
    ];
    (headers, file.data).into_response()
}
