//! How many moves of each vertex are not yet known to be bad: a byte per vertex.
//!
//! The solver touches one counter per edge at random, so their width decides how many fit into
//! the cache. Counts from 255 on live in a side table, which random graphs never need.

use rustc_hash::FxHashMap;

/// The byte that says "look in the side table".
const LARGE: u8 = u8::MAX;

/// One counter per vertex; 0 means that the vertex is settled.
#[derive(Clone, Debug, Default)]
pub struct Counters {
    bytes: Vec<u8>,
    large: FxHashMap<u32, u64>,
}

impl Counters {
    /// `vertices` counters at 0.
    pub fn zero(vertices: usize) -> Counters {
        Counters {
            bytes: vec![0; vertices],
            large: FxHashMap::default(),
        }
    }

    /// Counters that begin at the given degrees.
    pub fn from_degrees(degrees: impl ExactSizeIterator<Item = u64>) -> Counters {
        let mut counters = Counters::zero(degrees.len());
        for (v, degree) in degrees.enumerate() {
            counters.add(v as u32, degree);
        }
        counters
    }

    /// The number of counters.
    pub fn len(&self) -> usize {
        self.bytes.len()
    }

    /// True if there are none.
    pub fn is_empty(&self) -> bool {
        self.bytes.is_empty()
    }

    /// Makes room for `vertices` counters at least; new ones begin at 0.
    pub fn grow(&mut self, vertices: usize) {
        if vertices > self.bytes.len() {
            self.bytes.resize(vertices, 0);
        }
    }

    /// Makes it exactly `vertices` counters.
    pub fn resize(&mut self, vertices: usize) {
        self.bytes.resize(vertices, 0);
    }

    /// Counts one.
    #[inline(always)]
    pub fn increment(&mut self, v: u32) {
        let byte = &mut self.bytes[v as usize];
        if *byte < LARGE - 1 {
            *byte += 1;
        } else {
            self.add_large(v, 1);
        }
    }

    /// Counts `more`.
    pub fn add(&mut self, v: u32, more: u64) {
        let byte = &mut self.bytes[v as usize];
        if *byte != LARGE && u64::from(*byte) + more < u64::from(LARGE) {
            *byte += more as u8;
        } else {
            self.add_large(v, more);
        }
    }

    /// Adds what `other`, which is no longer, has counted for the same vertices.
    pub fn merge(&mut self, other: &Counters) {
        for v in 0..other.bytes.len() as u32 {
            match other.get(v) {
                0 => {}
                more => self.add(v, more),
            }
        }
    }

    /// The count of `v`.
    pub fn get(&self, v: u32) -> u64 {
        match self.bytes[v as usize] {
            LARGE => self.large.get(&v).copied().unwrap_or(0),
            small => u64::from(small),
        }
    }

    /// True once `v` is settled.
    #[inline]
    pub fn is_settled(&self, v: u32) -> bool {
        self.bytes[v as usize] == 0
    }

    /// Settles `v`; true if it was not before.
    #[inline]
    pub fn settle(&mut self, v: u32) -> bool {
        std::mem::take(&mut self.bytes[v as usize]) != 0
    }

    /// Takes one off the count of `v`, unless it is settled; true if that settled it.
    #[inline]
    pub fn decrement(&mut self, v: u32) -> bool {
        let byte = &mut self.bytes[v as usize];
        match *byte {
            0 => false,
            LARGE => self.decrement_large(v),
            _ => {
                *byte -= 1;
                *byte == 0
            }
        }
    }

    /// Asks for the counter of `v` to be brought near.
    #[inline]
    pub fn prefetch(&self, v: u32) {
        grundy_kernels::memory::prefetch(&self.bytes, v as usize);
    }

    /// Asks for large pages behind the bytes.
    pub fn advise_huge_pages(&self) {
        grundy_kernels::memory::advise_huge_pages(&self.bytes);
    }

    #[cold]
    fn add_large(&mut self, v: u32, more: u64) {
        let byte = &mut self.bytes[v as usize];
        let start = if *byte == LARGE { 0 } else { u64::from(*byte) };
        *byte = LARGE;
        *self.large.entry(v).or_insert(start) += more;
    }

    #[cold]
    fn decrement_large(&mut self, v: u32) -> bool {
        let count = self
            .large
            .get_mut(&v)
            .expect("a large count is in the table");
        *count -= 1;
        if *count == 0 {
            self.bytes[v as usize] = 0;
        }
        *count == 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_of_every_size_come_down_to_zero() {
        let degrees = [0, 1, 2, 253, 254, 255, 256, 1000, 70_000];
        let mut counters = Counters::from_degrees(degrees.into_iter());
        for (v, degree) in (0..).zip(degrees) {
            assert_eq!(counters.get(v), degree);
            for left in (0..degree).rev() {
                assert!(!counters.is_settled(v));
                assert_eq!(counters.decrement(v), left == 0, "{degree}");
                assert_eq!(counters.get(v), left);
            }
            assert!(counters.is_settled(v));
            assert!(!counters.decrement(v), "a settled vertex stays settled");
        }
    }

    #[test]
    fn counting_one_by_one_and_merging_are_the_same() {
        let mut one = Counters::zero(1);
        let mut two = Counters::zero(1);
        for step in 1..=600 {
            one.increment(0);
            if step % 3 == 0 {
                two.add(0, 2);
            }
            assert_eq!(one.get(0), step);
        }
        one.merge(&two);
        assert_eq!(one.get(0), 1000);
        assert!(one.settle(0));
        assert!(!one.settle(0));
    }
}
