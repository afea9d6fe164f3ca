//! The sparse-space method: exact values of taking-and-breaking games with splits into two heaps.
//!
//! A [mask](mask) calls some values rare so that few heaps are. A common value can only be
//! the value of a split that has a rare part, so that few options decide about common values; that all smaller rare
//! values are options is shown by witnesses, of which a few are enough ([scalar]). The values begin in the *wide* lane,
//! one heap at a time. Once rare heaps are seldom and codes fit in a byte, they go on in the
//! [fast lane](narrow), and come back if that ever fails.

mod codes;
mod few;
mod mask;
mod narrow;
mod pace;
mod past;
mod plan;
mod relay;
mod scalar;
mod settle;
mod shape;
mod staged;
mod state;
mod taps;
#[cfg(test)]
mod tests;
mod training;
mod verify;
mod wide;

use std::borrow::Cow;

use grundy_core::{HeapRules, LimitReached, Limits};

use crate::{BadState, Engine, EngineError, EngineStats, count};
use mask::{Histogram, Mask};
use narrow::{Narrow, Step};
use past::{Past, Rares};
use scalar::Marks;
use settle::Stop;
use shape::Shape;
use wide::Table;

/// From here on a better mask is looked for more often than at powers of two.
const LOOK_OFTEN: u64 = 4096;

/// No better mask is looked for.
const NEVER: u64 = u64::MAX;

/// Codes kept before those outside the window are forgotten: new rare values need them all.
const KEPT: u64 = 1 << 26;

/// The sparse-space engine.
pub struct Sparse {
    shape: Shape,
    lane: Lane,
    marks: Marks,
    table: Table,
    /// All heaps below were handed out; the lane may be ahead.
    delivered: u64,
    largest: (u16, u64),
    next_look: u64,
    keep: u64,
    eager: bool,
}

/// How the next values are computed.
enum Lane {
    /// A few heaps at a time, with every value at hand.
    Wide(Past),
    /// Blocks of codes.
    Narrow(Box<Narrow>),
}

impl Sparse {
    /// True if the method applies: finitely many digits, splits into two heaps and no more.
    pub fn supports(rules: &HeapRules) -> bool {
        Shape::new(rules).is_some()
    }

    /// The engine at heap 0, if the method applies to the rules.
    pub fn new(rules: &HeapRules) -> Option<Sparse> {
        let shape = Shape::new(rules)?;
        let mask = Mask {
            bits: 1,
            position: None,
        };
        Some(Sparse::after(shape, Past::new(mask, vec![0])))
    }

    /// As [`Sparse::new`], but with blocks as soon as they work, and trained, even where that does not pay yet: to compare them
    /// with the rest.
    pub fn eager(rules: &HeapRules) -> Option<Sparse> {
        let mut engine = Sparse::new(rules)?;
        engine.eager = true;
        Some(engine)
    }

    /// Takes back what [`Engine::save`] gave.
    ///
    /// # Errors
    ///
    /// [`BadState`] if the bytes are damaged or do not fit the rules.
    pub fn resume(rules: &HeapRules, state: &[u8]) -> Result<Sparse, BadState> {
        let shape = Shape::new(rules).ok_or(BadState)?;
        state::read(shape, state)
    }

    fn after(shape: Shape, past: Past) -> Sparse {
        Sparse {
            shape,
            lane: Lane::Wide(past),
            marks: Marks::new(),
            table: Table::new(),
            delivered: 0,
            largest: (0, 0),
            next_look: 16,
            keep: KEPT,
            eager: false,
        }
    }

    /// The first heap that is not exact yet.
    fn n(&self) -> u64 {
        match &self.lane {
            Lane::Wide(past) => past.n(),
            Lane::Narrow(narrow) => narrow.n(),
        }
    }

    fn rares(&self) -> &Rares {
        match &self.lane {
            Lane::Wide(past) => &past.rares,
            Lane::Narrow(narrow) => narrow.rares(),
        }
    }

    fn mask(&self) -> Mask {
        match &self.lane {
            Lane::Wide(past) => past.mask,
            Lane::Narrow(narrow) => narrow.mask(),
        }
    }

    /// Makes at least one more heap exact.
    fn step(&mut self, limits: &Limits) -> Result<(), EngineError> {
        let stop = match &mut self.lane {
            Lane::Wide(past) if wide::suits(&self.shape, past) => {
                wide::append_block(&self.shape, past, &mut self.table, limits)?;
                None
            }
            Lane::Wide(past) => {
                let value = scalar::next_value(&self.shape, past, &mut self.marks, limits)?;
                past.push(value);
                None
            }
            Lane::Narrow(narrow) => match narrow.step(limits) {
                Ok(Step::Done) => None,
                Ok(Step::TooWide) if narrow.has_whole_past() => {
                    self.lane = Lane::Wide(Past::new(narrow.mask(), narrow.all_values()));
                    None
                }
                Ok(Step::TooWide) => Some(Stop::Forgotten),
                Err(stop) => Some(stop),
            },
        };
        match stop {
            Some(Stop::Error(error)) => return Err(error),
            Some(Stop::Forgotten) => self.remember(limits)?,
            None => {}
        }
        if self.n() >= self.next_look || self.has_outgrown_its_mask() && self.next_look != NEVER {
            self.look();
        }
        Ok(())
    }

    /// True if the newest heap is the first rare one with so high a bit: another mask may make it common.
    fn has_outgrown_its_mask(&self) -> bool {
        let Lane::Narrow(narrow) = &self.lane else {
            return false;
        };
        let Some((newest, others)) = narrow.rares().list().split_last() else {
            return false;
        };
        let above = newest.value.leading_zeros();
        newest.at + 1 == narrow.n() && others.iter().all(|rare| rare.value.leading_zeros() > above)
    }

    /// Computes everything anew and forgets nothing: what was forgotten is needed after all.
    fn remember(&mut self, limits: &Limits) -> Result<(), EngineError> {
        let n = self.n();
        if n > limits.bytes / 4 {
            return Err(LimitReached::Bytes {
                limit: limits.bytes,
            }
            .into());
        }
        let mask = Mask {
            bits: 1,
            position: None,
        };
        let mut again = Sparse::after(self.shape.clone(), Past::new(mask, vec![0]));
        again.keep = u64::MAX;
        while again.n() < n {
            again.step(limits)?;
        }
        self.keep = u64::MAX;
        self.lane = again.lane;
        self.next_look = again.next_look;
        Ok(())
    }

    /// Looks for a better mask, and for the lane that suits it.
    fn look(&mut self) {
        let n = self.n();
        self.next_look = if n < LOOK_OFTEN { 2 * n } else { n + n / 4 };
        let parity = self.shape.split_parity();
        match &mut self.lane {
            Lane::Wide(past) => {
                let (mask, rares) = past.histogram.best_mask(parity);
                if rares < past.histogram.rares(past.mask) {
                    past.retag(mask);
                }
                if n >= narrow::start(&past.rares, self.eager).max(16 * self.shape.reach())
                    && is_sparse(&past.rares, n)
                    && let Some(mut narrow) = Narrow::new(&self.shape, past, self.keep)
                {
                    if self.eager {
                        narrow.train_early();
                    }
                    self.lane = Lane::Narrow(Box::new(narrow));
                }
            }
            Lane::Narrow(narrow) if narrow.rares().last() > n / 2 && narrow.has_whole_past() => {
                let histogram = narrow.histogram();
                let (mask, rares) = histogram.best_mask(parity);
                if rares < histogram.rares(narrow.mask()) || !is_sparse(narrow.rares(), n) {
                    self.lane = Lane::Wide(Past::new(mask, narrow.all_values()));
                    self.next_look = n + 1;
                }
            }
            Lane::Narrow(_) => {}
        }
    }

    /// Hands out the values of heaps up to `to`.
    fn deliver(&mut self, to: u64, out: &mut Vec<u16>) {
        let start = out.len();
        match &mut self.lane {
            Lane::Wide(past) => out.extend((self.delivered..to).map(|at| past.value(at))),
            Lane::Narrow(narrow) => {
                narrow.values(self.delivered, to, out);
                narrow.forget(to - narrow.window(to));
            }
        }
        let fresh = &out[start..];
        count::add(fresh.len() as u64);
        let largest = fresh.iter().copied().max().unwrap_or(0);
        if largest > self.largest.0 {
            let first = fresh.iter().position(|&value| value == largest);
            let first = first.expect("the largest is among them");
            self.largest = (largest, self.delivered + first as u64);
        }
        self.delivered = to;
    }

    /// The mask, how many of the heaps handed out are rare, and the last of them.
    fn rares_delivered(&self) -> (Mask, u64, Option<u64>) {
        let to = self.delivered;
        match &self.lane {
            // Between two looks, another mask may have become better than the one in force.
            Lane::Wide(past) => {
                let mut histogram = Histogram::default();
                (0..to).for_each(|at| histogram.add(at, past.value(at)));
                let (mask, count) = histogram.best_mask(self.shape.split_parity());
                let last = (0..to).rfind(|&at| mask.is_rare(at, past.value(at)));
                (mask, count, last)
            }
            Lane::Narrow(narrow) => {
                let (mask, rares) = (narrow.mask(), narrow.rares().between(0, to));
                let empty = mask.is_rare(0, 0).then_some(0);
                let count = rares.len() as u64 + u64::from(empty.is_some());
                (mask, count, rares.last().map(|rare| rare.at).or(empty))
            }
        }
    }
}

/// True if so few of the newer heaps are rare that speculation pays.
fn is_sparse(rares: &Rares, n: u64) -> bool {
    rares.between(n / 2, n).len() as u64 <= n / 2 / 16
}

impl Engine for Sparse {
    fn position(&self) -> u64 {
        self.delivered
    }

    fn produce(
        &mut self,
        most: usize,
        out: &mut Vec<u16>,
        limits: &Limits,
    ) -> Result<(), EngineError> {
        let end = self.delivered.saturating_add(most as u64);
        while self.delivered < end {
            while self.n() <= self.delivered {
                self.step(limits)?;
            }
            self.deliver(self.n().min(end), out);
        }
        Ok(())
    }

    fn stats(&self) -> EngineStats {
        let (method, witness, since) = match &self.lane {
            Lane::Wide(_) => ("sparse space", None, None),
            Lane::Narrow(narrow) => (
                narrow.method(),
                Some(narrow.largest_witness()),
                Some(narrow.since()),
            ),
        };
        let (mask, rare_count, last_rare) = self.rares_delivered();
        EngineStats {
            method: Cow::Borrowed(method),
            mask: Some(u32::from(mask.bits)),
            position_parity: mask.position.is_some(),
            rare_count: Some(rare_count),
            last_rare,
            largest: u32::from(self.largest.0),
            largest_at: self.largest.1,
            window: witness.map(|witness| last_rare.unwrap_or(0).max(witness) + self.shape.reach()),
            largest_witness: witness,
            witnessed_since: since,
        }
    }

    fn save(&self) -> Vec<u8> {
        state::write(self)
    }
}
