//! One heap at a time: is a code the xor of the two parts of a split?
//!
//! Where a witness for many heaps shows one code of each, this looks at many witnesses for one code of one
//! heap: 32 splits in a register. It settles the few heaps that are left over.

use crate::Marks;

/// Smaller parts of splits, and how much is taken first.
#[derive(Clone, Debug, Default)]
pub struct Splits {
    /// The codes of the smaller parts, the largest first.
    reversed: Vec<u8>,
    /// 0xff for each of them that may be used, 0 for the others.
    usable: Vec<u8>,
    takes: Vec<usize>,
}

/// Vectors of splits that are looked at together, and how many splits those are.
const VECTORS: usize = 8;
const LANES: usize = 32 * VECTORS;

impl Splits {
    /// Splits with a part of 1, 2, …, whose codes these are (`None`: not to be used), after any of these takes.
    pub fn new(
        parts: impl DoubleEndedIterator<Item = Option<u8>> + ExactSizeIterator,
        takes: Vec<usize>,
    ) -> Splits {
        let padding = parts.len().next_multiple_of(LANES) - parts.len();
        let padded = std::iter::repeat_n(None, padding).chain(parts.rev());
        let (reversed, usable) = padded
            .map(|code| (code.unwrap_or(0), if code.is_some() { 0xff } else { 0 }))
            .unzip();
        Splits {
            reversed,
            usable,
            takes,
        }
    }

    /// How far back a split reaches.
    pub fn largest(&self) -> usize {
        let take = self.takes.iter().max().map_or(0, |&take| take);
        take + self.reversed.len()
    }

    /// Keeps, of these heaps and codes, those that no split has.
    ///
    /// `skip` is empty or as long as `codes`: sources whose byte there is [`SKIP`](crate::SKIP) count as no part.
    ///
    /// # Panics
    ///
    /// If a heap is less than [`Splits::largest`], or behind the codes.
    pub fn retain_absent(&self, codes: &[u8], skip: &[u8], wanted: &mut Vec<(usize, u8)>) {
        let heaps = self.largest()..=codes.len();
        assert!(
            wanted.iter().all(|(n, _)| heaps.contains(n)),
            "heaps are there"
        );
        assert!(
            skip.is_empty() || skip.len() == codes.len(),
            "a mark for each code"
        );
        #[cfg(target_arch = "x86_64")]
        {
            if avx512::is_supported() {
                // SAFETY: the CPU supports what is needed; the bounds were checked above.
                wanted.retain(|&(n, code)| !unsafe { avx512::have(self, codes, skip, n, code) });
                return;
            }
            if is_x86_feature_detected!("avx2") {
                // SAFETY: the CPU supports AVX2; the bounds were checked above.
                wanted.retain(|&(n, code)| !unsafe { self.have_avx2(codes, skip, n, code) });
                return;
            }
        }
        wanted.retain(|&(n, code)| !self.have_scalar(codes, skip, n, code));
    }

    /// True if one of the splits of heap `n` has this code.
    pub fn have_scalar(&self, codes: &[u8], skip: &[u8], n: usize, code: u8) -> bool {
        self.takes.iter().any(|take| {
            let others = n - take - self.reversed.len()..;
            let mut splits = others.zip(self.reversed.iter().zip(&self.usable));
            splits.any(|(other, (part, &usable))| {
                let counts = skip.get(other).is_none_or(|&mark| mark == 0);
                part ^ codes[other] == code && usable != 0 && counts
            })
        })
    }

    /// [`Splits::have_scalar`] with AVX2.
    ///
    /// # Safety
    ///
    /// The CPU must support AVX2; `n` is at least [`Splits::largest`] and at most the number of codes; `skip` is empty or as
    /// long as `codes`.
    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2")]
    pub(crate) unsafe fn have_avx2(&self, codes: &[u8], skip: &[u8], n: usize, code: u8) -> bool {
        use std::arch::x86_64::*;
        let code = _mm256_set1_epi8(code as i8);
        for &take in &self.takes {
            let first = n - take - self.reversed.len();
            // Large parts first: their codes are more like those that are missing.
            for start in (0..self.reversed.len()).step_by(LANES) {
                let mut equal = [_mm256_setzero_si256(); VECTORS];
                for (vector, equal) in equal.iter_mut().enumerate() {
                    let at = start + 32 * vector;
                    // SAFETY: `start + LANES` is at most the length of `reversed`, a multiple of LANES; and the others end
                    // at n - take <= codes.len().
                    let (part, other) = unsafe {
                        (
                            _mm256_loadu_si256(self.reversed.as_ptr().add(at).cast()),
                            _mm256_loadu_si256(codes.as_ptr().add(first + at).cast()),
                        )
                    };
                    *equal = _mm256_cmpeq_epi8(_mm256_xor_si256(part, other), code);
                }
                let mut any = equal[0];
                for &equal in &equal[1..] {
                    any = _mm256_or_si256(any, equal);
                }
                if _mm256_testz_si256(any, any) == 1 {
                    continue;
                }
                // Most parts may be used, and few are skipped, so that it is enough to ask now.
                if !skip.is_empty() {
                    for (vector, equal) in equal.iter_mut().enumerate() {
                        let at = first + start + 32 * vector;
                        // SAFETY: `skip` is as long as `codes`, which were read there.
                        let skipped = unsafe { _mm256_loadu_si256(skip.as_ptr().add(at).cast()) };
                        *equal = _mm256_andnot_si256(skipped, *equal);
                    }
                }
                let mut found = _mm256_setzero_si256();
                for (vector, &equal) in equal.iter().enumerate() {
                    let at = start + 32 * vector;
                    // SAFETY: `usable` is as long as `reversed`.
                    let usable = unsafe { _mm256_loadu_si256(self.usable.as_ptr().add(at).cast()) };
                    found = _mm256_or_si256(found, _mm256_and_si256(equal, usable));
                }
                if _mm256_testz_si256(found, found) == 0 {
                    return true;
                }
            }
        }
        false
    }
}

/// Appends the heaps from `at` on and their unmarked codes. `LANES` is a multiple of 8.
pub fn list_unmarked<const LANES: usize>(
    at: usize,
    marks: &[Marks<LANES>],
    out: &mut Vec<(usize, u8)>,
) {
    for (byte, lanes) in (0u8..).zip(marks.as_flattened()) {
        for (first, eight) in (at..).step_by(8).zip(lanes.as_chunks().0) {
            let mut free = !u64::from_le_bytes(*eight);
            while free != 0 {
                let bit = free.trailing_zeros();
                free &= free - 1;
                out.push((first + (bit / 8) as usize, 8 * byte + (bit % 8) as u8));
            }
        }
    }
}

#[cfg(target_arch = "x86_64")]
mod avx512 {
    use std::arch::x86_64::*;

    use super::{LANES, Splits};
    pub(super) use crate::window::avx512::is_supported;

    /// Vectors of splits that are looked at together.
    const VECTORS: usize = LANES / 64;

    /// [`Splits::have_scalar`] with AVX-512.
    ///
    /// # Safety
    ///
    /// The CPU must support AVX-512 F and BW; `n` is at least [`Splits::largest`] and at most the number of codes; `skip` is empty or
    /// as long as `codes`.
    #[target_feature(enable = "avx512f,avx512bw")]
    pub(super) unsafe fn have(
        splits: &Splits,
        codes: &[u8],
        skip: &[u8],
        n: usize,
        code: u8,
    ) -> bool {
        let code = _mm512_set1_epi8(code as i8);
        for &take in &splits.takes {
            let first = n - take - splits.reversed.len();
            // Large parts first: their codes are more like those that are missing.
            for start in (0..splits.reversed.len()).step_by(LANES) {
                let mut differ = [code; VECTORS];
                for (vector, differ) in differ.iter_mut().enumerate() {
                    let at = start + 64 * vector;
                    // SAFETY: `start + LANES` is at most the length of `reversed`, a multiple of LANES; and the others end
                    // at n - take <= codes.len().
                    let (part, other) = unsafe {
                        (
                            _mm512_loadu_si512(splits.reversed.as_ptr().add(at).cast()),
                            _mm512_loadu_si512(codes.as_ptr().add(first + at).cast()),
                        )
                    };
                    *differ = _mm512_ternarylogic_epi64::<0x96>(*differ, part, other);
                }
                let mut least = differ[0];
                for &differ in &differ[1..] {
                    least = _mm512_min_epu8(least, differ);
                }
                if _mm512_testn_epi8_mask(least, least) == 0 {
                    continue;
                }
                // Most parts may be used, and few are skipped, so that it is enough to ask now.
                for (vector, differ) in differ.into_iter().enumerate() {
                    let at = start + 64 * vector;
                    // SAFETY: `usable` is as long as `reversed`, and `skip`, if there is any, as `codes`.
                    let counts = unsafe {
                        let usable = _mm512_loadu_si512(splits.usable.as_ptr().add(at).cast());
                        if skip.is_empty() {
                            usable
                        } else {
                            let skip = _mm512_loadu_si512(skip.as_ptr().add(first + at).cast());
                            _mm512_andnot_si512(skip, usable)
                        }
                    };
                    let equal = _mm512_testn_epi8_mask(differ, differ);
                    if _mm512_mask_test_epi8_mask(equal, counts, counts) != 0 {
                        return true;
                    }
                }
            }
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::BLOCK;

    #[test]
    fn vectors_agree_with_one_split_at_a_time_at_every_length() {
        let codes: Vec<u8> = (0..1200u32).map(|i| (i * i % 251) as u8).collect();
        let skipped: Vec<u8> = (0..1200)
            .map(|i| crate::SKIP * u8::from(i % 5 == 0))
            .collect();
        for length in (0..300).step_by(7) {
            let parts = (0..length).map(|i| (i % 7 != 3).then_some((i * 5 % 256) as u8));
            let splits = Splits::new(parts, vec![0, 3, 4]);
            for n in [splits.largest(), 600, 1200] {
                let n = n.min(codes.len() - BLOCK);
                let wanted = || (0..=255).map(|code| (n - usize::from(code % 2), code));
                for skip in [&[][..], &skipped] {
                    let mut fast: Vec<_> =
                        wanted().filter(|&(n, _)| n >= splits.largest()).collect();
                    let mut plain = fast.clone();
                    // Wider vectors may be chosen below.
                    #[cfg(target_arch = "x86_64")]
                    if is_x86_feature_detected!("avx2") {
                        for &(n, code) in &fast {
                            // SAFETY: the CPU supports AVX2, and the heap is there.
                            let have = unsafe { splits.have_avx2(&codes, skip, n, code) };
                            assert_eq!(have, splits.have_scalar(&codes, skip, n, code));
                        }
                    }
                    splits.retain_absent(&codes, skip, &mut fast);
                    plain.retain(|&(n, code)| !splits.have_scalar(&codes, skip, n, code));
                    assert_eq!(fast, plain);
                }
            }
        }
    }

    #[test]
    fn what_is_not_marked_is_listed() {
        let mut marks = [[[0xff; BLOCK]; 2]; 3];
        marks[0][0][3] = !(1 << 5);
        marks[2][1][31] = !(1 << 1);
        let mut unmarked = vec![(7, 7)];
        list_unmarked(300, &marks, &mut unmarked);
        assert_eq!(unmarked, [(7, 7), (303, 5), (331, 41)]);
    }

    #[test]
    fn a_part_that_must_not_be_used_shows_nothing() {
        let codes = vec![5; 400];
        // What must not be used is kept as code 0, and 0 xor 5 is what is asked for.
        let splits = |usable: bool| {
            let parts = (0..40).map(move |_| usable.then_some(0));
            Splits::new(parts, vec![1])
        };
        for (usable, found) in [(true, vec![]), (false, vec![(303, 5)])] {
            let mut wanted = vec![(303, 5)];
            splits(usable).retain_absent(&codes, &[], &mut wanted);
            assert_eq!(wanted, found);
        }
    }
}
