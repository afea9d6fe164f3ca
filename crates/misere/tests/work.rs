//! A budget of work decides the same way whatever the clock says.

use std::time::Duration;

use grundy_core::{HeapRules, Limits};
use grundy_misere::{
    GameClosure, QuotientSearchRequest, Stopped, Work, quotient_of_with_work, search_with_work,
};

/// How far the budget goes: the largest heap, the order, and what ended the search.
fn outcome(rules: &HeapRules, steps: u64, limits: &Limits) -> (u64, usize, Option<Stopped>) {
    let found = search_with_work(
        rules,
        QuotientSearchRequest::default(),
        Work { steps },
        limits,
        &mut |_| (),
    );
    match found {
        Ok(quotient) => (quotient.largest_heap(), quotient.order(), None),
        Err(error) => {
            let partial = &error.partial;
            (partial.largest_heap(), partial.order(), Some(error.stopped))
        }
    }
}

#[test]
fn the_same_question_is_always_decided_in_the_same_way() {
    let no_hurry = Limits::default();
    let some_hurry = Limits::default().within(Duration::from_secs(3600));
    for digits in [&[0, 7, 7][..], &[0, 0, 7], &[0, 6], &[0, 3, 4], &[0, 1, 4]] {
        let rules = HeapRules::with_tail(digits, &[]);
        let mut reached = 0;
        for steps in [0, 1, 1000, 30_000, 1_000_000, 20_000_000] {
            let found = outcome(&rules, steps, &no_hurry);
            assert_eq!(
                found,
                outcome(&rules, steps, &some_hurry),
                "{rules}: {steps}"
            );
            assert!(
                found
                    .2
                    .is_none_or(|stopped| stopped == Stopped::Work { limit: steps })
            );
            assert!(found.0 >= reached, "more work reaches at least as far");
            reached = found.0;
        }
    }
}

#[test]
fn a_quotient_is_found_with_exactly_the_steps_that_it_needs() {
    let rules = HeapRules::with_tail(&[0, 7, 7], &[]);
    let limits = Limits::default();
    let (mut enough, mut too_few) = (1u64 << 40, 0);
    while enough - too_few > 1 {
        let middle = too_few + (enough - too_few) / 2;
        if outcome(&rules, middle, &limits).2.is_none() {
            enough = middle;
        } else {
            too_few = middle;
        }
    }
    assert_eq!(outcome(&rules, enough, &limits).1, 40);
    let stopped = Some(Stopped::Work { limit: enough - 1 });
    assert_eq!(outcome(&rules, enough - 1, &limits).2, stopped);
}

#[test]
fn families_of_games_have_a_budget_as_well() {
    let games = GameClosure::parse("200").unwrap();
    let work = Work { steps: 100_000 };
    let found = quotient_of_with_work(
        &games,
        QuotientSearchRequest::default(),
        work,
        &Limits::default(),
    );
    assert_eq!(found.unwrap_err().stopped, Stopped::Work { limit: 100_000 });
}

#[test]
fn the_table_holds_all_products() {
    let rules = HeapRules::with_tail(&[0, 7, 7], &[]);
    let quotient = grundy_misere::quotient(&rules, None, &Limits::default()).unwrap();
    let (order, table) = (quotient.order(), quotient.table());
    assert_eq!(table.len(), order * order);
    for x in quotient.elements() {
        for y in quotient.elements() {
            let product = quotient.product(x, y).index();
            assert_eq!(usize::from(table[x.index() * order + y.index()]), product);
        }
    }
}
