//! What came before: values, codes, rare positions, statistics.

use super::mask::{Histogram, Mask, RARE};

/// A rare position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Rare {
    /// The heap size.
    pub at: u64,
    /// Its nim-value.
    pub value: u16,
}

/// The sequence so far, under one mask.
///
/// Heaps below `early.len()` are kept as tagged values. Those from `first` on are also kept as one-byte
/// codes, once there are enough of them and as long as values are small enough; a rare position
/// has a code like any other, so that readers of codes must know the rares.
#[derive(Clone, Debug)]
pub(crate) struct Past {
    /// The mask.
    pub mask: Mask,
    /// The next heap.
    pub n: u64,
    /// Tagged values of heaps 0, 1, …
    pub early: Vec<u16>,
    /// The rare positions, ascending, heap 0 left out.
    pub rares: Vec<Rare>,
    /// How often each value occurred.
    pub histogram: Histogram,
    /// The largest value.
    pub largest: u16,
    /// The first heap that has it.
    pub largest_at: u64,
}

impl Past {
    /// Heap 0 alone.
    pub fn new(mask: Mask) -> Past {
        let mut past = Past {
            mask,
            n: 0,
            early: Vec::new(),
            rares: Vec::new(),
            histogram: Histogram::default(),
            largest: 0,
            largest_at: 0,
        };
        past.push(0);
        past
    }

    /// The value of heap `at`, which is among the early ones.
    pub fn value(&self, at: u64) -> u16 {
        self.early[at as usize] & !RARE
    }

    /// The last rare position; 0 if there is none.
    pub fn last_rare(&self) -> u64 {
        self.rares.last().map_or(0, |rare| rare.at)
    }

    /// Appends the value of the next heap.
    pub fn push(&mut self, value: u16) {
        self.early.push(self.mask.tag(self.n, value));
        self.count(value);
    }

    /// Takes the value of the next heap into the rares and the statistics.
    fn count(&mut self, value: u16) {
        if self.n > 0 && self.mask.is_rare(self.n, value) {
            self.rares.push(Rare { at: self.n, value });
        }
        self.histogram.add(self.n, value);
        if value > self.largest {
            (self.largest, self.largest_at) = (value, self.n);
        }
        self.n += 1;
    }

    /// Changes the mask and tags everything anew; all values must be early.
    pub fn retag(&mut self, mask: Mask) {
        assert_eq!(self.early.len() as u64, self.n, "every value is at hand");
        self.mask = mask;
        self.rares.clear();
        for (n, tagged) in (0..).zip(&mut self.early) {
            let value = *tagged & !RARE;
            *tagged = mask.tag(n, value);
            if n > 0 && *tagged & RARE != 0 {
                self.rares.push(Rare { at: n, value });
            }
        }
    }
}
