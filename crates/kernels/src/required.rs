//! Which codes of the other class a heap must have as options, 32 heaps at a time.
//!
//! The meaning is [`Decoder::smaller`](crate::Decoder::smaller); the tests of those who use this compare with it.

#[cfg(target_arch = "x86_64")]
pub(crate) mod avx2 {
    use std::arch::x86_64::*;

    use crate::Decoder;

    /// How to tell the required codes of a lane from its code.
    pub(crate) struct Required {
        lower: __m256i,
        upper: __m256i,
        flip: __m256i,
        /// The bits of a code above the one that was dropped.
        above: __m256i,
    }

    impl Required {
        /// For blocks that begin at heaps with the parity of `at`.
        #[target_feature(enable = "avx2")]
        pub(crate) fn new(decoder: Decoder, at: usize) -> Required {
            let Decoder {
                low,
                tie,
                tie_parity,
            } = decoder;
            let [even, odd] = [at & 1, (at + 1) & 1].map(|n| tie_parity[n] << low);
            Required {
                lower: parities(tie & 15, low),
                upper: parities(tie >> 4, low),
                flip: _mm256_set1_epi16(i16::from_le_bytes([even, odd])),
                above: _mm256_set1_epi8(!(1u8 << low).wrapping_sub(1) as i8),
            }
        }

        /// How many codes, from 0 on, are required of each lane; that must be less than 256.
        #[inline]
        #[target_feature(enable = "avx2")]
        pub(crate) fn count(&self, code: __m256i) -> __m256i {
            let nibble = _mm256_set1_epi8(0x0f);
            let lower = _mm256_shuffle_epi8(self.lower, _mm256_and_si256(code, nibble));
            let upper = _mm256_and_si256(_mm256_srli_epi16::<4>(code), nibble);
            let upper = _mm256_shuffle_epi8(self.upper, upper);
            let bit = _mm256_xor_si256(_mm256_xor_si256(lower, upper), self.flip);
            _mm256_add_epi8(_mm256_and_si256(self.above, code), bit)
        }

        /// The required codes of each lane, as marks.
        #[inline]
        #[target_feature(enable = "avx2")]
        pub(crate) fn marks<const BYTES: usize>(&self, code: __m256i) -> [__m256i; BYTES] {
            let count = self.count(code);
            let mut marks = [_mm256_setzero_si256(); BYTES];
            for (byte, marks) in (0u8..).zip(&mut marks) {
                *marks = required_here(count, byte);
            }
            marks
        }
    }

    /// Which of the eight codes from `8 * byte` on are below `count`.
    #[inline]
    #[target_feature(enable = "avx2")]
    pub(crate) fn required_here(count: __m256i, byte: u8) -> __m256i {
        let ones = _mm256_broadcastsi128_si256(_mm_setr_epi8(
            0, 1, 3, 7, 15, 31, 63, 127, -1, 0, 0, 0, 0, 0, 0, 0,
        ));
        let rest = _mm256_subs_epu8(count, _mm256_set1_epi8((8 * byte) as i8));
        _mm256_shuffle_epi8(ones, _mm256_min_epu8(rest, _mm256_set1_epi8(8)))
    }

    /// The parity of `nibble & mask` for every nibble, as bit `low`.
    #[target_feature(enable = "avx2")]
    fn parities(mask: u8, low: u32) -> __m256i {
        let mut table = [0u8; 16];
        for (nibble, parity) in table.iter_mut().enumerate() {
            *parity = ((nibble as u8 & mask).count_ones() as u8 & 1) << low;
        }
        // SAFETY: the table has 16 bytes.
        _mm256_broadcastsi128_si256(unsafe { _mm_loadu_si128(table.as_ptr().cast()) })
    }
}
