//! Sets of cells as bits in words, all of the same number of words.

/// The set of these cells, in words for `cells` cells.
pub(super) fn of(members: impl IntoIterator<Item = u32>, cells: usize) -> Box<[u64]> {
    let mut set = vec![0; cells.div_ceil(64)];
    for cell in members {
        set[cell as usize / 64] |= 1 << (cell % 64);
    }
    set.into()
}

pub(super) fn is_within(part: &[u64], whole: &[u64]) -> bool {
    part.iter()
        .zip(whole)
        .all(|(part, whole)| part & !whole == 0)
}

pub(super) fn both(a: &[u64], b: &[u64]) -> Box<[u64]> {
    a.iter().zip(b).map(|(a, b)| a & b).collect()
}

pub(super) fn without(set: &[u64], gone: &[u64]) -> Box<[u64]> {
    set.iter()
        .zip(gone)
        .map(|(set, gone)| set & !gone)
        .collect()
}

pub(super) fn count(set: &[u64]) -> usize {
    set.iter().map(|word| word.count_ones() as usize).sum()
}

pub(super) fn iter(set: &[u64]) -> impl Iterator<Item = usize> {
    let words = set.iter().enumerate();
    words.flat_map(|(at, &word)| {
        let bits = (0..64).filter(move |bit| word >> bit & 1 == 1);
        bits.map(move |bit| 64 * at + bit)
    })
}
