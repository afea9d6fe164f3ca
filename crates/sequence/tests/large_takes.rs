//! Takes at 2^32, 2^63, 2^64 - 1 and their neighbours: no heap in reach sees them, and no theorem may ignore them.

use grundy_core::{HeapRules, Limits, Nimber};
use grundy_sequence::{
    Engine, Observation, Period, Plain, Sparse, SparseSearch, Stream, Taking, Values,
    store::rules_key,
};

const LARGE: [u64; 9] = [
    (1 << 32) - 1,
    1 << 32,
    (1 << 32) + 1,
    (1 << 63) - 1,
    1 << 63,
    (1 << 63) + 1,
    u64::MAX - 2,
    u64::MAX - 1,
    u64::MAX,
];

/// Small rules of every kind: takes, splits in two and in three, unequal splits, none at all.
fn small_rules() -> Vec<Vec<(u64, u8)>> {
    vec![
        vec![],
        vec![(2, 3)],
        vec![(1, 3), (2, 3), (5, 2)],
        vec![(1, 7), (2, 7)],
        vec![(0, 4)],
        vec![(0, 12), (1, 3)],
        vec![(1, 15)],
    ]
}

fn first_values(rules: &HeapRules, count: u64) -> Vec<u32> {
    let mut values = Values::new(rules.clone());
    values.fill(count, &Limits::default()).unwrap();
    values.values().to_vec()
}

#[test]
fn a_take_beyond_every_heap_changes_no_value_and_lets_no_theorem_prove() {
    for small in small_rules() {
        let twin = HeapRules::new(small.clone());
        let expected = first_values(&twin, 400);
        for take in LARGE {
            for digit in [1, 2, 3, 4, 7, 8, 15] {
                let pairs = small.iter().copied().chain([(take, digit)]);
                let rules = HeapRules::new(pairs);
                let found = first_values(&rules, 400);
                assert_eq!(found, expected, "{rules}");
                assert_eq!(Period::find(&rules, &found), None, "{rules}");
                let seen = Observation::find(&found);
                assert_eq!(seen, Observation::find(&expected), "{rules}");
            }
        }
    }
}

#[test]
fn every_engine_resumes_with_a_take_beyond_every_heap() {
    for take in LARGE {
        let takes = HeapRules::new([(2, 3), (take, 3)]);
        let splits = HeapRules::new([(0, 4), (1, 3), (take, 7)]);
        let mut taking = Taking::new(takes.clone()).unwrap();
        let mut plain = Plain::new(splits.clone());
        let limits = Limits::default();
        let (mut first, mut second) = (Vec::new(), Vec::new());
        taking.produce_wide(100, &mut first, &limits).unwrap();
        plain.produce_wide(100, &mut second, &limits).unwrap();
        let mut taking = Taking::resume(takes.clone(), &taking.save()).unwrap();
        let mut plain = Plain::resume(splits.clone(), &plain.save()).unwrap();
        taking.produce_wide(100, &mut first, &limits).unwrap();
        plain.produce_wide(100, &mut second, &limits).unwrap();
        assert_eq!(first, first_values(&HeapRules::new([(2, 3)]), 200));
        let twin = HeapRules::new([(0, 4), (1, 3)]);
        assert_eq!(second, first_values(&twin, 200));
        assert!(Sparse::new(&splits).is_none() && SparseSearch::new(&splits).is_none());
    }
}

#[test]
fn several_large_takes_are_one_run_and_change_nothing() {
    let twin = first_values(&HeapRules::new([(2, 3)]), 300);
    let runs = HeapRules::new((u64::MAX - 4..=u64::MAX).chain([2]).map(|k| (k, 3)));
    assert_eq!(first_values(&runs, 300), twin);
}

#[test]
fn rules_that_differ_only_in_a_large_take_have_different_keys() {
    let key = |take: u64| rules_key(&HeapRules::new([(2, 3), (take, 3)]));
    for (at, take) in LARGE.iter().enumerate() {
        for other in &LARGE[..at] {
            assert_ne!(key(*take), key(*other));
        }
    }
}

#[test]
fn a_stream_ends_behind_the_largest_heap_there_is() {
    let kayles = HeapRules::with_tail(&[0, 7, 7], &[]);
    let limits = Limits::default();
    let mut values = Values::new(kayles.clone());
    for from in [(1 << 32) - 2, (1 << 63) - 2, u64::MAX - 3] {
        let mut stream = Stream::new(kayles.clone(), from);
        let mut read = Vec::new();
        while read.len() < 4 {
            stream.read(4, &mut read, &limits).unwrap();
        }
        let expected = (from..=from + 3).map(|heap| values.value(heap, &limits).unwrap());
        assert!(expected.eq(read.iter().map(|&v| Nimber(v.into()))));
        let is_last = from + 3 == u64::MAX;
        assert_eq!(stream.is_finished(), is_last);
        stream.read(4, &mut read, &limits).unwrap();
        assert_eq!(read.len(), if is_last { 4 } else { 8 });
    }
}
