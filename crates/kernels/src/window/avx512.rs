//! Marks and strikes with AVX-512.

use std::arch::x86_64::*;

use super::Marks;
use crate::Taps;

/// Lanes of a register.
pub(crate) const LANES: usize = 64;

/// True if the CPU supports the parts of AVX-512 that are used here.
pub(crate) fn is_supported() -> bool {
    is_x86_feature_detected!("avx512f") && is_x86_feature_detected!("avx512bw")
}

/// Turns codes below 16 into bits, and all others into none.
#[derive(Clone, Copy)]
pub(crate) struct Window {
    low: __m512i,
    high: __m512i,
    outside: __m512i,
}

impl Window {
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw")]
    pub(crate) fn new() -> Window {
        Window {
            low: _mm512_broadcast_i32x4(_mm_setr_epi8(
                1, 2, 4, 8, 16, 32, 64, -128, 0, 0, 0, 0, 0, 0, 0, 0,
            )),
            high: _mm512_broadcast_i32x4(_mm_setr_epi8(
                0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 4, 8, 16, 32, 64, -128,
            )),
            outside: _mm512_set1_epi8(0x70),
        }
    }

    /// An index with the upper bit set for codes from 16 on.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw")]
    pub(crate) fn index(self, code: __m512i) -> __m512i {
        _mm512_adds_epu8(code, self.outside)
    }

    /// The bits of indices: those of the lower 8 codes, those of the upper 8.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw")]
    pub(crate) fn bits(self, index: __m512i) -> [__m512i; 2] {
        [self.low, self.high].map(|table| _mm512_shuffle_epi8(table, index))
    }
}

/// Puts the marks of heaps from `at` on in place of what `marks` held.
///
/// # Safety
///
/// The CPU must support AVX-512 F and BW; no shift may be larger than `at`, the lanes end at most the least shift behind the codes, and
/// `skip` is empty or as long as `codes`. The lanes are a multiple of 64.
#[target_feature(enable = "avx512f,avx512bw")]
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
#[target_feature(enable = "avx512f,avx512bw")]
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
    let bits = |vector: usize, shift: u32, word: u32| {
        let source = at + lane - shift as usize + vector * LANES;
        // SAFETY: shift <= at, and the 64 bytes of the last vector end within the codes, also in `skip` if it is used, by
        // the caller's promise.
        let index = unsafe {
            let code = _mm512_loadu_si512(base.add(source).cast());
            let index = window.index(_mm512_xor_si512(code, _mm512_set1_epi32(word as i32)));
            if SKIP {
                _mm512_or_si512(index, _mm512_loadu_si512(skips.add(source).cast()))
            } else {
                index
            }
        };
        window.bits(index)
    };
    let mut seen = [[_mm512_setzero_si512(); 2]; VECTORS];
    // Two taps at a time: one operation adds the bits of both.
    let (shifts, last_shift) = taps.shifts().as_chunks::<2>();
    let (words, last_word) = taps.words().as_chunks::<2>();
    for (shifts, words) in shifts.iter().zip(words) {
        for (vector, seen) in seen.iter_mut().enumerate() {
            let one = bits(vector, shifts[0], words[0]);
            let two = bits(vector, shifts[1], words[1]);
            for (seen, (one, two)) in seen.iter_mut().zip(one.into_iter().zip(two)) {
                *seen = any_of_three(*seen, one, two);
            }
        }
    }
    for (&shift, &word) in last_shift.iter().zip(last_word) {
        for (vector, seen) in seen.iter_mut().enumerate() {
            for (seen, bits) in seen.iter_mut().zip(bits(vector, shift, word)) {
                *seen = _mm512_or_si512(*seen, bits);
            }
        }
    }
    for (vector, seen) in seen.into_iter().enumerate() {
        for (row, seen) in marks.iter_mut().zip(seen) {
            let lanes = &mut row[lane + vector * LANES..][..LANES];
            // SAFETY: the slice has 64 bytes.
            unsafe { _mm512_storeu_si512(lanes.as_mut_ptr().cast(), seen) };
        }
    }
}

#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
fn any_of_three(a: __m512i, b: __m512i, c: __m512i) -> __m512i {
    _mm512_ternarylogic_epi64::<0xfe>(a, b, c)
}

/// # Safety
///
/// As [`mark`].
#[target_feature(enable = "avx512f,avx512bw")]
pub(super) unsafe fn strike<const ALL: usize, const N: usize>(
    codes: &[u8],
    skip: &[u8],
    at: usize,
    taps: &Taps,
    candidates: &[[u8; ALL]; N],
    hits: &mut [[u8; ALL]; N],
) {
    for lane in (0..ALL).step_by(LANES) {
        // SAFETY: the caller's promise.
        unsafe {
            match skip.is_empty() {
                true => {
                    strike_vector::<ALL, N, false>(codes, skip, at, taps, lane, candidates, hits)
                }
                false => {
                    strike_vector::<ALL, N, true>(codes, skip, at, taps, lane, candidates, hits)
                }
            }
        }
    }
}

/// Of so many candidates, two are compared into a mask for each that is compared into a register: one operation for one port of the
/// processor, or two for the other. There are seven masks.
const fn by_mask(candidates: usize) -> usize {
    let most = (2 * candidates).div_ceil(3);
    if most < 7 { most } else { 7 }
}

/// # Safety
///
/// As [`mark`]; `lane` is a multiple of 64 below `ALL`, and `skip` is not empty if `SKIP`.
#[target_feature(enable = "avx512f,avx512bw")]
unsafe fn strike_vector<const ALL: usize, const N: usize, const SKIP: bool>(
    codes: &[u8],
    skip: &[u8],
    at: usize,
    taps: &Taps,
    lane: usize,
    candidates: &[[u8; ALL]; N],
    struck: &mut [[u8; ALL]; N],
) {
    let (base, marks) = (codes.as_ptr(), skip.as_ptr());
    let mut rows = [_mm512_setzero_si512(); N];
    for i in 0..N {
        let lanes = &candidates[i][lane..][..LANES];
        // SAFETY: the slice has 64 bytes.
        rows[i] = unsafe { _mm512_loadu_si512(lanes.as_ptr().cast()) };
    }
    // Not 0 in the lanes that were not hit: the first in masks, the others in registers.
    let mut free = [!0; N];
    let mut least = [_mm512_set1_epi8(-1); N];
    for (&shift, &word) in taps.shifts().iter().zip(taps.words()) {
        let source = at + lane - shift as usize;
        // SAFETY: shift <= at, and 64 bytes from the source on are there, also in `skip` if it is used.
        let option = unsafe {
            let code = _mm512_loadu_si512(base.add(source).cast());
            let option = _mm512_xor_si512(code, _mm512_set1_epi32(word as i32));
            if SKIP {
                _mm512_or_si512(option, _mm512_loadu_si512(marks.add(source).cast()))
            } else {
                option
            }
        };
        for i in 0..by_mask(N) {
            free[i] = _mm512_mask_cmpneq_epu8_mask(free[i], option, rows[i]);
        }
        for i in by_mask(N)..N {
            least[i] = _mm512_min_epu8(least[i], _mm512_xor_si512(option, rows[i]));
        }
    }
    for i in by_mask(N)..N {
        free[i] = _mm512_test_epi8_mask(least[i], least[i]);
    }
    for i in 0..N {
        let lanes = &mut struck[i][lane..][..LANES];
        // SAFETY: the slice has 64 bytes.
        unsafe { _mm512_storeu_si512(lanes.as_mut_ptr().cast(), _mm512_movm_epi8(!free[i])) };
    }
}
