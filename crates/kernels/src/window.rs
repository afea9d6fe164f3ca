//! Marks for one window of 16 codes, a block of 32 heaps at a time.

use crate::{BLOCK, Taps};

/// Marks of a block: byte 0 of lane i holds the lower 8 codes of the window, byte 1 the upper 8.
pub type Marks = [[u8; BLOCK]; 2];

/// For each heap of `BLOCKS` blocks from `at` on, which of the codes below 16 are options.
///
/// The codes from 16 w on are asked for by taps with 16 w xored into their xors. `skip` is empty or as long as `codes`:
/// sources whose byte there is [`SKIP`](crate::SKIP) count as no option.
///
/// # Panics
///
/// If a tap reaches before the beginning of `codes` or behind their end.
pub fn mark_window<const BLOCKS: usize>(
    codes: &[u8],
    skip: &[u8],
    at: usize,
    taps: &Taps,
) -> [Marks; BLOCKS] {
    check(codes, skip, at + (BLOCKS - 1) * BLOCK, at, taps);
    #[cfg(target_arch = "x86_64")]
    if is_x86_feature_detected!("avx2") {
        // SAFETY: the CPU supports AVX2; the taps were checked.
        return unsafe {
            if skip.is_empty() {
                avx2::mark::<BLOCKS, false>(codes, skip, at, taps)
            } else {
                avx2::mark::<BLOCKS, true>(codes, skip, at, taps)
            }
        };
    }
    mark_window_scalar(codes, skip, at, taps)
}

/// What [`mark_window`] means.
pub fn mark_window_scalar<const BLOCKS: usize>(
    codes: &[u8],
    skip: &[u8],
    at: usize,
    taps: &Taps,
) -> [Marks; BLOCKS] {
    let mut marks = [[[0; BLOCK]; 2]; BLOCKS];
    for (shift, xor) in taps.pairs() {
        for lane in 0..BLOCKS * BLOCK {
            let source = at + lane - shift;
            let code = codes[source] ^ xor;
            let counts = skip.get(source).is_none_or(|&mark| mark == 0);
            if code < 16 && counts {
                marks[lane / BLOCK][usize::from(code >> 3)][lane % BLOCK] |= 1 << (code & 7);
            }
        }
    }
    marks
}

/// Which heaps `at..at + 32` have an option equal to their candidate: 0xff in `hits` where one does.
///
/// What is hit of [`NO_CANDIDATE`](crate::NO_CANDIDATE) says nothing.
///
/// # Panics
///
/// As [`mark_window`].
pub fn strike<const CANDIDATES: usize>(
    codes: &[u8],
    skip: &[u8],
    at: usize,
    taps: &Taps,
    candidates: &[[u8; BLOCK]; CANDIDATES],
) -> [[u8; BLOCK]; CANDIDATES] {
    check(codes, skip, at, at, taps);
    #[cfg(target_arch = "x86_64")]
    if is_x86_feature_detected!("avx2") {
        let mut hits = [[0; BLOCK]; CANDIDATES];
        // SAFETY: the CPU supports AVX2; the taps were checked.
        unsafe {
            if skip.is_empty() {
                avx2::strike::<false>(codes, skip, at, taps, candidates, &mut hits);
            } else {
                avx2::strike::<true>(codes, skip, at, taps, candidates, &mut hits);
            }
        }
        return hits;
    }
    strike_scalar(codes, skip, at, taps, candidates)
}

/// What [`strike`] means.
pub fn strike_scalar<const CANDIDATES: usize>(
    codes: &[u8],
    skip: &[u8],
    at: usize,
    taps: &Taps,
    candidates: &[[u8; BLOCK]; CANDIDATES],
) -> [[u8; BLOCK]; CANDIDATES] {
    let mut hits = [[0; BLOCK]; CANDIDATES];
    for (shift, xor) in taps.pairs() {
        for lane in 0..BLOCK {
            let source = at + lane - shift;
            let option = (codes[source] ^ xor) | skip.get(source).map_or(0, |&mark| mark);
            for (hits, candidates) in hits.iter_mut().zip(candidates) {
                if option == candidates[lane] {
                    hits[lane] = 0xff;
                }
            }
        }
    }
    hits
}

/// Checks taps for blocks from heap `first` on, the last of which begins at `last`.
fn check(codes: &[u8], skip: &[u8], last: usize, first: usize, taps: &Taps) {
    assert!(first >= taps.largest(), "taps reach back too far");
    assert!(
        last + BLOCK <= codes.len().saturating_add(taps.least()),
        "what is read must be there"
    );
    assert!(
        skip.is_empty() || skip.len() == codes.len(),
        "a mark for each code"
    );
}

#[cfg(target_arch = "x86_64")]
pub(crate) mod avx2 {
    use std::arch::x86_64::*;

    use super::Marks;
    use crate::{BLOCK, Taps};

    /// Turns codes below 16 into bits, and all others into none.
    #[derive(Clone, Copy)]
    pub(crate) struct Window {
        low: __m256i,
        high: __m256i,
        outside: __m256i,
    }

    impl Window {
        #[inline]
        #[target_feature(enable = "avx2")]
        pub(crate) fn new() -> Window {
            Window {
                low: _mm256_broadcastsi128_si256(_mm_setr_epi8(
                    1, 2, 4, 8, 16, 32, 64, -128, 0, 0, 0, 0, 0, 0, 0, 0,
                )),
                high: _mm256_broadcastsi128_si256(_mm_setr_epi8(
                    0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 4, 8, 16, 32, 64, -128,
                )),
                outside: _mm256_set1_epi8(0x70),
            }
        }

        /// An index with the upper bit set for codes from 16 on.
        #[inline]
        #[target_feature(enable = "avx2")]
        pub(crate) fn index(self, code: __m256i) -> __m256i {
            _mm256_adds_epu8(code, self.outside)
        }

        /// The bits of indices: those of the lower 8 codes, those of the upper 8.
        #[inline]
        #[target_feature(enable = "avx2")]
        pub(crate) fn bits(self, index: __m256i) -> [__m256i; 2] {
            [self.low, self.high].map(|table| _mm256_shuffle_epi8(table, index))
        }
    }

    /// # Safety
    ///
    /// The CPU must support AVX2; no shift may be larger than `at`, the blocks end at most the least shift behind the codes, and `skip`
    /// is as long as `codes` if `SKIP`.
    #[target_feature(enable = "avx2")]
    pub(super) unsafe fn mark<const BLOCKS: usize, const SKIP: bool>(
        codes: &[u8],
        skip: &[u8],
        at: usize,
        taps: &Taps,
    ) -> [Marks; BLOCKS] {
        let window = Window::new();
        let (base, skips) = (codes.as_ptr(), skip.as_ptr());
        let mut seen = [[_mm256_setzero_si256(); 2]; BLOCKS];
        for (shift, xor) in taps.words() {
            let xor = _mm256_set1_epi32(xor as i32);
            for (block, seen) in seen.iter_mut().enumerate() {
                // SAFETY: shift <= at, and the 32 bytes of the last block end within the codes, also in `skip` if it is
                // used, by the caller's promise.
                let index = unsafe {
                    let source = at - shift + block * BLOCK;
                    let code = _mm256_loadu_si256(base.add(source).cast());
                    let index = window.index(_mm256_xor_si256(code, xor));
                    if SKIP {
                        _mm256_or_si256(index, _mm256_loadu_si256(skips.add(source).cast()))
                    } else {
                        index
                    }
                };
                let [low, high] = window.bits(index);
                seen[0] = _mm256_or_si256(seen[0], low);
                seen[1] = _mm256_or_si256(seen[1], high);
            }
        }
        let mut marks = [[[0; BLOCK]; 2]; BLOCKS];
        for (lanes, &seen) in marks.as_flattened_mut().iter_mut().zip(seen.as_flattened()) {
            // SAFETY: the array has 32 bytes.
            unsafe { _mm256_storeu_si256(lanes.as_mut_ptr().cast(), seen) };
        }
        marks
    }

    /// Candidates that fit in registers, with what was hit of them.
    const IN_REGISTERS: usize = 6;

    /// # Safety
    ///
    /// As [`mark`]; as many hits as candidates.
    #[target_feature(enable = "avx2")]
    pub(super) unsafe fn strike<const SKIP: bool>(
        codes: &[u8],
        skip: &[u8],
        at: usize,
        taps: &Taps,
        candidates: &[[u8; BLOCK]],
        hits: &mut [[u8; BLOCK]],
    ) {
        let share = candidates
            .len()
            .div_ceil(candidates.len().div_ceil(IN_REGISTERS).max(1))
            .max(1);
        for (candidates, hits) in candidates.chunks(share).zip(hits.chunks_mut(share)) {
            // SAFETY: the caller's promise.
            unsafe {
                match candidates.len() {
                    1 => strike_few::<1, SKIP>(codes, skip, at, taps, candidates, hits),
                    2 => strike_few::<2, SKIP>(codes, skip, at, taps, candidates, hits),
                    3 => strike_few::<3, SKIP>(codes, skip, at, taps, candidates, hits),
                    4 => strike_few::<4, SKIP>(codes, skip, at, taps, candidates, hits),
                    5 => strike_few::<5, SKIP>(codes, skip, at, taps, candidates, hits),
                    _ => strike_few::<6, SKIP>(codes, skip, at, taps, candidates, hits),
                }
            }
        }
    }

    /// # Safety
    ///
    /// As [`mark`].
    #[expect(
        clippy::needless_range_loop,
        reason = "with iterators, what is hit would be written to memory for each tap"
    )]
    #[target_feature(enable = "avx2")]
    unsafe fn strike_few<const CANDIDATES: usize, const SKIP: bool>(
        codes: &[u8],
        skip: &[u8],
        at: usize,
        taps: &Taps,
        candidates: &[[u8; BLOCK]],
        struck: &mut [[u8; BLOCK]],
    ) {
        let (base, marks) = (codes.as_ptr(), skip.as_ptr());
        let mut rows = [_mm256_setzero_si256(); CANDIDATES];
        for i in 0..CANDIDATES {
            // SAFETY: a candidate array has 32 bytes.
            rows[i] = unsafe { _mm256_loadu_si256(candidates[i].as_ptr().cast()) };
        }
        let mut hits = [_mm256_setzero_si256(); CANDIDATES];
        let mut xor = _mm256_setzero_si256();
        // A pointer instead of slices: those take registers from a short loop.
        let mut next = taps.shifts().as_ptr();
        for run in taps.runs() {
            let change = _mm256_set1_epi8(run.change as i8);
            if SKIP {
                xor = _mm256_xor_si256(xor, change);
            } else {
                // Once for the candidates instead of for each option: codes are compared as they are.
                for i in 0..CANDIDATES {
                    rows[i] = _mm256_xor_si256(rows[i], change);
                }
            }
            // SAFETY: the shifts of the runs are all shifts.
            let end = unsafe { next.add(run.taps) };
            while next < end {
                // SAFETY: `next` is before the end. 32 <= shift <= at <= codes.len(), so the 32 bytes from at - shift on are
                // there, also in `skip` if it is used.
                let option = unsafe {
                    let source = at - *next as usize;
                    next = next.add(1);
                    let code = _mm256_loadu_si256(base.add(source).cast());
                    if SKIP {
                        let mark = _mm256_loadu_si256(marks.add(source).cast());
                        _mm256_or_si256(_mm256_xor_si256(code, xor), mark)
                    } else {
                        code
                    }
                };
                for i in 0..CANDIDATES {
                    hits[i] = _mm256_or_si256(hits[i], _mm256_cmpeq_epi8(option, rows[i]));
                }
            }
        }
        for i in 0..CANDIDATES {
            // SAFETY: the array has 32 bytes.
            unsafe { _mm256_storeu_si256(struck[i].as_mut_ptr().cast(), hits[i]) };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::random;

    struct Strike<'a, R> {
        codes: &'a [u8],
        skip: &'a [u8],
        at: usize,
        taps: &'a Taps,
        random: &'a mut R,
    }

    impl<R: FnMut(usize) -> usize> Strike<'_, R> {
        fn check<const N: usize>(&mut self) {
            let mut candidates = [[0; BLOCK]; N];
            let all = candidates.iter_mut().flatten();
            all.for_each(|c| *c = (self.random)(256) as u8);
            let scalar = strike_scalar(self.codes, self.skip, self.at, self.taps, &candidates);
            let vectors = strike(self.codes, self.skip, self.at, self.taps, &candidates);
            assert_eq!(vectors, scalar);
        }
    }

    #[test]
    fn vectors_agree_with_one_lane_at_a_time_for_every_number_of_taps() {
        let mut random = random(5);
        let codes: Vec<u8> = (0..2000).map(|_| random(60) as u8).collect();
        let marks: Vec<u8> = (0..2000)
            .map(|_| crate::SKIP * u8::from(random(20) == 0))
            .collect();
        for count in 0..90 {
            let xors = 1 + random(60);
            let taps = Taps::new((0..count).map(|_| (32 + random(900), random(xors) as u8)));
            for skip in [&marks[..], &[]] {
                let at = 932 + random(1068);
                let scalar = mark_window_scalar::<1>(&codes, skip, at, &taps);
                assert_eq!(mark_window::<1>(&codes, skip, at, &taps), scalar);
                let at = at.min(1936);
                let scalar = mark_window_scalar::<3>(&codes, skip, at, &taps);
                assert_eq!(mark_window::<3>(&codes, skip, at, &taps), scalar);
                let mut check_strike = Strike {
                    codes: &codes,
                    skip,
                    at,
                    taps: &taps,
                    random: &mut random,
                };
                check_strike.check::<1>();
                check_strike.check::<2>();
                check_strike.check::<3>();
                check_strike.check::<4>();
                check_strike.check::<5>();
                check_strike.check::<6>();
                check_strike.check::<7>();
                check_strike.check::<10>();
                check_strike.check::<13>();
            }
        }
    }
}
