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

/// Takes taps from the pool, each time the one that hits most of what is missing, until that is fewer
/// than `least` hits per sample or `most` are taken. Only codes of `window` count, if there is one.
///
/// Hits can only become fewer as taps are taken, so a tap whose count is fresh and
/// still the largest is the best without counting the others again.
pub(crate) fn take_best(
    codes: &[u8],
    samples: &mut [Sample],
    pool: &[(usize, u8)],
    window: Option<u8>,
    least: f64,
    most: usize,
) -> Vec<(usize, u8)> {
    let counts = |code: u8| window.is_none_or(|window| code >> 4 == window);
    let hits = |samples: &[Sample], tap: (usize, u8)| -> u32 {
        let code = |sample: &Sample| codes[sample.at - tap.0] ^ tap.1;
        let hit = |sample: &Sample| counts(code(sample)) && sample.misses(code(sample));
        samples.iter().map(|sample| u32::from(hit(sample))).sum()
    };
    let least = (least * samples.len() as f64).max(1.0) as u32;
    let mut heap: BinaryHeap<(u32, usize, usize)> = BinaryHeap::with_capacity(pool.len());
    heap.extend(
        pool.iter()
            .enumerate()
            .map(|(i, &tap)| (hits(samples, tap), i, 0)),
    );
    let mut taken = Vec::new();
    while let Some((count, i, round)) = heap.pop() {
        if count < least || taken.len() == most {
            break;
        }
        if round < taken.len() {
            heap.push((hits(samples, pool[i]), i, taken.len()));
            continue;
        }
        let (shift, xor) = pool[i];
        for sample in samples.iter_mut() {
            let code = codes[sample.at - shift] ^ xor;
            if counts(code) {
                sample.hit(code);
            }
        }
        taken.push((shift, xor));
    }
    taken
}
