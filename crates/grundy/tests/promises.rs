//! Theory only saves work: every game solved with each promise taken away gives the same answers.

use std::collections::BTreeSet;

use grundy::GAMES;
use grundy::core::{Limits, MoveReport, Outcome, Play, Value};
use grundy::spec::{Files, parse_sum};
use grundy_positions::Promise;
use grundy_solve::{Request, SolveError, solve};

/// What may not depend on theory.
#[derive(Debug, PartialEq)]
struct Answer {
    outcome: Outcome,
    value: Option<Value>,
    winning: BTreeSet<String>,
    moves: Option<u128>,
}

/// The answer without some promises; `None` where the rules alone need more than a small search.
fn answer(position: &str, play: Play, without: &[Promise]) -> Option<Answer> {
    let mut sum = parse_sum(&[position.to_owned()], Files::Deny, &Limits::default()).unwrap();
    for game in &mut sum.games {
        for &promise in without {
            game.forget(promise);
        }
    }
    let request = Request {
        play,
        limits: Limits {
            positions: 30_000,
            ..Limits::default()
        },
        ..Request::default()
    };
    let verdict = match solve(&mut sum, &request) {
        Ok(verdict) => verdict,
        Err(SolveError::Limit { .. }) => return None,
        Err(error) => panic!("{position}: {error:?}"),
    };
    let key = |winning: &MoveReport| {
        let mut sum = parse_sum(
            std::slice::from_ref(&winning.position),
            Files::Deny,
            &Limits::default(),
        )
        .unwrap();
        let key = sum.key(&sum.components.clone());
        sum.show(&key)
    };
    Some(Answer {
        outcome: verdict.outcome,
        value: verdict.value,
        winning: verdict.winning_moves.iter().map(key).collect(),
        moves: verdict.moves,
    })
}

#[test]
fn answers_do_not_depend_on_any_promise() {
    let (mut compared, mut too_large) = (0, BTreeSet::new());
    for game in GAMES.iter() {
        let texts = std::iter::once(&game.example).chain(game.trials);
        for position in texts {
            for play in [Play::Normal, Play::Misere] {
                let with_all = answer(position, play, &[]);
                let one_each = Promise::ALL.iter().map(std::slice::from_ref);
                for without in one_each.chain([&Promise::ALL[..]]) {
                    let Some(mut bare) = answer(position, play, without) else {
                        too_large.insert(*position);
                        continue;
                    };
                    let Some(full) = &with_all else {
                        panic!("{position}: promises make it harder");
                    };
                    // A value that only a search finds is not missing where a rule gives the outcome alone.
                    if full.value.is_none() {
                        bare.value = None;
                    }
                    if bare.value.is_none() && full.value.is_some() {
                        bare.value.clone_from(&full.value);
                    }
                    assert_eq!(&bare, full, "{position} {play:?} without {without:?}");
                    compared += 1;
                }
            }
        }
    }
    println!("{compared} answers compared; too large without theory: {too_large:?}");
    assert!(compared > 2_000, "{compared}");
}
