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
    let from = claim.preperiod.max(1).checked_add(listed)?;
    let window = from.checked_add(period)?;
    let minimal = claim
        .preperiod
        .checked_add(claim.period)?
        .checked_add(period)?;
    let needed = window.max(minimal);
    if needed > values.len() as u64 {
        return None;
    }
    let classes = Classes {
        cycle,
        listed,
        values,
    };
    classes.returns(from, period, saltus).then_some(needed)
}

/// The values that takes which repeat for ever can see.
struct Classes<'a> {
    cycle: &'a [u8],
    listed: u64,
    values: &'a [u32],
}

impl Classes<'_> {
    /// True if what is seen at `from + period` is what is seen at `from`, raised by `saltus` on top of
    /// all smaller values.
    fn returns(&self, from: u64, period: u64, saltus: u64) -> bool {
        let length = self.cycle.len();
        if self.cycle.iter().all(|d| d & LEAVE_ONE == 0) {
            return saltus == 0;
        }
        let before: Vec<_> = (0..length).map(|class| self.seen(class, from)).collect();
        let after: Vec<_> = (0..length)
            .map(|class| self.seen(class, from + period))
            .collect();
        let rises = before.iter().zip(&after).all(|(before, after)| {
            let raised = before.iter().map(|value| value + saltus);
            raised.eq(after.range(saltus..).copied())
        });
        rises && (saltus == 0 || (0..length).all(|heap| self.fills(heap, &before, &after, saltus)))
    }

    /// True if heaps of this residue see every value below `saltus`, and see 0 before it rose
    /// if they can also reach it by taking everything.
    fn fills(
        &self,
        heap: usize,
        before: &[BTreeSet<u64>],
        after: &[BTreeSet<u64>],
        saltus: u64,
    ) -> bool {
        let length = self.cycle.len();
        let first = (self.listed % length as u64) as usize;
        let class = |j: usize| (heap + 2 * length - first - j) % length;
        let allowed = || {
            (0..length)
                .filter(|&j| self.cycle[j] & LEAVE_ONE != 0)
                .map(class)
        };
        let takes_all = self.cycle[(heap + length - first) % length] & LEAVE_NOTHING != 0;
        let sees_zero = allowed().any(|class| before[class].contains(&0));
        (0..saltus).all(|value| allowed().any(|class| after[class].contains(&value)))
            && (sees_zero || !takes_all || self.zero_is_a_heap())
    }

    /// The values of the heaps of one residue class that the repeating takes of heap `n` can see.
    fn seen(&self, class: usize, n: u64) -> BTreeSet<u64> {
        let length = self.cycle.len();
        let end = (n - self.listed) as usize;
        let heaps = (class..=end).step_by(length);
        heaps
            .filter(|&heap| heap > 0 || self.zero_is_a_heap())
            .map(|heap| u64::from(self.values[heap]))
            .collect()
    }

    /// True if taking everything is allowed exactly where leaving a heap is: then nothing is just
    /// one more heap to leave.
    fn zero_is_a_heap(&self) -> bool {
        let mut digits = self.cycle.iter();
        digits.all(|d| (d & LEAVE_NOTHING != 0) == (d & LEAVE_ONE != 0))
    }
}

fn least_common_multiple(a: u64, b: u64) -> Option<u64> {
    let (mut x, mut y) = (a, b);
    while y != 0 {
        (x, y) = (y, x % y);
    }
    (a / x).checked_mul(b)
}
