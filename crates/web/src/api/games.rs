//! `/api/games`: what can be played.

use std::sync::Arc;

use axum::Router;
use axum::extract::Path;
use axum::routing::get;
use grundy::report::GamesReport;
use serde_json::json;

use crate::endpoint::{self, Answerers};
use crate::failure::Failure;
use crate::held::Answer;
use crate::openapi::{OpenApi, reference};

/// Adds the list and the single game.
pub(super) fn add(
    router: Router<Arc<Answerers>>,
    description: &mut OpenApi,
) -> Router<Arc<Answerers>> {
    let list = reference::<GamesReport>();
    description.get(grundy_api::GAMES, "Every game", json!([]), list.clone());
    let name = json!([{
        "name": "name", "in": "path", "required": true, "schema": {"type": "string", "minLength": 1},
        "example": "kayles",
    }]);
    description.get(
        "/api/games/{name}",
        "One game, by name, alias or code",
        name,
        list,
    );
    let get_only = || super::only("GET, HEAD");
    router
        .route(grundy_api::GAMES, get(all).fallback(get_only))
        .route("/api/games/{name}", get(one).fallback(get_only))
}

async fn all() -> Answer {
    endpoint::json(grundy_api::games())
}

async fn one(
    name: Result<Path<String>, axum::extract::rejection::PathRejection>,
) -> Result<Answer, Failure> {
    let Path(name) = name.map_err(|_| Failure::malformed("the name is not UTF-8 text", None))?;
    let game = grundy_api::game(&name).map_err(|error| Failure::from(error).not_found())?;
    Ok(endpoint::json(game))
}
