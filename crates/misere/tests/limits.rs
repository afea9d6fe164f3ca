//! Every entry point with heavy questions keeps its limits: memory, time, cancellation.
//!
//! The allocator of this test fails once a question holds more than its limit and some slack; that
//! ends the test with the name of the question on stderr. A question that ignores its deadline
//! never ends. There is one test, because the allocator counts for the whole process.

use std::alloc::System;
use std::io::Write;
use std::sync::atomic::Ordering;
use std::time::Duration;

use cap::Cap;
use grundy_core::{HeapRules, Limits};
use grundy_misere::{
    CertifiedGame, Forms, GameClosure, Genera, Heaps, Outcomes, Quotient, TameHeaps, Union, check,
    quotient, quotient_of_union,
};

#[global_allocator]
static ALLOCATOR: Cap<System> = Cap::new(System, usize::MAX);

/// What a question may hold beyond its limit.
const SLACK: usize = 16 << 20;

/// Heaps that are split into very many: heap `n` into `copies` heaps of `n - 1`.
struct Shatter {
    copies: usize,
}

impl Heaps for Shatter {
    fn count(&self) -> Option<usize> {
        None
    }

    fn for_each_option(&self, heap: usize, visit: &mut dyn FnMut(&[usize]) -> bool) {
        if heap > 1 {
            visit(&vec![heap - 1; self.copies]);
        } else {
            visit(&[]);
        }
    }
}

type Question = (&'static str, Box<dyn Fn(&Limits) -> bool>);

fn code(digits: &[u8], cycle: &[u8]) -> HeapRules {
    HeapRules::with_tail(digits, cycle)
}

/// Questions that take seconds to forever; each tells whether it was answered.
fn questions() -> Vec<Question> {
    let mut questions: Vec<Question> = Vec::new();
    let games: [(&str, HeapRules); 7] = [
        ("0.07", code(&[0, 0, 7], &[])),
        ("0.6", code(&[0, 6], &[])),
        ("0.(7)", code(&[0], &[7])),
        ("0.(1)", code(&[0], &[1])),
        ("4.(f)", code(&[4], &[15])),
        ("grundy", code(&[4], &[]).unequal()),
        ("1 and 10^9", HeapRules::new([(1, 3), (1_000_000_000, 7)])),
    ];
    for (name, rules) in games {
        let ask = |ask: fn(&HeapRules, &Limits) -> bool| {
            let rules = rules.clone();
            (
                name,
                Box::new(move |limits: &Limits| ask(&rules, limits)) as _,
            )
        };
        questions.extend([
            ask(|rules, limits| quotient(rules, None, limits).is_ok()),
            ask(|rules, limits| quotient(rules, Some(u64::MAX), limits).is_ok()),
            ask(|rules, limits| {
                let sum = [1_000_000_000_000, 999, 998, 1000];
                Outcomes::new(rules).is_lost(&sum, limits).is_ok()
            }),
            ask(|rules, limits| {
                let sum = [1_644_416_624_271, 40];
                Genera::new(rules).of(&sum, limits).is_ok()
            }),
            ask(|rules, limits| Forms::new().of_heaps(rules, 1 << 40, limits).is_ok()),
            ask(|rules, limits| CertifiedGame::listed(rules, 1 << 40, limits).is_ok()),
            ask(|rules, limits| TameHeaps::new(rules).value(1 << 60, limits).is_ok()),
            ask(|rules, limits| {
                let union = Union::within(&[(rules, 1 << 50), (rules, 3)], limits);
                union.is_ok_and(|union| quotient_of_union(&union, limits).is_ok())
            }),
        ]);
    }
    questions.push((
        "nim forms",
        Box::new(|limits| Forms::new().nim(u32::MAX, limits).is_ok()),
    ));
    questions.push((
        "nim sums",
        Box::new(|limits| {
            let mut forms = Forms::new();
            let nim = |forms: &mut Forms| forms.nim(3000, limits);
            nim(&mut forms).is_ok_and(|heap| forms.sum(heap, heap, limits).is_ok())
        }),
    ));
    for copies in [2, 1000, 100_000] {
        let shatter = move || Shatter { copies };
        questions.push((
            "shatter",
            Box::new(move |limits| Outcomes::new(&shatter()).is_lost(&[1000], limits).is_ok()),
        ));
        questions.push((
            "shatter",
            Box::new(move |limits| Genera::new(&shatter()).of(&[1000], limits).is_ok()),
        ));
    }
    questions.push((
        "games",
        Box::new(|limits| {
            let games = GameClosure::parse("1000").unwrap();
            grundy_misere::quotient_of(&games, Default::default(), limits).is_ok()
        }),
    ));
    questions.push(("check", check_large()));
    questions
}

/// Checking a quotient of 520 elements.
fn check_large() -> Box<dyn Fn(&Limits) -> bool> {
    let rules = code(&[0, 0, 7], &[]);
    let found: Quotient = quotient(&rules, Some(31), &Limits::default()).unwrap();
    Box::new(move |limits| check(&rules, &found, limits).is_ok())
}

/// Limits that heavy questions reach soon.
fn limits() -> Vec<(&'static str, Limits)> {
    let soon = Duration::from_millis(50);
    let bytes = |bytes: u64| Limits {
        bytes,
        ..Limits::default()
    };
    let cancelled = bytes(64 << 20);
    cancelled.cancel.store(true, Ordering::Relaxed);
    vec![
        ("cancelled", cancelled),
        ("no bytes", bytes(0).within(soon)),
        ("1 MB", bytes(1 << 20).within(Duration::from_millis(300))),
        ("32 MB", bytes(32 << 20).within(Duration::from_millis(300))),
        ("50 ms", bytes(1 << 30).within(soon)),
    ]
}

#[test]
fn every_question_ends_within_its_limits() {
    let mut unanswered = 0;
    for (name, ask) in questions() {
        for at in 0..limits().len() {
            // The deadline begins to run here.
            let (limit, limits) = limits().swap_remove(at);
            let mut stderr = std::io::stderr();
            writeln!(stderr, "{name}, {limit}").unwrap();
            let most = ALLOCATOR.allocated() + limits.bytes as usize + SLACK;
            ALLOCATOR.set_limit(most).unwrap();
            unanswered += u32::from(!ask(&limits));
            ALLOCATOR.set_limit(usize::MAX).unwrap();
        }
    }
    // A few questions are answered at once, most are not.
    assert!(unanswered > 100, "{unanswered}");
}
