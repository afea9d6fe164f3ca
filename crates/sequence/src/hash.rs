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

impl Hash {
    /// Takes in the values of the next heaps.
    ///
    /// Eight at a time, so that the time is not that of eight multiplications in a row.
    pub fn add_all(&mut self, values: &[u16]) {
        const POWERS: [u64; 9] = [
            1,
            31,
            961,
            29_791,
            923_521,
            28_629_151,
            887_503_681,
            27_512_614_111,
            852_891_037_441,
        ];
        let (chunks, rest) = values.as_chunks::<8>();
        for chunk in chunks {
            let weights = POWERS[..8].iter().rev();
            let sum = chunk
                .iter()
                .zip(weights)
                .fold(0u64, |sum, (&value, weight)| {
                    sum.wrapping_add(u64::from(value).wrapping_mul(*weight))
                });
            self.0 = self.0.wrapping_mul(POWERS[8]).wrapping_add(sum);
        }
        rest.iter().for_each(|&value| self.add(value.into()));
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn eight_at_a_time_is_one_at_a_time() {
        let values: Vec<u16> = (0..100u16).map(|n| n.wrapping_mul(40_503)).collect();
        for length in 0..values.len() {
            let (mut one, mut eight) = (Hash::default(), Hash::default());
            values[..length]
                .iter()
                .for_each(|&value| one.add(value.into()));
            eight.add_all(&values[..length]);
            assert_eq!(one, eight);
        }
    }
}
