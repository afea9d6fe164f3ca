//! The least codes of each lane that are not marked yet, and which of them survive.

use crate::{BLOCK, Decoder, Marks, NO_CANDIDATE};

/// The first `N` unmarked codes of each lane, ascending; [`NO_CANDIDATE`] where there are no more.
///
/// `marks` are those of windows 0, 1, … in this order. `LANES` is a multiple of 32.
///
/// # Panics
///
/// If there are more than 16 windows.
pub fn first_unmarked<const LANES: usize, const N: usize>(
    marks: &[Marks<LANES>],
) -> [[u8; LANES]; N] {
    const { assert!(LANES.is_multiple_of(BLOCK), "whole vectors") };
    assert!(marks.len() <= 16, "codes are bytes");
    #[cfg(target_arch = "x86_64")]
    {
        let mut first = [[0; LANES]; N];
        if LANES.is_multiple_of(avx512::LANES) && avx512::is_supported() {
            // SAFETY: the CPU supports what is needed.
            unsafe { avx512::first_unmarked(marks, &mut first) };
            return first;
        }
        if is_x86_feature_detected!("avx2") {
            // SAFETY: the CPU supports AVX2.
            unsafe { avx2::first_unmarked(marks, &mut first) };
            return first;
        }
    }
    first_unmarked_scalar(marks)
}

/// What [`first_unmarked`] means.
pub fn first_unmarked_scalar<const LANES: usize, const N: usize>(
    marks: &[Marks<LANES>],
) -> [[u8; LANES]; N] {
    let mut first = [[NO_CANDIDATE; LANES]; N];
    for lane in 0..LANES {
        let bytes = marks.as_flattened().iter().map(|lanes| lanes[lane]);
        let codes = bytes.enumerate().flat_map(|(byte, marked)| {
            let free = move |bit: &usize| marked >> bit & 1 == 0;
            (0..8).filter(free).map(move |bit| (8 * byte + bit) as u8)
        });
        let places = first.iter_mut().map(|lanes| &mut lanes[lane]);
        places.zip(codes).for_each(|(place, code)| *place = code);
    }
    first
}

/// The `M` least candidates of each lane that were not hit, ascending.
pub fn survivors<const LANES: usize, const N: usize, const M: usize>(
    candidates: &[[u8; LANES]; N],
    hits: &[[u8; LANES]; N],
) -> [[u8; LANES]; M] {
    // A candidate that was hit becomes 0xff, which is no candidate; then each pass of exchanges
    // brings the least of the rest to its place. All of it is minima and maxima of whole rows.
    let mut rows = *candidates;
    for (row, hits) in rows.iter_mut().zip(hits) {
        for (candidate, hit) in row.iter_mut().zip(hits) {
            *candidate |= hit;
        }
    }
    for done in 0..M.min(N) {
        for at in (done + 1..N).rev() {
            let [upper, lower] = rows.get_disjoint_mut([at - 1, at]).expect("two rows");
            for (a, b) in upper.iter_mut().zip(lower) {
                (*a, *b) = ((*a).min(*b), (*a).max(*b));
            }
        }
    }
    let mut least = [[NO_CANDIDATE; LANES]; M];
    least
        .iter_mut()
        .zip(rows)
        .for_each(|(least, row)| *least = row);
    least
}

/// Marks, in windows 0, 1, …, all codes that heaps from `at` on need not show: those which do not belong to
/// smaller values of the other class. See [`Decoder::smaller`]. `LANES` is a multiple of 32.
///
/// # Panics
///
/// If the heaps are not within `codes`.
pub fn mark_not_required<const LANES: usize>(
    marks: &mut [Marks<LANES>],
    decoder: Decoder,
    codes: &[u8],
    at: usize,
) {
    const { assert!(LANES.is_multiple_of(BLOCK), "whole vectors") };
    #[cfg(target_arch = "x86_64")]
    {
        let heaps = codes[at..].first_chunk().expect("heaps within the codes");
        // The number of required codes must fit in a byte.
        let largest = 0xff >> decoder.low;
        if is_x86_feature_detected!("avx2")
            && heaps.iter().all(|code| code >> decoder.low < largest)
        {
            // SAFETY: the CPU supports AVX2.
            unsafe { avx2::mark_not_required(marks, decoder, heaps, at) };
            return;
        }
    }
    mark_not_required_scalar(marks, decoder, codes, at);
}

/// What [`mark_not_required`] means.
pub fn mark_not_required_scalar<const LANES: usize>(
    marks: &mut [Marks<LANES>],
    decoder: Decoder,
    codes: &[u8],
    at: usize,
) {
    for lane in 0..LANES {
        let required = decoder.smaller(at + lane, codes[at + lane]);
        for (byte, lanes) in (0u16..).zip(marks.as_flattened_mut()) {
            let here = required.saturating_sub(8 * byte).min(8);
            lanes[lane] |= (0xffu16 << here) as u8;
        }
    }
}

#[cfg(target_arch = "x86_64")]
mod avx2 {
    use std::arch::x86_64::*;

    use crate::required::avx2::{Required, required_here};
    use crate::window::avx2::Window;
    use crate::{BLOCK, Decoder, Marks};

    /// # Safety
    ///
    /// The CPU must support AVX2; `LANES` is a multiple of 32, and there are at most 16 windows.
    #[target_feature(enable = "avx2")]
    pub(super) unsafe fn first_unmarked<const LANES: usize>(
        marks: &[Marks<LANES>],
        first: &mut [[u8; LANES]],
    ) {
        let window = Window::new();
        for lane in (0..LANES).step_by(BLOCK) {
            let mut seen = [[_mm256_setzero_si256(); 2]; 16];
            let seen = &mut seen[..marks.len()];
            for (seen, marks) in seen.as_flattened_mut().iter_mut().zip(marks.as_flattened()) {
                // SAFETY: 32 lanes from `lane` on are there.
                *seen = unsafe { _mm256_loadu_si256(marks.as_ptr().add(lane).cast()) };
            }
            for first in &mut *first {
                let mut least = _mm256_set1_epi8(-1);
                for (byte, &seen) in (0u8..).zip(seen.as_flattened().iter()) {
                    least = _mm256_min_epu8(least, first_gap(seen, 8 * byte));
                }
                for (number, seen) in (0u8..).zip(seen.iter_mut()) {
                    let code = _mm256_xor_si256(least, _mm256_set1_epi8((number << 4) as i8));
                    let [low, high] = window.bits(window.index(code));
                    seen[0] = _mm256_or_si256(seen[0], low);
                    seen[1] = _mm256_or_si256(seen[1], high);
                }
                // SAFETY: 32 lanes from `lane` on are there.
                unsafe { _mm256_storeu_si256(first.as_mut_ptr().add(lane).cast(), least) };
            }
        }
    }

    /// `base` plus the lowest unset bit of each lane's byte; 0xff if all are set.
    #[inline]
    #[target_feature(enable = "avx2")]
    fn first_gap(marks: __m256i, base: u8) -> __m256i {
        let nibble = _mm256_set1_epi8(0x0f);
        let gap = _mm256_broadcastsi128_si256(_mm_setr_epi8(
            0, 1, 0, 2, 0, 1, 0, 3, 0, 1, 0, 2, 0, 1, 0, -1,
        ));
        let low = _mm256_shuffle_epi8(gap, _mm256_and_si256(marks, nibble));
        let high = _mm256_and_si256(_mm256_srli_epi16::<4>(marks), nibble);
        let high = _mm256_adds_epu8(_mm256_shuffle_epi8(gap, high), _mm256_set1_epi8(4));
        _mm256_adds_epu8(_mm256_min_epu8(low, high), _mm256_set1_epi8(base as i8))
    }

    /// # Safety
    ///
    /// The CPU must support AVX2; `LANES` is a multiple of 32.
    #[target_feature(enable = "avx2")]
    pub(super) unsafe fn mark_not_required<const LANES: usize>(
        marks: &mut [Marks<LANES>],
        decoder: Decoder,
        heaps: &[u8; LANES],
        at: usize,
    ) {
        let required = Required::new(decoder, at);
        for lane in (0..LANES).step_by(BLOCK) {
            // SAFETY: 32 lanes from `lane` on are there.
            let code = unsafe { _mm256_loadu_si256(heaps.as_ptr().add(lane).cast()) };
            let count = required.count(code);
            for (byte, lanes) in (0u8..).zip(marks.as_flattened_mut()) {
                let needless = _mm256_xor_si256(required_here(count, byte), _mm256_set1_epi8(-1));
                // SAFETY: 32 lanes from `lane` on are there.
                unsafe {
                    let row = lanes.as_mut_ptr().add(lane).cast();
                    let marked = _mm256_or_si256(_mm256_loadu_si256(row), needless);
                    _mm256_storeu_si256(row, marked);
                }
            }
        }
    }
}

#[cfg(target_arch = "x86_64")]
mod avx512 {
    use std::arch::x86_64::*;

    use crate::Marks;
    pub(super) use crate::window::avx512::{LANES, is_supported};

    /// # Safety
    ///
    /// The CPU must support AVX-512 F and BW; `ALL` is a multiple of 64, and there are at most 16 windows.
    #[target_feature(enable = "avx512f,avx512bw")]
    pub(super) unsafe fn first_unmarked<const ALL: usize>(
        marks: &[Marks<ALL>],
        first: &mut [[u8; ALL]],
    ) {
        let (zero, one) = (_mm512_setzero_si512(), _mm512_set1_epi8(1));
        for lane in (0..ALL).step_by(LANES) {
            let mut free = [zero; 32];
            let free = &mut free[..2 * marks.len()];
            for (free, marks) in free.iter_mut().zip(marks.as_flattened()) {
                // SAFETY: 64 lanes from `lane` on are there.
                let marks = unsafe { _mm512_loadu_si512(marks.as_ptr().add(lane).cast()) };
                *free = _mm512_xor_si512(marks, _mm512_set1_epi8(-1));
            }
            for first in &mut *first {
                // The first byte with a free code, from which its lowest bit is taken.
                let mut bits = zero;
                let mut least = _mm512_set1_epi8(-1);
                let mut open = !0;
                for (byte, free) in (0u8..).zip(free.iter_mut()) {
                    let here = _mm512_mask_test_epi8_mask(open, *free, *free);
                    open &= !here;
                    bits = _mm512_mask_mov_epi8(bits, here, *free);
                    least = _mm512_mask_mov_epi8(least, here, _mm512_set1_epi8((8 * byte) as i8));
                    let others = _mm512_and_si512(*free, _mm512_sub_epi8(*free, one));
                    *free = _mm512_mask_mov_epi8(*free, here, others);
                }
                let least = _mm512_adds_epu8(least, lowest_bit(bits));
                // SAFETY: 64 lanes from `lane` on are there.
                unsafe { _mm512_storeu_si512(first.as_mut_ptr().add(lane).cast(), least) };
            }
        }
    }

    /// The place of the lowest bit of each byte; for 0 it is any.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw")]
    fn lowest_bit(bits: __m512i) -> __m512i {
        let nibble = _mm512_set1_epi8(0x0f);
        let place = _mm512_broadcast_i32x4(_mm_setr_epi8(
            8, 0, 1, 0, 2, 0, 1, 0, 3, 0, 1, 0, 2, 0, 1, 0,
        ));
        let low = _mm512_shuffle_epi8(place, _mm512_and_si512(bits, nibble));
        let high = _mm512_and_si512(_mm512_srli_epi16::<4>(bits), nibble);
        let high = _mm512_add_epi8(_mm512_shuffle_epi8(place, high), _mm512_set1_epi8(4));
        _mm512_min_epu8(low, high)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::random;

    /// Two vectors of AVX2, one of AVX-512.
    const LANES: usize = 64;

    fn random_marks<const LANES: usize>(
        random: &mut impl FnMut(usize) -> usize,
        windows: usize,
    ) -> Vec<Marks<LANES>> {
        let density = 1 + random(8);
        let mut byte = || (0..density).fold(0, |byte, _| byte | random(256)) as u8;
        (0..windows)
            .map(|_| [(); 2].map(|()| [(); LANES].map(|()| byte())))
            .collect()
    }

    #[test]
    fn vectors_find_the_first_unmarked_codes_of_every_number_of_windows() {
        let mut random = random(11);
        for windows in 0..=16 {
            for _ in 0..50 {
                let marks = random_marks::<LANES>(&mut random, windows);
                let first: [_; 8] = first_unmarked(&marks);
                assert_eq!(first, first_unmarked_scalar(&marks), "{windows} windows");
                let marks = random_marks::<BLOCK>(&mut random, windows);
                let first: [_; 8] = first_unmarked(&marks);
                assert_eq!(first, first_unmarked_scalar(&marks), "{windows} windows");
            }
        }
    }

    #[test]
    fn survivors_are_the_least_that_were_not_hit() {
        let mut random = random(11);
        for _ in 0..200 {
            let marks = random_marks(&mut random, 5);
            let candidates: [[u8; LANES]; 8] = first_unmarked(&marks);
            let hits = [(); 8].map(|()| [(); LANES].map(|()| 0xff * random(2) as u8));
            let least: [[u8; LANES]; 5] = survivors(&candidates, &hits);
            for lane in 0..LANES {
                let all = candidates.iter().zip(&hits);
                let mut left: Vec<u8> = all
                    .filter(|(_, hits)| hits[lane] == 0)
                    .map(|(candidates, _)| candidates[lane])
                    .collect();
                left.resize(8, NO_CANDIDATE);
                let found: Vec<u8> = least.iter().map(|row| row[lane]).collect();
                assert_eq!(found, left[..5]);
            }
        }
    }

    #[test]
    fn vectors_mark_what_is_not_required_for_every_code() {
        for low in 0..8 {
            for tie_parity in [[0, 0], [0, 1], [1, 1]] {
                let decoder = Decoder {
                    low,
                    tie: 0xa7,
                    tie_parity,
                };
                for start in 0..=255 - LANES as u8 + 1 {
                    let codes: Vec<u8> = (0..=LANES as u8).map(|i| i.wrapping_add(start)).collect();
                    for at in 0..2 {
                        let mut one = vec![[[0x11; LANES]; 2]; 16];
                        let mut two = one.clone();
                        mark_not_required(&mut one, decoder, &codes, at);
                        mark_not_required_scalar(&mut two, decoder, &codes, at);
                        assert_eq!(one, two, "codes from {start} on, low {low}");
                    }
                }
            }
        }
    }
}
