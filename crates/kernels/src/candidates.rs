//! The least codes of each lane that are not marked yet, and which of them survive.

use crate::{BLOCK, Decoder, Marks, NO_CANDIDATE};

/// The first `N` unmarked codes of each lane, ascending; [`NO_CANDIDATE`] where there are no more.
///
/// `marks` are those of windows 0, 1, … in this order.
///
/// # Panics
///
/// If there are more than 16 windows.
pub fn first_unmarked<const N: usize>(marks: &[Marks]) -> [[u8; BLOCK]; N] {
    assert!(marks.len() <= 16, "codes are bytes");
    #[cfg(target_arch = "x86_64")]
    if is_x86_feature_detected!("avx2") {
        // SAFETY: the CPU supports AVX2.
        return unsafe { avx2::first_unmarked(marks) };
    }
    first_unmarked_scalar(marks)
}

/// What [`first_unmarked`] means.
pub fn first_unmarked_scalar<const N: usize>(marks: &[Marks]) -> [[u8; BLOCK]; N] {
    let mut first = [[NO_CANDIDATE; BLOCK]; N];
    for lane in 0..BLOCK {
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
pub fn survivors<const N: usize, const M: usize>(
    candidates: &[[u8; BLOCK]; N],
    hits: &[[u8; BLOCK]; N],
) -> [[u8; BLOCK]; M] {
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
    let mut least = [[NO_CANDIDATE; BLOCK]; M];
    least
        .iter_mut()
        .zip(rows)
        .for_each(|(least, row)| *least = row);
    least
}

/// Marks, in windows 0, 1, …, all codes that heaps `at..at + 32` need not show: those which do not belong to
/// smaller values of the other class. See [`Decoder::smaller`].
///
/// # Panics
///
/// If the block is not within `codes`.
pub fn mark_not_required(marks: &mut [Marks], decoder: Decoder, codes: &[u8], at: usize) {
    let block = &codes[at..at + BLOCK];
    #[cfg(target_arch = "x86_64")]
    // The number of required codes must fit in a byte.
    if is_x86_feature_detected!("avx2")
        && block
            .iter()
            .all(|&code| code >> decoder.low < 0xff >> decoder.low)
    {
        let block = block.try_into().expect("a block was cut out");
        // SAFETY: the CPU supports AVX2.
        unsafe { avx2::mark_not_required(marks, decoder, block, at) };
        return;
    }
    mark_not_required_scalar(marks, decoder, codes, at);
}

/// What [`mark_not_required`] means.
pub fn mark_not_required_scalar(marks: &mut [Marks], decoder: Decoder, codes: &[u8], at: usize) {
    for lane in 0..BLOCK {
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
    /// The CPU must support AVX2.
    #[target_feature(enable = "avx2")]
    pub(super) unsafe fn first_unmarked<const N: usize>(marks: &[Marks]) -> [[u8; BLOCK]; N] {
        let window = Window::new();
        let mut seen = [[_mm256_setzero_si256(); 2]; 16];
        let seen = &mut seen[..marks.len()];
        for (seen, marks) in seen.as_flattened_mut().iter_mut().zip(marks.as_flattened()) {
            // SAFETY: the array has 32 bytes.
            *seen = unsafe { _mm256_loadu_si256(marks.as_ptr().cast()) };
        }
        let mut first = [[0; BLOCK]; N];
        for first in &mut first {
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
            // SAFETY: the array has 32 bytes.
            unsafe { _mm256_storeu_si256(first.as_mut_ptr().cast(), least) };
        }
        first
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
    /// The CPU must support AVX2.
    #[target_feature(enable = "avx2")]
    pub(super) unsafe fn mark_not_required(
        marks: &mut [Marks],
        decoder: Decoder,
        block: &[u8; BLOCK],
        at: usize,
    ) {
        let required = Required::new(decoder, at);
        // SAFETY: the array has 32 bytes.
        let count = required.count(unsafe { _mm256_loadu_si256(block.as_ptr().cast()) });
        for (byte, lanes) in (0u8..).zip(marks.as_flattened_mut()) {
            let needless = _mm256_xor_si256(required_here(count, byte), _mm256_set1_epi8(-1));
            let row = lanes.as_mut_ptr().cast();
            // SAFETY: the array has 32 bytes.
            unsafe {
                let marked = _mm256_or_si256(_mm256_loadu_si256(row), needless);
                _mm256_storeu_si256(row, marked);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::random;

    fn random_marks(random: &mut impl FnMut(usize) -> usize, windows: usize) -> Vec<Marks> {
        let density = 1 + random(8);
        let mut byte = || (0..density).fold(0, |byte, _| byte | random(256)) as u8;
        (0..windows)
            .map(|_| [(); 2].map(|()| [(); BLOCK].map(|()| byte())))
            .collect()
    }

    #[test]
    fn vectors_find_the_first_unmarked_codes_of_every_number_of_windows() {
        let mut random = random(11);
        for windows in 0..=16 {
            for _ in 0..50 {
                let marks = random_marks(&mut random, windows);
                let first: [[u8; BLOCK]; 8] = first_unmarked(&marks);
                assert_eq!(first, first_unmarked_scalar(&marks), "{windows} windows");
            }
        }
    }

    #[test]
    fn survivors_are_the_least_that_were_not_hit() {
        let mut random = random(11);
        for _ in 0..200 {
            let marks = random_marks(&mut random, 5);
            let candidates: [[u8; BLOCK]; 8] = first_unmarked(&marks);
            let hits = [(); 8].map(|()| [(); BLOCK].map(|()| 0xff * random(2) as u8));
            let least: [[u8; BLOCK]; 5] = survivors(&candidates, &hits);
            for lane in 0..BLOCK {
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
                for start in 0..=255 - BLOCK as u8 + 1 {
                    let codes: Vec<u8> = (0..=BLOCK as u8).map(|i| i.wrapping_add(start)).collect();
                    for at in 0..2 {
                        let mut one = vec![[[0x11; BLOCK]; 2]; 16];
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
