//! The last step of a block: options inside the block, lane by lane.

use crate::{BLOCK, Taps};

/// No candidate.
pub const NO_CANDIDATE: u8 = 0xff;

/// Taps with shifts below 32: options of a heap that lie in its own block, or just before it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NearTaps {
    taps: Taps,
}

impl NearTaps {
    /// Taps from pairs (shift, xor).
    ///
    /// # Panics
    ///
    /// If a shift is 0, or 32 or more.
    pub fn new(pairs: impl IntoIterator<Item = (usize, u8)>) -> NearTaps {
        let taps = Taps::new(pairs);
        assert!(taps.largest() < BLOCK, "taps inside the block");
        NearTaps { taps }
    }

    /// Gives heaps `at + lane`, `at + lane + 1`, … of a block their first candidate that is no option.
    ///
    /// Answers the first lane that has none, or 32; what is in the block from there on is undefined. `skip` is empty or as long
    /// as `codes`: sources whose byte there is [`SKIP`](crate::SKIP) count as no option.
    ///
    /// # Panics
    ///
    /// If fewer than 32 codes come before, or the block is not within `codes`.
    pub fn choose<const CANDIDATES: usize>(
        &self,
        codes: &mut [u8],
        skip: &[u8],
        at: usize,
        lane: usize,
        candidates: &[[u8; BLOCK]; CANDIDATES],
    ) -> usize {
        assert!(
            at >= BLOCK && at + BLOCK <= codes.len(),
            "a block with a past"
        );
        assert!(
            skip.is_empty() || skip.len() == codes.len(),
            "a mark for each code"
        );
        #[cfg(target_arch = "x86_64")]
        if crate::Path::chosen() >= crate::Path::Avx2 {
            // SAFETY: the CPU supports AVX2; the block and 32 codes before it are there.
            return unsafe {
                if skip.is_empty() {
                    avx2::choose::<CANDIDATES, false>(self, codes, skip, at, lane, candidates)
                } else {
                    avx2::choose::<CANDIDATES, true>(self, codes, skip, at, lane, candidates)
                }
            };
        }
        self.choose_scalar(codes, skip, at, lane, candidates)
    }

    /// What [`NearTaps::choose`] means.
    pub fn choose_scalar<const CANDIDATES: usize>(
        &self,
        codes: &mut [u8],
        skip: &[u8],
        at: usize,
        lane: usize,
        candidates: &[[u8; BLOCK]; CANDIDATES],
    ) -> usize {
        for lane in lane..BLOCK {
            let n = at + lane;
            let is_option = |candidate: u8| {
                let mut taps = self.taps.pairs();
                taps.any(|(shift, xor)| {
                    let counts = skip.get(n - shift).is_none_or(|&mark| mark == 0);
                    counts && codes[n - shift] ^ xor == candidate
                })
            };
            let mut lane_candidates = candidates.iter().map(|candidates| candidates[lane]);
            let free = lane_candidates.find(|&c| c != NO_CANDIDATE && !is_option(c));
            let Some(code) = free else { return lane };
            codes[n] = code;
        }
        BLOCK
    }
}

#[cfg(target_arch = "x86_64")]
mod avx2 {
    use std::arch::x86_64::*;

    use super::{NO_CANDIDATE, NearTaps};
    use crate::BLOCK;

    /// All lanes at once, again and again until nothing changes: a lane is right as soon as those before it are, so
    /// this ends, and mostly after a few rounds since few candidates are options.
    ///
    /// # Safety
    ///
    /// The CPU must support AVX2; `BLOCK <= at` and `at + BLOCK <= codes.len()`, and `skip` is as long if `SKIP`.
    #[target_feature(enable = "avx2")]
    pub(super) unsafe fn choose<const CANDIDATES: usize, const SKIP: bool>(
        near: &NearTaps,
        codes: &mut [u8],
        skip: &[u8],
        at: usize,
        lane: usize,
        candidates: &[[u8; BLOCK]; CANDIDATES],
    ) -> usize {
        // SAFETY: the block is within the codes.
        let block = unsafe { codes.as_mut_ptr().add(at) };
        // SAFETY: the arrays have 32 bytes.
        let candidates = candidates.map(|row| unsafe { _mm256_loadu_si256(row.as_ptr().cast()) });
        let numbers: [u8; BLOCK] = std::array::from_fn(|lane| lane as u8);
        // SAFETY: the array has 32 bytes.
        let numbers = unsafe { _mm256_loadu_si256(numbers.as_ptr().cast()) };
        let fixed = _mm256_cmpgt_epi8(_mm256_set1_epi8(lane as i8), numbers);
        // SAFETY: the block has 32 bytes.
        let before = unsafe { _mm256_loadu_si256(block.cast()) };
        let none = _mm256_set1_epi8(NO_CANDIDATE as i8);
        let struck = candidates.map(|candidate| _mm256_cmpeq_epi8(candidate, none));
        let mut now = _mm256_blendv_epi8(candidates[0], before, fixed);
        loop {
            // SAFETY: the block has 32 bytes.
            unsafe { _mm256_storeu_si256(block.cast(), now) };
            let mut hits = struck;
            for (shift, xor) in near.taps.pairs() {
                // SAFETY: shift < 32 <= at, so the 32 bytes begin within the codes and end before the block does.
                let code = unsafe { _mm256_loadu_si256(block.sub(shift).cast()) };
                let mut option = _mm256_xor_si256(code, _mm256_set1_epi8(xor as i8));
                if SKIP {
                    // SAFETY: `skip` is as long as the codes, which were read there.
                    let marks = unsafe { _mm256_loadu_si256(skip.as_ptr().add(at - shift).cast()) };
                    // What is skipped is an option that no candidate is.
                    option = _mm256_or_si256(option, marks);
                }
                for (hit, candidate) in hits.iter_mut().zip(candidates) {
                    *hit = _mm256_or_si256(*hit, _mm256_cmpeq_epi8(option, candidate));
                }
            }
            let mut next = none;
            for (candidate, hit) in candidates.into_iter().zip(hits).rev() {
                next = _mm256_blendv_epi8(candidate, next, hit);
            }
            next = _mm256_blendv_epi8(next, before, fixed);
            let same = _mm256_movemask_epi8(_mm256_cmpeq_epi8(next, now));
            if same == -1 {
                break;
            }
            now = next;
        }
        let none = _mm256_andnot_si256(fixed, _mm256_cmpeq_epi8(now, none));
        let none = _mm256_movemask_epi8(none) as u32;
        none.trailing_zeros() as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::random;

    #[test]
    fn all_lanes_at_once_agree_with_one_by_one_for_every_start() {
        let mut random = random(9);
        let marks: Vec<u8> = (0..100)
            .map(|i| crate::SKIP * u8::from(i < 40 && i % 3 == 0))
            .collect();
        for count in 0..40 {
            let near = NearTaps::new((0..count).map(|_| (1 + random(31), random(64) as u8)));
            for lane in 0..BLOCK {
                let mut one: Vec<u8> = (0..100).map(|_| random(64) as u8).collect();
                let mut two = one.clone();
                let mut candidates = [[0; BLOCK]; 3];
                let mut code = || {
                    if random(4) == 0 {
                        NO_CANDIDATE
                    } else {
                        random(64) as u8
                    }
                };
                candidates.iter_mut().flatten().for_each(|c| *c = code());
                let skip = if lane % 2 == 0 { &[][..] } else { &marks };
                let a = near.choose_scalar(&mut one, skip, 40, lane, &candidates);
                let b = near.choose(&mut two, skip, 40, lane, &candidates);
                assert_eq!((a, &one[..40 + a]), (b, &two[..40 + a]));
            }
        }
    }
}
