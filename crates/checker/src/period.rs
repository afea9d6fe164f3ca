//! The check of a period certificate.
//!
//! A certificate claims g(n + p) = g(n) + s for all n >= n0, with the least p and then the least n0. The check has
//! four parts.
//!
//! 1. The values are computed from the rules, at least to the heap that the certificate names, and their hash is
//!    compared.
//! 2. The recurrence is compared on all of them.
//! 3. A theorem shows for a multiple q of p, with S = s q / p, and some n1, that g(m + q) = g(m) + S for **all**
//!    m >= n1. The theorems are in the files `splits`, `state`, `rising` and `window`.
//! 4. The preperiod and the period are shown to be the least.
//!
//! **Lemma A (from q to p).** *Let g(m + q) = g(m) + S for all m >= n1, where q is a multiple of p and S = s q / p.
//! If g(n + p) = g(n) + s is seen for n0 <= n < N - p, where N >= n1 + q and N >= n0 + p + q, then it holds for all
//! n >= n0.*
//!
//! Proof. First, g(m + q) = g(m) + S for all m >= n0: if m + q < N, then q / p steps of p were seen; else
//! m >= N - q >= n1. Now let n >= N - p, and suppose the claim for all smaller n. As n - q >= N - p - q >= n0,
//! g(n + p) = g(n + p - q) + S = g(n - q) + s + S = g(n) + s. ∎
//!
//! **Lemma B (leastness).** *Let g(n + p) = g(n) + s for all n >= n0. If it is not the least period, then there is a
//! prime divisor r of p and of s such that g(n + p / r) = g(n) + s / r for all n >= n0; and this is so if it is so
//! for n0 <= n < n0 + p.*
//!
//! Proof. The differences g(n + 1) - g(n) are periodic from n0 on, so their periods are the multiples of the least
//! one p'. Thus p' divides p, and if p' < p, then p / r is a multiple of p' for some prime r. For the saltus s'' of
//! p / r, r s'' = s. As g(n + p / r) - g(n) has the period p in n from n0 on, p values of n decide. ∎
//!
//! The least n0 needs one comparison: that of heap n0 - 1.

use crate::certificate::PeriodCertificate;
use crate::limits::{CheckLimits, Meter};
use crate::rules::Rules;
use crate::{CheckError, Refutation, Unsupported, rising, splits, state, window};

/// A period certificate that holds.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct PeriodCheck {
    /// The ruleset as the certificate writes it.
    pub ruleset: String,
    /// The least heap from which on the recurrence holds.
    pub preperiod: u64,
    /// The least period.
    pub period: u64,
    /// What each period adds.
    pub saltus: u64,
    /// The theorem whose hypotheses were checked.
    pub theorem: PeriodTheorem,
    /// How many values were computed.
    pub values: u64,
}

/// The theorems that a certificate may name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum PeriodTheorem {
    /// `take-and-break`: finitely many digits.
    TakeAndBreak,
    /// `take-and-break-with-tail`: digits that repeat for ever.
    TakeAndBreakWithTail,
    /// `unequal-splits`: the two heaps of a split differ.
    UnequalSplits,
    /// `state-returns`: moves leave at most one heap.
    State,
    /// `rising`: several heaps and a saltus.
    Rising,
    /// `window-returns`: what the sparse-space method looks at returns.
    Window,
}

impl PeriodTheorem {
    pub(crate) fn from_word(word: &str) -> Result<PeriodTheorem, CheckError> {
        Ok(match word {
            "take-and-break" => PeriodTheorem::TakeAndBreak,
            "take-and-break-with-tail" => PeriodTheorem::TakeAndBreakWithTail,
            "unequal-splits" => PeriodTheorem::UnequalSplits,
            "state-returns" => PeriodTheorem::State,
            "rising" => PeriodTheorem::Rising,
            "window-returns" => PeriodTheorem::Window,
            _ => {
                return Err(CheckError::NotSupported {
                    what: Unsupported::PeriodTheorem,
                });
            }
        })
    }
}

/// Checks a period certificate, given as the text of its JSON object.
///
/// # Examples
///
/// ```
/// use grundy_checker::{CheckLimits, check_period};
/// let certificate = r#"{"schema":1,"ruleset":"kayles","periodic":true,"preperiod":71,"period":12,"saltus":0,
///     "last_exception":70,"proved":true,"checked_to":167,"theorem":"take-and-break","hash":"393ec964e5455255"}"#;
/// let limits = CheckLimits::default();
/// assert_eq!(check_period(certificate, limits).unwrap().period, 12);
/// assert!(check_period(&certificate.replace("12", "24"), limits).is_err());
/// ```
///
/// # Errors
///
/// See [`CheckError`].
pub fn check_period(certificate: &str, limits: CheckLimits) -> Result<PeriodCheck, CheckError> {
    let (certificate, theorem, hash) = PeriodCertificate::read(certificate)?;
    let rules = Rules::parse(&certificate.ruleset)?;
    let mut meter = Meter::new(limits);
    let claim = PeriodClaim {
        preperiod: certificate.preperiod,
        period: certificate.period,
        saltus: certificate.saltus,
    };
    let count = certificate.checked_to.checked_add(1);
    let shown = Shown {
        count: count.ok_or(CheckError::Inconsistent {
            field: "checked_to",
        })?,
        hash,
    };
    let values = match (theorem, certificate.window) {
        (PeriodTheorem::Window, Some(proof)) => {
            window::check(&rules, claim, proof, shown, &mut meter)?
        }
        (PeriodTheorem::State, _) => state::check(&rules, claim, shown, &mut meter)?,
        (PeriodTheorem::Rising, _) => rising::check(&rules, claim, shown, &mut meter)?,
        _ => splits::check(&rules, claim, shown, theorem, &mut meter)?,
    };
    Ok(PeriodCheck {
        ruleset: certificate.ruleset,
        preperiod: claim.preperiod,
        period: claim.period,
        saltus: claim.saltus,
        theorem,
        values,
    })
}

/// The hash of the values v of heaps 1, 2, …: h = 31 h + v modulo 2^64, from h = 1125899906842597.
pub fn hash_of_values(values: impl IntoIterator<Item = u32>) -> u64 {
    let mut hash = ValueHash::default();
    values.into_iter().for_each(|value| hash.add(value));
    hash.0
}

pub(crate) struct ValueHash(pub u64);

impl Default for ValueHash {
    fn default() -> Self {
        ValueHash(1_125_899_906_842_597)
    }
}

impl ValueHash {
    pub(crate) fn add(&mut self, value: u32) {
        self.0 = self.0.wrapping_mul(31).wrapping_add(u64::from(value));
    }
}

/// What a certificate says that it showed: so many values, from heap 0 on, with this hash from heap 1 on.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Shown {
    pub count: u64,
    pub hash: u64,
}

impl Shown {
    /// Fails unless at least `needed` values were shown; `None` stands for a number that does not fit.
    pub(crate) fn at_least(&self, needed: Option<u64>) -> Result<(), CheckError> {
        match needed {
            Some(needed) if needed <= self.count => Ok(()),
            needed => Err(Refutation::TooFewValues { needed }.into()),
        }
    }

    pub(crate) fn check_hash(&self, values: &[u32]) -> Result<(), CheckError> {
        let found = hash_of_values(values[1..self.count as usize].iter().copied());
        if found == self.hash {
            Ok(())
        } else {
            Err(Refutation::Hash { found }.into())
        }
    }
}

/// g(n + period) = g(n) + saltus for n >= preperiod.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PeriodClaim {
    pub preperiod: u64,
    pub period: u64,
    pub saltus: u64,
}

impl PeriodClaim {
    /// The least heap of the recurrence that is a heap at all.
    pub(crate) fn first_heap(&self) -> u64 {
        self.preperiod.max(1)
    }

    /// How many values Lemma A needs at least for the multiple `q` of the period.
    pub(crate) fn lemma_needs(&self, q: u64) -> Option<u64> {
        self.preperiod.checked_add(self.period)?.checked_add(q)
    }

    /// Compares the recurrence on all values, which Lemma A finds enough, and shows that nothing less holds.
    pub(crate) fn check_table(&self, values: &[u32], meter: &mut Meter) -> Result<(), CheckError> {
        meter.spend(values.len() as u64)?;
        if let Some(heap) = self.first_failure(values) {
            let at = |heap: u64| u64::from(values[heap as usize]);
            let expected = u128::from(at(heap)) + u128::from(self.saltus);
            let found = at(heap + self.period);
            return Err(Refutation::Recurrence {
                heap,
                expected,
                found,
            }
            .into());
        }
        let earlier = self
            .preperiod
            .checked_sub(1)
            .map(|preperiod| PeriodClaim { preperiod, ..*self });
        if earlier.is_some_and(|claim| claim.first_failure(values).is_none()) {
            return Err(Refutation::PreperiodNotLeast.into());
        }
        for prime in prime_divisors(self.period, meter)? {
            let (period, saltus) = (self.period / prime, self.saltus / prime);
            let shorter = PeriodClaim {
                period,
                saltus,
                ..*self
            };
            meter.spend(values.len() as u64)?;
            if self.saltus.is_multiple_of(prime) && shorter.first_failure(values).is_none() {
                return Err(Refutation::PeriodNotLeast { period, saltus }.into());
            }
        }
        Ok(())
    }

    /// The first heap at which these values contradict the claim.
    fn first_failure(&self, values: &[u32]) -> Option<u64> {
        let lower = &values[self.preperiod as usize..];
        let upper = lower.get(self.period as usize..)?;
        let mut pairs = (self.preperiod..).zip(lower.iter().zip(upper));
        let fails = |&(_, (&a, &b)): &(u64, (&u32, &u32))| {
            u64::from(a).checked_add(self.saltus) != Some(u64::from(b))
        };
        pairs.find(fails).map(|(heap, _)| heap)
    }
}

/// The primes that divide `number`, by trial division.
pub(crate) fn prime_divisors(number: u64, meter: &mut Meter) -> Result<Vec<u64>, CheckError> {
    let (mut rest, mut divisor, mut primes) = (number, 2u64, Vec::new());
    while u128::from(divisor) * u128::from(divisor) <= u128::from(rest) {
        meter.spend(1)?;
        if rest.is_multiple_of(divisor) {
            primes.push(divisor);
        }
        while rest.is_multiple_of(divisor) {
            rest /= divisor;
        }
        divisor += 1;
    }
    if rest > 1 {
        primes.push(rest);
    }
    Ok(primes)
}

/// The least common multiple, if it fits.
pub(crate) fn least_common_multiple(a: u64, b: u64) -> Option<u64> {
    let (mut x, mut y) = (a, b);
    while y != 0 {
        (x, y) = (y, x % y);
    }
    (a / x).checked_mul(b)
}
