//! Choosing which taps to try first, by trying them on heaps whose values are known.

use std::collections::BinaryHeap;

use super::codes::Codes;
use super::past::Rares;
use super::taps::Random;

/// A heap that taps are tried on, and the codes that must still be hit.
#[derive(Clone, Debug)]
pub(crate) struct Sample {
    /// The index of the heap in the codes.
    pub at: usize,
    /// A bit for each code.
    pub missing: [u64; 4],
}

/// Sample heaps, all common, from the newest stretch; `required` says how many codes, from 0 on, must be hit.
pub(crate) fn samples(
    codes: &Codes,
    rares: &Rares,
    lowest: u64,
    count: usize,
    required: impl Fn(usize, u8) -> u16,
) -> Vec<Sample> {
    const STRETCH: u64 = 1 << 16;
    let mut random = Random::new(7);
    let lowest = lowest.max(codes.end().saturating_sub(STRETCH));
    let picks = (0..count).map(|_| lowest + random.below(codes.end() - lowest));
    let common = picks.filter(|&at| !rares.contains(at));
    let sample = |at| {
        let index = codes.index(at);
        let required = required(index, codes.get(at));
        Sample {
            at: index,
            missing: first_codes(required),
        }
    };
    common.map(sample).collect()
}

/// The codes below `count` as bits.
pub(crate) fn first_codes(count: u16) -> [u64; 4] {
    let mut bits = [0; 4];
    for (word, bits) in (0u16..).zip(&mut bits) {
        let here = count.saturating_sub(64 * word).min(64);
        *bits = if here == 64 {
            u64::MAX
        } else {
            (1 << here) - 1
        };
    }
    bits
}

impl Sample {
    fn misses(&self, code: u8) -> bool {
        self.missing[usize::from(code >> 6)] >> (code & 63) & 1 == 1
    }

    fn hit(&mut self, code: u8) {
        self.missing[usize::from(code >> 6)] &= !(1 << (code & 63));
    }
}

/// Takes taps from the pool for each window of 16 codes, each time the one that hits most of what is
/// missing there, until the best hits fewer than `least` of the samples that miss anything there.
pub(crate) fn take_for_windows(
    codes: &[u8],
    samples: &mut [Sample],
    pool: &[(usize, u8)],
    windows: u8,
    least: f64,
) -> Vec<Vec<(usize, u8)>> {
    let mut hits = vec![Hits::default(); usize::from(windows)];
    for &(shift, xor) in pool {
        for (i, sample) in (0u32..).zip(samples.iter()) {
            let code = codes[sample.at - shift] ^ xor;
            if code >> 4 < windows && sample.misses(code) {
                hits[usize::from(code >> 4)].of_taps.push((i, code & 15));
            }
        }
        for hits in &mut hits {
            hits.ends.push(hits.of_taps.len());
        }
    }
    let take = |(window, hits): (u8, Hits)| {
        let (word, shift) = (usize::from(window / 4), window % 4 * 16);
        let here = |sample: &Sample| (sample.missing[word] >> shift) as u16;
        let mut missing: Vec<u16> = samples.iter().map(here).collect();
        let needy = missing.iter().filter(|&&missing| missing != 0).count();
        let least = (least * needy as f64).max(1.0) as usize;
        let taken = hits.take_greedily(least, &mut missing);
        for (sample, missing) in samples.iter_mut().zip(missing) {
            sample.missing[word] &= !(0xffff << shift) | u64::from(missing) << shift;
        }
        taken.into_iter().map(|tap| pool[tap]).collect()
    };
    (0..windows).zip(hits).map(take).collect()
}

/// What the taps of a pool hit in one window: samples and codes, tap after tap.
#[derive(Clone, Debug, Default)]
struct Hits {
    of_taps: Vec<(u32, u8)>,
    /// Where the hits of each tap end.
    ends: Vec<usize>,
}

impl Hits {
    /// The taps that are best, each after those before it.
    fn take_greedily(&self, least: usize, missing: &mut [u16]) -> Vec<usize> {
        let of = |tap: usize| {
            let start = if tap == 0 { 0 } else { self.ends[tap - 1] };
            self.of_taps[start..self.ends[tap]].iter()
        };
        let is_missing =
            |missing: &[u16], hit: &(u32, u8)| missing[hit.0 as usize] >> hit.1 & 1 == 1;
        take_greedily(
            self.ends.len(),
            least,
            missing,
            |missing, tap| of(tap).filter(|hit| is_missing(missing, hit)).count(),
            |missing, tap| of(tap).for_each(|hit| missing[hit.0 as usize] &= !(1 << hit.1)),
        )
    }
}

/// Takes `most` taps from the pool, each time one that hits most of what is missing anywhere.
pub(crate) fn take_best(
    codes: &[u8],
    samples: &mut [Sample],
    pool: &[(usize, u8)],
    most: usize,
) -> Vec<(usize, u8)> {
    let mut needy: Vec<Sample> = samples
        .iter()
        .filter(|s| s.missing != [0; 4])
        .cloned()
        .collect();
    let code = |sample: &Sample, tap: usize| codes[sample.at - pool[tap].0] ^ pool[tap].1;
    let mut taken = take_greedily(
        pool.len(),
        1,
        &mut needy,
        |needy, tap| {
            needy
                .iter()
                .filter(|sample| sample.misses(code(sample, tap)))
                .count()
        },
        |needy, tap| {
            needy
                .iter_mut()
                .for_each(|sample| sample.hit(code(sample, tap)))
        },
    );
    // What settles all samples leaves much open elsewhere: any others are better than none.
    let mut is_taken = vec![false; pool.len()];
    taken.iter().for_each(|&tap| is_taken[tap] = true);
    taken.extend((0..pool.len()).filter(|&tap| !is_taken[tap]));
    taken.truncate(most);
    taken.into_iter().map(|tap| pool[tap]).collect()
}

/// Takes taps while the best one gains at least `least`.
///
/// Gains can only shrink as taps are taken, so a tap whose gain is fresh and still the
/// largest is the best without looking at the others again.
fn take_greedily<State: ?Sized>(
    count: usize,
    least: usize,
    state: &mut State,
    gain: impl Fn(&State, usize) -> usize,
    take: impl Fn(&mut State, usize),
) -> Vec<usize> {
    let gains = (0..count).map(|tap| (gain(state, tap), tap, 0));
    let mut heap: BinaryHeap<(usize, usize, usize)> = gains.collect();
    let mut taken = Vec::new();
    while let Some((best, tap, round)) = heap.pop() {
        if best < least {
            break;
        }
        if round == taken.len() {
            take(state, tap);
            taken.push(tap);
        } else {
            heap.push((gain(state, tap), tap, taken.len()));
        }
    }
    taken
}
