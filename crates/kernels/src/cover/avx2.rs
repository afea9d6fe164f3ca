//! [`Cover`] with AVX2.

use std::arch::x86_64::*;

use super::{Cover, Unsettled};
use crate::{BLOCK, Decoder, Limit};

/// Witnesses that are tried between two looks at whether all lanes are settled.
const WITNESSES_PER_LOOK: usize = 8;

/// Verifies groups of whole blocks; answers where it stopped, or the first unsettled block.
///
/// # Safety
///
/// The CPU must support AVX2, `from` be at least the largest shift, `to` at most `codes.len()`, and `skip`
/// empty or as long as `codes`.
#[target_feature(enable = "avx2")]
pub(super) unsafe fn verify(
    cover: &Cover,
    codes: &[u8],
    from: usize,
    to: usize,
    skip: &[u8],
) -> Result<usize, Unsettled> {
    // SAFETY: the promises are passed on.
    unsafe {
        match (cover.limit, skip.is_empty()) {
            (Limit::Codes16, true) => verify_groups::<4, 1, 2, false>(cover, codes, from, to, skip),
            (Limit::Codes16, false) => verify_groups::<4, 1, 2, true>(cover, codes, from, to, skip),
            (Limit::Codes32, true) => verify_groups::<2, 2, 4, false>(cover, codes, from, to, skip),
            (Limit::Codes32, false) => verify_groups::<2, 2, 4, true>(cover, codes, from, to, skip),
            (Limit::Codes64, true) => verify_groups::<1, 4, 8, false>(cover, codes, from, to, skip),
            (Limit::Codes64, false) => verify_groups::<1, 4, 8, true>(cover, codes, from, to, skip),
        }
    }
}

/// Groups of `BLOCKS` blocks share the load of each witness.
///
/// # Safety
///
/// As [`verify`]; `skip` is as long as `codes` if `SKIP`.
#[target_feature(enable = "avx2")]
unsafe fn verify_groups<
    const BLOCKS: usize,
    const WINDOWS: usize,
    const BYTES: usize,
    const SKIP: bool,
>(
    cover: &Cover,
    codes: &[u8],
    from: usize,
    to: usize,
    skip: &[u8],
) -> Result<usize, Unsettled> {
    let (base, marks) = (codes.as_ptr(), skip.as_ptr());
    let (shifts, xors) = (cover.witnesses.shifts(), cover.witnesses.xors());
    let mut at = from;
    while at + BLOCKS * BLOCK <= to {
        let mut missing = [[_mm256_setzero_si256(); BYTES]; BLOCKS];
        for (block, missing) in missing.iter_mut().enumerate() {
            // SAFETY: at + BLOCKS * BLOCK <= to <= codes.len().
            let code = unsafe { _mm256_loadu_si256(base.add(at + block * BLOCK).cast()) };
            *missing = required(cover, at, code);
        }
        let mut settled = false;
        let looks = shifts
            .chunks(WITNESSES_PER_LOOK)
            .zip(xors.chunks(WITNESSES_PER_LOOK));
        for (shifts, xors) in looks {
            let mut seen = [[_mm256_setzero_si256(); BYTES]; BLOCKS];
            for (&shift, &xor) in shifts.iter().zip(xors) {
                let xor = _mm256_set1_epi8(xor as i8);
                for (block, seen) in seen.iter_mut().enumerate() {
                    let source = at + block * BLOCK - shift;
                    // SAFETY: shift <= from <= at, and 32 bytes from there on end before
                    // at + BLOCKS * BLOCK <= codes.len(), which is the length of `skip` too.
                    let option = unsafe {
                        let code = _mm256_loadu_si256(base.add(source).cast());
                        let option = _mm256_xor_si256(code, xor);
                        if SKIP {
                            _mm256_or_si256(option, _mm256_loadu_si256(marks.add(source).cast()))
                        } else {
                            option
                        }
                    };
                    mark::<WINDOWS, BYTES>(seen, option);
                }
            }
            let mut any = _mm256_setzero_si256();
            for (missing, seen) in missing.iter_mut().zip(&seen) {
                for (missing, &seen) in missing.iter_mut().zip(seen) {
                    *missing = _mm256_andnot_si256(seen, *missing);
                    any = _mm256_or_si256(any, *missing);
                }
            }
            if _mm256_testz_si256(any, any) == 1 {
                settled = true;
                break;
            }
        }
        if !settled {
            for (block, missing) in missing.iter().enumerate() {
                let mut any = missing[0];
                for &more in &missing[1..] {
                    any = _mm256_or_si256(any, more);
                }
                let none = _mm256_cmpeq_epi8(any, _mm256_setzero_si256());
                let lanes = !(_mm256_movemask_epi8(none) as u32);
                if lanes != 0 {
                    let at = at + block * BLOCK;
                    return Err(Unsettled { at, lanes });
                }
            }
        }
        at += BLOCKS * BLOCK;
    }
    Ok(at)
}

/// The required codes of each lane, as marks.
#[inline]
#[target_feature(enable = "avx2")]
fn required<const BYTES: usize>(cover: &Cover, at: usize, code: __m256i) -> [__m256i; BYTES] {
    let Decoder {
        low,
        tie,
        tie_parity,
    } = cover.decoder;
    let nibble = _mm256_set1_epi8(0x0f);
    let lower = _mm256_shuffle_epi8(parities(tie & 15, low), _mm256_and_si256(code, nibble));
    let upper = _mm256_and_si256(_mm256_srli_epi16::<4>(code), nibble);
    let upper = _mm256_shuffle_epi8(parities(tie >> 4, low), upper);
    let [even, odd] = [at & 1, (at + 1) & 1].map(|n| tie_parity[n] << low);
    let flip = _mm256_set1_epi16(i16::from_le_bytes([even, odd]));
    let bit = _mm256_xor_si256(_mm256_xor_si256(lower, upper), flip);
    let above = _mm256_andnot_si256(_mm256_set1_epi8((1u8 << low).wrapping_sub(1) as i8), code);
    let count = _mm256_add_epi8(above, bit);
    let ones = _mm256_broadcastsi128_si256(_mm_setr_epi8(
        0, 1, 3, 7, 15, 31, 63, 127, -1, 0, 0, 0, 0, 0, 0, 0,
    ));
    let mut marks = [_mm256_setzero_si256(); BYTES];
    for (byte, marks) in marks.iter_mut().enumerate() {
        let rest = _mm256_subs_epu8(count, _mm256_set1_epi8(8 * byte as i8));
        *marks = _mm256_shuffle_epi8(ones, _mm256_min_epu8(rest, _mm256_set1_epi8(8)));
    }
    marks
}

/// The parity of `nibble & mask` for every nibble, as bit `low`.
#[inline]
#[target_feature(enable = "avx2")]
fn parities(mask: u8, low: u32) -> __m256i {
    let mut table = [0u8; 16];
    for (nibble, parity) in table.iter_mut().enumerate() {
        *parity = ((nibble as u8 & mask).count_ones() as u8 & 1) << low;
    }
    // SAFETY: the table has 16 bytes.
    _mm256_broadcastsi128_si256(unsafe { _mm_loadu_si128(table.as_ptr().cast()) })
}

use crate::few::avx2::mark;
