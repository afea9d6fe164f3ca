//! Every octal code of one to three digits, checked by the definition of the mex.

use std::sync::atomic::{AtomicUsize, Ordering};

use grundy_core::{HeapRules, LEAVE_NOTHING, LEAVE_ONE, LEAVE_TWO, Limits};
use grundy_sequence::{Engine, Sparse};

const HEAPS: usize = 20_000;

/// Values, and the same values backwards, so that splits are two slices that run the same way.
struct Table {
    values: Vec<u16>,
    backwards: Vec<u16>,
}

impl Table {
    /// Calls `look` with the two sides of all splits of `rest` until it answers true, in pieces.
    fn any_splits(
        &self,
        rest: usize,
        unequal: bool,
        mut look: impl FnMut(&[u16], &[u16]) -> bool,
    ) -> bool {
        let last = if unequal { (rest - 1) / 2 } else { rest / 2 };
        let offset = self.values.len() - 1 - rest;
        let mut from = 1;
        while from <= last {
            let to = last.min(from + 255);
            if look(
                &self.values[from..=to],
                &self.backwards[from + offset..=to + offset],
            ) {
                return true;
            }
            from = to + 1;
        }
        false
    }

    /// Checks by the definition: the value is no option's, and every smaller value is.
    fn is_mex(&self, rules: &HeapRules, n: usize) -> bool {
        let value = self.values[n];
        let mut smaller = vec![false; usize::from(value)];
        let mut single = Vec::new();
        for (k, digit) in rules.digits_to(n as u64) {
            let rest = n - k as usize;
            if digit & LEAVE_NOTHING != 0 && rest == 0 {
                single.push(0);
            }
            if digit & LEAVE_ONE != 0 && rest > 0 {
                single.push(self.values[rest]);
            }
        }
        if single.contains(&value) {
            return false;
        }
        let mut left = smaller.len();
        let mut mark = |option: u16| {
            if let Some(seen) = smaller.get_mut(usize::from(option)) {
                left -= usize::from(!std::mem::replace(seen, true));
            }
            left == 0
        };
        let mut all = value == 0 || single.into_iter().any(&mut mark);
        for (k, digit) in rules.digits_to(n as u64) {
            let rest = n - k as usize;
            if digit & LEAVE_TWO == 0 || rest == 0 {
                continue;
            }
            let hit = self.any_splits(rest, rules.is_unequal(), |a, b| {
                let hits = a
                    .iter()
                    .zip(b)
                    .fold(0u16, |hits, (a, b)| hits | u16::from(a ^ b == value));
                hits != 0
            });
            if hit {
                return false;
            }
            all = all
                || self.any_splits(rest, rules.is_unequal(), |a, b| {
                    a.iter().zip(b).any(|(a, b)| mark(a ^ b))
                });
        }
        all
    }
}

fn produce(mut engine: Sparse, heaps: usize) -> Vec<u16> {
    let limits = Limits {
        threads: 1,
        ..Limits::default()
    };
    let mut values = Vec::new();
    while values.len() < heaps {
        engine
            .produce(heaps - values.len(), &mut values, &limits)
            .expect("no limit");
    }
    values
}

fn check(rules: &HeapRules, heaps: usize) {
    let values = produce(Sparse::new(rules).expect("the code has a split"), heaps);
    let in_blocks = produce(Sparse::eager(rules).expect("the code has a split"), heaps);
    assert!(values == in_blocks, "{rules}: blocks make a difference");
    let backwards = values.iter().rev().copied().collect();
    let table = Table { values, backwards };
    for n in 0..heaps {
        assert!(
            table.is_mex(rules, n),
            "{rules}: heap {n} cannot have {}",
            table.values[n]
        );
    }
}

#[test]
fn every_code_of_three_digits_has_its_first_20000_values_right() {
    let mut codes = Vec::new();
    for number in 1..512u32 {
        let digits = [number >> 6, number >> 3 & 7, number & 7].map(|d| d as u8);
        for first in [0, 4] {
            let rules = HeapRules::with_tail(&[first, digits[0], digits[1], digits[2]], &[]);
            if Sparse::supports(&rules) {
                codes.push(rules);
            }
        }
    }
    codes.push(HeapRules::new([(0, 4)]).unequal());
    codes.push(HeapRules::new([(1, 6), (2, 4)]).unequal());
    assert!(codes.len() > 900);
    let next = AtomicUsize::new(0);
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(|| {
                while let Some(rules) = codes.get(next.fetch_add(1, Ordering::Relaxed)) {
                    check(rules, HEAPS);
                }
            });
        }
    });
}
