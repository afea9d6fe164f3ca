//! Nim-values where finitely many numbers may be taken and at most one heap is left.
//!
//! Heap n reaches the heaps n - k. The takes k that may leave a heap form runs of consecutive numbers; when n grows
//! by one, each run gains one heap and loses one. How often each value is reached is counted, and the values that are
//! not reached are kept in order: the first is the mex.

use std::collections::BTreeSet;

use crate::limits::Meter;
use crate::rules::Rules;
use crate::{CheckError, Unsupported};

pub(crate) struct Subtraction<'a> {
    rules: &'a Rules,
    /// First and last take of each run that leaves a heap.
    runs: Vec<(u64, u64)>,
    /// By value: how many takes reach it.
    counts: Vec<u32>,
    /// The values below `counts.len()` that are not reached.
    absent: BTreeSet<u32>,
}

impl<'a> Subtraction<'a> {
    pub(crate) fn new(rules: &'a Rules) -> Subtraction<'a> {
        let mut runs: Vec<(u64, u64)> = Vec::new();
        for &(take, _) in rules.listed.iter().filter(|(_, digit)| digit & 2 != 0) {
            match runs.last_mut() {
                Some((_, last)) if *last + 1 == take => *last = take,
                _ => runs.push((take, take)),
            }
        }
        Subtraction {
            rules,
            runs,
            counts: Vec::new(),
            absent: BTreeSet::new(),
        }
    }

    /// The values of heaps 0 to `count - 1`.
    pub(crate) fn values(mut self, count: u64, meter: &mut Meter) -> Result<Vec<u32>, CheckError> {
        if count > 1 << 31 {
            return Err(CheckError::NotSupported {
                what: Unsupported::LargeValues,
            });
        }
        let mut values: Vec<u32> = Vec::new();
        for heap in 0..count {
            meter.spend(1 + self.runs.len() as u64)?;
            for at in 0..self.runs.len() {
                let (first, last) = self.runs[at];
                if first < heap {
                    self.count(values[(heap - first) as usize]);
                }
                // One less than `heap - last`, where that is a heap.
                if last < heap && heap - last > 1 {
                    self.discount(values[(heap - last - 1) as usize]);
                }
            }
            let takes_all = self.rules.digit(heap) & 1 != 0;
            let mut free = self.absent.iter().filter(|&&value| value > 0 || !takes_all);
            let beyond = (self.counts.len() as u32).max(u32::from(takes_all));
            values.push(free.next().copied().unwrap_or(beyond));
        }
        Ok(values)
    }

    fn count(&mut self, value: u32) {
        while self.counts.len() <= value as usize {
            self.absent.insert(self.counts.len() as u32);
            self.counts.push(0);
        }
        self.counts[value as usize] += 1;
        self.absent.remove(&value);
    }

    fn discount(&mut self, value: u32) {
        self.counts[value as usize] -= 1;
        if self.counts[value as usize] == 0 {
            self.absent.insert(value);
        }
    }
}
