//! From codes back to values.

/// How codes of one class become values: one bit is put back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Decoder {
    /// The place of the bit, below 8.
    pub low: u32,
    /// The bit is 1 at heap n if parity(code & tie) differs from `tie_parity[n & 1]`.
    pub tie: u8,
    /// See `tie`.
    pub tie_parity: [u8; 2],
}

impl Decoder {
    /// The value with this code at a heap of this parity.
    pub fn value(self, n: usize, code: u8) -> u16 {
        let below = (1u16 << self.low) - 1;
        let wide = u16::from(code);
        let bit = (code & self.tie).count_ones() as u16 & 1 ^ u16::from(self.tie_parity[n & 1]);
        (wide & !below) << 1 | bit << self.low | wide & below
    }

    /// How many codes, from 0 on, belong to values of the other class that are smaller than this one's.
    ///
    /// Two values of different classes that agree above the bit that was dropped differ in it, so
    /// it alone decides between them, whatever lies below.
    pub fn smaller(self, n: usize, code: u8) -> u16 {
        let bit = (self.value(n, code) >> self.low) & 1;
        ((u16::from(code) >> self.low) + bit) << self.low
    }

    /// Appends the values of consecutive heaps, the first of which has the parity of `n`.
    pub fn values(self, n: usize, codes: &[u8], out: &mut Vec<u16>) {
        out.reserve(codes.len());
        let mut done = 0;
        #[cfg(target_arch = "x86_64")]
        if crate::Path::chosen() >= crate::Path::Avx2 && self.low < 8 {
            let start = out.len();
            done = codes.len() / 16 * 16;
            out.resize(start + done, 0);
            // SAFETY: the CPU supports AVX2; both slices have `done` elements, a multiple of 16.
            unsafe { avx2::values(self, n, &codes[..done], &mut out[start..]) };
        }
        out.extend(
            (n + done..)
                .zip(&codes[done..])
                .map(|(n, &code)| self.value(n, code)),
        );
    }
}

#[cfg(target_arch = "x86_64")]
mod avx2 {
    use std::arch::x86_64::*;

    use super::Decoder;

    /// # Safety
    ///
    /// The CPU must support AVX2; the slices must have equal length, a multiple of 16.
    #[target_feature(enable = "avx2")]
    pub(super) unsafe fn values(decoder: Decoder, n: usize, codes: &[u8], out: &mut [u16]) {
        let table = |mask: u8| {
            let mut table = [0u8; 16];
            for (nibble, parity) in table.iter_mut().enumerate() {
                *parity = (nibble as u8 & mask).count_ones() as u8 & 1;
            }
            // SAFETY: the table has 16 bytes.
            unsafe { _mm_loadu_si128(table.as_ptr().cast()) }
        };
        let (low_table, high_table) = (table(decoder.tie & 15), table(decoder.tie >> 4));
        let nibble = _mm_set1_epi8(15);
        let [even, odd] = [n & 1, (n + 1) & 1].map(|n| decoder.tie_parity[n]);
        let flip = _mm_set1_epi16(i16::from_le_bytes([even, odd]));
        let below = _mm256_set1_epi16((1 << decoder.low) - 1);
        let shift = _mm_cvtsi32_si128(decoder.low as i32);
        for (codes, out) in codes.chunks_exact(16).zip(out.chunks_exact_mut(16)) {
            // SAFETY: a chunk of codes has 16 bytes.
            let code = unsafe { _mm_loadu_si128(codes.as_ptr().cast()) };
            let high = _mm_and_si128(_mm_srli_epi16::<4>(code), nibble);
            let parity = _mm_xor_si128(
                _mm_shuffle_epi8(low_table, _mm_and_si128(code, nibble)),
                _mm_shuffle_epi8(high_table, high),
            );
            let bit = _mm256_cvtepu8_epi16(_mm_xor_si128(parity, flip));
            let code = _mm256_cvtepu8_epi16(code);
            let upper = _mm256_slli_epi16::<1>(_mm256_andnot_si256(below, code));
            let lower = _mm256_and_si256(below, code);
            let bit = _mm256_sll_epi16(bit, shift);
            let value = _mm256_or_si256(_mm256_or_si256(upper, lower), bit);
            // SAFETY: a chunk of values has 32 bytes.
            unsafe { _mm256_storeu_si256(out.as_mut_ptr().cast(), value) };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn smaller_counts_exactly_the_smaller_values_of_the_other_class() {
        for (low, tie, tie_parity) in [(0, 6, [1, 0]), (1, 0x7e, [1, 1]), (3, 0x18, [0, 1])] {
            let common = Decoder {
                low,
                tie,
                tie_parity,
            };
            let rare = Decoder {
                low,
                tie,
                tie_parity: tie_parity.map(|p| 1 - p),
            };
            for (n, code) in (0..2).flat_map(|n| (0..=255).map(move |code| (n, code))) {
                let value = common.value(n, code);
                let smaller: Vec<u8> = (0..=255).filter(|&c| rare.value(n, c) < value).collect();
                let count = common.smaller(n, code);
                assert!(smaller.iter().copied().eq((0..count).map(|c| c as u8)));
            }
        }
    }

    #[test]
    fn vectors_agree_with_one_value_at_a_time_at_every_length() {
        let codes: Vec<u8> = (0..=255u8).map(|i| i.wrapping_mul(37)).collect();
        for (low, tie, tie_parity) in [(0, 6, [1, 0]), (1, 0xfe, [1, 1]), (7, 0, [0, 1])] {
            let decoder = Decoder {
                low,
                tie,
                tie_parity,
            };
            for n in 0..2 {
                for length in 0..=codes.len() {
                    let mut values = vec![9];
                    decoder.values(n, &codes[..length], &mut values);
                    let expected = (n..)
                        .zip(&codes[..length])
                        .map(|(n, &c)| decoder.value(n, c));
                    assert!(values[1..].iter().copied().eq(expected));
                }
            }
        }
    }
}
