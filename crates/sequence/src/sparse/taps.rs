//! Which earlier heaps the options of a heap come from, as shifts and xors of codes.

use grundy_kernels::{Splits, Taps};

use super::codes::Codes;
use super::mask::Mask;
use super::past::{Rare, Rares};
use super::shape::Shape;

/// The common options of a heap: splits with one rare part, and single heaps.
///
/// Every source is meant to be common; those that are rare have to be skipped.
pub(crate) fn common_taps(shape: &Shape, mask: Mask, rares: &Rares) -> Taps {
    let mut pairs: Vec<(usize, u8)> = Vec::new();
    for &k in shape.one.iter().filter(|&&k| keeps_class(mask, k)) {
        pairs.push((k as usize, 0));
    }
    for &rare in rares.list() {
        pairs.extend(taps_through(shape, mask, rare));
    }
    pairs.sort_unstable();
    pairs.dedup();
    Taps::new(pairs)
}

/// The splits with this rare part.
pub(crate) fn taps_through(
    shape: &Shape,
    mask: Mask,
    rare: Rare,
) -> impl Iterator<Item = (usize, u8)> {
    let tap = move |k: &u64| ((k + rare.at) as usize, mask.encode(rare.value) as u8);
    shape.two.iter().map(tap)
}

/// True if a single heap has the same class at n - k and as an option of n.
pub(crate) fn keeps_class(mask: Mask, k: u64) -> bool {
    mask.position.is_none() || k.is_multiple_of(2)
}

/// Witnesses for rare options: pairs (shift, xor) chosen so that few of them settle most heaps.
#[derive(Clone, Copy)]
pub(crate) struct Witnesses<'a> {
    pub shape: &'a Shape,
    pub mask: Mask,
    pub rares: &'a Rares,
    /// The newest codes.
    pub codes: &'a Codes,
    /// The first codes.
    pub prefix: &'a Codes,
    /// Witnesses are heaps up to this one.
    pub largest: u64,
    /// How many threads may choose.
    pub threads: usize,
}

impl Witnesses<'_> {
    /// Single heaps that change class: they are options of the rare class at every heap.
    pub fn single_heaps(&self) -> Vec<(usize, u8)> {
        let changing = self
            .shape
            .one
            .iter()
            .filter(|&&k| !keeps_class(self.mask, k));
        changing.map(|&k| (k as usize, 0)).collect()
    }

    /// All splits with a common part that is not too large.
    pub fn splits(&self) -> Splits {
        let code = |at| (!self.rares.contains(at)).then(|| self.prefix.get(at));
        // Collected, since a range of u64 does not know its length.
        let parts: Vec<Option<u8>> = (1..self.largest + 1).map(code).collect();
        let takes = self.shape.two.iter().map(|&take| take as usize);
        Splits::new(parts.into_iter(), takes.collect())
    }

    /// A pseudo-random witness: a split with a common part that is not too large.
    pub fn random(&self, random: &mut Random) -> (usize, u8) {
        loop {
            let at = 1 + random.below(self.largest);
            if !self.rares.contains(at) {
                let k = self.shape.two[random.below(self.shape.two.len() as u64) as usize];
                return ((k + at) as usize, self.prefix.get(at));
            }
        }
    }
}

/// A reproducible source of numbers that look random.
pub(crate) struct Random(u64);

impl Random {
    /// The source with this seed.
    pub fn new(seed: u64) -> Random {
        Random(seed)
    }

    /// A number below `bound`.
    pub fn below(&mut self, bound: u64) -> u64 {
        self.0 = self
            .0
            .wrapping_mul(6364136223846793005)
            .wrapping_add(1442695040888963407);
        let mixed = (self.0 >> 32) ^ self.0;
        mixed.wrapping_mul(0x9e37_79b9_7f4a_7c15) % bound
    }
}
