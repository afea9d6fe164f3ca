//! From a candidate to a certificate: where the recurrence begins, that it is least, that it is for ever.

use std::sync::atomic::Ordering;

use grundy_core::{LimitReached, Limits};

use super::{CHUNK, HASHED, SparseSearch};
use crate::period::prime_divisors;
use crate::{Certificate, Engine, EngineError, Period, Sparse, Theorem, WindowProof};

/// A recurrence that was seen and is to be proved when enough values are known.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Candidate {
    pub period: u64,
    /// The least heap from which on it holds.
    pub from: u64,
    /// The position at which it can be proved.
    pub due: u64,
}

impl SparseSearch {
    /// Makes a candidate of two places with the same values before them.
    pub(super) fn consider(
        &mut self,
        earlier: u64,
        later: u64,
        limits: &Limits,
    ) -> Result<(), LimitReached> {
        let period = later - earlier;
        let from = self.start_of(period, earlier - HASHED as u64, limits)?;
        let start = self.proof_start(from, self.window());
        self.candidate = start
            .checked_add(period)
            .map(|due| Candidate { period, from, due });
        Ok(())
    }

    /// Proves a candidate that is due, drops it, or lets it wait longer.
    pub(super) fn judge(
        &mut self,
        candidate: Candidate,
        limits: &Limits,
    ) -> Result<Option<Certificate>, EngineError> {
        let Candidate { period, from, .. } = candidate;
        let window = self.window();
        let start = self.proof_start(from, window);
        let due = start.saturating_add(period);
        if due > self.position() {
            // The window has grown, or the mask has changed.
            self.candidate = Some(Candidate { due, ..candidate });
            return Ok(None);
        }
        let stats = self.engine.stats();
        let fits = !stats.position_parity || period.is_multiple_of(2);
        let holds = fits
            && self
                .mismatch(from, self.position() - period, period, limits)?
                .is_none();
        if !holds {
            self.rest_until = self.position() + self.position() / 64;
            return Ok(None);
        }
        let period = Period {
            preperiod: from,
            period: self.least(period, from, limits)?,
            saltus: 0,
            theorem: Theorem::Window,
            checked_to: self.position() - 1,
        };
        Ok(Some(Certificate {
            period,
            hash: self.hash,
            window: Some(WindowProof {
                start,
                length: window,
                mask: stats.mask.unwrap_or(0),
                position_parity: stats.position_parity,
                last_rare: stats.last_rare.unwrap_or(0),
                largest_witness: self.largest_witness,
            }),
        }))
    }

    /// How many values before a heap determine its value, as far as is known.
    fn window(&self) -> u64 {
        let stats = self.engine.stats();
        let last_take = self.rules.last_take().unwrap_or(0);
        let reach = stats.last_rare.unwrap_or(0).max(self.largest_witness);
        reach.max(stats.window.unwrap_or(0)) + last_take + 1
    }

    /// The heap from which on values must be shown by the rules of the window theorem.
    fn proof_start(&self, from: u64, window: u64) -> u64 {
        let start = from.max(self.mask_since).max(1).saturating_add(window);
        // Beyond this, no split has two equal parts in reach, no heap is taken whole, and the engine
        // had no rare values to settle one heap at a time.
        start.max(window.saturating_mul(4).saturating_add(1))
    }

    /// The least heap from which on g(n + period) = g(n), known to hold just before `end`.
    fn start_of(&self, period: u64, end: u64, limits: &Limits) -> Result<u64, LimitReached> {
        let mut end = end;
        for at in (0..self.checkpoints.len()).rev() {
            let (start, _) = self.checkpoints[at];
            if start >= end {
                continue;
            }
            if let Some(last) = self.compare(start, end, period, false, limits)? {
                return Ok(last + 1);
            }
            end = start;
        }
        Ok(0)
    }

    /// A heap n in `from..to` with g(n + period) != g(n), if there is one.
    fn mismatch(
        &self,
        from: u64,
        to: u64,
        period: u64,
        limits: &Limits,
    ) -> Result<Option<u64>, LimitReached> {
        // From a checkpoint to the next, so that the two streams can run side by side.
        self.compare(from, to, period, true, limits)
    }

    /// The least period, given that `period` is one from heap `from` on.
    fn least(&self, mut period: u64, from: u64, limits: &Limits) -> Result<u64, LimitReached> {
        for prime in prime_divisors(period) {
            // A divisor that agrees over one whole period agrees for ever.
            while period.is_multiple_of(prime)
                && self
                    .mismatch(from, from + period, period / prime, limits)?
                    .is_none()
            {
                period /= prime;
            }
        }
        Ok(period)
    }

    /// Runs two streams `period` apart over heaps `from..to` and gives the first or the last heap where they
    /// differ.
    fn compare(
        &self,
        from: u64,
        to: u64,
        period: u64,
        first: bool,
        limits: &Limits,
    ) -> Result<Option<u64>, LimitReached> {
        let mut lower = self.stream_from(from, limits)?;
        let mut upper = self.stream_from(from + period, limits)?;
        let (mut a, mut b) = (Vec::new(), Vec::new());
        let mut found = None;
        let mut at = from;
        while at < to {
            let most = usize::try_from(to - at).unwrap_or(CHUNK).min(CHUNK);
            self.produce(&mut lower, most, &mut a, limits)?;
            self.produce(&mut upper, most, &mut b, limits)?;
            let mut pairs = a.iter().zip(&b);
            let differs = |(x, y): (&u16, &u16)| x != y;
            let index = if first {
                pairs.position(differs)
            } else {
                pairs.rposition(differs)
            };
            if let Some(index) = index {
                found = Some(at + index as u64);
                if first {
                    return Ok(found);
                }
            }
            at += most as u64;
        }
        Ok(found)
    }

    /// An engine at heap `position`, from the checkpoint before it.
    fn stream_from(&self, position: u64, limits: &Limits) -> Result<Sparse, LimitReached> {
        let at = self
            .checkpoints
            .partition_point(|(start, _)| *start <= position)
            - 1;
        let (start, state) = &self.checkpoints[at];
        let mut engine =
            Sparse::resume(&self.rules, state).expect("an engine takes back its own state");
        let mut values = Vec::new();
        let mut left = position - start;
        while left > 0 {
            let most = usize::try_from(left).unwrap_or(CHUNK).min(CHUNK);
            self.produce(&mut engine, most, &mut values, limits)?;
            left -= most as u64;
        }
        Ok(engine)
    }

    /// Exactly `most` values.
    fn produce(
        &self,
        engine: &mut Sparse,
        most: usize,
        values: &mut Vec<u16>,
        limits: &Limits,
    ) -> Result<(), LimitReached> {
        values.clear();
        let first = engine.position();
        let result = engine.produce(most, values, limits);
        let computed = engine.position() - first;
        self.compared.fetch_add(computed, Ordering::Relaxed);
        match result {
            Ok(()) => Ok(()),
            Err(EngineError::Limit(reached)) => Err(reached),
            Err(EngineError::TooWide) => unreachable!("these values were computed before"),
        }
    }
}
