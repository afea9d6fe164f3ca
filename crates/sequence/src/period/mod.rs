//! Periods of nim-sequences, found in linear time and proved by a theorem that is named.

mod certificate;
mod recurrence;
mod rising;
mod theorem;
mod window_check;

use grundy_core::{HeapRules, Nimber};

pub use certificate::{Certificate, Refuted, WindowProof};
pub use theorem::Theorem;
pub(crate) use window_check::prime_divisors;

/// An eventual period that is proved: g(n + period) = g(n) + saltus for every n >= preperiod.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Period {
    /// The least heap from which on it holds.
    pub preperiod: u64,
    /// The least period.
    pub period: u64,
    /// What is added each time; 0 for a sequence that repeats itself.
    pub saltus: u64,
    /// Why it holds for ever.
    pub theorem: Theorem,
    /// The largest heap whose value the theorem had to be shown.
    pub checked_to: u64,
}

impl Period {
    /// The proved period of the game whose first values these are, if they are enough to prove one.
    ///
    /// # Complexity
    ///
    /// Linear in the number of values.
    pub fn find(rules: &HeapRules, values: &[u32]) -> Option<Period> {
        // Short recurrences that only the last values obey come first; few of them are worth the work.
        let mut rising_left = 2;
        // Multiples of a recurrence are no easier to prove than itself, unless they hold from an earlier heap on.
        let mut failed: Option<Claim> = None;
        recurrence::candidates(values).find_map(|claim| {
            if failed.is_some_and(|failed| claim.is_multiple_of(&failed)) {
                return None;
            }
            if claim.saltus > 0 && rules.most_heaps() > 1 {
                if rising_left == 0 || !rising::is_long_enough(&claim, values.len() as u64) {
                    return None;
                }
                rising_left -= 1;
            }
            let Some((theorem, needed)) = theorem::applicable(rules, &claim, values) else {
                let is_earliest = failed.is_none_or(|failed| claim.preperiod < failed.preperiod);
                if (rules.most_heaps() <= 1 || claim.saltus > 0) && is_earliest {
                    failed = Some(claim);
                }
                return None;
            };
            Some(Period {
                preperiod: claim.preperiod,
                period: claim.period,
                saltus: claim.saltus,
                theorem,
                checked_to: needed - 1,
            })
        })
    }

    /// Shows the theorem again, from the values alone: every comparison is made anew.
    pub fn is_proved_by(&self, rules: &HeapRules, values: &[u32]) -> bool {
        let claim = Claim {
            preperiod: self.preperiod,
            period: self.period,
            saltus: self.saltus,
        };
        claim.holds_on(values)
            && claim.is_least(values)
            && theorem::applicable(rules, &claim, values).is_some_and(|(theorem, needed)| {
                theorem == self.theorem && needed - 1 == self.checked_to
            })
    }

    /// The heap below `preperiod + period` with the same value up to a multiple of the saltus, and
    /// what is to be added.
    pub fn reduce(&self, heap: u64) -> (u64, Nimber) {
        if heap < self.preperiod {
            return (heap, Nimber(0));
        }
        let (times, rest) = (
            (heap - self.preperiod) / self.period,
            (heap - self.preperiod) % self.period,
        );
        let added = u128::from(times) * u128::from(self.saltus);
        (self.preperiod + rest, Nimber(added))
    }

    /// The last heap that breaks the rule, if any does.
    pub fn last_exception(&self) -> Option<u64> {
        self.preperiod.checked_sub(1)
    }
}

/// A recurrence that all values so far obey from some heap on, proved or not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Observation {
    /// The least heap from which on it holds.
    pub preperiod: u64,
    /// The period.
    pub period: u64,
    /// What is added each time.
    pub saltus: u64,
}

impl Observation {
    /// The shortest recurrence that the second half of `values` obeys, if it went round at least
    /// three times there.
    pub fn find(values: &[u32]) -> Option<Observation> {
        let half = values.len() as u64 / 2;
        let claim = recurrence::candidates(values)
            .take_while(|claim| claim.period <= half / 3)
            .find(|claim| claim.preperiod <= half)?;
        Some(Observation {
            preperiod: claim.preperiod,
            period: claim.period,
            saltus: claim.saltus,
        })
    }
}

/// What may be true: g(n + period) = g(n) + saltus for n >= preperiod.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Claim {
    pub preperiod: u64,
    pub period: u64,
    pub saltus: u64,
}

impl Claim {
    /// True if this follows from the other, and holds from no earlier heap on.
    fn is_multiple_of(&self, other: &Claim) -> bool {
        self.period.is_multiple_of(other.period) && self.preperiod >= other.preperiod
    }

    /// True if no pair of the values contradicts it, and there is one to compare.
    fn holds_on(&self, values: &[u32]) -> bool {
        let (Ok(from), Ok(period)) = (
            usize::try_from(self.preperiod),
            usize::try_from(self.period),
        ) else {
            return false;
        };
        let Some(later) = from.checked_add(period).and_then(|at| values.get(at..)) else {
            return false;
        };
        period > 0
            && !later.is_empty()
            && values[from..]
                .iter()
                .zip(later)
                .all(|(&a, &b)| u64::from(a).checked_add(self.saltus) == Some(u64::from(b)))
    }

    /// True if neither a smaller preperiod nor a proper divisor of the period fits the values.
    fn is_least(&self, values: &[u32]) -> bool {
        let earlier = self
            .preperiod
            .checked_sub(1)
            .map(|preperiod| Claim { preperiod, ..*self });
        let mut divisors = (2..=self.period)
            .filter(|d| self.period.is_multiple_of(*d) && self.saltus.is_multiple_of(*d));
        !earlier.is_some_and(|claim| claim.holds_on(values))
            && !divisors.any(|d| {
                let claim = Claim {
                    preperiod: self.preperiod,
                    period: self.period / d,
                    saltus: self.saltus / d,
                };
                claim.holds_on(values)
            })
    }
}
