//! Marks and strikes with AVX2.

use std::arch::x86_64::*;

use super::Marks;
use crate::Taps;

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

/// Lanes of a register.
const LANES: usize = 32;

/// Puts the marks of heaps from `at` on in place of what `marks` held.
///
/// # Safety
///
/// The CPU must support AVX2; no shift may be larger than `at`, the lanes end at most the least shift behind the codes, and `skip`
/// is empty or as long as `codes`. The lanes are a multiple of 32.
#[target_feature(enable = "avx2")]
pub(super) unsafe fn mark<const ALL: usize>(
    codes: &[u8],
    skip: &[u8],
    at: usize,
    taps: &Taps,
    marks: &mut Marks<ALL>,
) {
    let mut lane = 0;
    // SAFETY: the caller's promise; all lanes asked for are below ALL.
    unsafe {
        while lane + 4 * LANES <= ALL {
            match skip.is_empty() {
                true => mark_vectors::<ALL, 4, false>(codes, skip, at, taps, lane, marks),
                false => mark_vectors::<ALL, 4, true>(codes, skip, at, taps, lane, marks),
            }
            lane += 4 * LANES;
        }
        while lane + 2 * LANES <= ALL {
            match skip.is_empty() {
                true => mark_vectors::<ALL, 2, false>(codes, skip, at, taps, lane, marks),
                false => mark_vectors::<ALL, 2, true>(codes, skip, at, taps, lane, marks),
            }
            lane += 2 * LANES;
        }
        if lane < ALL {
            match skip.is_empty() {
                true => mark_vectors::<ALL, 1, false>(codes, skip, at, taps, lane, marks),
                false => mark_vectors::<ALL, 1, true>(codes, skip, at, taps, lane, marks),
            }
        }
    }
}

/// # Safety
///
/// As [`mark`]; the vectors from `lane` on are within the marks, and `skip` is not empty if `SKIP`.
#[target_feature(enable = "avx2")]
unsafe fn mark_vectors<const ALL: usize, const VECTORS: usize, const SKIP: bool>(
    codes: &[u8],
    skip: &[u8],
    at: usize,
    taps: &Taps,
    lane: usize,
    marks: &mut Marks<ALL>,
) {
    let window = Window::new();
    let (base, skips) = (codes.as_ptr(), skip.as_ptr());
    let mut seen = [[_mm256_setzero_si256(); 2]; VECTORS];
    for (&shift, &word) in taps.shifts().iter().zip(taps.words()) {
        let xor = _mm256_set1_epi32(word as i32);
        for (vector, seen) in seen.iter_mut().enumerate() {
            // SAFETY: shift <= at, and the 32 bytes of the last vector end within the codes, also in `skip` if it is
            // used, by the caller's promise.
            let index = unsafe {
                let source = at + lane - shift as usize + vector * LANES;
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
    for (vector, seen) in seen.into_iter().enumerate() {
        for (row, seen) in marks.iter_mut().zip(seen) {
            let lanes = &mut row[lane + vector * LANES..][..LANES];
            // SAFETY: the slice has 32 bytes.
            unsafe { _mm256_storeu_si256(lanes.as_mut_ptr().cast(), seen) };
        }
    }
}

/// Candidates that fit in registers, with what was hit of them.
const IN_REGISTERS: usize = 6;

/// # Safety
///
/// As [`mark`].
#[target_feature(enable = "avx2")]
pub(super) unsafe fn strike<const ALL: usize>(
    codes: &[u8],
    skip: &[u8],
    at: usize,
    taps: &Taps,
    candidates: &[[u8; ALL]],
    hits: &mut [[u8; ALL]],
) {
    let parts = candidates.len().div_ceil(IN_REGISTERS).max(1);
    let share = candidates.len().div_ceil(parts).max(1);
    for (candidates, hits) in candidates.chunks(share).zip(hits.chunks_mut(share)) {
        for lane in (0..ALL).step_by(LANES) {
            let block = Block {
                codes,
                skip,
                at,
                taps,
                lane,
            };
            // SAFETY: the caller's promise.
            unsafe {
                match candidates.len() {
                    1 => block.strike::<ALL, 1>(candidates, hits),
                    2 => block.strike::<ALL, 2>(candidates, hits),
                    3 => block.strike::<ALL, 3>(candidates, hits),
                    4 => block.strike::<ALL, 4>(candidates, hits),
                    5 => block.strike::<ALL, 5>(candidates, hits),
                    _ => block.strike::<ALL, 6>(candidates, hits),
                }
            }
        }
    }
}

/// A register of heaps, and what its candidates are compared with.
struct Block<'a> {
    codes: &'a [u8],
    skip: &'a [u8],
    at: usize,
    taps: &'a Taps,
    lane: usize,
}

impl Block<'_> {
    /// # Safety
    ///
    /// As [`mark`]; `lane` is a multiple of 32 below `ALL`, and there are as many candidates and hits as `N` says.
    #[target_feature(enable = "avx2")]
    unsafe fn strike<const ALL: usize, const N: usize>(
        &self,
        candidates: &[[u8; ALL]],
        struck: &mut [[u8; ALL]],
    ) {
        // SAFETY: the caller's promise.
        unsafe {
            if self.skip.is_empty() {
                self.strike_few::<ALL, N, false>(candidates, struck);
            } else {
                self.strike_few::<ALL, N, true>(candidates, struck);
            }
        }
    }

    /// # Safety
    ///
    /// As [`Block::strike`]; there is something to skip if `SKIP`.
    #[expect(
        clippy::needless_range_loop,
        reason = "with iterators, what is hit would be written to memory for each tap"
    )]
    #[target_feature(enable = "avx2")]
    unsafe fn strike_few<const ALL: usize, const N: usize, const SKIP: bool>(
        &self,
        candidates: &[[u8; ALL]],
        struck: &mut [[u8; ALL]],
    ) {
        let (base, marks) = (self.codes.as_ptr(), self.skip.as_ptr());
        let at = self.at + self.lane;
        let mut rows = [_mm256_setzero_si256(); N];
        for i in 0..N {
            let lanes = &candidates[i][self.lane..][..LANES];
            // SAFETY: the slice has 32 bytes.
            rows[i] = unsafe { _mm256_loadu_si256(lanes.as_ptr().cast()) };
        }
        let mut hits = [_mm256_setzero_si256(); N];
        let mut xor = _mm256_setzero_si256();
        // A pointer instead of slices: those take registers from a short loop.
        let mut next = self.taps.shifts().as_ptr();
        for run in self.taps.runs() {
            let change = _mm256_set1_epi8(run.change as i8);
            if SKIP {
                xor = _mm256_xor_si256(xor, change);
            } else {
                // Once for the candidates instead of for each option: codes are compared as they are.
                for i in 0..N {
                    rows[i] = _mm256_xor_si256(rows[i], change);
                }
            }
            // SAFETY: the shifts of the runs are all shifts.
            let end = unsafe { next.add(run.taps) };
            while next < end {
                // SAFETY: `next` is before the end; shift <= at, and the 32 bytes from at - shift on are there, also in `skip` if
                // it is used.
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
                for i in 0..N {
                    hits[i] = _mm256_or_si256(hits[i], _mm256_cmpeq_epi8(option, rows[i]));
                }
            }
        }
        for i in 0..N {
            let lanes = &mut struck[i][self.lane..][..LANES];
            // SAFETY: the slice has 32 bytes.
            unsafe { _mm256_storeu_si256(lanes.as_mut_ptr().cast(), hits[i]) };
        }
    }
}
