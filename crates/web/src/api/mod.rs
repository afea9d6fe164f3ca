//! Everything under `/api`: the questions of `grundy_api`, the games and the description.

mod games;

use std::sync::Arc;

use axum::Router;
use axum::extract::Request;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use grundy_api::{Endpoint, Visitor, visit_all};

use crate::endpoint::{self, Answerers};
use crate::failure::Failure;
use crate::openapi::OpenApi;

/// Routes and their description, which grow together so that none can be forgotten.
struct Api {
    router: Router<Arc<Answerers>>,
    description: OpenApi,
}

impl Visitor for Api {
    fn visit<E: Endpoint>(&mut self) {
        self.description.post::<E>();
        let route = post(endpoint::handle::<E>).fallback(|| only("POST"));
        self.router = std::mem::take(&mut self.router).route(E::PATH, route);
    }
}

/// Everything under `/api`.
pub(crate) fn routes(answerers: Arc<Answerers>) -> Router {
    let mut api = Api {
        router: Router::new(),
        description: OpenApi::new(),
    };
    visit_all(&mut api);
    let Api {
        mut router,
        mut description,
    } = api;
    router = games::add(router, &mut description);
    description.get(
        "/api/openapi.json",
        "This description",
        serde_json::json!([]),
        serde_json::json!({"type": "object"}),
    );
    let document = description.document().to_string();
    let describe = move || std::future::ready(endpoint::json(document.clone()));
    router
        .route(
            "/api/openapi.json",
            get(describe).fallback(|| only("GET, HEAD")),
        )
        .route("/api/{*rest}", axum::routing::any(unknown))
        .with_state(answerers)
}

/// The answer to a method that an address does not have.
async fn only(methods: &'static str) -> Response {
    let failure = Failure::new(
        StatusCode::METHOD_NOT_ALLOWED,
        "method",
        "this address does not answer to that method",
        Some(methods),
    );
    let mut response = failure.into_response();
    let allow = header::HeaderValue::from_static(methods);
    response.headers_mut().insert(header::ALLOW, allow);
    response
}

async fn unknown(_request: Request) -> Failure {
    Failure::new(
        StatusCode::NOT_FOUND,
        "not-found",
        "the API has nothing at this address",
        Some("/api/openapi.json describes what there is"),
    )
}
