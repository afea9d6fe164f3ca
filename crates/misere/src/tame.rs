//! The tame rule: heaps that count as Nim heaps under misère play, too (Conway 1976, chapter 12).
//!
//! Misère Nim has two kinds of positions. While some heap holds more than one the position is *firm* and lost
//! if the xor is 0; once all heaps are at most one it is *fickle* and lost if the xor is 1. A position of any
//! other game is tame with one of these values if that follows from the values of its options:
//!
//! - no option has the value itself, nor any other that would be lost where the value is;
//! - every smaller nim-value is there, and of those that are lost beside nothing but ones, one for either parity;
//! - an option that is not tame can be answered at once: it has replies with the nim-value and with the misère
//!   nim-value of the position.
//!
//! Then sums of tame positions are lost exactly where the sum of their values is. (The proof is in the chapter on
//! misère play of the documentation.)

use grundy_core::{HeapRules, LimitReached, Limits};

/// The value of a tame position: that of a sum of Nim heaps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TameValue {
    /// The nim-value under normal play.
    pub nim_value: u128,
    /// Whether one of the Nim heaps holds more than one.
    pub is_firm: bool,
}

impl TameValue {
    /// The value of a position without moves.
    pub const NOTHING: TameValue = TameValue::nim_heap(0);

    /// The value of a Nim heap.
    pub const fn nim_heap(size: u128) -> TameValue {
        TameValue {
            nim_value: size,
            is_firm: size > 1,
        }
    }

    /// The value of a sum.
    pub fn plus(self, other: TameValue) -> TameValue {
        TameValue {
            nim_value: self.nim_value ^ other.nim_value,
            is_firm: self.is_firm || other.is_firm,
        }
    }

    /// Whether the player to move loses.
    pub fn is_lost(self) -> bool {
        self.nim_value == u128::from(!self.is_firm)
    }

    /// The misère nim-value.
    pub fn misere_value(self) -> u128 {
        self.nim_value ^ u128::from(!self.is_firm)
    }
}

/// The options of one position that are tame.
#[derive(Default)]
struct Options {
    /// The position that an option with this nim-value was last seen for.
    seen: Vec<u64>,
    position: u64,
    /// Whether there are options at all, and those worth 0 or 1: fickle ones, firm ones.
    is_empty: bool,
    fickle: [bool; 2],
    firm: [bool; 2],
}

impl Options {
    fn clear(&mut self) {
        self.position += 1;
        self.is_empty = true;
        (self.fickle, self.firm) = ([false; 2], [false; 2]);
    }

    fn add(&mut self, value: TameValue) {
        self.is_empty = false;
        // Values of heaps are mexes: they are at most the number of options, all of which were visited.
        let at = value.nim_value as usize;
        if self.seen.len() <= at {
            self.seen.resize(at + 1, 0);
        }
        self.seen[at] = self.position;
        if at < 2 {
            let kind = if value.is_firm {
                &mut self.firm
            } else {
                &mut self.fickle
            };
            kind[at] = true;
        }
    }

    /// The value that these options give a position; `None` if that of no sum of Nim heaps.
    fn value(&self) -> Option<TameValue> {
        let gap = self.seen.iter().position(|&seen| seen != self.position);
        let nim_value = gap.unwrap_or(self.seen.len());
        let is_firm = match (nim_value, self.fickle, self.firm) {
            _ if self.is_empty => false,
            (0, [_, false], _) => true,
            (0, _, [_, false]) => false,
            (1, [false, _], _) => true,
            (1, _, [false, _]) => false,
            (0 | 1, ..) => return None,
            (_, fickle, firm) => {
                // Lost options beside an even number of ones, and beside an odd one.
                let (even, odd) = (firm[0] || fickle[1], firm[1] || fickle[0]);
                return (even && odd).then_some(TameValue::nim_heap(nim_value as u128));
            }
        };
        Some(TameValue {
            nim_value: nim_value as u128,
            is_firm,
        })
    }
}

/// The tame heaps of one game.
pub struct TameHeaps {
    rules: HeapRules,
    /// The values of heaps 0, 1, …; `None` where the rule does not apply.
    values: Vec<Option<TameValue>>,
    options: Options,
    /// Options that may still be visited.
    tries: u64,
}

/// Options that are visited at most.
const TRIES: u64 = 20_000_000;
/// Heaps beyond this one are answered by a period or not at all.
const LARGEST: u64 = 1 << 16;

impl TameHeaps {
    /// Nothing known yet.
    pub fn new(rules: &HeapRules) -> TameHeaps {
        TameHeaps {
            rules: rules.clone(),
            values: vec![Some(TameValue::NOTHING)],
            options: Options::default(),
            tries: TRIES,
        }
    }

    /// The value of a heap; `None` if it is not tame, or too large to tell.
    ///
    /// # Errors
    ///
    /// [`LimitReached`] if time is up.
    pub fn value(&mut self, heap: u64, limits: &Limits) -> Result<Option<TameValue>, LimitReached> {
        if let Some(heap) = self.repeats_from(heap) {
            return Ok(self.values[heap as usize]);
        }
        let largest = heap.min(LARGEST);
        let options = self.rules.option_count(largest).unwrap_or(u128::MAX);
        if options.saturating_mul(largest.into()) > u128::from(2 * TRIES) {
            return Ok(None);
        }
        while self.values.len() as u64 <= largest {
            if self.values.len().is_multiple_of(64) {
                limits.check_time()?;
            }
            if self.tries == 0 {
                return Ok(None);
            }
            let next = self.next();
            self.values.push(next);
        }
        let like = self.repeats_from(heap);
        Ok(like.and_then(|heap| self.values[heap as usize]))
    }

    /// Whether every option of a tame heap is tame.
    pub fn has_tame_options(&self, heap: u64) -> bool {
        let Some(heap) = self.repeats_from(heap) else {
            return false;
        };
        let mut all = true;
        self.rules.for_each_option(heap, |_, left| {
            all &= self.sum(left).is_some();
            all
        });
        all
    }

    /// The value of a sum of heaps that are known.
    fn sum(&self, heaps: &[u64]) -> Option<TameValue> {
        heaps.iter().try_fold(TameValue::NOTHING, |sum, &heap| {
            Some(sum.plus(self.values[heap as usize]?))
        })
    }

    /// The value of the next heap.
    fn next(&mut self) -> Option<TameValue> {
        let heap = self.values.len() as u64;
        let mut options = std::mem::take(&mut self.options);
        options.clear();
        let (mut others, mut visited) = (Vec::new(), 0);
        self.rules.for_each_option(heap, |_, left| {
            visited += 1;
            match self.sum(left) {
                Some(value) => options.add(value),
                None => others.push(left.to_vec()),
            }
            true
        });
        let value = if options.is_empty && !others.is_empty() {
            // With no tame option at all, a position that always reverts is worth two equal Nim heaps.
            Some(TameValue {
                nim_value: 0,
                is_firm: true,
            })
        } else {
            options.value()
        };
        self.options = options;
        self.tries = self.tries.saturating_sub(visited);
        let value = value?;
        others
            .iter()
            .all(|option| self.reverts(option, value))
            .then_some(value)
    }

    /// Whether `option`, which is not tame, has replies with both nim-values of the position.
    fn reverts(&mut self, option: &[u64], value: TameValue) -> bool {
        let (mut normal, mut misere, mut visited) = (false, false, 0);
        for (at, &heap) in option.iter().enumerate() {
            let mut rest = option.to_vec();
            rest.remove(at);
            let Some(rest) = self.sum(&rest) else {
                continue;
            };
            self.rules.for_each_option(heap, |_, left| {
                visited += 1;
                if let Some(reply) = self.sum(left) {
                    let reply = reply.plus(rest);
                    normal |= reply.nim_value == value.nim_value;
                    misere |= reply.misere_value() == value.misere_value();
                }
                !(normal && misere)
            });
        }
        self.tries = self.tries.saturating_sub(visited);
        normal && misere
    }

    /// A heap that was computed and is like `heap` in all that follows.
    ///
    /// Where moves leave one heap and take at most k, a value follows from the 2k before it: options, and replies to
    /// them. If these repeat once, they repeat forever.
    fn repeats_from(&self, heap: u64) -> Option<u64> {
        let count = self.values.len();
        if heap < count as u64 {
            return Some(heap);
        }
        let take = usize::try_from(self.rules.last_take()?).ok()?;
        if self.rules.most_heaps() > 1 || take > count / 8 {
            return None;
        }
        let window = 2 * take;
        let last = &self.values[count - window..];
        let mut periods = 1..count / 2 - window;
        let period =
            periods.find(|period| self.values[count - period - window..].starts_with(last))?;
        let first = (count - period) as u64;
        Some(first + (heap - first) % period as u64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Genera, Outcomes, Temper, Union};

    fn codes() -> impl Iterator<Item = HeapRules> {
        let digits =
            (0..8u8).flat_map(|a| (0..8u8).flat_map(move |b| (0..8u8).map(move |c| [0, a, b, c])));
        digits.map(|digits| HeapRules::with_tail(&digits, &[]))
    }

    #[test]
    fn sums_of_tame_heaps_of_every_short_code_are_lost_as_search_says() {
        let limits = Limits::default();
        for rules in codes() {
            let mut heaps = TameHeaps::new(&rules);
            let mut tame = Vec::new();
            for heap in 0..=9usize {
                let value = heaps.value(heap as u64, &limits).unwrap();
                tame.extend(value.map(|value| (heap, value)));
            }
            let mut outcomes = Outcomes::new(&rules);
            for (at, a) in tame.iter().enumerate() {
                for b in &tame[at..] {
                    let sum = [a.0, b.0];
                    let lost = outcomes.is_lost(&sum, &limits).unwrap();
                    assert_eq!(a.1.plus(b.1).is_lost(), lost, "{rules}: {sum:?}");
                }
            }
        }
    }

    #[test]
    fn tame_heaps_beside_nim_heaps_are_lost_as_search_says() {
        let limits = Limits::default();
        let nim = HeapRules::with_tail(&[0], &[3]);
        for digits in [
            &[0, 7, 7][..],
            &[0, 1, 2, 3],
            &[0, 1, 3, 7],
            &[4, 4],
            &[0, 5, 3],
            &[0, 0, 7],
        ] {
            let rules = HeapRules::with_tail(digits, &[]);
            let union = Union::new(&[(&rules, 12), (&nim, 5)]);
            let mut heaps = TameHeaps::new(&rules);
            let mut outcomes = Outcomes::new(&union);
            for heap in 0..=12 {
                let Some(value) = heaps.value(heap, &limits).unwrap() else {
                    continue;
                };
                for size in 0..=5u8 {
                    let value = value.plus(TameValue::nim_heap(size.into()));
                    let sum = [union.number(0, heap), union.number(1, size.into())];
                    let sum: Vec<usize> = sum.into_iter().flatten().collect();
                    let lost = outcomes.is_lost(&sum, &limits).unwrap();
                    assert_eq!(value.is_lost(), lost, "{rules}: {heap} beside {size}");
                }
            }
        }
    }

    #[test]
    fn heaps_that_the_rule_calls_tame_have_the_genus_that_it_says() {
        let limits = Limits::default();
        for rules in codes().step_by(7) {
            let mut heaps = TameHeaps::new(&rules);
            let mut genera = Genera::new(&rules);
            for heap in 0..=14 {
                let genus = genera.of(&[heap], &limits).unwrap();
                let value = heaps.value(heap as u64, &limits).unwrap();
                if let Some(value) = value {
                    assert_eq!(genus.1, Temper::Tame, "{rules}: {heap}");
                    let values = (genus.0.nim_value.into(), genus.0.misere_value(0).into());
                    assert_eq!((value.nim_value, value.misere_value()), values);
                }
            }
        }
    }

    #[test]
    fn heaps_of_a_subtraction_game_repeat_for_ever() {
        let rules = HeapRules::new([(1, 3), (2, 3), (5, 3)]);
        let mut heaps = TameHeaps::new(&rules);
        let limits = Limits::default();
        let huge = heaps.value(3_000_000_000_000, &limits).unwrap();
        let mut plain = TameHeaps::new(&rules);
        plain.tries = u64::MAX;
        // 0 1 2 with period 3, and 3,000,000,000,000 is a multiple of it.
        assert_eq!(huge, plain.value(60_000, &limits).unwrap());
    }

    #[test]
    fn what_would_take_too_long_is_not_answered() {
        let splits = HeapRules::with_tail(&[0], &[7]);
        let huge_takes = [61, 62, 63].map(|bit| HeapRules::new([(1, 3), (1 << bit, 3)]));
        for rules in huge_takes.iter().chain([&splits]) {
            let mut heaps = TameHeaps::new(rules);
            assert_eq!(heaps.value(1 << 40, &Limits::default()), Ok(None));
        }
    }
}
