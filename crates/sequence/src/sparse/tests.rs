//! The engine against the definition, and made to fail in every way it can.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use super::*;

fn code(text: &str) -> HeapRules {
    let digits: Vec<u8> = text
        .chars()
        .filter(|&c| c != '.')
        .map(|c| c.to_digit(16).expect("a digit") as u8)
        .collect();
    HeapRules::with_tail(&digits, &[])
}

fn grundys_game() -> HeapRules {
    HeapRules::new([(0, 4)]).unequal()
}

fn limits(threads: usize) -> Limits {
    Limits {
        threads,
        ..Limits::default()
    }
}

/// The first values, one heap at a time, with a mask that calls half of everything rare.
fn by_definition(rules: &HeapRules, count: usize) -> Vec<u16> {
    let shape = Shape::new(rules).expect("splits");
    let mask = Mask {
        bits: 1,
        position: None,
    };
    let (mut past, mut marks) = (Past::new(mask, vec![0]), Marks::new());
    while past.n() < count as u64 {
        let value = scalar::next_value(&shape, &past, &mut marks, &limits(1));
        past.push(value.expect("no limit"));
    }
    (0..count as u64).map(|at| past.value(at)).collect()
}

fn produce(engine: &mut Sparse, count: usize, threads: usize) -> Vec<u16> {
    let mut values = Vec::new();
    engine
        .produce(count, &mut values, &limits(threads))
        .expect("no limit");
    values
}

/// The engine in the fast lane after `values`, under any mask and with any memory.
fn forced(rules: &HeapRules, mask: Mask, values: &[u16], keep: u64) -> Sparse {
    let shape = Shape::new(rules).expect("splits");
    let past = Past::new(mask, values.to_vec());
    let mut engine = Sparse::after(shape, Past::new(mask, vec![0]));
    let narrow = Narrow::new(&engine.shape, &past, keep).expect("codes fit");
    engine.lane = Lane::Narrow(Box::new(narrow));
    engine.keep = keep;
    engine.delivered = values.len() as u64;
    engine.next_look = NEVER;
    engine
}

#[test]
fn a_value_with_a_new_highest_bit_changes_the_mask_at_once() {
    // Heap 26,376 of 0.034 is the first with a value of nine bits.
    let rules = code("0.034");
    let mut engine = Sparse::new(&rules).expect("splits");
    let mut values = produce(&mut engine, 26_376, 1);
    assert!(values.iter().all(|&value| value < 0x100));
    values.extend(produce(&mut engine, 24, 1));
    assert!(values[26_376] >= 0x100);
    let mut histogram = mask::Histogram::default();
    for (n, &value) in (0..).zip(&values) {
        histogram.add(n, value);
    }
    let (best, rares) = histogram.best_mask(engine.shape.split_parity());
    let stats = engine.stats();
    assert_eq!((best.bits, stats.mask), (0x1ff, Some(0x1ff)));
    assert_eq!(stats.rare_count, Some(rares));
    assert_eq!(values, by_definition(&rules, values.len()));
}

#[test]
fn the_mask_that_is_told_is_the_best_for_the_values_so_far() {
    for (game, counts) in [
        ("0.224", [700, 3000, 12_345]),
        ("0.105", [5, 100, 5000]),
        ("0.007", [1, 900, 20_000]),
    ] {
        let rules = code(game);
        let values = by_definition(&rules, counts[2]);
        for count in counts {
            let mut engine = Sparse::new(&rules).expect("splits");
            produce(&mut engine, count, 1);
            let mut histogram = mask::Histogram::default();
            for (n, &value) in (0..).zip(&values[..count]) {
                histogram.add(n, value);
            }
            let (best, rares) = histogram.best_mask(engine.shape.split_parity());
            let (at, stats) = (|n: u64| values[n as usize], engine.stats());
            let last = (0..count as u64).rfind(|&n| best.is_rare(n, at(n)));
            assert_eq!(stats.rare_count, Some(rares), "{game}, {count} values");
            // Heap 0 has the value 0, which need not be rare.
            assert_eq!(stats.last_rare, last, "{game}, {count} values");
            assert_eq!(stats.last_rare.is_none(), rares == 0);
        }
    }
}

#[test]
fn eight_wide_heaps_at_a_time_are_as_one_at_a_time_under_any_mask() {
    let mut games: Vec<(HeapRules, &[u16])> = vec![(grundys_game(), &[1, 0xe, 0x1fe])];
    let octal: [(&str, &[u16]); 7] = [
        ("0.77", &[1, 2]),
        ("0.16", &[1, 3, 0x1e]),
        ("0.106", &[1, 0xd]),
        ("4.4", &[1, 6]),
        ("0.007", &[1, 0x3b8]),
        ("0.6", &[3, 0x1ee]),
        ("0.0000000000000000000045", &[1, 5]),
    ];
    games.extend(octal.map(|(game, masks)| (code(game), masks)));
    for (rules, masks) in games {
        let expected = by_definition(&rules, 4000);
        let shape = Shape::new(&rules).expect("splits");
        for &bits in masks {
            for position in [None, shape.split_parity()] {
                let mask = Mask { bits, position };
                let start = shape.reach() as usize + 17;
                let mut past = Past::new(mask, expected[..start].to_vec());
                let mut table = Table::new();
                assert!(wide::suits(&shape, &past));
                while past.n() < 3990 {
                    wide::append_block(&shape, &mut past, &mut table, &limits(1)).expect("fits");
                }
                let wrong = (0..past.n()).find(|&at| past.value(at) != expected[at as usize]);
                assert_eq!(wrong, None, "{rules:?} {mask:?}");
            }
        }
    }
}

#[test]
fn dense_games_are_as_one_heap_at_a_time_where_common_values_are_looked_for() {
    for rules in [code("0.007"), code("0.06"), code("0.0404")] {
        let mut engine = Sparse::new(&rules).expect("splits");
        let values = produce(&mut engine, 33_200, 1);
        let Lane::Wide(found) = &engine.lane else {
            panic!("{rules:?} is dense");
        };
        assert!(found.rares.list().len() > 33_200 / 8, "{rules:?} is dense");
        let (mask, mut marks) = (found.mask, Marks::new());
        let mut past = Past::new(mask, values[..32_700].to_vec());
        for &value in &values[32_700..] {
            let expected = scalar::next_value(&engine.shape, &past, &mut marks, &limits(1));
            assert_eq!(Ok(value), expected, "{rules:?}, heap {}", past.n());
            past.push(value);
        }
    }
}

#[test]
fn two_threads_in_turn_find_what_one_does() {
    // Rare heaps come late in these: what both threads have speculated has to be dropped.
    let games = [grundys_game(), code("0.6"), code("0.376"), code("0.161")];
    for rules in games {
        let mut engines = [(); 2].map(|()| Sparse::new(&rules).expect("splits"));
        for count in [50_001, 31, 99_968] {
            let one = produce(&mut engines[0], count, 1);
            let two = produce(&mut engines[1], count, 2);
            assert!(one == two, "{rules:?}, {count} values");
        }
        assert_eq!(engines[0].stats(), engines[1].stats());
        assert_eq!(engines[0].stats().method, "sparse space, staged blocks");
    }
}

#[test]
fn any_mask_gives_the_same_values() {
    for (game, position) in [
        ("0.77", None),
        ("0.16", None),
        ("0.106", Some(1)),
        ("4.4", None),
    ] {
        let rules = code(game);
        let expected = by_definition(&rules, 5000);
        for bits in [1, 3, 0xd, 0xfe] {
            for position in [None, position] {
                let mask = Mask { bits, position };
                let mut engine = forced(&rules, mask, &expected[..4800], KEPT);
                let found = produce(&mut engine, 200, 1);
                let wrong = found
                    .iter()
                    .zip(&expected[4800..])
                    .position(|(a, b)| a != b);
                assert_eq!(wrong, None, "{game} {mask:?}");
            }
        }
    }
}

#[test]
fn values_that_outgrow_a_byte_leave_the_fast_lane() {
    // Under this mask codes are halves of values, so that 512 is the first that does not fit.
    let rules = code("0.007");
    let expected = produce(&mut Sparse::new(&rules).expect("splits"), 50_000, 1);
    let mask = Mask {
        bits: 1,
        position: None,
    };
    let wide = expected
        .iter()
        .position(|&value| value >= 512)
        .expect("large values");
    let mut engine = forced(&rules, mask, &expected[..wide - 50], KEPT);
    assert!(produce(&mut engine, 100, 1) == expected[wide - 50..wide + 50]);
    assert!(matches!(engine.lane, Lane::Wide(_)));
}

#[test]
fn late_rare_values_are_found_with_one_thread_and_with_two() {
    // 0.16 has rare values at 3604, 13932 and 13935 and none after.
    let rules = code("0.16");
    let expected = produce(&mut Sparse::new(&rules).expect("splits"), 60_000, 1);
    for threads in [1, 2] {
        let mask = Mask {
            bits: 0x1e,
            position: None,
        };
        let mut engine = forced(&rules, mask, &expected[..3000], KEPT);
        assert!(produce(&mut engine, 57_000, threads) == expected[3000..]);
        assert_eq!(engine.stats().rare_count, Some(53));
        assert_eq!(engine.stats().last_rare, Some(13935));
    }
}

#[test]
fn what_was_forgotten_is_computed_again_when_a_rare_value_needs_it() {
    // Nothing is kept but the window: the rare value at 82860 needs everything.
    let rules = grundys_game();
    let expected = produce(&mut Sparse::new(&rules).expect("splits"), 90_000, 1);
    let mut state = Sparse::new(&rules).expect("splits");
    produce(&mut state, 40_000, 1);
    let Lane::Narrow(narrow) = &mut state.lane else {
        panic!("40,000 values are enough for the fast lane");
    };
    assert!(narrow.n() <= 82_860, "the last rare value is still to come");
    narrow.forget_all_but_the_window(40_000);
    assert!(!narrow.has_whole_past());
    assert!(produce(&mut state, 50_000, 1) == expected[40_000..]);
    assert_eq!(state.stats().last_rare, Some(82860));
}

#[test]
fn a_limit_on_memory_stops_what_would_have_to_be_remembered() {
    let rules = grundys_game();
    let mut engine = Sparse::new(&rules).expect("splits");
    produce(&mut engine, 40_000, 1);
    let Lane::Narrow(narrow) = &mut engine.lane else {
        panic!("40,000 values are enough for the fast lane");
    };
    assert!(narrow.n() <= 82_860, "the last rare value is still to come");
    narrow.forget_all_but_the_window(40_000);
    let tight = Limits {
        bytes: 1000,
        ..limits(1)
    };
    let mut values = Vec::new();
    let result = engine.produce(50_000, &mut values, &tight);
    let limit = LimitReached::Bytes { limit: 1000 };
    assert_eq!(result, Err(EngineError::Limit(limit)));
    assert_eq!(engine.position(), 40_000 + values.len() as u64);
    assert!(engine.position() <= 82_860);
}

#[test]
fn a_saved_state_goes_on_as_if_nothing_had_happened() {
    for rules in [code("0.106"), code("0.6"), code("0.07"), grundys_game()] {
        let mut straight = Sparse::new(&rules).expect("splits");
        let expected = produce(&mut straight, 12_000, 1);
        for cut in [0, 1, 17, 5001, 11_000] {
            let mut engine = Sparse::new(&rules).expect("splits");
            produce(&mut engine, cut, 1);
            let state = engine.save();
            let mut again = Sparse::resume(&rules, &state).expect("its own state");
            assert_eq!(again.position(), cut as u64);
            assert!(
                produce(&mut again, 12_000 - cut, 1) == expected[cut..],
                "{rules} {cut}"
            );
            assert_eq!(again.stats().largest, straight.stats().largest);
        }
    }
}

#[test]
fn a_state_from_far_out_is_small_and_goes_on() {
    let rules = code("0.104");
    let mut engine = Sparse::new(&rules).expect("splits");
    produce(&mut engine, 1_000_001, 1);
    let state = engine.save();
    assert!(state.len() < 300_000);
    let mut again = Sparse::resume(&rules, &state).expect("its own state");
    assert!(produce(&mut again, 300_000, 2) == produce(&mut engine, 300_000, 1));
}

#[test]
fn damaged_states_are_refused() {
    let rules = code("0.106");
    let mut engine = Sparse::new(&rules).expect("splits");
    for count in [50, 9000] {
        produce(&mut engine, count, 1);
        let state = engine.save();
        for cut in [0, 3, 10, state.len() / 2, state.len() - 1] {
            assert!(Sparse::resume(&rules, &state[..cut]).is_err());
        }
        for at in (0..70).map(|i| i * (state.len() - 1) / 70).take(20) {
            let mut state = state.clone();
            state[at] ^= 0x80;
            // It may be refused or be another state, but must not panic.
            let _ = Sparse::resume(&rules, &state);
        }
    }
    assert!(Sparse::resume(&code("0.33"), &engine.save()).is_err());
}

#[test]
fn a_long_run_forgets_and_says_the_same() {
    let rules = code("0.104");
    let mut keeping = Sparse::new(&rules).expect("splits");
    let mut forgetting = Sparse::new(&rules).expect("splits");
    forgetting.keep = 1 << 14;
    for _ in 0..20 {
        assert!(produce(&mut keeping, 100_000, 1) == produce(&mut forgetting, 100_000, 2));
    }
    let Lane::Narrow(narrow) = &forgetting.lane else {
        panic!("2,000,000 values are enough for the fast lane");
    };
    assert!(!narrow.has_whole_past());
}

#[test]
fn cancelling_stops_between_chunks() {
    let mut engine = Sparse::new(&code("0.106")).expect("splits");
    let cancelled = Limits {
        cancel: Arc::new(AtomicBool::new(true)),
        ..limits(1)
    };
    produce(&mut engine, 10_000, 1);
    let mut values = Vec::new();
    let result = engine.produce(10_000_000, &mut values, &cancelled);
    assert_eq!(result, Err(EngineError::Limit(LimitReached::Interrupted)));
}
