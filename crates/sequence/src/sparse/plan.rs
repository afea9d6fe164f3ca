//! What is prepared for the present rares: how blocks are computed, and how they are verified.

use grundy_kernels::Taps;

use super::codes::Codes;
use super::few::{Few, limit_for};
use super::relay::Runner;
use super::staged::Staged;
use super::taps::Witnesses;

/// Up to this many taps, and as long as codes are few, blocks are computed by fixpoint.
pub(crate) const FEW_TAPS: usize = 200;

/// No prepared witness is larger: small ones keep what is read in the nearest cache. Where codes are few, fewer will do.
pub(crate) const LARGEST_WITNESS: u64 = 1 << 14;
const LARGEST_WITNESS_OF_FEW: u64 = 1 << 13;

/// Plans are made again until they were made for a heap as large as this.
const LAST_PLAN: u64 = 1 << 17;
/// Where codes are many, plans are trained from this heap on: that takes as long as thousands of heaps.
pub(crate) const FIRST_TRAINING: u64 = 1 << 15;

/// A rare code that no prepared witness shows to be an option.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct UnwitnessedCode {
    /// The index of the heap.
    pub at: usize,
    /// The code.
    pub code: u8,
    /// No split with a part up to this shows it.
    pub tried: u64,
}

/// How blocks are computed and verified.
#[derive(Clone, Debug)]
pub(crate) struct Plan {
    taps: Taps,
    method: PlanMethod,
    largest_witness: u64,
    made_at: u64,
    trained: bool,
}

#[derive(Clone, Debug)]
enum PlanMethod {
    Few(Box<Few>),
    Staged(Box<Staged>),
}

impl Plan {
    /// A plan for the newest heaps, `trained` on them.
    pub fn new(taps: Taps, largest_code: u8, witnesses: &Witnesses<'_>, trained: bool) -> Plan {
        let limit = limit_for(largest_code).filter(|_| taps.len() <= FEW_TAPS);
        let mut witnesses = *witnesses;
        let method = match limit {
            Some(limit) => {
                witnesses.largest = witnesses.largest.min(LARGEST_WITNESS_OF_FEW);
                PlanMethod::Few(Box::new(Few::new(limit, &taps, &witnesses)))
            }
            None => {
                let staged = Staged::new(&taps, largest_code, &witnesses, trained);
                PlanMethod::Staged(Box::new(staged))
            }
        };
        Plan {
            taps,
            method,
            largest_witness: witnesses.largest,
            made_at: witnesses.codes.end(),
            trained,
        }
    }

    /// Adds the taps of a new rare heap.
    pub fn extend(&mut self, taps: &[(usize, u8)]) {
        self.taps.extend(taps.iter().copied());
        match &mut self.method {
            PlanMethod::Few(few) => few.set_taps(&self.taps),
            PlanMethod::Staged(staged) => staged.extend(taps),
        }
    }

    /// True if the plan works for codes up to `largest`.
    pub fn allows(&self, largest: u8) -> bool {
        match &self.method {
            PlanMethod::Few(few) => largest < few.fill.limit().codes(),
            PlanMethod::Staged(_) => true,
        }
    }

    /// The largest shift of a tap.
    pub fn largest_tap(&self) -> u64 {
        self.taps.largest() as u64
    }

    /// The largest shift of a witness.
    pub fn largest_witness_shift(&self) -> u64 {
        match &self.method {
            PlanMethod::Few(few) => few.cover.largest_shift() as u64,
            PlanMethod::Staged(staged) => staged.largest_witness_shift() as u64,
        }
    }

    /// No prepared witness is larger.
    pub fn largest_witness(&self) -> u64 {
        self.largest_witness
    }

    /// True if a new one will be better at heap `n`, which could be trained if `trainable`.
    pub fn is_worn(&self, n: u64, trainable: bool) -> bool {
        let since = n - self.made_at;
        let is_early = since >= 3 * self.made_at && self.made_at < LAST_PLAN;
        match &self.method {
            PlanMethod::Few(_) => is_early,
            PlanMethod::Staged(_) if !self.trained => trainable || 4 * since > self.made_at,
            PlanMethod::Staged(staged) => {
                let is_slow = 2 * since > self.made_at && 8 * staged.slow() > since;
                is_early || is_slow
            }
        }
    }

    /// The most heaps that are speculated before they are verified: some milliseconds' worth, since all of it may turn out to
    /// be more than anybody asks for.
    pub fn largest_chunk(&self) -> u64 {
        match &self.method {
            PlanMethod::Few(_) => 1 << 18,
            PlanMethod::Staged(_) => 1 << 14,
        }
    }

    /// How many heaps to speculate after a chunk of so many that were right.
    pub fn chunk_after(&self, chunk: u64) -> u64 {
        (2 * chunk).min(self.largest_chunk())
    }

    /// The method in a few words.
    pub fn name(&self) -> &'static str {
        match &self.method {
            PlanMethod::Few(_) => "sparse space, fixpoint blocks",
            PlanMethod::Staged(_) => "sparse space, staged blocks",
        }
    }

    /// True if two threads can speculate together.
    pub fn has_turns(&self) -> bool {
        matches!(self.method, PlanMethod::Staged(_))
    }

    /// Speculates up to heap `to`, together with another thread if there is a runner; answers how far it came before a code that
    /// is too large.
    pub fn speculate(&self, ahead: &mut Codes, to: u64, runner: Option<Runner<'_>>) -> u64 {
        let from = ahead.end();
        ahead.grow((to - from) as usize);
        let index = ahead.index(from);
        let (codes, skip) = ahead.parts_mut();
        let reached = match (&self.method, runner) {
            (PlanMethod::Few(few), _) => few.fill.fill(codes, index, skip),
            (PlanMethod::Staged(staged), None) => staged.fill(codes, index, skip),
            (PlanMethod::Staged(staged), Some(runner)) => {
                staged.fill_in_turn(codes, index, skip, runner)
            }
        };
        let reached = ahead.first() + reached as u64;
        ahead.truncate(reached);
        reached
    }

    /// Appends what no prepared witness shows for heaps `from..to`, in ascending order.
    pub fn verify(&self, codes: &Codes, from: u64, to: u64, open: &mut Vec<UnwitnessedCode>) {
        let (from, to) = (codes.index(from), codes.index(to));
        match &self.method {
            PlanMethod::Few(few) => few.verify(codes.bytes(), from, to, codes.skip(), open),
            PlanMethod::Staged(staged) => {
                staged.verify(codes.bytes(), from, to, codes.skip(), open)
            }
        }
    }
}
