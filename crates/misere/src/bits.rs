//! Sets of small numbers as words of bits: the rows that every set operation here runs on.

/// A fixed number of rows of bits, all of the same length.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct BitMatrix {
    words_per_row: usize,
    words: Vec<u64>,
}

impl BitMatrix {
    /// `rows` empty sets of numbers below `columns`.
    pub(crate) fn new(rows: usize, columns: usize) -> BitMatrix {
        let words_per_row = words_for(columns);
        BitMatrix {
            words_per_row,
            words: vec![0; rows * words_per_row],
        }
    }

    /// One set.
    pub(crate) fn row(&self, row: usize) -> &[u64] {
        &self.words[row * self.words_per_row..][..self.words_per_row]
    }

    /// One set, to change.
    pub(crate) fn row_mut(&mut self, row: usize) -> &mut [u64] {
        &mut self.words[row * self.words_per_row..][..self.words_per_row]
    }
}

/// Words that hold `count` bits.
pub(crate) fn words_for(count: usize) -> usize {
    count.div_ceil(64)
}

/// The empty set of numbers below `count`.
pub(crate) fn empty(count: usize) -> Vec<u64> {
    vec![0; words_for(count)]
}

/// Whether `set` has `at`.
pub(crate) fn has(set: &[u64], at: usize) -> bool {
    set[at >> 6] >> (at & 63) & 1 != 0
}

/// Puts `at` into `set`.
pub(crate) fn insert(set: &mut [u64], at: usize) {
    set[at >> 6] |= 1 << (at & 63);
}

/// Puts all of `more` into `set`.
pub(crate) fn unite(set: &mut [u64], more: &[u64]) {
    for (word, more) in set.iter_mut().zip(more) {
        *word |= more;
    }
}

/// Whether the two sets have something in common.
pub(crate) fn meet(left: &[u64], right: &[u64]) -> bool {
    left.iter().zip(right).any(|(a, b)| a & b != 0)
}

/// Whether every number of `part` is in `whole`.
pub(crate) fn is_subset(part: &[u64], whole: &[u64]) -> bool {
    part.iter().zip(whole).all(|(a, b)| a & !b == 0)
}

/// The numbers below `count` that are not in `set`.
pub(crate) fn complement(set: &[u64], count: usize) -> Vec<u64> {
    let mut result: Vec<u64> = set[..words_for(count)].iter().map(|word| !word).collect();
    trim(&mut result, count);
    result
}

/// Removes what is not below `count`.
pub(crate) fn trim(set: &mut [u64], count: usize) {
    if let Some(last) = set.get_mut(count / 64) {
        *last &= (1 << (count % 64)) - 1;
    }
    for word in set.iter_mut().skip(count / 64 + 1) {
        *word = 0;
    }
}

/// The part of `set` below `count`, as a set of its own.
pub(crate) fn prefix(set: &[u64], count: usize) -> Vec<u64> {
    let mut result = set[..words_for(count)].to_vec();
    trim(&mut result, count);
    result
}

/// How many numbers are in `set`.
pub(crate) fn size(set: &[u64]) -> usize {
    set.iter().map(|word| word.count_ones() as usize).sum()
}

/// The numbers in `set`, ascending.
pub(crate) fn members(set: &[u64]) -> impl Iterator<Item = usize> + '_ {
    set.iter().enumerate().flat_map(|(at, &word)| {
        let mut rest = word;
        std::iter::from_fn(move || {
            (rest != 0).then(|| {
                let bit = rest.trailing_zeros() as usize;
                rest &= rest - 1;
                at * 64 + bit
            })
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set(numbers: &[usize], count: usize) -> Vec<u64> {
        let mut result = empty(count);
        numbers.iter().for_each(|&at| insert(&mut result, at));
        result
    }

    #[test]
    fn sets_hold_what_was_put_in_across_words() {
        let numbers = [0, 1, 63, 64, 65, 127, 128, 199];
        let built = set(&numbers, 200);
        assert_eq!(members(&built).collect::<Vec<_>>(), numbers);
        assert_eq!(size(&built), numbers.len());
        let rest = complement(&built, 200);
        assert_eq!(size(&rest), 200 - numbers.len());
        assert!(!meet(&built, &rest));
        assert_eq!(members(&prefix(&built, 64)).collect::<Vec<_>>(), [0, 1, 63]);
        assert!(is_subset(&set(&[63, 128], 200), &built));
        assert!(!is_subset(&rest, &built));
    }
}
