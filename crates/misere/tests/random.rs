//! Random games: outcomes through the quotient against outcomes by search.

use grundy_core::{HeapRules, Limits};
use grundy_misere::{Outcomes, QuotientSearchRequest, Union, check, quotient_of, search};

/// A small generator of pseudo-random numbers (xorshift), so that failures can be repeated.
struct Dice(u64);

impl Dice {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % bound
    }
}

/// A random code with up to four digits, sometimes hexadecimal, repeating, or with unequal splits.
fn random_rules(dice: &mut Dice) -> HeapRules {
    let base = if dice.below(5) == 0 { 16 } else { 8 };
    let count = 1 + dice.below(4);
    let mut digits = vec![if dice.below(4) == 0 { 4 } else { 0 }];
    digits.extend((0..count).map(|_| dice.below(base) as u8));
    let cycle = [1 + dice.below(7) as u8];
    let rules = match dice.below(6) {
        0 => HeapRules::with_tail(&digits, &cycle),
        _ => HeapRules::with_tail(&digits, &[]),
    };
    match dice.below(6) {
        0 => rules.unequal(),
        _ => rules,
    }
}

/// The quotient to heap 12, or as far as 200 elements go.
fn quotient_within(rules: &HeapRules, limits: &Limits) -> grundy_misere::Quotient {
    let request = QuotientSearchRequest {
        up_to: Some(12),
        max_order: Some(200),
        resume: None,
    };
    match search(rules, request, limits, &mut |_| ()) {
        Ok(quotient) => quotient,
        Err(stopped) => *stopped.partial,
    }
}

#[test]
fn random_games_have_the_outcomes_that_search_finds() {
    let limits = Limits::default();
    let mut dice = Dice(0x9e37_79b9_7f4a_7c15);
    for _ in 0..100 {
        let rules = random_rules(&mut dice);
        let quotient = quotient_within(&rules, &limits);
        check(&rules, &quotient, &limits).unwrap_or_else(|error| panic!("{rules}: {error}"));
        let mut outcomes = Outcomes::new(&rules);
        let largest = quotient.largest_heap().min(12);
        for _ in 0..40 {
            let count = 1 + dice.below(4);
            let sum: Vec<u64> = (0..count).map(|_| dice.below(largest + 1)).collect();
            let heaps: Vec<usize> = sum.iter().map(|&heap| heap as usize).collect();
            let is_lost = outcomes.is_lost(&heaps, &limits).unwrap();
            let image = quotient.image(&sum).unwrap();
            assert_eq!(quotient.is_p(image), is_lost, "{rules}: {sum:?}");
        }
    }
}

#[test]
fn proved_periods_hold_for_larger_heaps() {
    let limits = Limits::default();
    let mut dice = Dice(0x1234_5678_9abc_def1);
    let mut proved = 0;
    for _ in 0..120 {
        let rules = random_rules(&mut dice);
        let request = |up_to| QuotientSearchRequest {
            up_to,
            max_order: Some(60),
            resume: None,
        };
        let Ok(all) = search(&rules, request(Some(80)), &limits, &mut |_| ()) else {
            continue;
        };
        if all.period().is_none() {
            continue;
        }
        proved += 1;
        // The same heaps one by one, as a family that knows nothing of periods.
        let to = all.largest_heap() + 40;
        let family = Union::new(&[(&rules, to)]);
        let plain = quotient_of(&family, request(None), &limits).unwrap();
        assert_eq!(plain.order(), all.order(), "{rules}");
        for heap in 0..=to {
            assert_eq!(plain.phi(heap), all.phi(heap), "{rules}: {heap}");
        }
    }
    assert!(proved > 20, "{proved}");
}

#[test]
fn mixed_sums_have_the_outcomes_that_search_finds() {
    let limits = Limits::default();
    let kayles = HeapRules::with_tail(&[0, 7, 7], &[]);
    let dawson = HeapRules::with_tail(&[0, 1, 3, 7], &[]);
    let nim = HeapRules::with_tail(&[0], &[3]);
    let union = Union::new(&[(&kayles, 7), (&dawson, 7), (&nim, 4)]);
    let quotient = quotient_of(&union, QuotientSearchRequest::default(), &limits).unwrap();
    let mut outcomes = Outcomes::new(&union);
    let mut dice = Dice(77);
    for _ in 0..500 {
        let sum: Vec<usize> = [(0, 8), (0, 8), (1, 8), (1, 8), (2, 5)]
            .iter()
            .map(|&(game, bound)| union.number(game, dice.below(bound)).unwrap())
            .collect();
        let heaps: Vec<u64> = sum.iter().map(|&heap| heap as u64).collect();
        let is_lost = outcomes.is_lost(&sum, &limits).unwrap();
        assert_eq!(
            quotient.is_p(quotient.image(&heaps).unwrap()),
            is_lost,
            "{sum:?}"
        );
    }
}
