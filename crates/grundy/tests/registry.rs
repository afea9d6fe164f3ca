//! Walks the registry: every game, alone and in sums, both conventions, against the verifier.

use grundy::core::{Limits, Outcome, Play, Value, Verdict};
use grundy::spec::{Files, parse_sum};
use grundy::{Error, GAMES, Question};

/// Trials that the verifier cannot search within the limits below.
const TOO_LARGE_TO_VERIFY: &[(&str, &str)] = &[];

fn question(position: &str, play: Play) -> Question {
    Question {
        play,
        limits: Limits {
            positions: 300_000,
            ..Limits::default()
        },
        files: Files::Deny,
        ..Question::new([position])
    }
}

/// The verdict, checked against the rules alone; `None` where it is too large to search.
fn checked(position: &str, play: Play) -> Option<Verdict> {
    let question = question(position, play);
    let verdict = match grundy::solve(&question) {
        Ok(verdict) => verdict,
        Err(Error::Limit { .. }) => return None,
        Err(error) => panic!(
            "{position}: {}",
            grundy::render::error::text(&error.report().error)
        ),
    };
    let verification = match grundy::verify(&question, &verdict) {
        Ok(verification) => verification,
        Err(Error::Limit { .. }) => return None,
        Err(error) => panic!(
            "{position}: {}",
            grundy::render::error::text(&error.report().error)
        ),
    };
    assert!(
        verification.complaints.is_empty(),
        "{position} {play:?} by {}: {:?}",
        verdict.method,
        verification.complaints
    );
    Some(verdict)
}

fn trials() -> impl Iterator<Item = &'static str> {
    GAMES
        .iter()
        .flat_map(|game| std::iter::once(game.example).chain(game.trials.iter().copied()))
}

#[test]
fn every_example_and_trial_is_solved_as_the_verifier_solves_it() {
    let mut too_large = Vec::new();
    for position in trials() {
        for play in [Play::Normal, Play::Misere] {
            if checked(position, play).is_none() {
                too_large.push((position, play.word()));
            }
        }
    }
    assert_eq!(too_large, TOO_LARGE_TO_VERIFY);
}

#[test]
fn every_example_survives_a_round_trip() {
    for position in trials() {
        let text = |position: &str| {
            let sum = parse_sum(&[position.to_owned()], Files::Deny, &Limits::default()).unwrap();
            sum.show(&sum.components)
        };
        let once = text(position);
        assert_eq!(text(&once), once, "{position}");
    }
}

#[test]
fn winning_moves_can_be_given_back_and_are_lost() {
    for position in trials() {
        for play in [Play::Normal, Play::Misere] {
            let Ok(verdict) = grundy::solve(&question(position, play)) else {
                continue;
            };
            for winning in verdict.winning_moves.iter().take(5) {
                let after = grundy::solve(&question(&winning.position, play)).unwrap();
                assert_eq!(
                    after.outcome,
                    Outcome::Lose,
                    "{position} → {}",
                    winning.position
                );
            }
        }
    }
}

#[test]
fn a_position_and_a_nim_heap_of_its_value_are_lost_together() {
    for position in trials() {
        let Some(verdict) = checked(position, Play::Normal) else {
            continue;
        };
        if let Some(Value::Finite(value)) = verdict.value
            && value.0 < 16
        {
            let sum = format!("{position} + nim:{value}");
            if let Some(verdict) = checked(&sum, Play::Normal) {
                assert_eq!(verdict.outcome, Outcome::Lose, "{sum}");
            }
        }
    }
}

#[test]
fn sums_of_different_games_are_solved_as_the_verifier_solves_them() {
    let small: Vec<&str> = GAMES
        .iter()
        .filter_map(|game| game.trials.iter().min_by_key(|trial| size(trial)))
        .copied()
        .collect();
    let mut too_large = Vec::new();
    for (at, first) in small.iter().enumerate() {
        for second in &small[at..] {
            for play in [Play::Normal, Play::Misere] {
                let sum = format!("{first} + {second}");
                if checked(&sum, play).is_none() {
                    too_large.push(format!("{sum} {}", play.word()));
                }
            }
        }
    }
    assert_eq!(too_large, Vec::<String>::new());
}

/// How many positions can be reached, or a lot.
fn size(position: &str) -> usize {
    let mut question = question(position, Play::Misere);
    question.limits.positions = 5_000;
    let Ok(verdict) = grundy::solve(&question) else {
        return usize::MAX;
    };
    let verification = grundy::verify(&question, &verdict);
    // The very smallest (no move at all) would test little.
    verification.map_or(usize::MAX, |found| match found.positions {
        0..=3 => 10_000,
        positions => positions,
    })
}
