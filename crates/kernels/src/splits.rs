//! One heap at a time: is a code the xor of the two parts of a split?
//!
//! Where a witness for many heaps shows one code of each, this looks at many witnesses for one code of one
//! heap: 32 splits in a register. It settles the few heaps that are left over.

/// Smaller parts of splits, and how much is taken first.
#[derive(Clone, Debug)]
pub struct Splits {
    /// The codes of the smaller parts, the largest first.
    reversed: Vec<u8>,
    /// A bit for each of [`LANES`] parts: whether it may be used.
    usable: Vec<u64>,
    takes: Vec<usize>,
}

/// Splits that are looked at together, two vectors.
const LANES: usize = 64;

/// A set of codes: a bit for each.
pub type CodeSet = [u64; 4];

impl Splits {
    /// Splits with a part of 1, 2, …, whose codes these are (`None`: not to be used), after any of these takes.
    pub fn new(
        parts: impl DoubleEndedIterator<Item = Option<u8>> + ExactSizeIterator,
        takes: Vec<usize>,
    ) -> Splits {
        let padding = parts.len().next_multiple_of(LANES) - parts.len();
        let padded = std::iter::repeat_n(None, padding).chain(parts.rev());
        let mut splits = Splits {
            reversed: Vec::new(),
            usable: Vec::new(),
            takes,
        };
        for (at, code) in padded.enumerate() {
            if at % LANES == 0 {
                splits.usable.push(0);
            }
            splits.reversed.push(code.unwrap_or(0));
            splits.usable[at / LANES] |= u64::from(code.is_some()) << (at % LANES);
        }
        splits
    }

    /// How far back a split reaches.
    pub fn largest(&self) -> usize {
        let take = self.takes.iter().max().map_or(0, |&take| take);
        take + self.reversed.len()
    }

    /// Those of `wanted` that no split of heap `n` has.
    ///
    /// # Panics
    ///
    /// If `n` is less than [`Splits::largest`], or more than the number of codes.
    pub fn absent(&self, codes: &[u8], n: usize, wanted: CodeSet) -> CodeSet {
        assert!(self.largest() <= n && n <= codes.len(), "heaps are there");
        #[cfg(target_arch = "x86_64")]
        if is_x86_feature_detected!("avx2") {
            // SAFETY: the CPU supports AVX2; the bounds were checked above.
            return without(wanted, |code| unsafe { self.have_avx2(codes, n, code) });
        }
        without(wanted, |code| self.have_scalar(codes, n, code))
    }

    /// True if one of the splits of heap `n` has this code.
    pub fn have_scalar(&self, codes: &[u8], n: usize, code: u8) -> bool {
        self.takes.iter().any(|take| {
            let first = n - take - self.reversed.len();
            let others = &codes[first..n - take];
            let mut pairs = self.reversed.iter().zip(others).enumerate();
            pairs.any(|(at, (part, other))| {
                part ^ other == code && self.usable[at / LANES] >> (at % LANES) & 1 == 1
            })
        })
    }

    /// [`Splits::have_scalar`] with AVX2.
    ///
    /// # Safety
    ///
    /// The CPU must support AVX2; `n` is at least [`Splits::largest`] and at most the number of codes.
    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2")]
    pub(crate) unsafe fn have_avx2(&self, codes: &[u8], n: usize, code: u8) -> bool {
        use std::arch::x86_64::*;
        let code = _mm256_set1_epi8(code as i8);
        for &take in &self.takes {
            let mut at = self.reversed.len();
            let others = codes.as_ptr().wrapping_add(n - take - at);
            // Small parts first: what they are split from was computed last.
            while at > 0 {
                at -= LANES;
                let mut equal = 0u64;
                for half in [0, LANES / 2] {
                    // SAFETY: the length is a multiple of 64, so that 32 bytes from `at + half` on are within `reversed`;
                    // and those of `others` end at most at n - take <= codes.len().
                    let (part, other) = unsafe {
                        (
                            _mm256_loadu_si256(self.reversed.as_ptr().add(at + half).cast()),
                            _mm256_loadu_si256(others.add(at + half).cast()),
                        )
                    };
                    let here = _mm256_cmpeq_epi8(_mm256_xor_si256(part, other), code);
                    equal |= u64::from(_mm256_movemask_epi8(here) as u32) << half;
                }
                if equal & self.usable[at / LANES] != 0 {
                    return true;
                }
            }
        }
        false
    }
}

/// The codes of `wanted` for which `have` does not hold.
#[inline(always)]
fn without(mut wanted: CodeSet, have: impl Fn(u8) -> bool) -> CodeSet {
    for (word, bits) in (0u8..).zip(&mut wanted) {
        let mut left = *bits;
        while left != 0 {
            let code = 64 * word + left.trailing_zeros() as u8;
            if have(code) {
                *bits &= !(1 << (code & 63));
            }
            left &= left - 1;
        }
    }
    wanted
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn vectors_agree_with_one_split_at_a_time_at_every_length() {
        let codes: Vec<u8> = (0..600u32).map(|i| (i * i % 251) as u8).collect();
        for length in 0..150 {
            let parts = (0..length).map(|i| (i % 7 != 3).then_some((i * 5 % 256) as u8));
            let splits = Splits::new(parts, vec![0, 3, 4]);
            for n in [splits.largest(), 300, 600] {
                let absent = splits.absent(&codes, n, [u64::MAX; 4]);
                for code in 0..=255u8 {
                    let is_absent = absent[usize::from(code >> 6)] >> (code & 63) & 1 == 1;
                    assert_eq!(is_absent, !splits.have_scalar(&codes, n, code));
                }
                let none = splits.absent(&codes, n, [0; 4]);
                assert_eq!(none, [0; 4]);
            }
        }
    }

    #[test]
    fn a_part_that_must_not_be_used_shows_nothing() {
        let codes = vec![5; 100];
        let splits = |usable: bool| {
            let parts = (0..40).map(move |i| (i != 20 || usable).then_some(u8::from(i == 20)));
            Splits::new(parts, vec![1])
        };
        let four = [1 << 4, 0, 0, 0];
        assert_eq!(splits(true).absent(&codes, 90, four), [0; 4]);
        assert_eq!(splits(false).absent(&codes, 90, four), four);
    }
}
