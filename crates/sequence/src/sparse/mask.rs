//! Rare and common values: a linear parity that splits the positions in two classes.
//!
//! For a mask m let the class of value v at heap n be the parity of v & m; with a *position* mask,
//! where every splitting take has the same parity e, also the parity of n + e is added. Class 0 is
//! *rare*, class 1 *common*. In both cases the class of an option (a, b) as a value at n is the
//! sum of the classes of a and b:
//! with a + b = n - k and k = e mod 2, parity(a + e) + parity(b + e) = parity(n + e).
//! Any mask is sound; a good one makes rare positions few (see the `Winning Ways` chapter on
//! "sparse spaces").

use grundy_kernels::Decoder;

use crate::BadState;
use crate::bytes::{Reader, Writer};

/// The bit of a tagged value that says that its position is rare.
pub(crate) const RARE: u16 = 1 << 15;

/// A choice of the rare and the common values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Mask {
    /// The bits whose parity counts; never 0.
    pub bits: u16,
    /// With a position mask, the parity of the splitting takes.
    pub position: Option<u64>,
}

impl Mask {
    /// True if `value` at heap `n` is rare.
    pub fn is_rare(self, n: u64, value: u16) -> bool {
        self.parity(value) == self.rare_parity(n)
    }

    /// The parity that rare values have at heap `n`.
    pub fn rare_parity(self, n: u64) -> u32 {
        self.position.map_or(0, |e| ((n ^ e) & 1) as u32)
    }

    fn parity(self, value: u16) -> u32 {
        (value & self.bits).count_ones() & 1
    }

    /// `value` with its tag.
    pub fn tag(self, n: u64, value: u16) -> u16 {
        value | if self.is_rare(n, value) { RARE } else { 0 }
    }

    /// The code of a value: without the lowest bit of the mask.
    ///
    /// Two values of one class cannot first differ (from the top) in that bit: all bits of the mask above it
    /// would agree, so the parities would differ. So codes keep the order within a class.
    /// Dropping a bit is linear: codes xor as values do.
    pub fn encode(self, value: u16) -> u16 {
        let low = self.bits.trailing_zeros();
        let below = (1u16 << low) - 1;
        ((value >> low >> 1) << low) | (value & below)
    }

    /// The value with `code` whose masked bits have `parity`.
    pub fn decode(self, code: u16, parity: u32) -> u16 {
        let low = self.bits.trailing_zeros();
        let below = (1u16 << low) - 1;
        let value = ((code >> low) << low << 1) | (code & below);
        value | (u16::from(self.parity(value) != parity) << low)
    }

    /// How common codes become values.
    ///
    /// Where the bit that is put back is 1, the rare value with the same code is the smaller one.
    pub fn decoder(self) -> Decoder {
        let low = self.bits & self.bits.wrapping_neg();
        Decoder {
            low: self.bits.trailing_zeros(),
            tie: self.encode(self.bits & !low) as u8,
            tie_parity: [0, 1].map(|n| 1 ^ self.rare_parity(n) as u8),
        }
    }

    /// Writes the mask to a state.
    pub fn write(self, to: &mut Writer) {
        to.u64(u64::from(self.bits));
        to.u64(self.position.map_or(2, |e| e));
    }

    /// Reads what [`Mask::write`] wrote.
    pub fn read(from: &mut Reader<'_>) -> Result<Mask, BadState> {
        let bits = u16::try_from(from.u64()?).map_err(|_| BadState)?;
        let position = match from.u64()? {
            2 => None,
            e @ (0 | 1) => Some(e),
            _ => return Err(BadState),
        };
        if bits == 0 || bits & RARE != 0 {
            return Err(BadState);
        }
        Ok(Mask { bits, position })
    }
}

/// How often each value occurred, at even and at odd heaps.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Histogram {
    counts: [Vec<u64>; 2],
}

impl Histogram {
    /// Counts `value` at heap `n`.
    pub fn add(&mut self, n: u64, value: u16) {
        let counts = &mut self.counts[(n & 1) as usize];
        if counts.len() <= value as usize {
            counts.resize((value as usize + 1).next_power_of_two().max(256), 0);
        }
        counts[value as usize] += 1;
    }

    /// The mask with the fewest rare positions, and their number.
    ///
    /// One Walsh-Hadamard transform W of the histogram gives, for every mask m at once, the
    /// number of values of even parity less that of odd parity.
    pub fn best_mask(&self, split_parity: Option<u64>) -> (Mask, u64) {
        let width = self.width();
        let mut plain = vec![0i64; width];
        let mut signed = vec![0i64; width];
        for (at, sign) in [(0, 1), (1, -1)] {
            for (value, &count) in self.counts[at].iter().enumerate().take(width) {
                plain[value] += count as i64;
                signed[value] += sign * count as i64;
            }
        }
        transform(&mut plain);
        transform(&mut signed);
        let all = plain[0];
        let least = |w: &[i64], sign: i64| {
            let rares = w.iter().map(|&w| (all + sign * w) / 2);
            let best = rares.enumerate().skip(1).min_by_key(|&(_, rares)| rares);
            best.expect("there are at least two masks")
        };
        let (bits, rares) = least(&plain, 1);
        let mut best = (bits, None, rares);
        if let Some(e) = split_parity {
            let (bits, rares) = least(&signed, if e == 0 { 1 } else { -1 });
            if rares < best.2 {
                best = (bits, Some(e), rares);
            }
        }
        let mask = Mask {
            bits: best.0 as u16,
            position: best.1,
        };
        (mask, best.2 as u64)
    }

    /// The number of rare positions under `mask`.
    pub fn rares(&self, mask: Mask) -> u64 {
        let mut rares = 0;
        for n in 0..2u64 {
            for (value, &count) in self.counts[n as usize].iter().enumerate() {
                if count > 0 && mask.is_rare(n, value as u16) {
                    rares += count;
                }
            }
        }
        rares
    }

    /// The least power of two above every value, at least 2.
    pub fn width(&self) -> usize {
        let last = |counts: &[u64]| counts.iter().rposition(|&c| c > 0).unwrap_or(0);
        let largest = last(&self.counts[0]).max(last(&self.counts[1]));
        (largest + 1).next_power_of_two().max(2)
    }
}

/// The Walsh-Hadamard transform in place; the length is a power of two.
fn transform(w: &mut [i64]) {
    let mut half = 1;
    while half < w.len() {
        for block in w.chunks_exact_mut(2 * half) {
            let (low, high) = block.split_at_mut(half);
            for (a, b) in low.iter_mut().zip(high) {
                (*a, *b) = (*a + *b, *a - *b);
            }
        }
        half *= 2;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn masks() -> impl Iterator<Item = Mask> {
        let bits = [1, 0xd, 0x1e, 0x3d, 0x80, 0x1fe, 0x1ee];
        let positions = [None, Some(0), Some(1)];
        bits.into_iter().flat_map(move |bits| {
            positions
                .into_iter()
                .map(move |position| Mask { bits, position })
        })
    }

    #[test]
    fn codes_keep_order_within_a_class_and_are_linear() {
        for mask in masks() {
            for parity in 0..2 {
                let class = |v: &u16| mask.parity(*v) == parity;
                let values: Vec<u16> = (0..1024).filter(class).collect();
                let codes: Vec<u16> = values.iter().map(|&v| mask.encode(v)).collect();
                assert!(codes.is_sorted_by(|a, b| a < b), "{mask:?}");
                for (&value, &code) in values.iter().zip(&codes) {
                    assert_eq!(mask.decode(code, parity), value);
                }
            }
            for (a, b) in [(3, 700), (511, 37), (64, 65)] {
                assert_eq!(mask.encode(a) ^ mask.encode(b), mask.encode(a ^ b));
            }
        }
    }

    #[test]
    fn the_class_of_a_split_is_the_sum_of_the_classes_of_its_parts() {
        for mask in masks() {
            let parities = mask.position.map_or(vec![0, 1], |e| vec![e]);
            for k in parities {
                for (a, b, va, vb) in [(3u64, 8u64, 5u16, 9u16), (4, 6, 1, 30), (5, 5, 2, 3)] {
                    let n = a + b + k;
                    let sum = mask.is_rare(a, va) == mask.is_rare(b, vb);
                    assert_eq!(mask.is_rare(n, va ^ vb), sum, "{mask:?}");
                }
            }
        }
    }

    #[test]
    fn the_transform_finds_the_mask_with_the_fewest_rares() {
        let mut histogram = Histogram::default();
        let mut seed = 12345u64;
        for n in 0..2000 {
            seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1);
            histogram.add(n, ((seed >> 33) % 61) as u16 & !(((seed >> 50) % 3) as u16));
        }
        for parity in [None, Some(0), Some(1)] {
            let (mask, rares) = histogram.best_mask(parity);
            assert_eq!(histogram.rares(mask), rares);
            for bits in 1..64 {
                for position in [None, parity] {
                    assert!(histogram.rares(Mask { bits, position }) >= rares);
                }
            }
        }
    }
}
