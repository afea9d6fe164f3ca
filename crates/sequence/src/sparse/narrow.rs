//! The fast lane: one-byte codes, blocks, speculation first and verification behind it.
//!
//! Speculation takes the least common code that no option has (exact but for new rare values);
//! verification shows that every smaller rare value is an option. What is not shown by the
//! prepared witnesses is settled one heap at a time, with the whole past if need be.

use grundy_core::{LimitReached, Limits};
use grundy_kernels::Taps;

use super::codes::Codes;
use super::few::{Few, limit_for};
use super::mask::{Histogram, Mask};
use super::past::{Past, Rare, Rares};
use super::shape::Shape;
use super::staged::knob;
use super::staged::{Open, Staged};
use super::taps::{Witnesses, common_taps, keeps_class};
use crate::EngineError;

/// Blocks begin here at the earliest.
pub(crate) const START: u64 = 4096;
/// The fewest and the most heaps of a chunk, which is speculated and then verified.
const CHUNK: (usize, usize) = (1024, 1 << 18);

/// Plans are made again until they were made for a heap as large as this.
const LAST_TRAINING: u64 = 1 << 20;

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
    /// All heaps below are exact.
    n: u64,
    codes: Codes,
    ahead: Codes,
    plan: Option<Plan>,
    chunk: usize,
    largest_code: u8,
    pub largest_witness: u64,
}

/// What was prepared for the present rares.
#[derive(Clone, Debug)]
struct Plan {
    taps: Taps,
    method: Method,
    largest_witness: u64,
    trained_at: u64,
}

impl Plan {
    /// The same plan with more taps.
    fn with_taps(self, taps: Taps) -> Plan {
        let method = match self.method {
            Method::Few(few) => Method::Few(Box::new(few.with_taps(&taps))),
            Method::Staged(staged) => Method::Staged(Box::new(staged.with_taps(&taps))),
        };
        Plan {
            taps,
            method,
            ..self
        }
    }
}

/// How blocks are computed and verified.
#[derive(Clone, Debug)]
enum Method {
    Few(Box<Few>),
    Staged(Box<Staged>),
}

impl Method {
    fn fill(&self, codes: &mut [u8], from: usize, skip: &[u8]) -> usize {
        match self {
            Method::Few(few) => few.fill.fill(codes, from, skip),
            Method::Staged(staged) => staged.fill(codes, from, skip),
        }
    }

    fn largest_witness_shift(&self) -> usize {
        match self {
            Method::Few(few) => few.cover.witnesses().largest(),
            Method::Staged(staged) => staged.largest_witness_shift(),
        }
    }

    /// Appends what no prepared witness shows.
    fn verify(&self, codes: &[u8], from: usize, to: usize, skip: &[u8], open: &mut Vec<Open>) {
        match self {
            Method::Few(few) => few.verify(codes, from, to, skip, open),
            Method::Staged(staged) => staged.verify(codes, from, to, skip, open),
        }
    }
}

impl Narrow {
    /// The fast lane after `past`, if its codes fit in a byte.
    pub fn new(shape: &Shape, past: &Past) -> Option<Narrow> {
        if past.mask.bits.trailing_zeros() >= 8 {
            return None;
        }
        let codes: Option<Vec<u8>> = (0..past.n())
            .map(|at| u8::try_from(past.mask.encode(past.value(at))).ok())
            .collect();
        let codes = codes?;
        let largest_code = codes.iter().copied().max().unwrap_or(0);
        Some(Narrow {
            shape: shape.clone(),
            mask: past.mask,
            rares: past.rares.clone(),
            n: past.n(),
            codes: Codes::new(0, codes),
            ahead: Codes::default(),
            plan: None,
            chunk: CHUNK.0,
            largest_code,
            largest_witness: 0,
        })
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

    /// Makes at least one more heap exact.
    pub fn step(&mut self, limits: &Limits) -> Result<Step, EngineError> {
        limits.check_time()?;
        let clear = self.rares.last() + self.shape.reach();
        if self.n <= clear {
            return self.resolve(limits);
        }
        self.prepare();
        let Some(plan) = &self.plan else {
            return self.resolve(limits);
        };
        let wanted = self.n + self.chunk as u64;
        let reached = speculate(plan, &mut self.ahead, wanted);
        self.codes.extend(self.ahead.range(self.n, reached));
        if std::env::var("DEBUG").is_ok() {
            eprintln!(
                "n {} reached {} chunk {} rares {}",
                self.n,
                reached,
                self.chunk,
                self.rares.list().len()
            );
        }
        match self.verify(limits)? {
            None if reached == wanted => {
                self.chunk = (2 * self.chunk).min(CHUNK.1);
                Ok(Step::Done)
            }
            None => {
                self.chunk = CHUNK.0;
                self.resolve(limits)
            }
            Some(rare) => {
                self.codes.truncate(rare.at);
                self.chunk = CHUNK.0;
                self.push(rare.value);
                Ok(Step::Done)
            }
        }
    }

    /// Prepares plan and workspace, if the codes are few.
    fn prepare(&mut self) {
        let stale = |plan: &Plan| self.n / 4 >= plan.trained_at && plan.trained_at < LAST_TRAINING;
        if self.plan.as_ref().is_none_or(stale) {
            self.make_plan();
        }
        let Some(plan) = &self.plan else { return };
        let dirty = self.n <= self.rares.last() + plan.taps.largest() as u64;
        if self.ahead.end() != self.n || (self.ahead.skip().is_empty() == dirty) {
            let from = (self.n - plan.taps.largest() as u64) & !1;
            self.ahead = Codes::new(from, self.codes.range(from, self.n).to_vec());
            self.ahead.mark_rares(&self.rares, dirty);
        }
        let dirty = self.n <= self.rares.last() + plan.method.largest_witness_shift() as u64;
        if self.codes.skip().is_empty() == dirty {
            self.codes.mark_rares(&self.rares, dirty);
        }
    }

    fn make_plan(&mut self) {
        let largest = ((self.n - self.shape.reach()) / 2 - 1).min(1 << 13);
        let taps = common_taps(&self.shape, self.mask, &self.rares);
        let witnesses = Witnesses {
            shape: &self.shape,
            mask: self.mask,
            rares: &self.rares,
            codes: &self.codes,
            largest,
        };
        let few = taps.len() < knob("FEW", 200.0) as usize;
        let method = match limit_for(self.largest_code).filter(|_| few) {
            Some(limit) => Method::Few(Box::new(Few::new(limit, &taps, &witnesses))),
            None => Method::Staged(Box::new(Staged::new(&taps, self.largest_code, &witnesses))),
        };
        self.plan = Some(Plan {
            taps,
            method,
            largest_witness: largest,
            trained_at: self.n,
        });
    }

    /// Verifies what was speculated; answers the first heap that is rare after all.
    fn verify(&mut self, limits: &Limits) -> Result<Option<Rare>, EngineError> {
        let Some(plan) = &self.plan else {
            return Ok(None);
        };
        let end = self.codes.end();
        let (from, to) = (self.codes.index(self.n), self.codes.index(end));
        let mut open = Vec::new();
        plan.method
            .verify(self.codes.bytes(), from, to, self.codes.skip(), &mut open);
        self.largest_witness += open.len() as u64;
        for Open { at, code } in open {
            let at = self.codes.first() + at as u64;
            if !self.has_option(at, code, limits)? {
                self.n = at;
                let value = self.mask.decode(u16::from(code), self.mask.rare_parity(at));
                return Ok(Some(Rare { at, value }));
            }
        }
        self.n = end;
        Ok(None)
    }

    /// The rare value that heap `at` has instead of the common one with `code`, if any.
    fn settle(&self, at: u64, code: u8, limits: &Limits) -> Result<Option<u16>, EngineError> {
        let parity = self.mask.rare_parity(at);
        let common = self.mask.decode(u16::from(code), 1 ^ parity);
        for rare in 0..=code {
            let value = self.mask.decode(u16::from(rare), parity);
            if value < common && !self.has_option(at, rare, limits)? {
                return Ok(Some(value));
            }
        }
        Ok(None)
    }

    /// True if heap `at` has an option of the rare class with this code.
    fn has_option(&self, at: u64, code: u8, limits: &Limits) -> Result<bool, EngineError> {
        for &k in self.shape.one.iter().take_while(|&&k| k < at) {
            let source = at - k;
            let rare = self.rares.contains(source) == keeps_class(self.mask, k);
            if rare && self.codes.get(source) == code {
                return Ok(true);
            }
        }
        for &k in self.shape.two.iter().take_while(|&&k| k < at) {
            if self.has_split(at - k, code, limits)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// True if `rest` splits into two heaps of the same class with this code.
    fn has_split(&self, rest: u64, code: u8, limits: &Limits) -> Result<bool, EngineError> {
        if self.codes.first() > 0 {
            return Err(LimitReached::Bytes {
                limit: limits.bytes,
            }
            .into());
        }
        let last = if self.shape.unequal {
            (rest - 1) / 2
        } else {
            rest / 2
        };
        let mut from = 1;
        while from <= last {
            let left = self.codes.range(from, last + 1);
            let right = self.codes.range(rest - last, rest - from + 1);
            let Some(found) = grundy_kernels::find_pair(left, right, code) else {
                break;
            };
            let part = from + found as u64;
            if self.rares.contains(part) == self.rares.contains(rest - part) {
                return Ok(true);
            }
            from = part + 1;
        }
        Ok(false)
    }

    /// Makes the next heap exact by itself.
    fn resolve(&mut self, limits: &Limits) -> Result<Step, EngineError> {
        let n = self.n;
        let mut seen = [false; 256];
        for &k in self.shape.one.iter().take_while(|&&k| k < n) {
            if self.rares.contains(n - k) != keeps_class(self.mask, k) {
                seen[usize::from(self.codes.get(n - k))] = true;
            }
        }
        for &k in self.shape.two.iter().take_while(|&&k| k < n) {
            for rare in self.rares.list().iter().take_while(|rare| rare.at < n - k) {
                let other = n - k - rare.at;
                if !self.rares.contains(other) {
                    let code = self.codes.get(other) ^ self.mask.encode(rare.value) as u8;
                    seen[usize::from(code)] = true;
                }
            }
        }
        let Some(code) = seen.iter().position(|seen| !seen) else {
            return Ok(Step::TooWide);
        };
        let value = match self.settle(n, code as u8, limits)? {
            Some(rare) => rare,
            None => self.mask.decode(code as u16, 1 ^ self.mask.rare_parity(n)),
        };
        self.push(value);
        Ok(Step::Done)
    }

    /// Appends an exact value.
    fn push(&mut self, value: u16) {
        let code = self.mask.encode(value) as u8;
        if !self.mask.is_rare(self.n, value) {
            self.codes.extend(&[code]);
        } else {
            self.codes.push_rare(code);
            self.rares.push(Rare { at: self.n, value });
            let taps = common_taps(&self.shape, self.mask, &self.rares);
            self.plan = self.plan.take().map(|plan| plan.with_taps(taps));
            self.ahead = Codes::default();
        }
        if code > self.largest_code {
            self.largest_code = code;
            if matches!(
                &self.plan,
                Some(Plan {
                    method: Method::Few(_),
                    ..
                })
            ) {
                self.plan = None;
            }
        }
        self.n += 1;
    }
}

/// Speculates up to heap `to`; answers how far it came.
fn speculate(plan: &Plan, ahead: &mut Codes, to: u64) -> u64 {
    let from = ahead.end();
    ahead.grow((to - from) as usize);
    let index = ahead.index(from);
    let (codes, skip) = ahead.parts_mut();
    let reached = plan.method.fill(codes, index, skip);
    let reached = ahead.first() + reached as u64;
    ahead.truncate(reached);
    reached
}
