//! [`Cover`] with AVX2.

use std::arch::x86_64::*;

use super::{Cover, Unsettled};
use crate::few::avx2::mark;
use crate::required::avx2::Required;
use crate::{BLOCK, Limit};

/// Witnesses that are tried between two looks at whether all lanes are settled.
const WITNESSES_PER_LOOK: usize = 8;

/// Up to this many open lanes per block are settled one by one.
const LANES_FOR_SPLITS: usize = 1;

/// Verifies groups of whole blocks; answers where it stopped, or the first unsettled block.
///
/// # Safety
///
/// The CPU must support AVX2, POPCNT and BMI1, `from` be at least [`Cover::largest_shift`], `to` at most `codes.len()`, and `skip`
/// empty or as long as `codes`.
#[target_feature(enable = "avx2,popcnt,bmi1")]
pub(super) unsafe fn verify(
    cover: &Cover,
    codes: &[u8],
    from: usize,
    to: usize,
    skip: &[u8],
) -> Result<usize, Unsettled> {
    // SAFETY: the promises are passed on; what groups leave is still at least the largest shift.
    unsafe {
        match (cover.limit, skip.is_empty()) {
            (Limit::Codes16, true) => {
                let at = verify_groups::<4, 1, 2, false>(cover, codes, from, to, skip)?;
                verify_groups::<1, 1, 2, false>(cover, codes, at, to, skip)
            }
            (Limit::Codes16, false) => {
                let at = verify_groups::<4, 1, 2, true>(cover, codes, from, to, skip)?;
                verify_groups::<1, 1, 2, true>(cover, codes, at, to, skip)
            }
            (Limit::Codes32, true) => {
                let at = verify_groups::<2, 2, 4, false>(cover, codes, from, to, skip)?;
                verify_groups::<1, 2, 4, false>(cover, codes, at, to, skip)
            }
            (Limit::Codes32, false) => {
                let at = verify_groups::<2, 2, 4, true>(cover, codes, from, to, skip)?;
                verify_groups::<1, 2, 4, true>(cover, codes, at, to, skip)
            }
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
#[target_feature(enable = "avx2,popcnt,bmi1")]
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
    // Blocks are an even number of heaps apart.
    let required = Required::new(cover.decoder, from);
    let mut at = from;
    while at + BLOCKS * BLOCK <= to {
        let mut missing = [[_mm256_setzero_si256(); BYTES]; BLOCKS];
        for (block, missing) in missing.iter_mut().enumerate() {
            // SAFETY: at + BLOCKS * BLOCK <= to <= codes.len().
            let code = unsafe { _mm256_loadu_si256(base.add(at + block * BLOCK).cast()) };
            *missing = required.marks(code);
        }
        let mut open = [u32::MAX; BLOCKS];
        let looks = shifts
            .chunks(WITNESSES_PER_LOOK)
            .zip(xors.chunks(WITNESSES_PER_LOOK));
        for (shifts, xors) in looks {
            let mut seen = [[_mm256_setzero_si256(); BYTES]; BLOCKS];
            for (shift, &xor) in shifts.iter().map(|&shift| shift as usize).zip(xors) {
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
            let mut lanes = 0;
            for ((missing, seen), open) in missing.iter_mut().zip(&seen).zip(&mut open) {
                for (missing, &seen) in missing.iter_mut().zip(seen) {
                    *missing = _mm256_andnot_si256(seen, *missing);
                }
                *open = open_lanes(missing);
                lanes += open.count_ones() as usize;
            }
            if lanes <= LANES_FOR_SPLITS * BLOCKS {
                break;
            }
        }
        for (block, (missing, &open)) in missing.iter().zip(&open).enumerate() {
            let at = at + block * BLOCK;
            // Without any witness, nothing has been looked at yet.
            let mut lanes = open & open_lanes(missing);
            if lanes != 0 {
                // SAFETY: the largest shift is at most `at`, and at + BLOCK <= codes.len().
                lanes = unsafe { try_splits(cover, codes, skip, at, missing, lanes) };
            }
            if lanes != 0 {
                return Err(Unsettled { at, lanes });
            }
        }
        at += BLOCKS * BLOCK;
    }
    Ok(at)
}

/// The lanes that still miss a code.
#[inline]
#[target_feature(enable = "avx2,popcnt,bmi1")]
fn open_lanes<const BYTES: usize>(missing: &[__m256i; BYTES]) -> u32 {
    let mut any = missing[0];
    for &more in &missing[1..] {
        any = _mm256_or_si256(any, more);
    }
    let none = _mm256_cmpeq_epi8(any, _mm256_setzero_si256());
    !(_mm256_movemask_epi8(none) as u32)
}

/// Looks for what `lanes` of the block miss among all splits; the lanes that still miss something.
///
/// # Safety
///
/// The CPU must support AVX2, POPCNT and BMI1; `at` is at least the largest shift, and `at + BLOCK` at most the number of codes.
#[target_feature(enable = "avx2,popcnt,bmi1")]
unsafe fn try_splits<const BYTES: usize>(
    cover: &Cover,
    codes: &[u8],
    skip: &[u8],
    at: usize,
    missing: &[__m256i; BYTES],
    lanes: u32,
) -> u32 {
    let mut marks = [[0u8; BLOCK]; BYTES];
    for (marks, &missing) in marks.iter_mut().zip(missing) {
        // SAFETY: the array has 32 bytes.
        unsafe { _mm256_storeu_si256(marks.as_mut_ptr().cast(), missing) };
    }
    let (mut left, mut rest) = (0, lanes);
    while rest != 0 {
        let lane = rest.trailing_zeros() as usize;
        rest &= rest - 1;
        for (byte, marks) in marks.iter().enumerate() {
            let mut bits = marks[lane];
            while bits != 0 {
                let code = (8 * byte) as u8 + bits.trailing_zeros() as u8;
                bits &= bits - 1;
                // SAFETY: largest <= at <= at + lane < codes.len(), by the caller's promise.
                if !unsafe { cover.splits.have(codes, skip, at + lane, code) } {
                    left |= 1 << lane;
                    bits = 0;
                }
            }
        }
    }
    left
}
