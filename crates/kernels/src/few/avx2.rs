//! [`FewCodes`] with AVX2.

use std::arch::x86_64::*;

use super::{BLOCK, FewCodes, Limit};

/// A tap inside the block, as shuffles of the block that is being computed.
#[derive(Clone, Debug)]
#[repr(C, align(32))]
pub(super) struct NearTap {
    /// Moves bytes within each half; 0x80 where none arrives.
    within: [u8; 32],
    /// Moves bytes from the lower half to the upper.
    across: [u8; 32],
    /// The xor; 0x80 for the lanes whose source lies before the block.
    xor: [u8; 32],
    /// 0x80 for the lanes whose source lies in the block.
    inside: [u8; 32],
    shift: usize,
}

impl NearTap {
    pub(super) fn new((shift, xor): (usize, u8)) -> NearTap {
        assert!((1..BLOCK).contains(&shift), "a near tap");
        let mut tap = NearTap {
            within: [0x80; 32],
            across: [0x80; 32],
            xor: [xor | 0x80; 32],
            inside: [0; 32],
            shift,
        };
        for lane in shift..BLOCK {
            let source = lane - shift;
            let controls = if source / 16 == lane / 16 {
                &mut tap.within
            } else {
                &mut tap.across
            };
            controls[lane] = (source % 16) as u8;
            tap.xor[lane] = xor;
            tap.inside[lane] = 0x80;
        }
        tap
    }
}

/// Fills whole blocks; answers where it stopped, and whether all whole blocks are done.
///
/// # Safety
///
/// The CPU must support AVX2, `from` be at least the largest shift, and `skip` empty or as long as
/// `codes`.
#[target_feature(enable = "avx2")]
pub(super) unsafe fn fill(
    few: &FewCodes,
    codes: &mut [u8],
    from: usize,
    skip: &[u8],
) -> (usize, bool) {
    // SAFETY: the caller's promises are those of `fill_blocks`.
    unsafe {
        match (few.limit, skip.is_empty()) {
            (Limit::Codes16, true) => fill_blocks::<1, 2, false>(few, codes, from, skip),
            (Limit::Codes16, false) => fill_blocks::<1, 2, true>(few, codes, from, skip),
            (Limit::Codes32, true) => fill_blocks::<2, 4, false>(few, codes, from, skip),
            (Limit::Codes32, false) => fill_blocks::<2, 4, true>(few, codes, from, skip),
            (Limit::Codes64, true) => fill_blocks::<4, 8, false>(few, codes, from, skip),
            (Limit::Codes64, false) => fill_blocks::<4, 8, true>(few, codes, from, skip),
        }
    }
}

/// `WINDOWS` windows of 16 codes, in `BYTES = 2 * WINDOWS` bytes of marks a lane.
///
/// # Safety
///
/// As [`fill`]; `skip` is as long as `codes` if `SKIP`.
#[target_feature(enable = "avx2")]
unsafe fn fill_blocks<const WINDOWS: usize, const BYTES: usize, const SKIP: bool>(
    few: &FewCodes,
    codes: &mut [u8],
    from: usize,
    skip: &[u8],
) -> (usize, bool) {
    let base = codes.as_mut_ptr();
    let marks = skip.as_ptr();
    let mut at = from;
    while at + BLOCK <= codes.len() {
        let mut far = [_mm256_setzero_si256(); BYTES];
        for (shift, xor) in few.far.pairs() {
            // SAFETY: BLOCK <= shift <= at, so 32 bytes from at - shift on lie within codes[..at],
            // and within `skip` if it is used.
            let option = unsafe {
                let code = _mm256_loadu_si256(base.add(at - shift).cast());
                let option = _mm256_xor_si256(code, _mm256_set1_epi8(xor as i8));
                if SKIP {
                    _mm256_or_si256(option, _mm256_loadu_si256(marks.add(at - shift).cast()))
                } else {
                    option
                }
            };
            mark::<WINDOWS, BYTES>(&mut far, option);
        }
        for tap in &few.near {
            // SAFETY: shift <= at and at + BLOCK <= codes.len(): the 32 bytes from at - shift on lie
            // within `codes` (and `skip`); lanes that are not computed yet are masked. The arrays have 32 bytes.
            let option = unsafe {
                let code = _mm256_loadu_si256(base.add(at - tap.shift).cast());
                let xor = _mm256_loadu_si256(tap.xor.as_ptr().cast());
                // Lanes before the block carry 0x80 in `xor`; take it out, and mask the others.
                let xor = _mm256_and_si256(xor, _mm256_set1_epi8(0x7f));
                let option = _mm256_xor_si256(code, xor);
                let option =
                    _mm256_or_si256(option, _mm256_loadu_si256(tap.inside.as_ptr().cast()));
                if SKIP {
                    _mm256_or_si256(option, _mm256_loadu_si256(marks.add(at - tap.shift).cast()))
                } else {
                    option
                }
            };
            mark::<WINDOWS, BYTES>(&mut far, option);
        }
        let mut x = mex(&far);
        loop {
            let lower_half = _mm256_permute2x128_si256::<0x08>(x, x);
            let mut seen = far;
            for tap in &few.near {
                // SAFETY: the arrays have 32 bytes.
                let (within, across, xor) = unsafe {
                    (
                        _mm256_load_si256(tap.within.as_ptr().cast()),
                        _mm256_load_si256(tap.across.as_ptr().cast()),
                        _mm256_load_si256(tap.xor.as_ptr().cast()),
                    )
                };
                let moved = _mm256_or_si256(
                    _mm256_shuffle_epi8(x, within),
                    _mm256_shuffle_epi8(lower_half, across),
                );
                let option = _mm256_xor_si256(moved, xor);
                mark::<WINDOWS, BYTES>(&mut seen, option);
            }
            let next = mex(&seen);
            let same = _mm256_movemask_epi8(_mm256_cmpeq_epi8(next, x)) == -1;
            x = next;
            if same {
                break;
            }
        }
        // SAFETY: at + BLOCK <= codes.len().
        unsafe { _mm256_storeu_si256(base.add(at).cast(), x) };
        // A mex above the limit is 0xff: no other code has the top bit.
        let too_large = _mm256_movemask_epi8(x);
        if too_large != 0 {
            return (at + too_large.trailing_zeros() as usize, false);
        }
        at += BLOCK;
    }
    (at, true)
}

/// Marks the options: codes outside the windows, and lanes with the top bit, mark nothing.
#[inline]
#[target_feature(enable = "avx2")]
pub(crate) fn mark<const WINDOWS: usize, const BYTES: usize>(
    seen: &mut [__m256i; BYTES],
    option: __m256i,
) {
    let low = _mm256_broadcastsi128_si256(_mm_setr_epi8(
        1, 2, 4, 8, 16, 32, 64, -128, 0, 0, 0, 0, 0, 0, 0, 0,
    ));
    let high = _mm256_broadcastsi128_si256(_mm_setr_epi8(
        0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 4, 8, 16, 32, 64, -128,
    ));
    for window in 0..WINDOWS {
        let index = if WINDOWS == 1 {
            option
        } else {
            let moved = _mm256_xor_si256(option, _mm256_set1_epi8((window << 4) as i8));
            _mm256_adds_epu8(moved, _mm256_set1_epi8(0x70))
        };
        seen[2 * window] = _mm256_or_si256(seen[2 * window], _mm256_shuffle_epi8(low, index));
        seen[2 * window + 1] =
            _mm256_or_si256(seen[2 * window + 1], _mm256_shuffle_epi8(high, index));
    }
}

/// The least code that is not marked, 0xff if all are.
#[inline]
#[target_feature(enable = "avx2")]
fn mex<const BYTES: usize>(seen: &[__m256i; BYTES]) -> __m256i {
    let nibble = _mm256_set1_epi8(0x0f);
    let mut least = _mm256_set1_epi8(-1);
    for (byte, &marks) in seen.iter().enumerate() {
        let low = _mm256_and_si256(marks, nibble);
        let high = _mm256_and_si256(_mm256_srli_epi16::<4>(marks), nibble);
        least = _mm256_min_epu8(least, _mm256_shuffle_epi8(first_gap(8 * byte as i8), low));
        least = _mm256_min_epu8(
            least,
            _mm256_shuffle_epi8(first_gap(8 * byte as i8 + 4), high),
        );
    }
    least
}

/// For each nibble of marks, `base` plus its lowest unset bit; 0xff if all four are set.
#[inline]
#[target_feature(enable = "avx2")]
fn first_gap(base: i8) -> __m256i {
    let (a, b, c, d) = (base, base + 1, base + 2, base + 3);
    _mm256_broadcastsi128_si256(_mm_setr_epi8(
        a, b, a, c, a, b, a, d, a, b, a, c, a, b, a, -1,
    ))
}
