//! Looking for a split: two codes, one from each end, with a given xor.

/// The least i with `left[i] ^ right[right.len() - 1 - i] == target`.
///
/// # Panics
///
/// If the slices differ in length.
pub fn find_pair(left: &[u8], right: &[u8], target: u8) -> Option<usize> {
    assert_eq!(left.len(), right.len(), "slices must have equal length");
    #[cfg(target_arch = "x86_64")]
    if is_x86_feature_detected!("avx2") {
        // SAFETY: the CPU supports AVX2 and the lengths agree, both checked above.
        return match unsafe { avx2::find_pair(left, right, target) } {
            Ok(found) => Some(found),
            Err(done) => {
                let rest = right.len() - done;
                find_pair_scalar(&left[done..], &right[..rest], target).map(|at| at + done)
            }
        };
    }
    find_pair_scalar(left, right, target)
}

/// What [`find_pair`] means.
pub fn find_pair_scalar(left: &[u8], right: &[u8], target: u8) -> Option<usize> {
    let mut pairs = left.iter().zip(right.iter().rev());
    pairs.position(|(a, b)| a ^ b == target)
}

#[cfg(target_arch = "x86_64")]
mod avx2 {
    use std::arch::x86_64::*;

    /// Looks at whole vectors; answers the first hit, or how many pairs were looked at.
    ///
    /// # Safety
    ///
    /// The CPU must support AVX2; the slices must have equal length.
    #[target_feature(enable = "avx2")]
    pub(super) unsafe fn find_pair(left: &[u8], right: &[u8], target: u8) -> Result<usize, usize> {
        let reverse = _mm256_broadcastsi128_si256(_mm_setr_epi8(
            15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0,
        ));
        let target = _mm256_set1_epi8(target as i8);
        let mut at = 0;
        while at + 32 <= left.len() {
            // SAFETY: at + 32 <= the length of both slices.
            let (a, b) = unsafe {
                let end = right.len() - at - 32;
                (
                    _mm256_loadu_si256(left.as_ptr().add(at).cast()),
                    _mm256_loadu_si256(right.as_ptr().add(end).cast()),
                )
            };
            let b = _mm256_shuffle_epi8(b, reverse);
            let b = _mm256_permute2x128_si256::<1>(b, b);
            let equal = _mm256_cmpeq_epi8(_mm256_xor_si256(a, b), target);
            let hits = _mm256_movemask_epi8(equal);
            if hits != 0 {
                return Ok(at + hits.trailing_zeros() as usize);
            }
            at += 32;
        }
        Err(at)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn vectors_agree_with_the_scalar_search_at_every_length() {
        let bytes: Vec<u8> = (0..400u32).map(|i| (i * i % 251) as u8).collect();
        for length in 0..150 {
            for target in [0, 1, 77, 200, 255] {
                let (left, right) = (&bytes[3..3 + length], &bytes[200..200 + length]);
                let scalar = find_pair_scalar(left, right, target);
                assert_eq!(find_pair(left, right, target), scalar);
            }
        }
    }
}
