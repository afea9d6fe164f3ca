//! What came before: values, rare positions, and which value is how frequent.

use super::mask::{Histogram, Mask, RARE};

/// A rare position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Rare {
    /// The heap size.
    pub at: u64,
    /// Its nim-value.
    pub value: u16,
}

/// The rare positions, heap 0 left out: no split leaves an empty heap.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Rares {
    list: Vec<Rare>,
    bits: Vec<u64>,
}

impl Rares {
    /// Adds a rare position behind all others.
    pub fn push(&mut self, rare: Rare) {
        debug_assert!(rare.at > self.last());
        self.bits.resize((rare.at / 64 + 1) as usize, 0);
        self.bits[(rare.at / 64) as usize] |= 1 << (rare.at % 64);
        self.list.push(rare);
    }

    /// The list, ascending.
    pub fn list(&self) -> &[Rare] {
        &self.list
    }

    /// The last one; 0 if there is none.
    pub fn last(&self) -> u64 {
        self.list.last().map_or(0, |rare| rare.at)
    }

    /// True if heap `at` is rare.
    pub fn contains(&self, at: u64) -> bool {
        let word = self.bits.get((at / 64) as usize);
        word.is_some_and(|word| word >> (at % 64) & 1 == 1)
    }

    /// The rares with `from <= at < to`.
    pub fn between(&self, from: u64, to: u64) -> &[Rare] {
        let start = self.list.partition_point(|rare| rare.at < from);
        let end = self.list.partition_point(|rare| rare.at < to);
        &self.list[start..end.max(start)]
    }
}

/// Every value so far, tagged by a mask.
#[derive(Clone, Debug)]
pub(crate) struct Past {
    /// The mask.
    pub mask: Mask,
    /// Tagged values of heaps 0, 1, …
    pub values: Vec<u16>,
    /// The rare positions.
    pub rares: Rares,
    /// How often each value occurred.
    pub histogram: Histogram,
    /// The bits of all values.
    bits: u16,
}

impl Past {
    /// These values (not tagged), under this mask.
    pub fn new(mask: Mask, values: Vec<u16>) -> Past {
        let mut past = Past {
            mask,
            values,
            rares: Rares::default(),
            histogram: Histogram::default(),
            bits: 0,
        };
        past.retag(mask);
        past
    }

    /// The next heap.
    pub fn n(&self) -> u64 {
        self.values.len() as u64
    }

    /// The value of heap `at`.
    pub fn value(&self, at: u64) -> u16 {
        self.values[at as usize] & !RARE
    }

    /// All values of the past, and all their xors, are below this power of two, and so is the next value.
    pub fn values_below(&self) -> u64 {
        // The value of a heap is at most one more than the largest option.
        (u64::from(self.bits) + 2).next_power_of_two()
    }

    /// Appends the value of the next heap.
    pub fn push(&mut self, value: u16) {
        let n = self.n();
        let tagged = self.mask.tag(n, value);
        self.values.push(tagged);
        self.histogram.add(n, value);
        self.bits |= value;
        if tagged & RARE != 0 && n > 0 {
            self.rares.push(Rare { at: n, value });
        }
    }

    /// Changes the mask and tags everything anew.
    pub fn retag(&mut self, mask: Mask) {
        let values = std::mem::take(&mut self.values);
        self.mask = mask;
        self.rares = Rares::default();
        self.histogram = Histogram::default();
        self.values.reserve(values.len());
        for value in values {
            self.push(value & !RARE);
        }
    }
}
