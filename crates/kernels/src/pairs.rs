//! Looking for a split: two codes, one from each end, with a given xor.

use crate::Path;
use crate::vector::{Task, Vectors, run};

/// The least i with `left[i] ^ right[right.len() - 1 - i] == target`.
///
/// # Panics
///
/// If the slices differ in length.
pub fn find_pair(left: &[u8], right: &[u8], target: u8) -> Option<usize> {
    assert_eq!(left.len(), right.len(), "slices must have equal length");
    // SAFETY: the lengths were compared.
    unsafe {
        run(FindPair {
            left,
            right,
            target,
        })
    }
}

/// The arguments of [`find_pair`]: two slices of equal length.
#[derive(Clone, Copy)]
struct FindPair<'a> {
    left: &'a [u8],
    right: &'a [u8],
    target: u8,
}

impl Task for FindPair<'_> {
    type Output = Option<usize>;
    const WIDEST: Path = Path::Avx512;

    fn scalar(self) -> Option<usize> {
        let mut pairs = self.left.iter().zip(self.right.iter().rev());
        pairs.position(|(a, b)| a ^ b == self.target)
    }

    #[inline(always)]
    unsafe fn vector<V: Vectors>(self, v: V) -> Option<usize> {
        let target = v.splat(self.target);
        let mut at = 0;
        while at + V::LANES <= self.left.len() {
            // SAFETY: at + LANES <= the length of both slices.
            let (a, b) = unsafe {
                let end = self.right.len() - at - V::LANES;
                (
                    v.load(self.left.as_ptr().add(at)),
                    v.load(self.right.as_ptr().add(end)),
                )
            };
            let equal = v.zeros(v.xor_three(a, v.reverse(b), target));
            let hits = v.mask_bits(equal);
            if hits != 0 {
                return Some(at + hits.trailing_zeros() as usize);
            }
            at += V::LANES;
        }
        let rest = FindPair {
            left: &self.left[at..],
            right: &self.right[..self.right.len() - at],
            ..self
        };
        Some(at + rest.scalar()?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::vector::tests::agree;

    #[test]
    fn vectors_agree_with_the_scalar_search_at_every_length() {
        let bytes: Vec<u8> = (0..400u32).map(|i| (i * i % 251) as u8).collect();
        for length in 0..150 {
            for target in [0, 1, 77, 200, 255] {
                let find = FindPair {
                    left: &bytes[3..3 + length],
                    right: &bytes[200..200 + length],
                    target,
                };
                // SAFETY: the lengths are equal.
                unsafe { agree(|| find) };
            }
        }
    }
}
