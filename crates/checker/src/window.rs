//! Periods of games that split a heap in two, shown while the values stream by.
//!
//! Finitely many digits, at most two heaps, K the largest take. Rare and common heaps, the set T and witnesses are
//! those of the file `sparse`, with one mask.
//!
//! **Theorem 6 (`window-returns`).** *Suppose that no heap m with r < m < n1 + p is rare; that for n1 <= n < n1 + p,
//! every smaller rare value is in T or has a witness that is at most A; that W >= max(r, A) + K, n1 > 4 W; that
//! g(n + p) = g(n) for n1 - W <= n < n1; and, if the mask depends on parity, that p is even. Then g(n + p) = g(n) for
//! all n >= n1 - W.*
//!
//! Proof. By induction, let n >= n1 + p and let g(m) = g(m - p) for n1 + p - W <= m < n. All heaps from r + 1 to
//! n - 1 are common: up to n1 + p by supposition, and later ones because they have the values of the heaps p before,
//! for the same classes, p being even if that matters. The set T of n is made of the values of heaps n - k and of the
//! splits with a rare part a <= r, whose other part is n - k - a. All these heaps are at least n - W >= n1 + p - W,
//! so T is the same for n and n - p. (Nothing can be taken whole, as n - p >= n1 > K.) Hence both have the same c. A
//! rare value u < c that is not in T has a witness a <= A for n - p:
//! u = g(a) xor g(n - p - k - a) = g(a) xor g(n - k - a), as n - k - a >= n - W. So u is an option of n, too; the
//! parts differ, since n - k > 2 a. Hence g(n) = c = g(n - p). ∎
//!
//! Leastness: for a prime divisor t of p, let p' = p / t. If g(n + p') = g(n) for n1 - W <= n < n1, and p' is even if
//! the mask depends on parity, then the same proof gives g(n + p') = g(n) for ever. If the mask depends on parity and
//! p' is odd, the two sides always differ, as all these heaps are common. So W comparisons decide.

use crate::certificate::Window;
use crate::limits::Meter;
use crate::period::{PeriodClaim, Shown, ValueHash, prime_divisors};
use crate::rules::Rules;
use crate::sparse::{Mask, Sparse};
use crate::{CheckError, Hypothesis, Refutation, Unsupported};

/// The fewest values that are kept at either end of the stream.
const FEWEST_KEPT: u64 = 1 << 16;

/// Checks a claim by Theorem 6; how many values were computed.
pub(crate) fn check(
    rules: &Rules,
    claim: PeriodClaim,
    window: Window,
    shown: Shown,
    meter: &mut Meter,
) -> Result<u64, CheckError> {
    if rules.most_heaps() != 2 || rules.tail.is_some() {
        return Err(CheckError::NotSupported {
            what: Unsupported::TheoremForRules,
        });
    }
    check_numbers(rules, claim, window)?;
    // After this, the end of the stretch is known to fit.
    shown.at_least(window.start.checked_add(claim.period))?;
    let mut cuts = Cuts::new(claim, window, meter)?;
    let kept = window.length.saturating_mul(2).max(FEWEST_KEPT);
    meter.reserve(kept, 3 * 4)?;
    let mask = Mask {
        bits: window.mask,
        parity: window.position_parity,
    };
    let sparse = Sparse::with_mask(rules, mask, kept as usize);
    let mut sparse = sparse.ok_or_else(|| fails(Hypothesis::Parity, None))?;
    let (mut hash, mut last_rare) = (ValueHash::default(), 0);
    for heap in 0..shown.count {
        let step = sparse.step(meter)?;
        if step.is_rare {
            last_rare = heap;
            if heap > window.last_rare {
                return Err(fails(Hypothesis::LastRare, Some(heap)));
            }
        }
        let is_in_stretch = heap >= window.start && heap - window.start < claim.period;
        if is_in_stretch && step.witness > window.largest_witness {
            return Err(fails(Hypothesis::Witness, Some(heap)));
        }
        if heap > 0 {
            hash.add(step.value);
        }
        cuts.add(heap, step.value);
    }
    if last_rare != window.last_rare {
        return Err(fails(Hypothesis::LastRare, Some(last_rare)));
    }
    cuts.compare(claim)?;
    if hash.0 != shown.hash {
        return Err(Refutation::Hash { found: hash.0 }.into());
    }
    Ok(shown.count)
}

fn fails(which: Hypothesis, heap: Option<u64>) -> CheckError {
    Refutation::Hypothesis { which, heap }.into()
}

/// Checks the hypotheses that are about numbers only.
fn check_numbers(rules: &Rules, claim: PeriodClaim, window: Window) -> Result<(), CheckError> {
    let reach = window.last_rare.max(window.largest_witness);
    let reach = reach.checked_add(rules.largest_listed());
    if reach.is_none_or(|reach| window.length < reach) {
        return Err(fails(Hypothesis::WindowLength, None));
    }
    let is_far = |distance: Option<u64>| distance.is_some_and(|distance| window.start > distance);
    let begins_late = claim.preperiod.checked_add(window.length);
    if !is_far(window.length.checked_mul(4)) || begins_late.is_none_or(|least| window.start < least)
    {
        return Err(fails(Hypothesis::WindowStart, None));
    }
    if claim.saltus != 0 {
        return Err(fails(Hypothesis::NoSaltus, None));
    }
    if window.position_parity && !claim.period.is_multiple_of(2) {
        return Err(fails(Hypothesis::Parity, None));
    }
    Ok(())
}

/// A part of the stream that is kept for comparison.
struct Cut {
    from: u64,
    length: u64,
    values: Vec<u32>,
}

impl Cut {
    fn new(from: u64, length: u64, meter: &mut Meter) -> Result<Cut, CheckError> {
        meter.reserve(length, 4)?;
        Ok(Cut {
            from,
            length,
            values: Vec::new(),
        })
    }

    fn add(&mut self, heap: u64, value: u32) {
        if heap >= self.from && heap - self.from < self.length {
            self.values.push(value);
        }
    }
}

struct Cuts {
    /// From one heap before the preperiod, if there is one, to the start of the stretch.
    lower: Cut,
    /// The same, one period later.
    upper: Cut,
    /// For each prime divisor of the period, the window moved by the period divided by it.
    moved: Vec<(u64, Cut)>,
    window: u64,
}

impl Cuts {
    /// The numbers are known to fit: `start + period` does.
    fn new(claim: PeriodClaim, window: Window, meter: &mut Meter) -> Result<Cuts, CheckError> {
        let from = claim.preperiod.saturating_sub(1);
        let length = window.start - from;
        let mut moved = Vec::new();
        for prime in prime_divisors(claim.period, meter)? {
            let by = claim.period / prime;
            let cut = Cut::new(window.start - window.length + by, window.length, meter)?;
            moved.push((by, cut));
        }
        Ok(Cuts {
            lower: Cut::new(from, length, meter)?,
            upper: Cut::new(from + claim.period, length, meter)?,
            moved,
            window: window.length,
        })
    }

    fn add(&mut self, heap: u64, value: u32) {
        self.lower.add(heap, value);
        self.upper.add(heap, value);
        self.moved
            .iter_mut()
            .for_each(|(_, cut)| cut.add(heap, value));
    }

    fn compare(&self, claim: PeriodClaim) -> Result<(), CheckError> {
        let pairs = (self.lower.from..).zip(self.lower.values.iter().zip(&self.upper.values));
        let mut differing = pairs.filter(|(_, (a, b))| a != b);
        let mut first = differing.next();
        if claim.preperiod > 0 {
            if first.is_none_or(|(heap, _)| heap >= claim.preperiod) {
                return Err(Refutation::PreperiodNotLeast.into());
            }
            first = differing.next();
        }
        if let Some((heap, (&expected, &found))) = first {
            let (expected, found) = (u128::from(expected), u64::from(found));
            return Err(Refutation::Recurrence {
                heap,
                expected,
                found,
            }
            .into());
        }
        let window = &self.lower.values[self.lower.values.len() - self.window as usize..];
        match self.moved.iter().find(|(_, cut)| cut.values == window) {
            Some(&(period, _)) => Err(Refutation::PeriodNotLeast { period, saltus: 0 }.into()),
            None => Ok(()),
        }
    }
}
