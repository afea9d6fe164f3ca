//! The mex of one heap over all its taps: what blocks leave over.

use crate::Taps;

/// The least code that no tap of heap `n` has; `None` if all 256 are options.
///
/// `skip` is empty or as long as `codes`: sources whose byte there is not 0 count as no option.
///
/// # Panics
///
/// If a tap reaches before the beginning of `codes`, or `n` is beyond their end.
pub fn mex_of_taps(codes: &[u8], skip: &[u8], n: usize, taps: &Taps) -> Option<u8> {
    assert!(
        taps.largest() <= n && n <= codes.len(),
        "what is read must be there"
    );
    if !skip.is_empty() {
        return mex_of_taps_scalar(codes, skip, n, taps);
    }
    let mut seen = [0u8; 256];
    for (shift, xor) in taps.pairs() {
        // SAFETY: 1 <= shift <= n <= codes.len(), as [`Taps`] promise and was checked above.
        let code = unsafe { *codes.get_unchecked(n - shift) };
        seen[usize::from(code ^ xor)] = 1;
    }
    seen.iter().position(|&seen| seen == 0).map(|at| at as u8)
}

/// What [`mex_of_taps`] means.
pub fn mex_of_taps_scalar(codes: &[u8], skip: &[u8], n: usize, taps: &Taps) -> Option<u8> {
    let mut seen = [false; 256];
    for (shift, xor) in taps.pairs() {
        if skip.get(n - shift).is_none_or(|&mark| mark == 0) {
            seen[usize::from(codes[n - shift] ^ xor)] = true;
        }
    }
    seen.iter().position(|seen| !seen).map(|at| at as u8)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_fast_mex_is_the_plain_one_for_every_number_of_taps() {
        let codes: Vec<u8> = (0..3000u32).map(|i| (i * i % 257) as u8).collect();
        let marks: Vec<u8> = (0..3000).map(|i| 0x80 * u8::from(i % 7 == 0)).collect();
        for count in (0..600).chain([2000]) {
            let taps = Taps::new((0..count).map(|i| (1 + i * 37 % 2000, (i * i % 13) as u8)));
            for skip in [&[][..], &marks] {
                for n in [2000, 2517, 3000] {
                    let plain = mex_of_taps_scalar(&codes, skip, n, &taps);
                    assert_eq!(mex_of_taps(&codes, skip, n, &taps), plain);
                }
            }
        }
    }

    #[test]
    fn a_heap_with_all_codes_as_options_has_none() {
        let taps = Taps::new((0..256).map(|i| (i + 1, i as u8)));
        assert_eq!(mex_of_taps(&[0; 300], &[], 299, &taps), None);
    }
}
