//! Taps tried on sample blocks: how much of what is missing there each of them hits.

use std::ops::Range;

use crate::{BLOCK, Marks, Path};

/// Where sample blocks of 32 heaps begin.
#[derive(Clone, Debug)]
pub struct Samples {
    starts: Vec<usize>,
    first: usize,
    end: usize,
}

impl Samples {
    /// The blocks that begin at these indices.
    pub fn new(starts: Vec<usize>) -> Samples {
        let first = starts.iter().min().map_or(usize::MAX, |&start| start);
        let end = starts.iter().max().map_or(0, |&start| start + BLOCK);
        Samples { starts, first, end }
    }

    /// How many blocks there are.
    pub fn len(&self) -> usize {
        self.starts.len()
    }

    /// True if there are none.
    pub fn is_empty(&self) -> bool {
        self.starts.is_empty()
    }

    /// How many heaps of these blocks have, by this tap, an option below 16 that is `missing`: a bit for each.
    ///
    /// # Panics
    ///
    /// If the tap reaches before the beginning of `codes`, a block behind their end, or there is not one of `missing` for each block.
    pub fn count_hits(
        &self,
        codes: &[u8],
        tap: (usize, u8),
        missing: &[Marks<BLOCK>],
        blocks: Range<usize>,
    ) -> usize {
        self.check(codes, tap, missing);
        let (starts, missing) = (&self.starts[blocks.clone()], &missing[blocks]);
        #[cfg(target_arch = "x86_64")]
        if Path::chosen() >= Path::Avx2 {
            // SAFETY: the CPU supports AVX2; the tap and the blocks were checked.
            return unsafe { avx2::count_hits(starts, codes, tap, missing) };
        }
        count_hits_scalar(starts, codes, tap, missing)
    }

    /// Takes from `missing` what this tap hits.
    ///
    /// # Panics
    ///
    /// As [`Samples::count_hits`].
    pub fn take_hits(&self, codes: &[u8], tap: (usize, u8), missing: &mut [Marks<BLOCK>]) {
        self.check(codes, tap, missing);
        #[cfg(target_arch = "x86_64")]
        if Path::chosen() >= Path::Avx2 {
            // SAFETY: the CPU supports AVX2; the tap and the blocks were checked.
            unsafe { avx2::take_hits(&self.starts, codes, tap, missing) };
            return;
        }
        self.take_hits_scalar(codes, tap, missing);
    }

    /// What [`Samples::take_hits`] means.
    pub fn take_hits_scalar(&self, codes: &[u8], tap: (usize, u8), missing: &mut [Marks<BLOCK>]) {
        for (start, missing) in self.starts.iter().zip(missing) {
            for lane in 0..BLOCK {
                let code = codes[start + lane - tap.0] ^ tap.1;
                if code < 16 {
                    missing[usize::from(code >> 3)][lane] &= !(1 << (code & 7));
                }
            }
        }
    }

    fn check(&self, codes: &[u8], tap: (usize, u8), missing: &[Marks<BLOCK>]) {
        assert!(
            tap.0 <= self.first && self.end <= codes.len(),
            "what is read must be there"
        );
        assert_eq!(self.starts.len(), missing.len(), "marks for each block");
    }
}

/// What [`Samples::count_hits`] means, for blocks that begin there.
fn count_hits_scalar(
    starts: &[usize],
    codes: &[u8],
    tap: (usize, u8),
    missing: &[Marks<BLOCK>],
) -> usize {
    let hits = starts.iter().zip(missing).map(|(start, missing)| {
        let is_hit = |lane: &usize| {
            let code = codes[start + lane - tap.0] ^ tap.1;
            code < 16 && missing[usize::from(code >> 3)][*lane] >> (code & 7) & 1 == 1
        };
        (0..BLOCK).filter(is_hit).count()
    });
    hits.sum()
}

#[cfg(target_arch = "x86_64")]
mod avx2 {
    use std::arch::x86_64::*;

    use crate::vector::Window;
    use crate::vector::avx2::Avx2;
    use crate::{BLOCK, Marks};

    /// # Safety
    ///
    /// The CPU must support AVX2; the shift is at most every start, and blocks end within the codes.
    #[target_feature(enable = "avx2")]
    pub(super) unsafe fn count_hits(
        starts: &[usize],
        codes: &[u8],
        (shift, xor): (usize, u8),
        missing: &[Marks<BLOCK>],
    ) -> usize {
        // SAFETY: the caller's promise.
        let window = Window::new(unsafe { Avx2::new() });
        let (zero, xor) = (_mm256_setzero_si256(), _mm256_set1_epi8(xor as i8));
        let mut sums = zero;
        // So few blocks at a time that their counts fit in bytes.
        for (starts, missing) in starts.chunks(128).zip(missing.chunks(128)) {
            let mut misses = zero;
            for (&start, [lower, upper]) in starts.iter().zip(missing) {
                // SAFETY: shift <= start and start + 32 <= codes.len(); the rows have 32 bytes.
                let (code, lower, upper) = unsafe {
                    (
                        _mm256_loadu_si256(codes.as_ptr().add(start - shift).cast()),
                        _mm256_loadu_si256(lower.as_ptr().cast()),
                        _mm256_loadu_si256(upper.as_ptr().cast()),
                    )
                };
                let [low, high] = window.bits(window.index(_mm256_xor_si256(code, xor)));
                let (low, high) = (_mm256_and_si256(low, lower), _mm256_and_si256(high, upper));
                let miss = _mm256_cmpeq_epi8(_mm256_or_si256(low, high), zero);
                misses = _mm256_sub_epi8(misses, miss);
            }
            sums = _mm256_add_epi64(sums, _mm256_sad_epu8(misses, zero));
        }
        let mut misses = [0u64; 4];
        // SAFETY: the array has 32 bytes.
        unsafe { _mm256_storeu_si256(misses.as_mut_ptr().cast(), sums) };
        BLOCK * starts.len() - misses.iter().sum::<u64>() as usize
    }

    /// # Safety
    ///
    /// As [`count_hits`].
    #[target_feature(enable = "avx2")]
    pub(super) unsafe fn take_hits(
        starts: &[usize],
        codes: &[u8],
        (shift, xor): (usize, u8),
        missing: &mut [Marks<BLOCK>],
    ) {
        // SAFETY: the caller's promise.
        let window = Window::new(unsafe { Avx2::new() });
        let xor = _mm256_set1_epi8(xor as i8);
        for (&start, rows) in starts.iter().zip(missing) {
            // SAFETY: shift <= start and start + 32 <= codes.len().
            let code = unsafe { _mm256_loadu_si256(codes.as_ptr().add(start - shift).cast()) };
            let hits = window.bits(window.index(_mm256_xor_si256(code, xor)));
            for (row, hit) in rows.iter_mut().zip(hits) {
                let row = row.as_mut_ptr().cast();
                // SAFETY: the row has 32 bytes.
                unsafe {
                    _mm256_storeu_si256(row, _mm256_andnot_si256(hit, _mm256_loadu_si256(row)))
                };
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::random;

    #[test]
    fn hits_are_counted_as_one_by_one_and_taken_once() {
        let mut random = random(5);
        let codes: Vec<u8> = (0..5000).map(|_| random(40) as u8).collect();
        for count in [0, 1, 2, 127, 128, 129, 300] {
            let samples = Samples::new((0..count).map(|_| 500 + random(4468)).collect());
            let row =
                |random: &mut dyn FnMut(usize) -> usize| [(); BLOCK].map(|()| random(256) as u8);
            let mut missing: Vec<Marks<BLOCK>> = (0..count)
                .map(|_| [(); 2].map(|()| row(&mut random)))
                .collect();
            for _ in 0..20 {
                let tap = (1 + random(500), random(40) as u8);
                let hits = samples.count_hits(&codes, tap, &missing, 0..count);
                let plainly = count_hits_scalar(&samples.starts, &codes, tap, &missing);
                assert_eq!(hits, plainly);
                let part = random(count + 1);
                let parts = [0..part, part..count]
                    .map(|blocks| samples.count_hits(&codes, tap, &missing, blocks));
                assert_eq!(hits, parts.iter().sum());
                let bits = |missing: &[Marks<BLOCK>]| -> usize {
                    let rows = missing.iter().flatten().flatten();
                    rows.map(|byte| byte.count_ones() as usize).sum()
                };
                let before = bits(&missing);
                let mut plainly = missing.clone();
                samples.take_hits_scalar(&codes, tap, &mut plainly);
                samples.take_hits(&codes, tap, &mut missing);
                assert_eq!(missing, plainly);
                assert_eq!(bits(&missing), before - hits);
                assert_eq!(samples.count_hits(&codes, tap, &missing, 0..count), 0);
            }
        }
    }
}
