//! The sparse-space method: exact values of taking-and-breaking games with splits into two heaps.

mod mask;
mod past;
mod scalar;
mod shape;

use std::borrow::Cow;

use grundy_core::{HeapRules, Limits};

use crate::{Engine, EngineError, EngineStats};
use mask::Mask;
use past::Past;
use scalar::Marks;
use shape::Shape;

/// The sparse-space engine.
pub struct Sparse {
    shape: Shape,
    past: Past,
    marks: Marks,
    delivered: u64,
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
            past: Past::new(mask),
            marks: Marks::new(),
            delivered: 0,
        })
    }
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
        for _ in 0..most {
            while self.past.n <= self.delivered {
                let value = scalar::next_value(&self.shape, &self.past, &mut self.marks, limits)?;
                self.past.push(value);
                if self.past.n.is_power_of_two() {
                    let (mask, _) = self.past.histogram.best_mask(self.shape.split_parity());
                    self.past.retag(mask);
                }
            }
            out.push(self.past.value(self.delivered));
            self.delivered += 1;
        }
        Ok(())
    }

    fn stats(&self) -> EngineStats {
        EngineStats {
            method: Cow::Borrowed("sparse space"),
            mask: Some(u32::from(self.past.mask.bits)),
            position_parity: self.past.mask.position.is_some(),
            rare_count: Some(self.past.rares.len() as u64 + 1),
            last_rare: Some(self.past.last_rare()),
            largest: u32::from(self.past.largest),
            largest_at: self.past.largest_at,
            window: None,
            largest_witness: None,
        }
    }

    fn save(&self) -> Vec<u8> {
        Vec::new()
    }
}
