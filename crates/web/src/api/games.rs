//! `/api/games`: what can be played.

use std::sync::Arc;

use axum::Router;
use axum::extract::Path;
use axum::response::Response;
use axum::routing::get;
use serde_json::{Value, json};

use super::schema::{array, object};
use crate::endpoint;
use crate::failure::Failure;
use crate::lanes::Lanes;
use crate::openapi::OpenApi;

/// Adds the list and the single game.
pub(super) fn add(router: Router<Arc<Lanes>>, description: &mut OpenApi) -> Router<Arc<Lanes>> {
    let list = object(json!({"schema": {"const": 1}, "games": array(game_schema())}));
    description.get("/api/games", "Every game", json!([]), list.clone());
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
        .route("/api/games", get(all).fallback(get_only))
        .route("/api/games/{name}", get(one).fallback(get_only))
}

fn game_schema() -> Value {
    let text = json!({"type": "string"});
    object(json!({
        "name": text, "aliases": array(text.clone()), "summary": text, "rules": text,
        "notation": text, "parameters": {"type": ["string", "null"]}, "example": text,
        "theory": text, "source": text,
    }))
}

async fn all() -> Response {
    endpoint::json(grundy::games_json(grundy::GAMES))
}

async fn one(
    name: Result<Path<String>, axum::extract::rejection::PathRejection>,
) -> Result<Response, Failure> {
    let Path(name) = name.map_err(|_| Failure::malformed("the name is not UTF-8 text", None))?;
    let game = grundy::game_info(&name).map_err(|error| Failure::from(error).not_found())?;
    Ok(endpoint::json(grundy::games_json(&[game])))
}
