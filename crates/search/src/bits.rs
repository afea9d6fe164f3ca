//! Sets of cells as words of bits: 64 cells in one word, more in several.

/// A set of at most `64 * W` cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Bits<const W: usize>(pub [u64; W]);

impl<const W: usize> Default for Bits<W> {
    fn default() -> Bits<W> {
        Bits::EMPTY
    }
}

impl<const W: usize> Bits<W> {
    /// No cell.
    pub const EMPTY: Bits<W> = Bits([0; W]);

    /// One cell.
    #[inline]
    pub fn one(cell: usize) -> Bits<W> {
        let mut bits = Bits::EMPTY;
        bits.0[cell / 64] = 1 << (cell % 64);
        bits
    }

    /// The cells below `count`.
    pub fn below(count: usize) -> Bits<W> {
        (0..count).map(Bits::one).fold(Bits::EMPTY, Bits::or)
    }

    /// True if there is no cell.
    #[inline]
    pub fn is_empty(self) -> bool {
        self.0.iter().all(|word| *word == 0)
    }

    /// True if `cell` is in it.
    #[inline]
    pub fn has(self, cell: usize) -> bool {
        self.0[cell / 64] >> (cell % 64) & 1 == 1
    }

    /// The number of cells.
    #[inline]
    pub fn len(self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    /// The lowest cell of a set that is not empty.
    #[inline]
    pub fn lowest(self) -> usize {
        if W == 1 {
            return self.0[0].trailing_zeros() as usize;
        }
        let word = self.0.iter().position(|word| *word != 0).unwrap_or(0);
        word * 64 + self.0[word].trailing_zeros() as usize
    }

    /// The highest cell of a set that is not empty.
    #[inline]
    pub fn highest(self) -> usize {
        if W == 1 {
            return 63 - self.0[0].leading_zeros() as usize;
        }
        let word = self.0.iter().rposition(|word| *word != 0).unwrap_or(0);
        word * 64 + 63 - self.0[word].leading_zeros() as usize
    }

    /// The cells of either set.
    #[inline]
    pub fn or(self, other: Bits<W>) -> Bits<W> {
        self.zip(other, |a, b| a | b)
    }

    /// The cells of both sets.
    #[inline]
    pub fn and(self, other: Bits<W>) -> Bits<W> {
        self.zip(other, |a, b| a & b)
    }

    /// The cells that are not in `other`.
    #[inline]
    pub fn without(self, other: Bits<W>) -> Bits<W> {
        self.zip(other, |a, b| a & !b)
    }

    /// The cells that are in exactly one of the sets.
    #[inline]
    pub fn xor(self, other: Bits<W>) -> Bits<W> {
        self.zip(other, |a, b| a ^ b)
    }

    /// True if every cell is in `other`.
    #[inline]
    pub fn is_within(self, other: Bits<W>) -> bool {
        self.without(other).is_empty()
    }

    /// True if some cell is in both sets.
    #[inline]
    pub fn meets(self, other: Bits<W>) -> bool {
        !self.and(other).is_empty()
    }

    /// Every cell moved down by `by`; those below are lost.
    #[inline]
    pub fn shifted_down(self, by: usize) -> Bits<W> {
        if W == 1 {
            return Bits(self.0.map(|word| word >> (by & 63)));
        }
        let (words, rest) = (by / 64, by % 64);
        let mut shifted = Bits::EMPTY;
        for at in 0..W - words.min(W) {
            let low = self.0[at + words] >> rest;
            let high = match self.0.get(at + words + 1) {
                Some(next) if rest > 0 => next << (64 - rest),
                _ => 0,
            };
            shifted.0[at] = low | high;
        }
        shifted
    }

    /// Every cell moved up by `by`; those that do not fit are lost.
    #[inline]
    pub fn shifted_up(self, by: usize) -> Bits<W> {
        if W == 1 {
            return Bits(self.0.map(|word| word << (by & 63)));
        }
        let (words, rest) = (by / 64, by % 64);
        let mut shifted = Bits::EMPTY;
        for at in words..W {
            let high = self.0[at - words] << rest;
            let low = if rest > 0 && at > words {
                self.0[at - words - 1] >> (64 - rest)
            } else {
                0
            };
            shifted.0[at] = low | high;
        }
        shifted
    }

    /// Cell `i` becomes cell `64 * W - 1 - i`.
    #[inline]
    pub fn reversed(self) -> Bits<W> {
        let mut words = self.0;
        words.reverse();
        Bits(words.map(u64::reverse_bits))
    }

    /// The cells, lowest first.
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = usize> {
        let mut left = self;
        let mut word = 0;
        std::iter::from_fn(move || {
            while left.0[word] == 0 {
                word += 1;
                if word == W {
                    word = W - 1;
                    return None;
                }
            }
            let bit = left.0[word].trailing_zeros() as usize;
            left.0[word] &= left.0[word] - 1;
            Some(word * 64 + bit)
        })
    }

    #[inline]
    fn zip(self, other: Bits<W>, join: impl Fn(u64, u64) -> u64) -> Bits<W> {
        let mut joined = self;
        for (word, other) in joined.0.iter_mut().zip(other.0) {
            *word = join(*word, other);
        }
        joined
    }
}

impl<const W: usize> FromIterator<usize> for Bits<W> {
    fn from_iter<I: IntoIterator<Item = usize>>(cells: I) -> Bits<W> {
        let cells = cells.into_iter();
        cells.fold(Bits::EMPTY, |set, cell| set.or(Bits::one(cell)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shifts_and_reversals_move_every_cell_alike_across_words() {
        let cells = [0usize, 1, 63, 64, 65, 100, 127, 128, 190];
        let set: Bits<3> = cells.into_iter().collect();
        assert_eq!(set.iter().collect::<Vec<_>>(), cells);
        assert_eq!((set.lowest(), set.highest(), set.len()), (0, 190, 9));
        for by in [0usize, 1, 63, 64, 65, 130, 191] {
            let up: Vec<usize> = cells.iter().map(|c| c + by).filter(|c| *c < 192).collect();
            let down: Vec<usize> = cells.iter().filter_map(|c| c.checked_sub(by)).collect();
            assert_eq!(set.shifted_up(by).iter().collect::<Vec<_>>(), up, "{by}");
            assert_eq!(
                set.shifted_down(by).iter().collect::<Vec<_>>(),
                down,
                "{by}"
            );
        }
        let mut turned: Vec<usize> = cells.iter().map(|c| 191 - c).collect();
        turned.reverse();
        assert_eq!(set.reversed().iter().collect::<Vec<_>>(), turned);
    }

    #[test]
    fn sets_behave_as_sets() {
        let a: Bits<2> = [1, 70].into_iter().collect();
        let b: Bits<2> = [1, 2].into_iter().collect();
        assert_eq!(a.and(b), Bits::one(1));
        assert_eq!(a.without(b), Bits::one(70));
        assert_eq!(a.xor(b), [2, 70].into_iter().collect());
        assert!(a.meets(b) && !a.is_within(b) && a.is_within(a.or(b)));
        assert_eq!(Bits::<2>::below(66).len(), 66);
        assert_eq!(Bits::<1>::EMPTY.iter().next(), None);
    }
}
