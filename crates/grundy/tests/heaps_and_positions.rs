//! Games whose positions are not the heaps of their rules: every function that takes a ruleset translates or refuses.

use grundy::conjectures::{self, CheckRequest, ClaimText};
use grundy::core::{Limits, Outcome, Play, Value};
use grundy::judge::JudgeProgram;
use grundy::lines::Lines;
use grundy::quotients::{self, CheckedQuotientRequest};
use grundy::spec::{Files, heap_rules};
use grundy::{GAMES, periods, sequences};

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

#[test]
fn every_genus_agrees_with_misere_search_or_is_refused() {
    for ruleset in rulesets() {
        let Ok((report, _)) = quotients::genera_to(&ruleset, TO, &limits()) else {
            continue;
        };
        for (n, value) in report.misere_nim_values.iter().enumerate() {
            let Some((outcome, _)) = solved(&ruleset, n as u64, Play::Misere) else {
                continue;
            };
            assert_eq!(*value == 0, outcome == Outcome::Lose, "{ruleset}:{n}");
        }
    }
}

#[test]
fn every_judge_program_gets_the_values_of_solve_or_a_refusal() {
    for ruleset in rulesets() {
        let source = format!(
            "def judge(text):\n    return [str(v) for v in nim_values('{ruleset}', {TO})]\n"
        );
        let program = JudgeProgram::load("t.star", &source, &limits()).unwrap();
        let Ok(values) = program.run("") else {
            continue;
        };
        for (n, value) in values.lines().enumerate() {
            let known = solved(&ruleset, n as u64, Play::Normal);
            if let Some((_, Some(Value::Finite(known)))) = known {
                assert_eq!(value, known.0.to_string(), "{ruleset}:{n}");
            }
        }
    }
}

/// `check` holds what `solve` says, and refutes the opposite.
#[test]
fn every_checked_claim_agrees_with_solve_or_is_refused() {
    // Boards and graphs take minutes here; they are no heaps of any rules.
    for ruleset in rulesets()
        .into_iter()
        .filter(|name| heap_rules(name).is_ok())
    {
        for play in [Play::Normal, Play::Misere] {
            let known = (0..=TO).map(|n| solved(&ruleset, n, play));
            let known: Vec<Option<bool>> = known
                .map(|one| one.map(|(outcome, _)| outcome == Outcome::Lose))
                .collect();
            let lost = (0..).zip(&known).filter(|(_, lost)| **lost == Some(true));
            let lost: Vec<u64> = lost.map(|(n, _)| n).collect();
            for (claim, holds) in [
                (format!("n in {lost:?}"), true),
                (format!("n not in {lost:?}"), false),
            ] {
                let request = CheckRequest {
                    to: Some(TO),
                    claim: Some(ClaimText::Lose(claim.clone())),
                    play,
                    limits: limits(),
                    ..CheckRequest::new(&ruleset)
                };
                let Ok(checked) = conjectures::check(&request, Files::Deny) else {
                    continue;
                };
                if known.iter().all(Option::is_some) {
                    assert_eq!(checked.all_hold(), holds, "{ruleset}: {claim} {play:?}");
                }
            }
        }
    }
}

#[test]
fn every_period_agrees_with_solve_or_is_refused() {
    for ruleset in rulesets() {
        let found = periods::find(&ruleset, 300, None, &limits(), &mut |_| {});
        let Some(certificate) = found.ok().and_then(|found| found.certificate) else {
            continue;
        };
        let period = certificate.period;
        for n in period.preperiod..period.preperiod + TO {
            let value = |n| match solved(&ruleset, n, Play::Normal)?.1? {
                Value::Finite(value) => Some(value.0),
                _ => None,
            };
            if let (Some(here), Some(later)) = (value(n), value(n + period.period)) {
                assert_eq!(here + u128::from(period.saltus), later, "{ruleset}:{n}");
            }
        }
    }
}
