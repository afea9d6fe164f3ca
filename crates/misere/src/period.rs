//! Periodic images: when finitely many heaps say what all heaps are.
//!
//! If the images of heaps repeat with period `p` from `n0` on, as far as heap `N`, then a heap of
//! `n > N` has options with the same images as a heap of `n - p`, provided that every option of
//! either can be matched with one of the other by moving a part of it up or down by `p`. `N` must be
//! so large that some part is long enough to move. Then the image of `n` is that of `n - p`, for all
//! `n` by induction (Plambeck and Siegel 2008, after Guy and Smith 1956; the bound here also covers
//! codes that repeat forever, splits into three, and unequal splits).

use grundy_core::HeapRules;
use serde::{Deserialize, Serialize};

use crate::meter::{Meter, Stop};

/// From where on the images of heaps repeat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct QuotientPeriod {
    /// The least `n0` with `image(n + period) = image(n)` for all `n >= n0`, heap 0 included.
    pub preperiod: u64,
    /// The least period.
    pub period: u64,
}

impl QuotientPeriod {
    /// The heap below `preperiod + period` that has the image of a heap of `n`.
    pub fn representative(&self, n: u64) -> u64 {
        if n < self.preperiod {
            return n;
        }
        self.preperiod + (n - self.preperiod) % self.period
    }

    /// The largest heap whose image must be known before the period is proved; `None` if no heap
    /// size is large enough.
    pub fn needed(&self, rules: &HeapRules) -> Option<u64> {
        // A part that moves must stay a heap, so heap 0 does not count as the start.
        let start = self.preperiod.max(1);
        let parts = u64::from(rules.most_heaps().max(1));
        let (step, reach) = match rules.tail() {
            // Moving down by a multiple of the cycle keeps the digit; a move that leaves only short
            // parts takes so much that it can take less.
            Some((first, cycle)) => {
                let step = lcm(self.period, cycle.len() as u64)?;
                (step, first.checked_add(step)?)
            }
            None => (self.period, rules.last_take().unwrap_or(0)),
        };
        // Two equal halves may be forbidden: then both must be long enough to move apart.
        let unequal = if rules.is_unequal() { step } else { 0 };
        let parts = start.checked_add(step)?.checked_mul(parts)?;
        parts.checked_add(reach)?.checked_add(unequal)
    }
}

/// The period that the images of heaps `0..images.len()` prove, if they prove one.
pub(crate) fn find<T: PartialEq>(
    images: &[T],
    rules: &HeapRules,
    meter: &Meter<'_>,
) -> Result<Option<QuotientPeriod>, Stop> {
    let largest = images.len().saturating_sub(1);
    for period in 1..=largest / 2 {
        let matches = (period..=largest)
            .rev()
            .take_while(|&n| images[n] == images[n - period])
            .count();
        meter.spend(1 + matches)?;
        let found = QuotientPeriod {
            preperiod: (largest + 1 - period - matches) as u64,
            period: period as u64,
        };
        let needed = found.needed(rules);
        if matches >= period && needed.is_some_and(|needed| needed <= largest as u64) {
            return Ok(Some(found));
        }
    }
    Ok(None)
}

/// The least common multiple of two positive numbers, if it fits.
fn lcm(left: u64, right: u64) -> Option<u64> {
    let (mut a, mut b) = (left, right);
    while b != 0 {
        (a, b) = (b, a % b);
    }
    (left / a).checked_mul(right)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::meter::Work;
    use grundy_core::Limits;

    fn find(images: &[u64], rules: &HeapRules) -> Option<QuotientPeriod> {
        let limits = Limits::default();
        super::find(images, rules, &Meter::new(&limits, Work::UNLIMITED, None)).unwrap()
    }

    #[test]
    fn a_period_is_proved_exactly_from_the_bound_on() {
        let kayles = HeapRules::with_tail(&[0, 7, 7], &[]);
        let images: Vec<u64> = (0..100)
            .map(|n| if n < 5 { n + 10 } else { n % 3 })
            .collect();
        let expected = QuotientPeriod {
            preperiod: 5,
            period: 3,
        };
        let needed = expected.needed(&kayles).unwrap() as usize;
        assert_eq!(needed, 2 * 5 + 2 * 3 + 2);
        assert_eq!(find(&images[..needed], &kayles), None);
        assert_eq!(find(&images[..=needed], &kayles), Some(expected));
        assert_eq!(expected.representative(4), 4);
        assert_eq!(expected.representative(1_000_000), 7);
    }

    #[test]
    fn a_bound_beyond_every_heap_size_proves_nothing() {
        let period = QuotientPeriod {
            preperiod: 3,
            period: 2,
        };
        for take in [u64::MAX - 12, u64::MAX - 1, u64::MAX] {
            for digit in [3, 7, 15] {
                let rules = HeapRules::new([(1, 3), (take, digit)]);
                let parts = u128::from(rules.most_heaps());
                let exact = parts * 5 + u128::from(take);
                assert_eq!(
                    period.needed(&rules).map(u128::from),
                    u64::try_from(exact).ok().map(u128::from)
                );
                assert_eq!(find(&[0, 1, 0, 1, 0, 1, 0, 1], &rules), None);
            }
        }
        let long = QuotientPeriod {
            preperiod: 1,
            period: u64::MAX - 1,
        };
        let endless = HeapRules::with_tail(&[0], &[3, 0, 3]);
        assert_eq!(long.needed(&endless), None);
        assert_eq!(lcm(u64::MAX, u64::MAX - 1), None);
        assert_eq!(lcm(1 << 63, 2), Some(1 << 63));
    }
}
