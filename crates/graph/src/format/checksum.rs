//! A checksum for files of our own: fast, and sure to notice a changed or missing byte.

/// Mixes words of eight bytes and the length into one number.
pub(crate) fn checksum(bytes: &[u8]) -> u64 {
    const FACTOR: u64 = 0x9e37_79b9_7f4a_7c15;
    let mix = |sum: u64, word: u64| {
        let mixed = (sum ^ word).wrapping_mul(FACTOR);
        mixed ^ (mixed >> 29)
    };
    let mut words = bytes.chunks_exact(8);
    let mut sum = mix(FACTOR, bytes.len() as u64);
    for word in &mut words {
        sum = mix(
            sum,
            u64::from_le_bytes(word.try_into().expect("eight bytes")),
        );
    }
    let mut last = [0; 8];
    last[..words.remainder().len()].copy_from_slice(words.remainder());
    mix(sum, u64::from_le_bytes(last))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_changed_bit_and_every_cut_is_noticed() {
        let bytes: Vec<u8> = (0..100u8).map(|n| n.wrapping_mul(37)).collect();
        for length in 0..bytes.len() {
            let sum = checksum(&bytes[..length]);
            assert_ne!(sum, checksum(&bytes[..=length]));
            for at in 0..length {
                for bit in 0..8 {
                    let mut changed = bytes[..length].to_vec();
                    changed[at] ^= 1 << bit;
                    assert_ne!(sum, checksum(&changed), "{length} {at} {bit}");
                }
            }
        }
    }
}
