//! Games whose positions are not the heaps of their rules: every function that takes a ruleset translates or refuses.

use grundy::core::{Limits, Outcome, Play, Value};
use grundy::lines::Lines;
use grundy::quotients::{self, CheckedQuotientRequest};
use grundy::spec::{Files, heap_rules};
use grundy::{GAMES, sequences};

const TO: u64 = 8;

/// The rulesets of all games: names, those of examples, and some codes.
fn rulesets() -> Vec<String> {
    let mut names: Vec<String> = ["0.77", "0.007", "0.137", "4.(3)"]
        .map(String::from)
        .to_vec();
    for game in GAMES.iter() {
        names.push(game.name.to_owned());
        if let Some((ruleset, _)) = game.example.split_once(':') {
            names.push(ruleset.to_owned());
        }
    }
    names.sort();
    names.dedup();
    names
}

/// Enough for every small position; what needs more (Sprouts) is left out.
fn limits() -> Limits {
    Limits {
        positions: 20_000,
        ..Limits::default()
    }
}

fn solved(ruleset: &str, n: u64, play: Play) -> Option<(Outcome, Option<Value>)> {
    let mut lines = Lines::new(play, Files::Deny, limits());
    lines.outcome_and_value(&format!("{ruleset}:{n}")).ok()
}

#[test]
fn every_sequence_agrees_with_solve_or_is_refused() {
    for ruleset in rulesets() {
        let Ok(mut sequence) = sequences::open(&ruleset, 0, Files::Deny, &limits()) else {
            continue;
        };
        let mut values = Vec::new();
        while values.len() as u64 <= TO {
            let most = (TO + 1) as usize - values.len();
            if sequence.read(most, &mut values, &limits()).is_err() {
                break;
            }
        }
        for (n, value) in values.iter().enumerate() {
            let Some((_, Some(Value::Finite(known)))) = solved(&ruleset, n as u64, Play::Normal)
            else {
                continue;
            };
            assert_eq!(u128::from(*value), known.0, "{ruleset}:{n}");
        }
    }
}

#[test]
fn every_heap_game_has_the_positions_of_its_rules() {
    let mut refused = Vec::new();
    for ruleset in rulesets() {
        let Ok(named) = heap_rules(&ruleset) else {
            refused.push(ruleset);
            continue;
        };
        let mut values = grundy::sequence::Values::new(named.rules);
        for n in 0..=TO {
            let value = values.value(n, &limits()).unwrap();
            let (_, known) = solved(&ruleset, n, Play::Normal).unwrap();
            assert_eq!(known, Some(Value::Finite(value)), "{ruleset}:{n}");
        }
    }
    assert!(refused.contains(&"treblecross".to_owned()), "{refused:?}");
}

#[test]
fn every_quotient_agrees_with_misere_search_or_is_refused() {
    for ruleset in rulesets() {
        let request = CheckedQuotientRequest {
            up_to: Some(TO),
            ..CheckedQuotientRequest::default()
        };
        let Ok(found) = quotients::quotient(&ruleset, &request, &mut |_| ()) else {
            continue;
        };
        for n in 0..=TO {
            let (outcome, _) = solved(&ruleset, n, Play::Misere).unwrap();
            let by_quotient = found.quotient.outcome(&[n]);
            assert_eq!(by_quotient, Some(outcome), "{ruleset}:{n}");
        }
    }
}
