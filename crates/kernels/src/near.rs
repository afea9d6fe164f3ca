//! The last step of a block: options inside the block, lane by lane.

use crate::BLOCK;

/// No candidate.
pub const NO_CANDIDATE: u8 = 0xff;

/// Taps with shifts below 32, laid out against the 32 codes before a heap.
///
/// A layer holds at most one tap for each shift.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NearTaps {
    layers: Vec<Layer>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Layer {
    xors: [u8; BLOCK],
    /// 0xff where there is no tap: the option becomes [`NO_CANDIDATE`], which is never asked for.
    empty: [u8; BLOCK],
}

impl NearTaps {
    /// Lays out pairs (shift, xor).
    ///
    /// # Panics
    ///
    /// If a shift is 0, or 32 or more.
    pub fn new(pairs: impl IntoIterator<Item = (usize, u8)>) -> NearTaps {
        let mut layers: Vec<Layer> = Vec::new();
        for (shift, xor) in pairs {
            assert!((1..BLOCK).contains(&shift), "a tap inside the block");
            let place = BLOCK - shift;
            let free = layers.iter().position(|layer| layer.empty[place] != 0);
            let at = free.unwrap_or_else(|| {
                layers.push(Layer {
                    xors: [0; BLOCK],
                    empty: [0xff; BLOCK],
                });
                layers.len() - 1
            });
            layers[at].xors[place] = xor;
            layers[at].empty[place] = 0;
        }
        NearTaps { layers }
    }

    /// Gives heaps `at + lane`, `at + lane + 1`, … of a block their first candidate that is no option.
    ///
    /// Answers the first lane that has none, or 32.
    ///
    /// # Panics
    ///
    /// If fewer than 32 codes come before, or the block is not within `codes`.
    pub fn choose<const CANDIDATES: usize>(
        &self,
        codes: &mut [u8],
        at: usize,
        lane: usize,
        candidates: &[[u8; BLOCK]; CANDIDATES],
    ) -> usize {
        assert!(
            at + lane >= BLOCK && at + BLOCK <= codes.len(),
            "a block with a past"
        );
        #[cfg(target_arch = "x86_64")]
        if is_x86_feature_detected!("avx2") {
            // SAFETY: the CPU supports AVX2; the block and 32 codes before it are there.
            return unsafe { avx2::choose(self, codes, at, lane, candidates) };
        }
        self.choose_scalar(codes, at, lane, candidates)
    }

    /// What [`NearTaps::choose`] means.
    pub fn choose_scalar<const CANDIDATES: usize>(
        &self,
        codes: &mut [u8],
        at: usize,
        lane: usize,
        candidates: &[[u8; BLOCK]; CANDIDATES],
    ) -> usize {
        for lane in lane..BLOCK {
            let before = &codes[at + lane - BLOCK..at + lane];
            let is_option = |candidate: u8| {
                self.layers.iter().any(|layer| {
                    let taps = layer.xors.iter().zip(&layer.empty);
                    let mut options = before
                        .iter()
                        .zip(taps)
                        .map(|(code, (xor, empty))| (code ^ xor) | empty);
                    options.any(|option| option == candidate)
                })
            };
            let mut lane_candidates = candidates.iter().map(|candidates| candidates[lane]);
            let free = lane_candidates.find(|&c| c != NO_CANDIDATE && !is_option(c));
            let Some(code) = free else { return lane };
            codes[at + lane] = code;
        }
        BLOCK
    }
}

#[cfg(target_arch = "x86_64")]
mod avx2 {
    use std::arch::x86_64::*;

    use super::{NO_CANDIDATE, NearTaps};
    use crate::BLOCK;

    /// # Safety
    ///
    /// The CPU must support AVX2; `BLOCK <= at + lane` and `at + BLOCK <= codes.len()`.
    #[target_feature(enable = "avx2")]
    pub(super) unsafe fn choose<const CANDIDATES: usize>(
        near: &NearTaps,
        codes: &mut [u8],
        at: usize,
        lane: usize,
        candidates: &[[u8; BLOCK]; CANDIDATES],
    ) -> usize {
        // SAFETY: 32 codes come before at + lane.
        let mut before =
            unsafe { _mm256_loadu_si256(codes.as_ptr().add(at + lane - BLOCK).cast()) };
        for lane in lane..BLOCK {
            let mut chosen = NO_CANDIDATE;
            for candidates in candidates {
                let candidate = candidates[lane];
                let wanted = _mm256_set1_epi8(candidate as i8);
                let mut hits = _mm256_setzero_si256();
                for layer in &near.layers {
                    // SAFETY: the arrays have 32 bytes.
                    let (xors, empty) = unsafe {
                        (
                            _mm256_loadu_si256(layer.xors.as_ptr().cast()),
                            _mm256_loadu_si256(layer.empty.as_ptr().cast()),
                        )
                    };
                    let options = _mm256_or_si256(_mm256_xor_si256(before, xors), empty);
                    hits = _mm256_or_si256(hits, _mm256_cmpeq_epi8(options, wanted));
                }
                if _mm256_testz_si256(hits, hits) == 1 {
                    chosen = candidate;
                    if candidate != NO_CANDIDATE {
                        break;
                    }
                }
            }
            if chosen == NO_CANDIDATE {
                return lane;
            }
            codes[at + lane] = chosen;
            // The past in the register moves on by one: no load waits for the store.
            let next = _mm256_permute2x128_si256::<0x21>(before, _mm256_set1_epi8(chosen as i8));
            before = _mm256_alignr_epi8::<1>(next, before);
        }
        BLOCK
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_register_agrees_with_memory_for_every_start() {
        let mut state = 9u64;
        let mut random = move |below: usize| {
            state = state
                .wrapping_mul(6364136223846793005)
                .wrapping_add(1442695040888963407);
            (state >> 33) as usize % below
        };
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
                let a = near.choose_scalar(&mut one, 40, lane, &candidates);
                let b = near.choose(&mut two, 40, lane, &candidates);
                assert_eq!((a, one), (b, two));
            }
        }
    }
}
