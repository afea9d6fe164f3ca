//! What the playground asks, and the answers, without a server: the HTTP door and the one in a page open on this room.
//!
//! A question is a name and a JSON object; an answer is the object that the command line prints, too. A file for
//! each family, a line each in [`visit_all`].

mod board;
mod endpoint;
mod graph;
mod play;
mod plot;
mod position;
mod pursuit;
mod quotient;
mod refusal;
mod rules;
mod sequence;
mod solve;

use grundy::Error;
use grundy::core::Limits;
use grundy::games_report;
use grundy::report::to_json;
use serde_json::Value;

pub use endpoint::{Endpoint, answer_as, read};
pub use refusal::Refusal;

/// The name of the question for the list of games; with `/` and a name behind it, of that for a single one.
pub const GAMES: &str = "/api/games";

/// Somebody who wants to see every endpoint.
pub trait Visitor {
    /// Sees one.
    fn visit<E: Endpoint>(&mut self);
}

/// Shows every endpoint.
pub fn visit_all(visitor: &mut impl Visitor) {
    visitor.visit::<solve::Solve>();
    visitor.visit::<solve::Analyse>();
    visitor.visit::<board::ShowBoard>();
    visitor.visit::<board::FindTouched>();
    visitor.visit::<board::Walk>();
    visitor.visit::<play::Reply>();
    visitor.visit::<play::Review>();
    visitor.visit::<sequence::Values>();
    visitor.visit::<sequence::FindPeriod>();
    visitor.visit::<plot::Plot>();
    visitor.visit::<graph::SolveGraph>();
    visitor.visit::<pursuit::Watch>();
    visitor.visit::<pursuit::TakeTurn>();
    visitor.visit::<rules::LookAtRules>();
    visitor.visit::<quotient::MisereQuotient>();
}

/// The answer to a question as JSON.
///
/// # Errors
///
/// If there is no such question, the request is not one, or the answer cannot be had.
pub fn answer(path: &str, request: &Value, limits: &Limits) -> Result<String, Refusal> {
    if path == GAMES {
        return Ok(games());
    }
    if let Some(name) = path
        .strip_prefix(GAMES)
        .and_then(|rest| rest.strip_prefix('/'))
    {
        return Ok(game(name)?);
    }
    let mut finder = Finder {
        path,
        request,
        limits,
        found: None,
    };
    visit_all(&mut finder);
    finder.found.unwrap_or(Err(Refusal::Unknown))
}

/// Every game.
pub fn games() -> String {
    to_json(&games_report(&grundy::GAMES))
}

/// One game, by name, alias or code.
///
/// # Errors
///
/// If there is none.
pub fn game(name: &str) -> Result<String, Error> {
    Ok(to_json(&games_report(&[grundy::game_info(name)?])))
}

/// Answers at the endpoint with this path.
struct Finder<'a> {
    path: &'a str,
    request: &'a Value,
    limits: &'a Limits,
    found: Option<Result<String, Refusal>>,
}

impl Visitor for Finder<'_> {
    fn visit<E: Endpoint>(&mut self) {
        if E::PATH == self.path {
            let request = read::<E>(self.request);
            let answer = request.and_then(|request| Ok(answer_as::<E>(&request, self.limits)?));
            self.found = Some(answer);
        }
    }
}
