//! Sets of nim-values as bits, and the mex of several of them.

/// A set of nim-values; it grows as values need it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct ValueSet {
    words: Vec<u64>,
}

impl ValueSet {
    /// The set with these words, lowest values first.
    pub fn from_words(words: Vec<u64>) -> ValueSet {
        ValueSet { words }
    }

    /// The words, lowest values first.
    pub fn words(&self) -> &[u64] {
        &self.words
    }

    /// Adds `value`.
    pub fn insert(&mut self, value: u32) {
        let word = value as usize / 64;
        if word >= self.words.len() {
            self.words.resize(word + 1, 0);
        }
        self.words[word] |= 1 << (value % 64);
    }

    /// Removes `value`.
    pub fn remove(&mut self, value: u32) {
        if let Some(word) = self.words.get_mut(value as usize / 64) {
            *word &= !(1 << (value % 64));
        }
    }

    /// True if `value` is in the set.
    pub fn contains(&self, value: u32) -> bool {
        self.word(value as usize / 64) >> (value % 64) & 1 == 1
    }

    /// Adds every value of `other`.
    pub fn union(&mut self, other: &ValueSet) {
        if other.words.len() > self.words.len() {
            self.words.resize(other.words.len(), 0);
        }
        for (word, &more) in self.words.iter_mut().zip(&other.words) {
            *word |= more;
        }
    }

    /// Adds `value ^ shift` for every `value` of `other`.
    pub fn union_shifted(&mut self, other: &ValueSet, shift: u32) {
        let far = shift as usize / 64;
        for (at, &word) in other.words.iter().enumerate() {
            if word == 0 {
                continue;
            }
            let to = at ^ far;
            if to >= self.words.len() {
                self.words.resize(to + 1, 0);
            }
            self.words[to] |= permute(word, shift % 64);
        }
    }

    /// The word of values `64 * at ..`.
    pub fn word(&self, at: usize) -> u64 {
        self.words.get(at).copied().unwrap_or(0)
    }

    /// The least value at or above `from` that is not in the set.
    pub fn mex_from(&self, from: u32) -> u32 {
        mex_from(from, |at| self.word(at))
    }
}

/// The least value at or above `from` that is in none of the words; `word(at)` holds values `64 * at ..`.
pub(crate) fn mex_from(from: u32, word: impl Fn(usize) -> u64) -> u32 {
    let mut at = from as usize / 64;
    let mut missing = !word(at) & (u64::MAX << (from % 64));
    while missing == 0 {
        at += 1;
        missing = !word(at);
    }
    let value = at * 64 + missing.trailing_zeros() as usize;
    u32::try_from(value).expect("fewer than 2^32 heaps have fewer than 2^32 values")
}

/// The word whose bit `i ^ shift` is bit `i` of `word`, for `shift < 64`.
fn permute(mut word: u64, shift: u32) -> u64 {
    const KEEP: [u64; 6] = [
        0x5555_5555_5555_5555,
        0x3333_3333_3333_3333,
        0x0f0f_0f0f_0f0f_0f0f,
        0x00ff_00ff_00ff_00ff,
        0x0000_ffff_0000_ffff,
        0x0000_0000_ffff_ffff,
    ];
    for (bit, keep) in KEEP.iter().enumerate() {
        if shift >> bit & 1 == 1 {
            let by = 1 << bit;
            word = (word & keep) << by | (word >> by & keep);
        }
    }
    word
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shifting_a_set_xors_every_value() {
        let values = [0u32, 1, 5, 63, 64, 100, 200];
        let mut set = ValueSet::default();
        values.iter().for_each(|&v| set.insert(v));
        for shift in [0, 1, 2, 17, 63, 64, 65, 130, 255] {
            let mut shifted = ValueSet::default();
            shifted.union_shifted(&set, shift);
            for value in 0..512 {
                assert_eq!(shifted.contains(value ^ shift), set.contains(value));
            }
        }
    }

    #[test]
    fn the_mex_is_the_first_gap_at_or_above_the_start() {
        let mut set = ValueSet::default();
        (0..130).for_each(|v| set.insert(v));
        assert_eq!(set.mex_from(0), 130);
        assert_eq!(set.mex_from(129), 130);
        assert_eq!(set.mex_from(131), 131);
        set.remove(64);
        assert_eq!(set.mex_from(0), 64);
        assert_eq!(set.mex_from(65), 130);
    }
}
