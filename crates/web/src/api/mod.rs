//! The endpoints: a file each family, one line each here.

mod board;
mod games;
mod graph;
mod play;
mod plot;
mod position;
mod pursuit;
mod quotient;
mod rules;
mod sequence;
mod solve;

use std::sync::Arc;

use axum::Router;
use axum::extract::Request;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use grundy::core::Limits;
use serde_json::Value;

use crate::endpoint::{self, Answerers, Endpoint};
use crate::failure::Failure;
use crate::openapi::OpenApi;

/// Routes, their description, and the bare answers, which grow together so that none can be
/// forgotten.
struct Api {
    router: Router<Arc<Answerers>>,
    description: OpenApi,
    answers: Vec<(&'static str, Answer)>,
}

/// The answer to a request, without a server around it.
pub(crate) type Answer = fn(&Value, &Limits) -> Result<String, Failure>;

impl Api {
    fn post<E: Endpoint>(mut self) -> Api {
        self.description.post::<E>();
        self.answers.push((E::PATH, endpoint::answer_text::<E>));
        let allowed = || only("POST");
        self.router = self
            .router
            .route(E::PATH, post(endpoint::handle::<E>).fallback(allowed));
        self
    }
}

/// Every endpoint.
fn endpoints() -> Api {
    Api {
        router: Router::new(),
        description: OpenApi::new(),
        answers: Vec::new(),
    }
    .post::<solve::Solve>()
    .post::<solve::Analyse>()
    .post::<board::ShowBoard>()
    .post::<board::FindTouched>()
    .post::<board::Walk>()
    .post::<play::Reply>()
    .post::<play::Review>()
    .post::<sequence::Values>()
    .post::<sequence::FindPeriod>()
    .post::<plot::Plot>()
    .post::<graph::SolveGraph>()
    .post::<pursuit::Watch>()
    .post::<pursuit::TakeTurn>()
    .post::<rules::LookAtRules>()
    .post::<quotient::MisereQuotient>()
}

/// What answers the requests to this path.
pub(crate) fn answer_of(path: &str) -> Option<Answer> {
    let answers = endpoints().answers;
    let known = answers.iter().find(|(known, _)| *known == path);
    known.map(|(_, answer)| *answer)
}

/// Everything under `/api`.
pub(crate) fn routes(answerers: Arc<Answerers>) -> Router {
    let Api {
        mut router,
        mut description,
        ..
    } = endpoints();
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
