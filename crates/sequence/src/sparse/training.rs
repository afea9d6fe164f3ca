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

/// Takes taps from the pool for one window of 16 codes, each time the one that hits most of what is
/// missing there, until the best hits fewer than `least` of the samples that miss anything there.
pub(crate) fn take_for_window(
    codes: &[u8],
    samples: &mut [Sample],
    pool: &[(usize, u8)],
    window: u8,
    least: f64,
) -> Vec<(usize, u8)> {
    let (word, shift) = (usize::from(window / 4), window % 4 * 16);
    let here = |sample: &Sample| (sample.missing[word] >> shift) as u16;
    let mut needy: Vec<&mut Sample> = samples.iter_mut().filter(|s| here(s) != 0).collect();
    let mut missing: Vec<u16> = needy.iter().map(|sample| here(sample)).collect();
    let mut hits: Vec<(u32, u8)> = Vec::new();
    let mut starts = vec![0];
    for &(shift, xor) in pool {
        for (i, sample) in needy.iter().enumerate() {
            let code = codes[sample.at - shift] ^ xor;
            if code >> 4 == window && missing[i] >> (code & 15) & 1 == 1 {
                hits.push((i as u32, code & 15));
            }
        }
        starts.push(hits.len());
    }
    let least = (least * needy.len() as f64).max(1.0) as usize;
    let of = |tap: usize| &hits[starts[tap]..starts[tap + 1]];
    let taken = take_greedily(
        pool.len(),
        least,
        &mut missing,
        |missing, tap| {
            of(tap)
                .iter()
                .filter(|hit| missing[hit.0 as usize] >> hit.1 & 1 == 1)
                .count()
        },
        |missing, tap| {
            of(tap)
                .iter()
                .for_each(|hit| missing[hit.0 as usize] &= !(1 << hit.1))
        },
    );
    for (sample, missing) in needy.iter_mut().zip(missing) {
        sample.missing[word] &= !(0xffff << shift) | u64::from(missing) << shift;
    }
    taken.into_iter().map(|tap| pool[tap]).collect()
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
