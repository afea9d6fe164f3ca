//! Marks for one window of 16 codes, blocks of 32 heaps at a time; and candidates that are compared with options.

#[cfg(target_arch = "x86_64")]
pub(crate) mod avx2;
#[cfg(target_arch = "x86_64")]
pub(crate) mod avx512;

use crate::{BLOCK, Taps};

/// Marks of heaps in a row: byte 0 of lane i holds the lower 8 codes of the window, byte 1 the upper 8.
pub type Marks<const LANES: usize> = [[u8; LANES]; 2];

/// For each heap from `at` on, which of the codes below 16 are options. `LANES` is a multiple of 32.
///
/// The codes from 16 w on are asked for by taps with 16 w xored into their xors. `skip` is empty or as long as `codes`:
/// sources whose byte there is [`SKIP`](crate::SKIP) count as no option.
///
/// # Panics
///
/// If a tap reaches before the beginning of `codes` or behind their end.
pub fn mark_window<const LANES: usize>(
    codes: &[u8],
    skip: &[u8],
    at: usize,
    taps: &Taps,
) -> Marks<LANES> {
    check::<LANES>(codes, skip, at, taps);
    #[cfg(target_arch = "x86_64")]
    {
        let mut marks = [[0; LANES]; 2];
        if LANES.is_multiple_of(avx512::LANES) && avx512::is_supported() {
            // SAFETY: the CPU supports what is needed; the taps were checked.
            unsafe { avx512::mark(codes, skip, at, taps, &mut marks) };
            return marks;
        }
        if is_x86_feature_detected!("avx2") {
            // SAFETY: the CPU supports AVX2; the taps were checked.
            unsafe { avx2::mark(codes, skip, at, taps, &mut marks) };
            return marks;
        }
    }
    mark_window_scalar(codes, skip, at, taps)
}

/// What [`mark_window`] means.
pub fn mark_window_scalar<const LANES: usize>(
    codes: &[u8],
    skip: &[u8],
    at: usize,
    taps: &Taps,
) -> Marks<LANES> {
    let mut marks = [[0; LANES]; 2];
    for (shift, xor) in taps.pairs() {
        for (lane, source) in (at - shift..).take(LANES).enumerate() {
            let code = codes[source] ^ xor;
            let counts = skip.get(source).is_none_or(|&mark| mark == 0);
            if code < 16 && counts {
                marks[usize::from(code >> 3)][lane] |= 1 << (code & 7);
            }
        }
    }
    marks
}

/// Which heaps from `at` on have an option equal to their candidate: 0xff where one does. `LANES` is a multiple of 32.
///
/// What is hit of [`NO_CANDIDATE`](crate::NO_CANDIDATE) says nothing.
///
/// # Panics
///
/// As [`mark_window`].
pub fn strike<const LANES: usize, const N: usize>(
    codes: &[u8],
    skip: &[u8],
    at: usize,
    taps: &Taps,
    candidates: &[[u8; LANES]; N],
) -> [[u8; LANES]; N] {
    check::<LANES>(codes, skip, at, taps);
    #[cfg(target_arch = "x86_64")]
    {
        let mut hits = [[0; LANES]; N];
        if LANES.is_multiple_of(avx512::LANES) && avx512::is_supported() {
            // SAFETY: the CPU supports what is needed; the taps were checked.
            unsafe { avx512::strike(codes, skip, at, taps, candidates, &mut hits) };
            return hits;
        }
        if is_x86_feature_detected!("avx2") {
            // SAFETY: the CPU supports AVX2; the taps were checked.
            unsafe { avx2::strike(codes, skip, at, taps, candidates, &mut hits) };
            return hits;
        }
    }
    strike_scalar(codes, skip, at, taps, candidates)
}

/// What [`strike`] means.
pub fn strike_scalar<const LANES: usize, const N: usize>(
    codes: &[u8],
    skip: &[u8],
    at: usize,
    taps: &Taps,
    candidates: &[[u8; LANES]; N],
) -> [[u8; LANES]; N] {
    let mut hits = [[0; LANES]; N];
    for (shift, xor) in taps.pairs() {
        for lane in 0..LANES {
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

/// Checks taps for so many heaps from `at` on.
fn check<const LANES: usize>(codes: &[u8], skip: &[u8], at: usize, taps: &Taps) {
    const { assert!(LANES.is_multiple_of(BLOCK), "whole vectors") };
    assert!(at >= taps.largest(), "taps reach back too far");
    assert!(
        at + LANES <= codes.len().saturating_add(taps.least()),
        "what is read must be there"
    );
    assert!(
        skip.is_empty() || skip.len() == codes.len(),
        "a mark for each code"
    );
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::random;

    struct Case<'a, R> {
        codes: &'a [u8],
        skip: &'a [u8],
        at: usize,
        taps: &'a Taps,
        random: &'a mut R,
    }

    impl<R: FnMut(usize) -> usize> Case<'_, R> {
        fn check<const LANES: usize>(&mut self) {
            let scalar = mark_window_scalar::<LANES>(self.codes, self.skip, self.at, self.taps);
            let vectors = mark_window(self.codes, self.skip, self.at, self.taps);
            assert_eq!(vectors, scalar);
            // Wider vectors may have been chosen above.
            #[cfg(target_arch = "x86_64")]
            if is_x86_feature_detected!("avx2") {
                let mut marks = [[0; LANES]; 2];
                // SAFETY: the CPU supports AVX2; the taps were checked above.
                unsafe { avx2::mark(self.codes, self.skip, self.at, self.taps, &mut marks) };
                assert_eq!(marks, scalar);
            }
            self.check_strike::<LANES, 1>();
            self.check_strike::<LANES, 2>();
            self.check_strike::<LANES, 3>();
            self.check_strike::<LANES, 4>();
            self.check_strike::<LANES, 5>();
            self.check_strike::<LANES, 6>();
            self.check_strike::<LANES, 7>();
            self.check_strike::<LANES, 10>();
            self.check_strike::<LANES, 13>();
        }

        fn check_strike<const LANES: usize, const N: usize>(&mut self) {
            let mut candidates = [[0; LANES]; N];
            let all = candidates.iter_mut().flatten();
            all.for_each(|c| *c = (self.random)(256) as u8);
            let scalar = strike_scalar(self.codes, self.skip, self.at, self.taps, &candidates);
            let vectors = strike(self.codes, self.skip, self.at, self.taps, &candidates);
            assert_eq!(vectors, scalar);
            #[cfg(target_arch = "x86_64")]
            if is_x86_feature_detected!("avx2") {
                let mut hits = [[0; LANES]; N];
                let Case { codes, skip, .. } = *self;
                // SAFETY: the CPU supports AVX2; the taps were checked above.
                unsafe { avx2::strike(codes, skip, self.at, self.taps, &candidates, &mut hits) };
                assert_eq!(hits, scalar);
            }
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
                let mut case = Case {
                    codes: &codes,
                    skip,
                    at: 932 + random(1000),
                    taps: &taps,
                    random: &mut random,
                };
                case.check::<32>();
                case.at = case.at.min(1904);
                case.check::<64>();
                case.check::<96>();
                case.at = case.at.min(1872);
                case.check::<128>();
            }
        }
    }
}
