//! One heap at a time: is a code the xor of the two parts of a split?
//!
//! Where a witness for many heaps shows one code of each, this looks at many witnesses for one code of one
//! heap: 32 splits in a register. It settles the few heaps that are left over.

use crate::{BLOCK, Marks};

/// Smaller parts of splits, and how much is taken first.
#[derive(Clone, Debug, Default)]
pub struct Splits {
    /// The codes of the smaller parts, the largest first.
    reversed: Vec<u8>,
    /// A bit for each of [`LANES`] parts: whether it may be used.
    usable: Vec<u64>,
    takes: Vec<usize>,
}

/// Splits that are looked at together, two vectors.
const LANES: usize = 64;

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

    /// Appends, for the block from `at` on, the heaps and codes that are not marked and that no split has.
    ///
    /// # Panics
    ///
    /// If `at` is less than [`Splits::largest`], or the block is not within `codes`.
    pub fn absent(&self, codes: &[u8], at: usize, marks: &[Marks], out: &mut Vec<(usize, u8)>) {
        assert!(
            self.largest() <= at && at + BLOCK <= codes.len(),
            "heaps are there"
        );
        #[cfg(target_arch = "x86_64")]
        if is_x86_feature_detected!("avx2") {
            // SAFETY: the CPU supports AVX2; the bounds were checked above.
            unsafe { self.absent_avx2(codes, at, marks, out) };
            return;
        }
        self.absent_scalar(codes, at, marks, out);
    }

    /// What [`Splits::absent`] means.
    pub fn absent_scalar(
        &self,
        codes: &[u8],
        at: usize,
        marks: &[Marks],
        out: &mut Vec<(usize, u8)>,
    ) {
        for (byte, lanes) in (0u8..).zip(marks.as_flattened()) {
            for (n, marked) in (at..).zip(lanes) {
                let free = (0..8u8).filter(|bit| marked >> bit & 1 == 0);
                let absent = free
                    .map(|bit| 8 * byte + bit)
                    .filter(|&code| !self.have_scalar(codes, n, code));
                out.extend(absent.map(|code| (n, code)));
            }
        }
    }

    /// [`Splits::absent`] with AVX2.
    ///
    /// # Safety
    ///
    /// The CPU must support AVX2; `at` is at least [`Splits::largest`], and the block within the codes.
    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2")]
    unsafe fn absent_avx2(
        &self,
        codes: &[u8],
        at: usize,
        marks: &[Marks],
        out: &mut Vec<(usize, u8)>,
    ) {
        use std::arch::x86_64::*;
        for (byte, row) in (0u8..).zip(marks.as_flattened()) {
            // SAFETY: a row has 32 bytes.
            let marked = unsafe { _mm256_loadu_si256(row.as_ptr().cast()) };
            let full = _mm256_cmpeq_epi8(marked, _mm256_set1_epi8(-1));
            let mut lanes = !(_mm256_movemask_epi8(full) as u32);
            while lanes != 0 {
                let lane = lanes.trailing_zeros() as usize;
                lanes &= lanes - 1;
                let mut free = !row[lane];
                while free != 0 {
                    let code = 8 * byte + free.trailing_zeros() as u8;
                    free &= free - 1;
                    // SAFETY: the largest split reaches back to at most the first code, and at + lane is one of them.
                    if !unsafe { self.have_avx2(codes, at + lane, code) } {
                        out.push((at + lane, code));
                    }
                }
            }
        }
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
                let n = n.min(codes.len() - BLOCK);
                let marks: Vec<Marks> = (0..16)
                    .map(|i| [[0, 0xff, 0x5a][(i + length) % 3]; 2].map(|byte| [byte; BLOCK]))
                    .collect();
                let (mut fast, mut plain) = (Vec::new(), Vec::new());
                splits.absent(&codes, n, &marks, &mut fast);
                splits.absent_scalar(&codes, n, &marks, &mut plain);
                assert_eq!(fast, plain);
            }
        }
    }

    #[test]
    fn a_part_that_must_not_be_used_shows_nothing() {
        let codes = vec![5; 100];
        // What must not be used is kept as code 0, and 0 xor 5 is what is asked for.
        let splits = |usable: bool| {
            let parts = (0..40).map(move |_| usable.then_some(0));
            Splits::new(parts, vec![1])
        };
        let mut marks = [[[0xff; BLOCK]; 2]];
        marks[0][0][3] = !(1 << 5);
        for (usable, found) in [(true, vec![]), (false, vec![(68, 5)])] {
            let mut absent = Vec::new();
            splits(usable).absent(&codes, 65, &marks, &mut absent);
            assert_eq!(absent, found);
        }
    }
}
