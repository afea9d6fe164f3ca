//! Looking for a split among values of 15 bits: two values, one from each end, with a given xor.

/// The bits of a value; the last one is a tag that does not count.
const VALUE: u16 = 0x7fff;

/// True if `left[i] ^ right[right.len() - 1 - i]` is `target` for some i, but for the last bit of each.
///
/// # Panics
///
/// If the slices differ in length.
pub fn have_wide_pair(left: &[u16], right: &[u16], target: u16) -> bool {
    assert_eq!(left.len(), right.len(), "slices must have equal length");
    #[cfg(target_arch = "x86_64")]
    if is_x86_feature_detected!("avx2") {
        // SAFETY: the CPU supports AVX2 and the lengths agree, both checked above.
        return match unsafe { avx2::have_wide_pair(left, right, target & VALUE) } {
            None => true,
            Some(done) => {
                have_wide_pair_scalar(&left[done..], &right[..right.len() - done], target)
            }
        };
    }
    have_wide_pair_scalar(left, right, target)
}

/// What [`have_wide_pair`] means.
pub fn have_wide_pair_scalar(left: &[u16], right: &[u16], target: u16) -> bool {
    let mut pairs = left.iter().zip(right.iter().rev());
    pairs.any(|(a, b)| (a ^ b ^ target) & VALUE == 0)
}

#[cfg(target_arch = "x86_64")]
mod avx2 {
    use std::arch::x86_64::*;

    use super::VALUE;

    /// Pairs that are looked at before it is asked whether one was found.
    const PAIRS: usize = 64;

    /// Looks at whole vectors; `None` if a pair was found, else how many were looked at.
    ///
    /// # Safety
    ///
    /// The CPU must support AVX2; the slices must have equal length.
    #[target_feature(enable = "avx2")]
    pub(super) unsafe fn have_wide_pair(left: &[u16], right: &[u16], target: u16) -> Option<usize> {
        let reverse = _mm256_broadcastsi128_si256(_mm_setr_epi8(
            14, 15, 12, 13, 10, 11, 8, 9, 6, 7, 4, 5, 2, 3, 0, 1,
        ));
        let value = _mm256_set1_epi16(VALUE as i16);
        let target = _mm256_set1_epi16(target as i16);
        let mut at = 0;
        while at + PAIRS <= left.len() {
            let mut found = _mm256_setzero_si256();
            for at in (at..at + PAIRS).step_by(16) {
                // SAFETY: at + 16 <= the length of both slices.
                let (a, b) = unsafe {
                    let end = right.len() - at - 16;
                    (
                        _mm256_loadu_si256(left.as_ptr().add(at).cast()),
                        _mm256_loadu_si256(right.as_ptr().add(end).cast()),
                    )
                };
                let b = _mm256_permute4x64_epi64::<0x4e>(_mm256_shuffle_epi8(b, reverse));
                let xor = _mm256_and_si256(_mm256_xor_si256(a, b), value);
                found = _mm256_or_si256(found, _mm256_cmpeq_epi16(xor, target));
            }
            if _mm256_testz_si256(found, found) == 0 {
                return None;
            }
            at += PAIRS;
        }
        Some(at)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn vectors_agree_with_the_scalar_search_at_every_length() {
        let values: Vec<u16> = (0..500u32)
            .map(|i| (i * i * 7919 % 65_521) as u16)
            .collect();
        for length in 0..200 {
            let (left, right) = (&values[3..3 + length], &values[200..200 + length]);
            let targets = (0..length).map(|i| left[i] ^ right[length - 1 - i]);
            for target in targets.chain([0, 1, 77, 0x7fff, 0x8000]) {
                for changed in [target, target ^ 0x8000, target ^ 1] {
                    let scalar = have_wide_pair_scalar(left, right, changed);
                    assert_eq!(have_wide_pair(left, right, changed), scalar);
                }
            }
        }
    }
}
