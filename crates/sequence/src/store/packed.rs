//! Values in as many bits each as the largest of a block needs.

/// The block `values` as bytes: the width, then the bits, lowest first.
pub(crate) fn pack(values: &[u32]) -> Vec<u8> {
    let largest = values.iter().copied().max().unwrap_or(0);
    let width = (u32::BITS - largest.leading_zeros()).max(1);
    let mut bytes = Vec::with_capacity(packed_bytes(values.len(), width));
    bytes.push(width as u8);
    let (mut pending, mut bits) = (0u64, 0);
    for &value in values {
        pending |= u64::from(value) << bits;
        bits += width;
        while bits >= 8 {
            bytes.push(pending as u8);
            pending >>= 8;
            bits -= 8;
        }
    }
    if bits > 0 {
        bytes.push(pending as u8);
    }
    bytes
}

/// The `count` values of a block, or `None` if the bytes cannot be one.
pub(crate) fn unpack(bytes: &[u8], count: usize) -> Option<Vec<u32>> {
    let (&width, rest) = bytes.split_first()?;
    let width = u32::from(width);
    if !(1..=u32::BITS).contains(&width) || bytes.len() != packed_bytes(count, width) {
        return None;
    }
    let mask = (1u64 << width) - 1;
    let (mut pending, mut bits) = (0u64, 0);
    let mut rest = rest.iter();
    let mut values = Vec::with_capacity(count);
    for _ in 0..count {
        while bits < width {
            pending |= u64::from(*rest.next()?) << bits;
            bits += 8;
        }
        values.push((pending & mask) as u32);
        pending >>= width;
        bits -= width;
    }
    Some(values)
}

fn packed_bytes(count: usize, width: u32) -> usize {
    1 + (count * width as usize).div_ceil(8)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_width_survives_a_round_trip() {
        for width in 1..=32 {
            for count in [0, 1, 2, 7, 8, 65] {
                let top = u32::MAX >> (32 - width);
                let values: Vec<u32> = (0..count)
                    .map(|n: u32| top.wrapping_sub(n * 7919) & top)
                    .collect();
                let bytes = pack(&values);
                assert_eq!(unpack(&bytes, values.len()), Some(values), "{width} bits");
                assert_eq!(unpack(&bytes, count as usize + 8 * 9), None);
            }
        }
    }
}
