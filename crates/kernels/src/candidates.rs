//! The least codes of each lane that are not marked yet, and which of them survive.

use crate::vector::{Task, Vectors, run};
use crate::window::widest;
use crate::{BLOCK, Decoder, Marks, NO_CANDIDATE, Path};

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
    assert!(marks.len() <= MOST_WINDOWS, "codes are bytes");
    // SAFETY: the windows were counted.
    unsafe { run(FirstUnmarked(marks)) }
}

/// The most windows: 256 codes.
const MOST_WINDOWS: usize = 16;

/// The marks of at most [`MOST_WINDOWS`] windows, for [`first_unmarked`].
struct FirstUnmarked<'a, const LANES: usize, const N: usize>(&'a [Marks<LANES>]);

impl<const LANES: usize, const N: usize> Task for FirstUnmarked<'_, LANES, N> {
    type Output = [[u8; LANES]; N];
    const WIDEST: Path = widest(LANES);

    fn scalar(self) -> [[u8; LANES]; N] {
        let mut first = [[NO_CANDIDATE; LANES]; N];
        for lane in 0..LANES {
            let bytes = self.0.as_flattened().iter().map(|lanes| lanes[lane]);
            let codes = bytes.enumerate().flat_map(|(byte, marked)| {
                let free = move |bit: &usize| marked >> bit & 1 == 0;
                (0..8).filter(free).map(move |bit| (8 * byte + bit) as u8)
            });
            let places = first.iter_mut().map(|lanes| &mut lanes[lane]);
            places.zip(codes).for_each(|(place, code)| *place = code);
        }
        first
    }

    #[inline(always)]
    unsafe fn vector<V: Vectors>(self, v: V) -> [[u8; LANES]; N] {
        let mut first = [[0; LANES]; N];
        let (none, one) = (v.splat(NO_CANDIDATE), v.splat(1));
        for lane in (0..LANES).step_by(V::LANES) {
            let mut free = [none; 2 * MOST_WINDOWS];
            let free = &mut free[..2 * self.0.len()];
            for (free, marks) in free.iter_mut().zip(self.0.as_flattened()) {
                let lanes = &marks[lane..][..V::LANES];
                // SAFETY: the slice is as long as a vector.
                *free = v.xor(unsafe { v.load(lanes.as_ptr()) }, none);
            }
            for first in &mut first {
                // The first byte with a free code, from which its lowest bit is taken.
                let (mut bits, mut least, mut open) = (v.splat(0), none, v.all());
                for (byte, free) in (0u8..).zip(free.iter_mut()) {
                    let here = v.nonzeros(open, *free);
                    open = v.mask_without(open, here);
                    bits = v.select(here, *free, bits);
                    least = v.select(here, v.splat(8 * byte), least);
                    let others = v.and(*free, v.subtract(*free, one));
                    *free = v.select(here, others, *free);
                }
                let least = v.add_saturating(least, lowest_bit(v, bits));
                let lanes = &mut first[lane..][..V::LANES];
                // SAFETY: the slice is as long as a vector.
                unsafe { v.store(lanes.as_mut_ptr(), least) };
            }
        }
        first
    }
}

/// The place of the lowest bit of each byte; for 0 it is any.
#[inline(always)]
fn lowest_bit<V: Vectors>(v: V, bits: V::Bytes) -> V::Bytes {
    let place = v.table([8, 0, 1, 0, 2, 0, 1, 0, 3, 0, 1, 0, 2, 0, 1, 0]);
    let low = v.look_up(place, v.and(bits, v.splat(0x0f)));
    let high = v.look_up(place, v.upper_nibbles(bits));
    v.min(low, v.add_saturating(high, v.splat(4)))
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
        if Path::chosen() >= Path::Avx2 && heaps.iter().all(|code| code >> decoder.low < largest) {
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
    use crate::{BLOCK, Decoder, Marks};

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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::random;
    use crate::vector::tests::agree;

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
                // SAFETY: there are at most 16 windows.
                unsafe { agree(|| FirstUnmarked::<LANES, 8>(&marks)) };
                let marks = random_marks::<BLOCK>(&mut random, windows);
                // SAFETY: there are at most 16 windows.
                unsafe { agree(|| FirstUnmarked::<BLOCK, 8>(&marks)) };
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
