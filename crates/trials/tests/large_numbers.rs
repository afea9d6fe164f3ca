//! Every number of every game's examples replaced by one at the end of its type: no panic, and no answer that the
//! verifier refutes; the same for rulesets in values, periods and quotients.

use std::time::Duration;

use grundy::spec::{Files, heap_rules};
use grundy::{GAMES, Question, periods};
use grundy_core::{Limits, Play};

const LARGE: [u64; 8] = [
    (1 << 32) - 1,
    1 << 32,
    (1 << 32) + 1,
    (1 << 63) - 1,
    1 << 63,
    u64::MAX - 2,
    u64::MAX - 1,
    u64::MAX,
];

fn limits() -> Limits {
    Limits {
        positions: 1_000,
        bytes: 32 << 20,
        threads: 1,
        ..Limits::default()
    }
    .within(Duration::from_millis(40))
}

/// The text with one of its numbers replaced, for each number and each large one.
fn twins(text: &str) -> Vec<String> {
    let bytes = text.as_bytes();
    let mut found = Vec::new();
    let mut at = 0;
    while at < bytes.len() {
        let length = bytes[at..]
            .iter()
            .take_while(|b| b.is_ascii_digit())
            .count();
        if length > 0 {
            let replaced = |large: &u64| format!("{}{large}{}", &text[..at], &text[at + length..]);
            found.extend(LARGE.iter().map(replaced));
        }
        at += length.max(1);
    }
    found
}

#[test]
fn large_numbers_never_give_an_answer_that_the_rules_refute() {
    let mut answered = 0;
    for text in GAMES.iter().flat_map(|game| twins(game.example)) {
        for play in [Play::Normal, Play::Misere] {
            let question = Question {
                play,
                explain: true,
                most_moves: 50,
                limits: limits(),
                files: Files::Deny,
                ..Question::new([&text])
            };
            let Ok(verdict) = grundy::solve(&question) else {
                continue;
            };
            answered += 1;
            let again = Question {
                limits: limits(),
                ..question
            };
            if let Ok(verification) = grundy::verify(&again, &verdict) {
                let complaints = verification.complaints;
                assert!(complaints.is_empty(), "{play:?} {text}: {complaints:?}");
            }
        }
    }
    assert!(answered > 100, "only {answered} questions were answered");
}

#[test]
fn rulesets_with_large_numbers_agree_with_their_small_twins() {
    // Below the large number, taking it is impossible.
    for large in LARGE {
        for small in ["2", "1,2", "1..5,8", "3,7"] {
            let (with, without) = (
                format!("subtract/{small},{large}"),
                format!("subtract/{small}"),
            );
            let values = |ruleset: &str| {
                let rules = heap_rules(ruleset).expect("a ruleset").rules;
                let mut values = grundy_sequence::Values::new(rules);
                let _ = values.extend(200, &Limits::default());
                values
                    .values()
                    .iter()
                    .take(200)
                    .copied()
                    .collect::<Vec<u32>>()
            };
            let (long, short) = (values(&with), values(&without));
            assert!(short.len() >= 100, "{without}");
            assert_eq!(long[..short.len()], short, "{with}");
            // Claims about all heaps must not come from the small ones alone.
            if let Ok(found) = periods::find(&with, 1_000, None, &limits(), &mut |_| {})
                && let Some(certificate) = found.certificate
            {
                panic!("{with}: {:?} from too few heaps", certificate.period);
            }
            let rules = heap_rules(&with).expect("a ruleset").rules;
            if let Ok(quotient) = grundy_misere::quotient(&rules, None, &limits()) {
                panic!(
                    "{with}: a quotient of order {} from too few heaps",
                    quotient.order()
                );
            }
        }
    }
}
