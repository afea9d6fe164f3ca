//! The hash by which sequences are compared: h = 31 h + v modulo 2^64, over heaps 1, 2, …

use std::fmt;

/// The hash of the values of heaps 1, 2, … so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Hash(pub u64);

impl Default for Hash {
    /// The hash of no values.
    fn default() -> Hash {
        Hash(1_125_899_906_842_597)
    }
}

impl Hash {
    /// Takes in the value of the next heap.
    pub fn add(&mut self, value: u32) {
        self.0 = self.0.wrapping_mul(31).wrapping_add(value.into());
    }
}

impl<'a> FromIterator<&'a u32> for Hash {
    fn from_iter<I: IntoIterator<Item = &'a u32>>(values: I) -> Hash {
        let mut hash = Hash::default();
        values.into_iter().for_each(|&value| hash.add(value));
        hash
    }
}

impl fmt::Display for Hash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}
