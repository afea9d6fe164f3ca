//! `/api/rules`: rules that somebody is writing, looked at.

use grundy::Error;
use grundy::conjectures::CheckedConjecture;
use grundy::core::Limits;
use grundy::own_rules;
use grundy::report::{RulesClaim, RulesReport, RulesRequest, SchemaVersion};
use serde_json::{Value, json};

use crate::Endpoint;

/// Claims are tested up to this size.
const CLAIMS_TO: u64 = 200;

/// What the rules are, and whether their claims hold.
pub(crate) enum LookAtRules {}

impl Endpoint for LookAtRules {
    const PATH: &'static str = "/api/rules";
    const SUMMARY: &'static str =
        "Rules in Starlark: whether they run, and whether their claims hold";
    type Request = RulesRequest;
    type Report = RulesReport;

    fn example() -> Value {
        json!({"rules": "def moves(n):\n    return [n - k for k in [1, 2] if k <= n]\n"})
    }

    fn answer(asked: &RulesRequest, limits: &Limits) -> Result<RulesReport, Error> {
        let own = own_rules::look_at(&asked.rules, CLAIMS_TO, limits)?;
        let claims = own.claims.iter().flat_map(|checked| &checked.conjectures);
        Ok(RulesReport {
            schema: SchemaVersion,
            about: about(&asked.rules).map(str::to_owned),
            start: own.start,
            has_two_players: own.has_two_players,
            claims: claims.map(claim).collect(),
        })
    }
}

fn claim(claim: &CheckedConjecture) -> RulesClaim {
    let text = match &claim.counterexample {
        None => format!("holds on all {} positions tested", claim.positions),
        Some(wrong) => format!(
            "wrong at {}: claimed {}, truth {}; {}",
            wrong.position, wrong.claimed, wrong.truth, wrong.reason
        ),
    };
    RulesClaim {
        claim: claim.property.to_string(),
        holds: claim.counterexample.is_none(),
        text,
    }
}

/// The text that the rules begin with, if they say what they are.
fn about(source: &str) -> Option<&str> {
    let text = source.trim_start();
    let quote = ["\"\"\"", "'''", "\"", "'"]
        .into_iter()
        .find(|quote| text.starts_with(quote))?;
    let inner = &text[quote.len()..];
    let end = inner.find(quote)?;
    Some(inner[..end].trim()).filter(|words| !words.is_empty())
}

#[cfg(test)]
mod tests {
    use super::about;

    #[test]
    fn rules_say_what_they_are_in_their_first_string() {
        assert_eq!(
            about("\n\"\"\"Take two.\"\"\"\ndef moves"),
            Some("Take two.")
        );
        assert_eq!(about("'x'"), Some("x"));
        assert_eq!(about("def moves(n): 'x'"), None);
        assert_eq!(about("\"\"\"never closed"), None);
    }
}
