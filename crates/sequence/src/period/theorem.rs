//! The theorems that turn a recurrence on finitely many values into one for ever.
//!
//! Each is stated and proved in docs/periods.md. All bounds are computed with checked arithmetic: a bound that
//! does not fit proves nothing.

use std::collections::BTreeSet;
use std::fmt;

use grundy_core::{HeapRules, LEAVE_NOTHING, LEAVE_ONE};

use super::Claim;
use super::rising::rises_for_ever;

/// Why a recurrence holds for ever.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Theorem {
    /// Moves leave at most one heap: the state that determines the rest returned.
    State,
    /// Guy and Smith's theorem for octal games, for any number of heaps per move.
    TakeAndBreak,
    /// The same where digits repeat for ever.
    TakeAndBreakWithTail,
    /// The same where the two heaps of a split must differ.
    UnequalSplits,
    /// The windows before both ends of a stretch of verified values are equal.
    Window,
    /// Several heaps per move, and values that rise by a power of two.
    Rising,
}

impl Theorem {
    /// Every theorem.
    pub const ALL: [Theorem; 6] = [
        Theorem::State,
        Theorem::TakeAndBreak,
        Theorem::TakeAndBreakWithTail,
        Theorem::UnequalSplits,
        Theorem::Window,
        Theorem::Rising,
    ];

    /// The word for it in certificates.
    pub fn word(self) -> &'static str {
        match self {
            Theorem::State => "state-returns",
            Theorem::TakeAndBreak => "take-and-break",
            Theorem::TakeAndBreakWithTail => "take-and-break-with-tail",
            Theorem::UnequalSplits => "unequal-splits",
            Theorem::Window => "window-returns",
            Theorem::Rising => "rising",
        }
    }
}

impl fmt::Display for Theorem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Theorem::State => "the state that determines all later values returns",
            Theorem::TakeAndBreak => {
                "the periodicity theorem for taking and breaking (Guy and Smith 1956)"
            }
            Theorem::TakeAndBreakWithTail => {
                "the periodicity theorem for taking and breaking, with digits that repeat for ever"
            }
            Theorem::UnequalSplits => "the periodicity theorem for unequal splits",
            Theorem::Window => "the window theorem: what the sparse-space method looks at returns",
            Theorem::Rising => "the theorem on values that rise, for several heaps per move",
        })
    }
}

/// The theorem that proves `claim`, which holds on all of `values`, and how many values it needs.
pub(super) fn applicable(
    rules: &HeapRules,
    claim: &Claim,
    values: &[u32],
) -> Option<(Theorem, u64)> {
    if rules.most_heaps() <= 1 {
        let needed = state_returns(rules, claim, values)?;
        return Some((Theorem::State, needed));
    }
    if claim.saltus != 0 {
        let needed = rises_for_ever(rules, claim, values)?;
        return Some((Theorem::Rising, needed));
    }
    let (theorem, needed) = take_and_break(rules, claim)?;
    (needed <= values.len() as u64).then_some((theorem, needed))
}

/// How many values prove a recurrence without saltus where moves leave several heaps.
fn take_and_break(rules: &HeapRules, claim: &Claim) -> Option<(Theorem, u64)> {
    let from = claim.preperiod.max(1);
    let cycle = rules.tail().map_or(1, |(_, cycle)| cycle.len() as u64);
    let period = least_common_multiple(claim.period, cycle)?;
    let heaps = u64::from(rules.most_heaps());
    let (theorem, last, extra) = match (rules.last_take(), rules.tail(), rules.is_unequal()) {
        (Some(last), _, false) => (Theorem::TakeAndBreak, last, 0),
        (Some(last), _, true) => (Theorem::UnequalSplits, last, 1),
        (None, Some((first, _)), false) => (Theorem::TakeAndBreakWithTail, first, 1),
        (None, Some((first, _)), true) => (Theorem::UnequalSplits, first, 2),
        (None, None, _) => return None,
    };
    // g(n + period) = g(n) must be seen for from <= n < heaps * from + (heaps - 1 + extra) * period + last.
    let times = (heaps - 1).checked_add(extra)?.checked_add(1)?;
    let needed = heaps
        .checked_mul(from)?
        .checked_add(times.checked_mul(period)?)?
        .checked_add(last)?;
    Some((theorem, needed))
}

/// Periods after which the state may return; by then it has seen all it will see of heaps that are exceptions.
const RETURNS: u64 = 4;

/// How many values show that the state of a game that leaves at most one heap returns.
fn state_returns(rules: &HeapRules, claim: &Claim, values: &[u32]) -> Option<u64> {
    let (listed, cycle) = match (rules.tail(), rules.last_take()) {
        (Some((first, cycle)), _) => (first, cycle),
        (None, Some(last)) => (last.checked_add(1)?, &[][..]),
        (None, None) => return None,
    };
    let length = (cycle.len() as u64).max(1);
    let period = least_common_multiple(claim.period, length)?;
    let saltus = claim.saltus.checked_mul(period / claim.period)?;
    let minimal = claim
        .preperiod
        .checked_add(claim.period)?
        .checked_add(period)?;
    let tail = RepeatingTakes {
        cycle,
        first: listed,
        values,
    };
    (0..RETURNS).find_map(|times| {
        let from = claim.preperiod.max(1).checked_add(listed)?;
        let from = from.checked_add(times.checked_mul(period)?)?;
        let needed = from.checked_add(period)?.max(minimal);
        let returns = needed <= values.len() as u64 && tail.returns(from, period, saltus);
        returns.then_some(needed)
    })
}

/// Takes that repeat for ever, and what they lead to.
struct RepeatingTakes<'a> {
    cycle: &'a [u8],
    first: u64,
    values: &'a [u32],
}

impl RepeatingTakes<'_> {
    /// True if heaps of every residue see at `from + period` what they see at `from`, raised by `saltus` on top of all
    /// smaller values.
    fn returns(&self, from: u64, period: u64, saltus: u64) -> bool {
        let before = self.options(from);
        let after = self.options(from + period);
        (before.is_empty() && saltus == 0)
            || !before.is_empty()
                && before.iter().zip(&after).all(|(before, after)| {
                    let raised = before.iter().map(|value| value + saltus);
                    (0..saltus).eq(after.range(..saltus).copied())
                        && raised.eq(after.range(saltus..).copied())
                })
    }

    /// For heaps of each residue class, the values that these takes lead to while they leave heaps up to `n - first`, and 0 where
    /// everything may be taken.
    fn options(&self, n: u64) -> Vec<BTreeSet<u64>> {
        let length = self.cycle.len();
        if length == 0 {
            return Vec::new();
        }
        let mut classes = vec![BTreeSet::new(); length];
        let end = (n - self.first) as usize;
        for (heap, &value) in self.values.iter().enumerate().take(end + 1).skip(1) {
            classes[heap % length].insert(u64::from(value));
        }
        let first = (self.first % length as u64) as usize;
        let of_residue = |residue: usize| {
            let digit = |j: usize| self.cycle[j];
            let takes_all = digit((residue + length - first) % length) & LEAVE_NOTHING != 0;
            let leaving = (0..length).filter(|&j| digit(j) & LEAVE_ONE != 0);
            let left = leaving.flat_map(|j| &classes[(residue + 2 * length - first - j) % length]);
            left.copied().chain(takes_all.then_some(0)).collect()
        };
        (0..length).map(of_residue).collect()
    }
}

fn least_common_multiple(a: u64, b: u64) -> Option<u64> {
    let (mut x, mut y) = (a, b);
    while y != 0 {
        (x, y) = (y, x % y);
    }
    (a / x).checked_mul(b)
}

#[cfg(test)]
mod tests {
    use grundy_core::Limits;

    use super::*;
    use crate::Taking;
    use crate::period::{Observation, Period};

    /// All lists of so many digits that leave at most one heap.
    fn lists(length: usize) -> Vec<Vec<u8>> {
        let one_more = |list: &Vec<u8>| (0..4).map(|d| [&list[..], &[d]].concat()).collect();
        (0..length).fold(vec![Vec::new()], |lists, _| {
            lists.iter().flat_map::<Vec<_>, _>(one_more).collect()
        })
    }

    #[test]
    fn returning_states_prove_every_recurrence_of_repeating_takes_and_no_other() {
        for (listed, cycle) in [(0, 1), (0, 2), (0, 3), (1, 1), (1, 2), (2, 1), (2, 3)] {
            for (listed, cycle) in lists(listed)
                .into_iter()
                .flat_map(|listed| lists(cycle).into_iter().map(move |c| (listed.clone(), c)))
            {
                let digits = [&[0], &listed[..]].concat();
                let rules = HeapRules::with_tail(&digits, &cycle);
                let mut values = Vec::new();
                let mut engine = Taking::new(rules.clone()).expect("one heap at most");
                engine
                    .produce_wide(500, &mut values, &Limits::default())
                    .expect("no limit");
                match Period::find(&rules, &values[..100]) {
                    Some(period) => {
                        let later = (period.preperiod..500 - period.period).all(|n| {
                            let (a, b) = (values[n as usize], values[(n + period.period) as usize]);
                            u64::from(a) + period.saltus == u64::from(b)
                        });
                        assert!(later, "{rules}: {period:?}");
                    }
                    // Some residues rise, and some do not.
                    None => assert_eq!(Observation::find(&values), None, "{rules}"),
                }
            }
        }
    }

    #[test]
    fn a_table_whose_period_is_not_proved_is_looked_through_once() {
        // If every multiple of a period were tried, this would take hours.
        let rules = HeapRules::with_tail(&[0], &[3, 0, 0]);
        let values: Vec<u32> = (0..1_000_000).map(|n| n / 2 + 5).collect();
        assert_eq!(Period::find(&rules, &values), None);
    }
}
