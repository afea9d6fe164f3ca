//! One heap at a time: is a code the xor of the two parts of a split?
//!
//! Where a witness for many heaps shows one code of each, this looks at many witnesses for one code of one
//! heap: 32 splits in a register. It settles the few heaps that are left over.

/// Smaller parts of splits, and how much is taken first.
#[derive(Clone, Debug)]
pub struct Splits {
    /// The codes of the smaller parts, the largest first.
    reversed: Vec<u8>,
    /// A bit for each part of a vector: whether it may be used.
    usable: Vec<u32>,
    takes: Vec<usize>,
}

/// Splits in a vector.
const LANES: usize = 32;

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
            splits.usable[at / LANES] |= u32::from(code.is_some()) << (at % LANES);
        }
        splits
    }

    /// How far back a split reaches.
    pub fn largest(&self) -> usize {
        let take = self.takes.iter().max().map_or(0, |&take| take);
        take + self.reversed.len()
    }

    /// True if one of the splits of heap `n` has this code.
    ///
    /// # Panics
    ///
    /// If `n` is less than [`Splits::largest`], or more than the number of codes.
    pub fn have(&self, codes: &[u8], n: usize, code: u8) -> bool {
        assert!(self.largest() <= n && n <= codes.len(), "heaps are there");
        #[cfg(target_arch = "x86_64")]
        if is_x86_feature_detected!("avx2") {
            // SAFETY: the CPU supports AVX2; the bounds were checked above.
            return unsafe { self.have_avx2(codes, n, code) };
        }
        self.have_scalar(codes, n, code)
    }

    /// What [`Splits::have`] means.
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

    /// [`Splits::have`] with AVX2.
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
                // SAFETY: the length is a multiple of 32, so that 32 bytes from `at` on are within `reversed`; and those of
                // `others` end at most at n - take <= codes.len().
                let (part, other) = unsafe {
                    (
                        _mm256_loadu_si256(self.reversed.as_ptr().add(at).cast()),
                        _mm256_loadu_si256(others.add(at).cast()),
                    )
                };
                let equal = _mm256_cmpeq_epi8(_mm256_xor_si256(part, other), code);
                if _mm256_movemask_epi8(equal) as u32 & self.usable[at / LANES] != 0 {
                    return true;
                }
            }
        }
        false
    }
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
                for code in 0..=255 {
                    let scalar = splits.have_scalar(&codes, n, code);
                    assert_eq!(splits.have(&codes, n, code), scalar);
                }
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
        assert!(splits(true).have(&codes, 90, 4));
        assert!(!splits(false).have(&codes, 90, 4));
    }
}
