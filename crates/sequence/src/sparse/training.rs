//! Choosing which taps to try first, by trying them on heaps whose values are known.

use grundy_kernels::{BLOCK, Marks, Samples};

use super::codes::Codes;
use super::past::Rares;
use super::taps::Random;

/// Taps of which the best is taken.
const CHOICES: usize = 16;

/// Blocks of heaps that taps are tried on, and the codes that must still be hit there.
pub(crate) struct Trial<'a> {
    codes: &'a [u8],
    samples: Samples,
    /// For each window of 16 codes, a bit for each missing code of each heap of each block.
    missing: Vec<Vec<Marks>>,
}

impl<'a> Trial<'a> {
    /// `count` sample blocks from the newest stretch, from heap `lowest` on; `required` says how many codes, from 0 on, must
    /// be hit for a heap that is not rare.
    pub fn new(
        codes: &'a Codes,
        rares: &Rares,
        lowest: u64,
        count: usize,
        windows: u8,
        required: impl Fn(usize, u8) -> u16,
    ) -> Trial<'a> {
        const STRETCH: u64 = 1 << 16;
        let mut random = Random::new(7);
        let end = codes.end().saturating_sub(BLOCK as u64);
        let lowest = lowest.max(codes.end().saturating_sub(STRETCH));
        let count = if lowest < end { count } else { 0 };
        let starts: Vec<u64> = (0..count)
            .map(|_| lowest + random.below(end - lowest))
            .collect();
        let required: Vec<[u16; BLOCK]> = starts
            .iter()
            .map(|&start| {
                std::array::from_fn(|lane| {
                    let at = start + lane as u64;
                    if rares.contains(at) {
                        0
                    } else {
                        required(codes.index(at), codes.get(at))
                    }
                })
            })
            .collect();
        let missing = (0..2 * u16::from(windows))
            .step_by(2)
            .map(|byte| {
                let marks = |required: &[u16; BLOCK]| {
                    [byte, byte + 1].map(|byte| required.map(|count| first_codes(count, byte)))
                };
                required.iter().map(marks).collect()
            })
            .collect();
        Trial {
            codes: codes.bytes(),
            samples: Samples::new(starts.iter().map(|&start| codes.index(start)).collect()),
            missing,
        }
    }

    /// Takes taps from the pool for each window, each time one that hits much of what is missing there, until the
    /// best hits something in fewer than this part of the heaps.
    pub fn take_for_windows(&mut self, pool: &[(usize, u8)], least: f64) -> Vec<Vec<(usize, u8)>> {
        let (codes, samples) = (self.codes, &self.samples);
        let take = |(window, missing): (u8, &mut Vec<Marks>)| {
            let in_window = |tap: usize| (pool[tap].0, pool[tap].1 ^ window << 4);
            let heaps = BLOCK * missing.len();
            let least = (least * heaps as f64).max(1.0) as usize;
            let taken = take_greedily(
                pool.len(),
                least,
                missing.as_mut_slice(),
                |missing, tap| samples.count_hits(codes, in_window(tap), missing),
                |missing, tap| samples.take_hits(codes, in_window(tap), missing),
            );
            taken.into_iter().map(|tap| pool[tap]).collect()
        };
        (0..).zip(&mut self.missing).map(take).collect()
    }

    /// Takes `most` taps from the pool, each time one that hits most of what is missing anywhere, in the first blocks.
    pub fn take_best(self, pool: &[(usize, u8)], most: usize) -> Vec<(usize, u8)> {
        const BLOCKS: usize = 32;
        let (codes, samples) = (self.codes, self.samples.truncated(BLOCKS));
        let mut missing = self.missing;
        for missing in &mut missing {
            missing.truncate(BLOCKS);
        }
        let in_window = |window: u8, tap: usize| (pool[tap].0, pool[tap].1 ^ window << 4);
        let mut taken = take_greedily(
            pool.len(),
            1,
            missing.as_mut_slice(),
            |missing, tap| {
                let hits = (0..).zip(missing).map(|(window, missing)| {
                    samples.count_hits(codes, in_window(window, tap), missing)
                });
                hits.sum()
            },
            |missing, tap| {
                for (window, missing) in (0..).zip(missing) {
                    samples.take_hits(codes, in_window(window, tap), missing);
                }
            },
        );
        // What settles all samples leaves much open elsewhere: any others are better than none.
        let mut is_taken = vec![false; pool.len()];
        taken.iter().for_each(|&tap| is_taken[tap] = true);
        taken.extend((0..pool.len()).filter(|&tap| !is_taken[tap]));
        taken.truncate(most);
        taken.into_iter().map(|tap| pool[tap]).collect()
    }
}

/// Which of the eight codes from `8 * byte` on are among the first `count`, as bits.
fn first_codes(count: u16, byte: u16) -> u8 {
    let here = count.saturating_sub(8 * byte).min(8);
    ((1u16 << here) - 1) as u8
}

/// Takes taps of a pool of `count`, each time the best of a few, until none gains at least `least`.
///
/// To look at all each time would take longer than the better choice is worth.
fn take_greedily<State: ?Sized>(
    count: usize,
    least: usize,
    state: &mut State,
    gain: impl Fn(&State, usize) -> usize,
    take: impl Fn(&mut State, usize),
) -> Vec<usize> {
    let mut random = Random::new(11);
    let mut left: Vec<usize> = (0..count).collect();
    let mut taken = Vec::new();
    while !left.is_empty() {
        // The choices are brought to the end.
        let rest = left.len().saturating_sub(CHOICES);
        for end in (rest..left.len()).rev() {
            left.swap(end, random.below(end as u64 + 1) as usize);
        }
        let gains = (rest..left.len()).map(|place| (gain(state, left[place]), place));
        let (best, place) = gains.max().expect("there are choices");
        if best < least {
            // Gains only shrink: none of these will ever do.
            left.truncate(rest);
        } else {
            let tap = left.swap_remove(place);
            take(state, tap);
            taken.push(tap);
        }
    }
    taken
}
