//! Looking for splits among values of 15 bits: two values, one from each end, with one of a few xors.

/// The bits of a value; the last one is a tag that does not count.
const VALUE: u16 = 0x7fff;

/// For each target, true if `left[i] ^ right[right.len() - 1 - i]` is that for some i, but for the last bit of each.
///
/// # Panics
///
/// If the slices differ in length.
pub fn have_wide_pairs<const N: usize>(
    left: &[u16],
    right: &[u16],
    targets: &[u16; N],
) -> [bool; N] {
    assert_eq!(left.len(), right.len(), "slices must have equal length");
    let targets = targets.map(|target| target & VALUE);
    #[cfg(target_arch = "x86_64")]
    {
        if crate::window::avx512::is_supported() {
            // SAFETY: the CPU supports what is needed, and the lengths agree: all checked above.
            let (found, done) = unsafe { avx512::have_wide_pairs(left, right, &targets) };
            return with_the_rest(found, left, right, done, &targets);
        }
        if is_x86_feature_detected!("avx2") {
            // SAFETY: the CPU supports AVX2 and the lengths agree, both checked above.
            let (found, done) = unsafe { avx2::have_wide_pairs(left, right, &targets) };
            return with_the_rest(found, left, right, done, &targets);
        }
    }
    have_wide_pairs_scalar(left, right, &targets)
}

/// What [`have_wide_pairs`] means.
pub fn have_wide_pairs_scalar<const N: usize>(
    left: &[u16],
    right: &[u16],
    targets: &[u16; N],
) -> [bool; N] {
    targets.map(|target| {
        let mut pairs = left.iter().zip(right.iter().rev());
        pairs.any(|(a, b)| (a ^ b ^ target) & VALUE == 0)
    })
}

/// What was found, and what is found in the pairs from `done` on.
#[cfg(target_arch = "x86_64")]
fn with_the_rest<const N: usize>(
    found: [bool; N],
    left: &[u16],
    right: &[u16],
    done: usize,
    targets: &[u16; N],
) -> [bool; N] {
    if found == [true; N] {
        return found;
    }
    let rest = have_wide_pairs_scalar(&left[done..], &right[..right.len() - done], targets);
    std::array::from_fn(|i| found[i] || rest[i])
}

/// Pairs that are looked at before it is asked whether all were found.
#[cfg(target_arch = "x86_64")]
const PAIRS: usize = 128;

#[cfg(target_arch = "x86_64")]
mod avx2 {
    use std::arch::x86_64::*;

    use super::{PAIRS, VALUE};

    /// Looks at whole vectors until all targets are found: which were, and how many pairs were looked at.
    ///
    /// # Safety
    ///
    /// The CPU must support AVX2; the slices must have equal length.
    #[target_feature(enable = "avx2")]
    pub(super) unsafe fn have_wide_pairs<const N: usize>(
        left: &[u16],
        right: &[u16],
        targets: &[u16; N],
    ) -> ([bool; N], usize) {
        let reverse = _mm256_broadcastsi128_si256(_mm_setr_epi8(
            14, 15, 12, 13, 10, 11, 8, 9, 6, 7, 4, 5, 2, 3, 0, 1,
        ));
        let value = _mm256_set1_epi16(VALUE as i16);
        let targets = targets.map(|target| _mm256_set1_epi16(target as i16));
        let mut equal = [_mm256_setzero_si256(); N];
        let mut found = [false; N];
        let mut at = 0;
        while at + PAIRS <= left.len() && found != [true; N] {
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
                for (equal, target) in equal.iter_mut().zip(targets) {
                    *equal = _mm256_or_si256(*equal, _mm256_cmpeq_epi16(xor, target));
                }
            }
            found = equal.map(|equal| _mm256_testz_si256(equal, equal) == 0);
            at += PAIRS;
        }
        (found, at)
    }
}

#[cfg(target_arch = "x86_64")]
mod avx512 {
    use std::arch::x86_64::*;

    use super::{PAIRS, VALUE};

    /// As with AVX2.
    ///
    /// # Safety
    ///
    /// The CPU must support AVX-512 F and BW; the slices must have equal length.
    #[target_feature(enable = "avx512f,avx512bw")]
    pub(super) unsafe fn have_wide_pairs<const N: usize>(
        left: &[u16],
        right: &[u16],
        targets: &[u16; N],
    ) -> ([bool; N], usize) {
        let numbers: [u16; 32] = std::array::from_fn(|i| 31 - i as u16);
        // SAFETY: the array has 64 bytes.
        let reverse = unsafe { _mm512_loadu_si512(numbers.as_ptr().cast()) };
        let value = _mm512_set1_epi16(VALUE as i16);
        let targets = targets.map(|target| _mm512_set1_epi16(target as i16));
        let mut absent = [!0; N];
        let mut found = [false; N];
        let mut at = 0;
        while at + PAIRS <= left.len() && found != [true; N] {
            for at in (at..at + PAIRS).step_by(32) {
                // SAFETY: at + 32 <= the length of both slices.
                let (a, b) = unsafe {
                    let end = right.len() - at - 32;
                    (
                        _mm512_loadu_si512(left.as_ptr().add(at).cast()),
                        _mm512_loadu_si512(right.as_ptr().add(end).cast()),
                    )
                };
                let b = _mm512_permutexvar_epi16(reverse, b);
                let xor = _mm512_and_si512(_mm512_xor_si512(a, b), value);
                for (absent, target) in absent.iter_mut().zip(targets) {
                    *absent = _mm512_mask_cmpneq_epi16_mask(*absent, xor, target);
                }
            }
            found = absent.map(|absent| absent != !0);
            at += PAIRS;
        }
        (found, at)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check<const N: usize>(left: &[u16], right: &[u16], targets: [u16; N]) {
        let scalar = have_wide_pairs_scalar(left, right, &targets);
        assert_eq!(have_wide_pairs(left, right, &targets), scalar);
        // Wider vectors may have been chosen above.
        #[cfg(target_arch = "x86_64")]
        if is_x86_feature_detected!("avx2") {
            let targets = targets.map(|target| target & VALUE);
            // SAFETY: the CPU supports AVX2, and the lengths agree.
            let (found, done) = unsafe { avx2::have_wide_pairs(left, right, &targets) };
            assert_eq!(with_the_rest(found, left, right, done, &targets), scalar);
        }
    }

    #[test]
    fn vectors_agree_with_the_scalar_search_at_every_length() {
        let values: Vec<u16> = (0..900u64)
            .map(|i| (i * i * 7919 % 65_521) as u16)
            .collect();
        for length in (0..200).chain([255, 256, 257, 400]) {
            let (left, right) = (&values[3..3 + length], &values[400..400 + length]);
            let targets = (0..length).map(|i| left[i] ^ right[length - 1 - i]);
            let mut last = 77;
            for target in targets.chain([0, 1, 77, 0x7fff, 0x8000]) {
                for changed in [target, target ^ 0x8000, target ^ 1] {
                    check(left, right, [changed]);
                    check(left, right, [changed, last, 5, target]);
                    last = changed;
                }
            }
        }
    }
}
