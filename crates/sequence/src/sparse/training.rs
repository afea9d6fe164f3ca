//! Choosing which taps to try first, by trying them on heaps whose values are known.

use std::cmp::Reverse;
use std::collections::VecDeque;
use std::sync::Mutex;

use grundy_kernels::{BLOCK, Marks, Samples};

use super::codes::Codes;
use super::past::Rares;
use super::taps::Random;

/// Taps of which the best is taken.
const CHOICES: usize = 32;
/// Blocks that those are compared on.
const COMPARED_ON: usize = 32;
/// Blocks that taps are sorted by.
const SORTED_BY: usize = 64;

/// Blocks of heaps that taps are tried on, and the codes that must still be hit there.
pub(crate) struct Trial<'a> {
    codes: &'a [u8],
    samples: Samples,
    /// For each window of 16 codes, a bit for each missing code of each heap of each block.
    missing: Vec<Vec<Marks<BLOCK>>>,
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
    /// best hits something in fewer than this part of the heaps. The windows are shared among so many threads.
    pub fn take_for_windows(
        &mut self,
        pool: &[(usize, u8)],
        least: f64,
        threads: usize,
    ) -> Vec<Vec<(usize, u8)>> {
        let (codes, samples) = (self.codes, &self.samples);
        let least = (least * (BLOCK * samples.len()) as f64).max(1.0) as usize;
        let mut taken = vec![Vec::new(); self.missing.len()];
        let windows = Mutex::new((0u8..).zip(taken.iter_mut().zip(&mut self.missing)));
        let next = || windows.lock().expect("nobody panics there").next();
        let work = || {
            while let Some((window, (taken, missing))) = next() {
                let in_window = |&(shift, xor): &(usize, u8)| (shift, xor ^ window << 4);
                let pool = pool.iter().map(in_window).collect();
                let best = take_greedily(codes, samples, missing, pool, least);
                *taken = best.iter().map(in_window).collect();
            }
        };
        std::thread::scope(|scope| {
            for _ in 1..threads {
                scope.spawn(work);
            }
            work();
        });
        taken
    }

    /// Sorts taps so that the `early` ones hit most of what is missing anywhere. Among those, and among the others, taps with the same
    /// xor come together, those first that hit most on average.
    pub fn sort(&self, taps: &mut [(usize, u8)], early: usize) {
        let blocks = self.samples.len().min(SORTED_BY);
        let hits = |&(shift, xor): &(usize, u8)| -> usize {
            let hits = (0u8..).zip(&self.missing).map(|(window, missing)| {
                let tap = (shift, xor ^ window << 4);
                self.samples.count_hits(self.codes, tap, missing, 0..blocks)
            });
            hits.sum()
        };
        taps.sort_by_cached_key(|tap| Reverse(hits(tap)));
        let (early, late) = taps.split_at_mut(early.min(taps.len()));
        for taps in [early, late] {
            let mut sums = [(0, 0); 256];
            for tap in &*taps {
                let (all, count) = &mut sums[usize::from(tap.1)];
                *all += hits(tap);
                *count += 1;
            }
            taps.sort_by_key(|&(_, xor)| {
                let (all, count) = sums[usize::from(xor)];
                (Reverse((all << 16) / count), xor)
            });
        }
    }
}

/// Which of the eight codes from `8 * byte` on are among the first `count`, as bits.
fn first_codes(count: u16, byte: u16) -> u8 {
    let here = count.saturating_sub(8 * byte).min(8);
    ((1u16 << here) - 1) as u8
}

/// Takes taps of a pool, each time the best of a few, until none hits at least `least` of what is missing.
///
/// To look at all taps each time, and at all samples, would take longer than the better choice is worth. Other samples each
/// time: what is best on the same few again and again is good for nothing else.
fn take_greedily(
    codes: &[u8],
    samples: &Samples,
    missing: &mut [Marks<BLOCK>],
    mut pool: VecDeque<(usize, u8)>,
    least: usize,
) -> Vec<(usize, u8)> {
    let mut taken = Vec::new();
    if missing.iter().flatten().flatten().all(|&bits| bits == 0) {
        return taken;
    }
    let mut random = Random::new(11);
    for end in (1..pool.len()).rev() {
        pool.swap(end, random.below(end as u64 + 1) as usize);
    }
    let mut from = 0;
    while !pool.is_empty() {
        let some = from..(from + COMPARED_ON).min(samples.len());
        from = if some.end == samples.len() {
            0
        } else {
            some.end
        };
        let choices: Vec<_> = pool.drain(..CHOICES.min(pool.len())).collect();
        let gains = choices.iter().enumerate().map(|(choice, &tap)| {
            let gain = samples.count_hits(codes, tap, missing, some.clone());
            (gain, choice)
        });
        let (gain, best) = gains.max().expect("there are choices");
        let tap = choices[best];
        // Gains only shrink. If the best is not good enough, the others are given up with it.
        if gain > 0 && samples.count_hits(codes, tap, missing, 0..samples.len()) >= least {
            samples.take_hits(codes, tap, missing);
            taken.push(tap);
            pool.extend(choices.into_iter().filter(|&other| other != tap));
        }
    }
    taken
}
