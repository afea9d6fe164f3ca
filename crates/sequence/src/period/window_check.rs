//! The check of a certificate by the window theorem, in one pass over all its values.
//!
//! Nothing of the search is used: the stretches that the certificate speaks of are cut out of the stream
//! and compared, and what the theorem asks of the method is asked of the method that runs here.

use grundy_core::{HeapRules, LimitReached, Limits};

use super::certificate::{Refuted, WindowProof};
use crate::{Engine, EngineError, Hash, Period, Sparse};

/// Values produced at a time.
const CHUNK: usize = 1 << 20;

/// Values in which a shorter period must fail.
const SAMPLE: u64 = 1 << 16;

/// The most values that are cut out.
const MOST_KEPT: u64 = 1 << 28;

/// A stretch of the stream that is kept.
struct Cut {
    from: u64,
    to: u64,
    values: Vec<u16>,
}

impl Cut {
    fn new(from: u64, length: u64) -> Option<Cut> {
        let to = from.checked_add(length)?;
        (length <= MOST_KEPT).then_some(Cut {
            from,
            to,
            values: Vec::new(),
        })
    }

    /// Keeps its part of the values of heaps `first..`.
    fn take(&mut self, first: u64, values: &[u16]) {
        let clamp = |heap: u64| (heap.saturating_sub(first) as usize).min(values.len());
        self.values
            .extend_from_slice(&values[clamp(self.from)..clamp(self.to)]);
    }
}

/// Computes everything anew and checks every claim.
pub(super) fn check_window(
    rules: &HeapRules,
    period: &Period,
    proof: &WindowProof,
    hash: Hash,
    limits: &Limits,
) -> Result<Result<(), Refuted>, LimitReached> {
    let (Some(mut cuts), Some(mut engine)) = (Cuts::new(rules, period, proof), Sparse::new(rules))
    else {
        return Ok(Err(Refuted::Theorem));
    };
    let mut found = Hash::default();
    let mut values = Vec::new();
    while engine.position() <= period.checked_to {
        let first = engine.position();
        let left = (period.checked_to - first).saturating_add(1);
        values.clear();
        match engine.produce(
            usize::try_from(left).unwrap_or(CHUNK).min(CHUNK),
            &mut values,
            limits,
        ) {
            Ok(()) => {}
            Err(EngineError::Limit(reached)) => return Err(reached),
            Err(EngineError::TooWide) => return Ok(Err(Refuted::Theorem)),
        }
        found.add_all(&values[usize::from(first == 0)..]);
        cuts.take(first, &values);
        let stats = engine.stats();
        let last_take = rules.last_take().unwrap_or(u64::MAX);
        let last_rare = stats.last_rare.unwrap_or(0);
        let reach = stats.largest_witness.map_or(u64::MAX, |witness| {
            witness.max(last_rare).saturating_add(last_take)
        });
        // From the start of the stretch on, this engine must work as the theorem asks.
        let works = reach < proof.length
            && last_rare == proof.last_rare
            && stats
                .largest_witness
                .is_some_and(|witness| witness <= proof.largest_witness)
            && stats
                .witnessed_since
                .is_some_and(|since| since <= proof.start)
            && stats.mask == Some(proof.mask)
            && stats.position_parity == proof.position_parity;
        if engine.position() > proof.start && !works {
            return Ok(Err(Refuted::Theorem));
        }
    }
    if found != hash {
        return Ok(Err(Refuted::Hash { found }));
    }
    Ok(if cuts.show(period) {
        Ok(())
    } else {
        Err(Refuted::Theorem)
    })
}

/// What the theorem compares.
struct Cuts {
    lower: Cut,
    upper: Cut,
    /// For each prime divisor of the period, the beginning shifted by the period without it.
    shifted: Vec<Cut>,
}

impl Cuts {
    /// The stretches to keep, if the numbers fit the theorem.
    fn new(rules: &HeapRules, period: &Period, proof: &WindowProof) -> Option<Cuts> {
        let window = proof.length;
        let fits = period.saltus == 0
            && period.period > 0
            && rules.last_take().is_some()
            && period.checked_to >= proof.start.checked_add(period.period)?.checked_sub(1)?
            && proof.start >= period.preperiod.max(1).checked_add(window)?
            && proof.start > window.checked_mul(4)?
            && (!proof.position_parity || period.period.is_multiple_of(2));
        if !fits {
            return None;
        }
        // One heap more, to see that the recurrence does not begin earlier.
        let from = period.preperiod.saturating_sub(1);
        let length = proof.start - from;
        let mut shifted = Vec::new();
        for prime in prime_divisors(period.period) {
            let by = period.period / prime;
            shifted.push(Cut::new(
                period.preperiod.checked_add(by)?,
                SAMPLE.min(period.period),
            )?);
        }
        Some(Cuts {
            lower: Cut::new(from, length)?,
            upper: Cut::new(from.checked_add(period.period)?, length)?,
            shifted,
        })
    }

    fn take(&mut self, first: u64, values: &[u16]) {
        let cuts = [&mut self.lower, &mut self.upper];
        cuts.into_iter()
            .chain(&mut self.shifted)
            .for_each(|cut| cut.take(first, values));
    }

    /// True if the windows and all between them agree, nothing before does, and no shorter period fits.
    fn show(&self, period: &Period) -> bool {
        let skip = usize::from(period.preperiod > 0);
        let (lower, upper) = (&self.lower.values, &self.upper.values);
        let is_first = skip == 0 || lower[0] != upper[0];
        let beginning = &lower[skip..];
        let is_least = self
            .shifted
            .iter()
            .all(|cut| beginning.iter().zip(&cut.values).any(|(a, b)| a != b));
        lower.len() == upper.len() && lower[skip..] == upper[skip..] && is_first && is_least
    }
}

/// The primes that divide `number`.
pub(crate) fn prime_divisors(mut number: u64) -> Vec<u64> {
    let mut primes = Vec::new();
    let mut divisor = 2u64;
    while divisor
        .checked_mul(divisor)
        .is_some_and(|square| square <= number)
    {
        if number.is_multiple_of(divisor) {
            primes.push(divisor);
            while number.is_multiple_of(divisor) {
                number /= divisor;
            }
        }
        divisor += 1;
    }
    if number > 1 {
        primes.push(number);
    }
    primes
}
