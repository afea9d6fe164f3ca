//! The sparse-space method: exact values of taking-and-breaking games with splits into two heaps.

mod codes;
mod few;
mod mask;
mod narrow;
mod past;
mod scalar;
mod shape;
mod staged;
mod taps;
mod training;

use std::borrow::Cow;

use grundy_core::{HeapRules, Limits};

use crate::{Engine, EngineError, EngineStats};
use mask::Mask;
use narrow::{Narrow, Step};
use past::{Past, Rares};
use scalar::Marks;
use shape::Shape;

/// Up to here a better mask is looked for at powers of two only.
const LOOK_OFTEN: u64 = 4096;

/// The sparse-space engine.
pub struct Sparse {
    shape: Shape,
    lane: Lane,
    marks: Marks,
    delivered: u64,
    largest: (u16, u64),
    next_look: u64,
}

enum Lane {
    Wide(Past),
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
        Some(Sparse {
            shape,
            lane: Lane::Wide(Past::new(mask, vec![0])),
            marks: Marks::new(),
            delivered: 0,
            largest: (0, 0),
            next_look: 16,
        })
    }

    fn n(&self) -> u64 {
        match &self.lane {
            Lane::Wide(past) => past.n(),
            Lane::Narrow(narrow) => narrow.n(),
        }
    }

    fn step(&mut self, limits: &Limits) -> Result<(), EngineError> {
        match &mut self.lane {
            Lane::Wide(past) => {
                let value = scalar::next_value(&self.shape, past, &mut self.marks, limits)?;
                past.push(value);
            }
            Lane::Narrow(narrow) => {
                if narrow.step(limits)? == Step::TooWide {
                    let past = Past::new(narrow.mask(), narrow.all_values());
                    self.lane = Lane::Wide(past);
                    // The code will be too wide again: wait for a better mask.
                    self.next_look = self.n() * 2;
                }
            }
        }
        if self.n() >= self.next_look {
            self.look();
        }
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
                if n >= narrow::START
                    && is_sparse(&past.rares, n)
                    && let Some(narrow) = Narrow::new(&self.shape, past)
                {
                    self.lane = Lane::Narrow(Box::new(narrow));
                }
            }
            Lane::Narrow(narrow) if narrow.rares().last() > n / 2 && narrow.has_whole_past() => {
                let histogram = narrow.histogram();
                let (mask, rares) = histogram.best_mask(parity);
                let better = rares < histogram.rares(narrow.mask());
                if better || !is_sparse(narrow.rares(), n) {
                    let past = Past::new(mask, narrow.all_values());
                    self.lane = Lane::Wide(past);
                    self.next_look = n + 1;
                }
            }
            Lane::Narrow(_) => {}
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
        let end = self.delivered + most as u64;
        while self.delivered < end {
            while self.n() <= self.delivered {
                self.step(limits)?;
            }
            let to = self.n().min(end);
            let start = out.len();
            match &self.lane {
                Lane::Wide(past) => out.extend((self.delivered..to).map(|at| past.value(at))),
                Lane::Narrow(narrow) => narrow.values(self.delivered, to, out),
            }
            let fresh = &out[start..];
            let largest = fresh.iter().copied().max().unwrap_or(0);
            if largest > self.largest.0 {
                let first = fresh.iter().position(|&v| v == largest).unwrap_or(0);
                self.largest = (largest, self.delivered + first as u64);
            }
            self.delivered = to;
        }
        Ok(())
    }

    fn stats(&self) -> EngineStats {
        let (mask, rares) = match &self.lane {
            Lane::Wide(past) => (past.mask, &past.rares),
            Lane::Narrow(narrow) => (narrow.mask(), narrow.rares()),
        };
        EngineStats {
            method: Cow::Borrowed("sparse space"),
            mask: Some(u32::from(mask.bits)),
            position_parity: mask.position.is_some(),
            rare_count: Some(rares.list().len() as u64 + u64::from(mask.is_rare(0, 0))),
            last_rare: Some(rares.last()),
            largest: u32::from(self.largest.0),
            largest_at: self.largest.1,
            window: None,
            largest_witness: match &self.lane {
                Lane::Narrow(n) => Some(n.largest_witness),
                _ => None,
            },
        }
    }

    fn save(&self) -> Vec<u8> {
        self.delivered.to_le_bytes().to_vec()
    }
}

impl Sparse {
    /// Takes back what [`Engine::save`] gave.
    ///
    /// # Errors
    ///
    /// [`crate::BadState`] if the bytes are damaged or do not fit the rules.
    pub fn resume(rules: &HeapRules, state: &[u8]) -> Result<Sparse, crate::BadState> {
        let mut sparse = Sparse::new(rules).ok_or(crate::BadState)?;
        let n = u64::from_le_bytes(state.try_into().map_err(|_| crate::BadState)?);
        let mut v = Vec::new();
        sparse
            .produce(n as usize, &mut v, &Limits::default())
            .map_err(|_| crate::BadState)?;
        Ok(sparse)
    }
}
