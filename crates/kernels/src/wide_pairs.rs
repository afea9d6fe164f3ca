//! Looking for splits among values of 15 bits: two values, one from each end, with one of a few xors.

use crate::Path;
use crate::vector::{Task, Vectors, run};

/// The bits of a value; the last one is a tag that does not count.
const VALUE: u16 = 0x7fff;

/// For each target, true if `left[i] ^ right[right.len() - 1 - i]` is that for some i, but for the last bit of each.
///
/// # Panics
///
/// If the slices differ in length.
pub fn have_wide_pairs<const N: usize>(
    left: &[u16],
    right: &[u16],
    targets: &[u16; N],
) -> [bool; N] {
    assert_eq!(left.len(), right.len(), "slices must have equal length");
    let targets = targets.map(|target| target & VALUE);
    // SAFETY: the lengths were compared.
    unsafe {
        run(WidePairs {
            left,
            right,
            targets,
        })
    }
}

/// Pairs that are looked at before it is asked whether all were found.
const PAIRS: usize = 128;

/// The arguments of [`have_wide_pairs`]: two slices of equal length, and targets without tags.
#[derive(Clone, Copy)]
struct WidePairs<'a, const N: usize> {
    left: &'a [u16],
    right: &'a [u16],
    targets: [u16; N],
}

impl<const N: usize> Task for WidePairs<'_, N> {
    type Output = [bool; N];
    const WIDEST: Path = Path::Avx512;

    fn scalar(self) -> [bool; N] {
        self.targets.map(|target| {
            let mut pairs = self.left.iter().zip(self.right.iter().rev());
            pairs.any(|(a, b)| (a ^ b ^ target) & VALUE == 0)
        })
    }

    #[inline(always)]
    unsafe fn vector<V: Vectors>(self, v: V) -> [bool; N] {
        let per_vector = V::LANES / 2;
        let value = v.splat_pair(VALUE);
        let mut targets = [value; N];
        for (vector, &target) in targets.iter_mut().zip(&self.targets) {
            *vector = v.splat_pair(target);
        }
        let mut equal = [v.nothing_found(); N];
        let mut found = [false; N];
        let mut at = 0;
        while at + PAIRS <= self.left.len() && found != [true; N] {
            for at in (at..at + PAIRS).step_by(per_vector) {
                // SAFETY: at + per_vector <= the length of both slices.
                let (a, b) = unsafe {
                    let end = self.right.len() - at - per_vector;
                    (
                        v.load(self.left.as_ptr().add(at).cast()),
                        v.load(self.right.as_ptr().add(end).cast()),
                    )
                };
                let xor = v.and(v.xor(a, v.reverse_pairs(b)), value);
                for (equal, &target) in equal.iter_mut().zip(&targets) {
                    *equal = v.find_equal_pair(*equal, xor, target);
                }
            }
            for (found, &equal) in found.iter_mut().zip(&equal) {
                *found = v.is_found(equal);
            }
            at += PAIRS;
        }
        if found == [true; N] {
            return found;
        }
        let rest = WidePairs {
            left: &self.left[at..],
            right: &self.right[..self.right.len() - at],
            ..self
        };
        for (found, rest) in found.iter_mut().zip(rest.scalar()) {
            *found |= rest;
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::vector::tests::agree;

    fn check<const N: usize>(left: &[u16], right: &[u16], targets: [u16; N]) {
        let targets = targets.map(|target| target & VALUE);
        let pairs = WidePairs {
            left,
            right,
            targets,
        };
        // SAFETY: the lengths are equal.
        unsafe { agree(|| pairs) };
    }

    #[test]
    fn vectors_agree_with_the_scalar_search_at_every_length() {
        let values: Vec<u16> = (0..900u64)
            .map(|i| (i * i * 7919 % 65_521) as u16)
            .collect();
        for length in (0..200).chain([255, 256, 257, 400]) {
            let (left, right) = (&values[3..3 + length], &values[400..400 + length]);
            let targets = (0..length).map(|i| left[i] ^ right[length - 1 - i]);
            let mut last = 77;
            for target in targets.chain([0, 1, 77, 0x7fff, 0x8000]) {
                for changed in [target, target ^ 0x8000, target ^ 1] {
                    check(left, right, [changed]);
                    check(left, right, [changed, last, 5, target]);
                    last = changed;
                }
            }
        }
    }
}
