//! The fast lane: one-byte codes, blocks, speculation first and verification behind it.
//!
//! Speculation takes the least common code that no option has (exact but for new rare values);
//! verification shows that every smaller rare value is an option. What is not shown by the
//! prepared witnesses is settled one heap at a time, with the whole past if need be.

use std::time::Instant;

use grundy_core::{LimitReached, Limits};

use super::codes::Codes;
use super::mask::{Histogram, Mask};
use super::pace::Pace;
use super::past::{Past, Rare, Rares};
use super::plan::{FEW_TAPS, FIRST_TRAINING, LARGEST_WITNESS, Plan};
use super::settle::{SettledPast, Stop};
use super::shape::Shape;
use super::taps::{Witnesses, common_taps, taps_through};
use super::verify::{Verified, verify, verify_and_speculate};

/// Blocks begin here at the earliest: where rare heaps are few, and where they are many: each new one ends what was
/// speculated.
const START_WITH_FEW: u64 = 4096;
const START_WITH_MANY: u64 = 1 << 14;
/// The fewest heaps of a chunk, which is speculated and then verified.
const LEAST_CHUNK: u64 = 128;
/// The part of the largest chunk from which on a second thread is worth it.
const PART_FOR_THREADS: u64 = 8;
/// The first codes, which are never forgotten: witnesses are among them.
pub(crate) const PREFIX: u64 = 1 << 16;

/// Codes beyond those that are needed, to choose taps and witnesses by.
const TRAINING: u64 = 1 << 17;

/// The least heap from which on the fast lane works (if `eager`), or is worth it.
pub(crate) fn start(rares: &Rares, eager: bool) -> u64 {
    if eager || rares.list().len() < FEW_TAPS {
        START_WITH_FEW
    } else {
        START_WITH_MANY
    }
}

/// What ended a step.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Step {
    /// More heaps are exact.
    Done,
    /// The next value has a code of more than a byte: go on with wide values.
    TooWide,
}

/// The state of the fast lane.
#[derive(Clone, Debug)]
pub(crate) struct Narrow {
    shape: Shape,
    mask: Mask,
    rares: Rares,
    /// The heap at which this began: since then, one mask has been in force.
    since: u64,
    /// All heaps below are exact.
    n: u64,
    /// Codes of exact heaps, and behind them of speculated ones.
    codes: Codes,
    /// The first codes, once `codes` has forgotten them.
    prefix: Codes,
    /// Where speculation works: the newest codes again.
    ahead: Codes,
    /// The same for a second thread.
    beside: Codes,
    plan: Option<Plan>,
    chunk: u64,
    pace: Pace,
    largest_code: u8,
    largest_witness: u64,
    /// How many codes may be kept before old ones are forgotten.
    keep: u64,
    /// From this heap on plans are trained.
    first_training: u64,
}

impl Narrow {
    /// The fast lane after `past`, if its codes fit in a byte.
    pub fn new(shape: &Shape, past: &Past, keep: u64) -> Option<Narrow> {
        if past.mask.bits.trailing_zeros() >= 8 {
            return None;
        }
        let code = |at| u8::try_from(past.mask.encode(past.value(at))).ok();
        let codes: Vec<u8> = (0..past.n()).map(code).collect::<Option<_>>()?;
        let codes = Codes::new(0, codes);
        Some(Narrow::from_codes(
            shape,
            past.mask,
            past.rares.clone(),
            codes,
            Codes::default(),
            keep,
        ))
    }

    /// The fast lane after `codes`; `prefix` holds the first codes if `codes` does not.
    pub fn from_codes(
        shape: &Shape,
        mask: Mask,
        rares: Rares,
        codes: Codes,
        prefix: Codes,
        keep: u64,
    ) -> Narrow {
        Narrow {
            shape: shape.clone(),
            mask,
            rares,
            since: codes.end(),
            n: codes.end(),
            largest_code: largest(&codes).max(largest(&prefix)),
            codes,
            prefix,
            ahead: Codes::default(),
            beside: Codes::default(),
            plan: None,
            chunk: LEAST_CHUNK,
            pace: Pace::default(),
            largest_witness: 0,
            keep,
            first_training: FIRST_TRAINING,
        }
    }

    /// Trains every plan, even where that takes longer than it gains.
    pub fn train_early(&mut self) {
        self.first_training = 0;
    }

    /// The next heap.
    pub fn n(&self) -> u64 {
        self.n
    }

    /// The mask.
    pub fn mask(&self) -> Mask {
        self.mask
    }

    /// The rare positions.
    pub fn rares(&self) -> &Rares {
        &self.rares
    }

    /// The heap from which on this mask has been in force.
    pub fn since(&self) -> u64 {
        self.since
    }

    /// The largest witness that was used since then.
    pub fn largest_witness(&self) -> u64 {
        self.largest_witness
    }

    /// The method in a few words.
    pub fn method(&self) -> &'static str {
        self.plan.as_ref().map_or("sparse space", Plan::name)
    }

    /// How many codes before heap `at` are kept to go on from there: those that options and witnesses are
    /// made of, and some to train on.
    pub fn window(&self, at: u64) -> u64 {
        let largest = self.rares.last().max(LARGEST_WITNESS);
        (largest + self.shape.reach() + TRAINING).min(at)
    }

    /// The first codes and the last `window` ones before heap `at`, which is not too old.
    pub fn stretches(&self, at: u64) -> (&[u8], u64, &[u8]) {
        let from = (at - self.window(at)) & !1;
        let prefix = self
            .prefix()
            .range(0, self.prefix().end().min(PREFIX).min(at));
        (prefix, from, self.codes.range(from, at))
    }

    /// Appends the values of heaps `from..to`.
    pub fn values(&self, from: u64, to: u64, out: &mut Vec<u16>) {
        let start = out.len();
        let decoder = self.mask.decoder();
        decoder.values((from & 1) as usize, self.codes.range(from, to), out);
        for rare in self.rares.between(from, to) {
            out[start + (rare.at - from) as usize] = rare.value;
        }
        if from == 0 && to > 0 {
            out[start] = 0;
        }
    }

    /// True if no code was forgotten.
    pub fn has_whole_past(&self) -> bool {
        self.codes.first() == 0
    }

    /// Every value.
    pub fn all_values(&self) -> Vec<u16> {
        let mut values = Vec::new();
        self.values(0, self.n, &mut values);
        values
    }

    /// How often each value occurred.
    pub fn histogram(&self) -> Histogram {
        let mut histogram = Histogram::default();
        for (n, value) in (0..).zip(self.all_values()) {
            histogram.add(n, value);
        }
        histogram
    }

    /// Forgets codes before heap `before` that are not needed any more, if there are too many.
    pub fn forget(&mut self, before: u64) {
        if (self.codes.bytes().len() as u64) < self.keep.max(2 * self.window(self.n) + PREFIX) {
            return;
        }
        if self.codes.first() == 0 {
            self.prefix = Codes::new(0, self.codes.range(0, PREFIX).to_vec());
        }
        let needed = self.n - self.window(self.n);
        self.codes.forget_before(needed.min(before));
    }

    /// Forgets all that may be forgotten before heap `at`.
    #[cfg(test)]
    pub fn forget_all_but_the_window(&mut self, at: u64) {
        let end = PREFIX.min(self.codes.end());
        self.prefix = Codes::new(0, self.codes.range(0, end).to_vec());
        self.codes
            .forget_before(at - self.rares.last() - self.shape.reach() - 100);
        assert!(self.codes.first() > 0, "there was something to forget");
    }

    /// Makes at least one more heap exact.
    pub fn step(&mut self, limits: &Limits) -> Result<Step, Stop> {
        limits.check_time().map_err(crate::EngineError::from)?;
        // Up to there, single heaps can be rare, and splits can leave an empty heap.
        if self.n <= self.rares.last() + self.shape.reach() {
            return self.resolve(limits);
        }
        self.prepare(limits.threads);
        let wanted = self.n + self.chunk;
        let plan = self.plan.as_ref().expect("a plan was prepared");
        let started = Instant::now();
        let is_speculated = self.codes.end() > self.n;
        if !is_speculated {
            let reached = plan.speculate(&mut self.ahead, wanted, None);
            self.codes.extend(self.ahead.range(self.n, reached));
        }
        let (from, to) = (self.n, self.codes.end());
        let known = SettledPast {
            shape: &self.shape,
            mask: self.mask,
            rares: &self.rares,
            codes: &self.codes,
            prefix: &self.prefix,
            limits,
        };
        let next = plan.chunk_after(self.chunk);
        let for_threads = plan.largest_chunk() / PART_FOR_THREADS;
        let together = to - from >= for_threads && self.pace.wants(limits.threads);
        let verified = if together {
            if plan.has_turns() && !self.beside.is_like(&self.ahead) {
                self.beside = self.ahead.clone();
            }
            let ahead = [&mut self.ahead, &mut self.beside];
            verify_and_speculate(known, plan, from, to, limits.threads, ahead, to + next)
        } else {
            verify(known, plan, from, to)
        }?;
        // Other chunks were speculated by another number of threads than they were verified by.
        match (together, is_speculated) {
            (true, true) => self.pace.took_together(to - from, started.elapsed()),
            (false, false) => self.pace.took_alone(to - from, started.elapsed()),
            _ => {}
        }
        self.accept(verified, to < wanted, limits)
    }

    /// Takes over what was verified.
    fn accept(&mut self, verified: Verified, stuck: bool, limits: &Limits) -> Result<Step, Stop> {
        self.n = verified.to;
        self.largest_witness = self.largest_witness.max(verified.largest_witness);
        if let Some(value) = verified.rare {
            self.codes.truncate(verified.to);
            self.chunk = LEAST_CHUNK;
            self.push(value, limits)?;
            return Ok(Step::Done);
        }
        if self.ahead.end() > self.n {
            self.codes
                .extend(self.ahead.range(self.n, self.ahead.end()));
        } else if stuck {
            self.chunk = LEAST_CHUNK;
            return self.resolve(limits);
        }
        let plan = self.plan.as_ref().expect("it was verified by a plan");
        self.chunk = plan.chunk_after(self.chunk);
        Ok(Step::Done)
    }

    /// Makes the next heap exact by itself.
    fn resolve(&mut self, limits: &Limits) -> Result<Step, Stop> {
        self.codes.truncate(self.n);
        let known = SettledPast {
            shape: &self.shape,
            mask: self.mask,
            rares: &self.rares,
            codes: &self.codes,
            prefix: &self.prefix,
            limits,
        };
        let Some((value, witness)) = known.next_value()? else {
            return Ok(Step::TooWide);
        };
        self.largest_witness = self.largest_witness.max(witness);
        self.push(value, limits)?;
        Ok(Step::Done)
    }

    /// Appends an exact value; what was speculated is dropped.
    fn push(&mut self, value: u16, limits: &Limits) -> Result<(), Stop> {
        let code = self.mask.encode(value) as u8;
        if self.mask.is_rare(self.n, value) {
            // From here on every heap would look back over gigabytes.
            if self.n + self.shape.reach() > u64::from(u32::MAX) {
                let limit = limits.bytes;
                return Err(crate::EngineError::from(LimitReached::Bytes { limit }).into());
            }
            self.codes.push_rare(code);
            let rare = Rare { at: self.n, value };
            self.rares.push(rare);
            if let Some(plan) = &mut self.plan {
                plan.extend(&taps_through(&self.shape, self.mask, rare).collect::<Vec<_>>());
            }
        } else {
            self.codes.extend(&[code]);
        }
        self.largest_code = self.largest_code.max(code);
        self.drop_speculated();
        self.n += 1;
        Ok(())
    }

    /// What was speculated is wrong, or will be.
    fn drop_speculated(&mut self) {
        (self.ahead, self.beside) = Default::default();
    }

    /// The first codes, wherever they are.
    fn prefix(&self) -> &Codes {
        if self.codes.first() == 0 {
            &self.codes
        } else {
            &self.prefix
        }
    }

    /// Prepares the plan and the workspaces.
    fn prepare(&mut self, threads: usize) {
        let trainable = self.n >= self.first_training;
        let stale =
            |plan: &Plan| plan.is_worn(self.n, trainable) || !plan.allows(self.largest_code);
        if self.plan.as_ref().is_none_or(stale) {
            self.codes.truncate(self.n);
            self.drop_speculated();
            let threads = if self.pace.wants(threads) { threads } else { 1 };
            self.plan = Some(self.make_plan(trainable, threads));
        }
        let plan = self.plan.as_ref().expect("it was just made");
        let dirty = self.n <= self.rares.last() + plan.largest_tap();
        if self.codes.end() == self.n
            && (self.ahead.end() != self.n || self.ahead.skip().is_empty() == dirty)
        {
            let from = (self.n - plan.largest_tap()) & !1;
            self.beside = Codes::default();
            self.ahead = Codes::new(from, self.codes.range(from, self.n).to_vec());
            self.ahead.mark_rares(&self.rares, dirty);
        } else {
            let needed = self.ahead.end() - plan.largest_tap();
            if needed - self.ahead.first() > (1 << 19).max(4 * plan.largest_tap()) {
                self.ahead.forget_before(needed);
            }
        }
        let dirty = self.n <= self.rares.last() + plan.largest_witness_shift();
        if self.codes.skip().is_empty() == dirty {
            self.codes.mark_rares(&self.rares, dirty);
        }
    }

    fn make_plan(&self, trained: bool, threads: usize) -> Plan {
        let witnesses = Witnesses {
            shape: &self.shape,
            mask: self.mask,
            rares: &self.rares,
            codes: &self.codes,
            prefix: self.prefix(),
            largest: ((self.n - self.shape.reach()) / 4).min(LARGEST_WITNESS),
            threads,
        };
        let taps = common_taps(&self.shape, self.mask, &self.rares);
        let largest_code = largest(&self.codes).max(self.largest_code);
        Plan::new(taps, largest_code, &witnesses, trained)
    }
}

/// The largest code.
fn largest(codes: &Codes) -> u8 {
    codes.bytes().iter().copied().max().unwrap_or(0)
}
