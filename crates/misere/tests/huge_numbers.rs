//! Takes at the edges of the number types: a take that is larger than every heap is no take.
//!
//! Each game with a huge take is compared with its small twin, the same game without that take,
//! on all heaps below the take, and with a hand proof on the heaps at the take.

use grundy_core::{HeapRules, Limits, Outcome};
use grundy_misere::{
    Genera, Outcomes, Quotient, QuotientSearchRequest, TameHeaps, check, quotient, search,
};

/// Numbers at which an unchecked sum or product wraps, and their neighbours.
fn huge() -> Vec<u64> {
    let mut numbers = Vec::new();
    for edge in [1u64 << 32, 1 << 63] {
        numbers.extend([edge - 2, edge - 1, edge, edge + 1, edge + 2]);
    }
    numbers.extend((0..16).map(|less| u64::MAX - less));
    numbers.extend([u64::MAX / 2, u64::MAX / 3, u64::MAX / 3 + 1]);
    numbers
}

/// Small games: takes with their digits.
fn bases() -> Vec<Vec<(u64, u8)>> {
    vec![
        vec![],
        vec![(1, 3)],
        vec![(2, 3)],
        vec![(1, 3), (2, 3)],
        vec![(2, 3), (5, 3)],
        vec![(1, 7), (2, 7)],
        vec![(1, 1), (2, 2), (3, 3)],
    ]
}

/// The quotient to heap 30, or as far as 100 elements go.
fn to_30(rules: &HeapRules) -> Quotient {
    let request = QuotientSearchRequest {
        up_to: Some(30),
        max_order: Some(100),
        ..QuotientSearchRequest::default()
    };
    search(rules, request, &Limits::default(), &mut |_| ()).unwrap_or_else(|error| *error.partial)
}

#[test]
fn a_take_beyond_every_heap_changes_no_heap() {
    let limits = Limits::default();
    for base in bases() {
        let small = HeapRules::new(base.iter().copied());
        let twin = to_30(&small);
        for take in huge() {
            for digit in [1, 2, 3, 7, 15] {
                let rules = HeapRules::new(base.iter().copied().chain([(take, digit)]));
                let found = to_30(&rules);
                // A period cannot be proved before heaps as large as the take were computed.
                assert_eq!(found.period(), None, "{rules}");
                assert_eq!(found.largest_heap(), twin.largest_heap().max(30), "{rules}");
                assert!(found.phi(take).is_none(), "{rules}");
                for heap in 0..=twin.largest_heap().min(30) {
                    let outcome = found.outcome(&[heap]);
                    assert_eq!(outcome, twin.outcome(&[heap]), "{rules}: {heap}");
                }
                check(&rules, &found, &limits).unwrap_or_else(|wrong| panic!("{rules}: {wrong}"));
            }
        }
    }
}

#[test]
fn search_and_genera_and_the_tame_rule_agree_with_the_small_twin() {
    let limits = Limits::default();
    for base in bases() {
        let small = HeapRules::new(base.iter().copied());
        for take in huge() {
            let rules = HeapRules::new(base.iter().copied().chain([(take, 3)]));
            let (mut outcomes, mut plain) = (Outcomes::new(&rules), Outcomes::new(&small));
            let (mut genera, mut plain_genera) = (Genera::new(&rules), Genera::new(&small));
            let (mut tame, mut plain_tame) = (TameHeaps::new(&rules), TameHeaps::new(&small));
            for heap in 0..=8 {
                let sum = [heap, 8 - heap];
                assert_eq!(
                    outcomes.is_lost(&sum, &limits),
                    plain.is_lost(&sum, &limits)
                );
                assert_eq!(genera.of(&sum, &limits), plain_genera.of(&sum, &limits));
                let value = tame.value(heap as u64, &limits);
                assert_eq!(
                    value,
                    plain_tame.value(heap as u64, &limits),
                    "{rules}: {heap}"
                );
            }
        }
    }
}

#[test]
fn the_heap_that_is_just_the_only_take_is_never_called_won_by_a_proof() {
    // One move takes everything, and the player who makes the last move loses.
    for take in huge() {
        let rules = HeapRules::new([(take, 3)]);
        let found = to_30(&rules);
        assert_ne!(found.outcome(&[take]), Some(Outcome::Win), "{take}");
        let tame = TameHeaps::new(&rules)
            .value(take, &Limits::default())
            .unwrap();
        assert!(tame.is_none_or(|value| value.is_lost()), "{take}");
    }
}

#[test]
fn a_small_take_beside_a_huge_one_has_the_outcomes_of_the_small_game() {
    // Taking 2: heaps 2 and 3 are lost, and then every fourth and the next.
    let rules = HeapRules::new([(2, 3), (u64::MAX - 1, 3)]);
    let found = quotient(&rules, Some(12), &Limits::default()).unwrap();
    let lost: Vec<u64> = (0..=12)
        .filter(|&heap| found.outcome(&[heap]) == Some(Outcome::Lose))
        .collect();
    assert_eq!(lost, [2, 3, 6, 7, 10, 11]);
}
