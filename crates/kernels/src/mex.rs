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
    let mut seen = [0; 4];
    let mut see = |code: u8| {
        for (seen, bits) in seen.iter_mut().zip(BITS[usize::from(code)]) {
            *seen |= bits;
        }
    };
    if skip.is_empty() {
        for (shift, xor) in taps.pairs() {
            see(codes[n - shift] ^ xor);
        }
    } else {
        for (shift, xor) in taps.pairs() {
            if skip[n - shift] == 0 {
                see(codes[n - shift] ^ xor);
            }
        }
    }
    let word = seen.iter().position(|&word| word != u64::MAX)?;
    Some(64 * word as u8 + seen[word].trailing_ones() as u8)
}

/// The set of each code alone. To read it is cheaper than to write into a set in memory.
static BITS: [[u64; 4]; 256] = {
    let mut bits = [[0; 4]; 256];
    let mut code = 0;
    while code < 256 {
        bits[code][code / 64] = 1 << (code % 64);
        code += 1;
    }
    bits
};

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
        let marks: Vec<u8> = (0..3000)
            .map(|i| crate::SKIP * u8::from(i % 7 == 0))
            .collect();
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
