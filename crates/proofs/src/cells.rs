//! Sets of cells.

/// A set of at most `64 * W` cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Cells<const W: usize>([u64; W]);

impl<const W: usize> Cells<W> {
    pub(crate) const NONE: Cells<W> = Cells([0; W]);

    pub(crate) fn one(cell: u32) -> Cells<W> {
        let mut cells = Cells::NONE;
        cells.0[cell as usize / 64] = 1 << (cell % 64);
        cells
    }

    pub(crate) fn has(self, cell: u32) -> bool {
        self.0[cell as usize / 64] >> (cell % 64) & 1 == 1
    }

    /// Eight cells, from `8 * at` on, as a number.
    #[inline]
    pub(crate) fn byte(self, at: usize) -> usize {
        (self.0[at / 8] >> (at % 8 * 8) & 0xff) as usize
    }

    pub(crate) fn is_empty(self) -> bool {
        self.0.iter().all(|word| *word == 0)
    }

    pub(crate) fn count(self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    #[inline]
    pub(crate) fn or(mut self, other: Cells<W>) -> Cells<W> {
        self.0.iter_mut().zip(other.0).for_each(|(a, b)| *a |= b);
        self
    }

    #[inline]
    pub(crate) fn and(mut self, other: Cells<W>) -> Cells<W> {
        self.0.iter_mut().zip(other.0).for_each(|(a, b)| *a &= b);
        self
    }

    #[inline]
    pub(crate) fn minus(mut self, other: Cells<W>) -> Cells<W> {
        self.0.iter_mut().zip(other.0).for_each(|(a, b)| *a &= !b);
        self
    }

    #[inline]
    pub(crate) fn meets(self, other: Cells<W>) -> bool {
        !self.and(other).is_empty()
    }

    #[inline]
    pub(crate) fn is_within(self, other: Cells<W>) -> bool {
        self.minus(other).is_empty()
    }

    /// The lowest cell, which is taken out.
    #[inline]
    pub(crate) fn pop(&mut self) -> Option<u32> {
        let word = self.0.iter().position(|word| *word != 0)?;
        let bit = self.0[word].trailing_zeros();
        self.0[word] &= self.0[word] - 1;
        Some(word as u32 * 64 + bit)
    }

    /// The lowest cell.
    #[inline]
    pub(crate) fn first(mut self) -> Option<u32> {
        self.pop()
    }

    /// The cells, lowest first.
    #[inline]
    pub(crate) fn iter(mut self) -> impl Iterator<Item = u32> {
        std::iter::from_fn(move || self.pop())
    }

    /// Each cell with a number lower by `by`, which no cell is below.
    #[inline]
    pub(crate) fn down(self, by: u32) -> Cells<W> {
        let (words, bits) = (by as usize / 64, by % 64);
        let mut moved = Cells::NONE;
        for at in words..W {
            let word = self.0[at];
            moved.0[at - words] |= word >> bits;
            if bits > 0 && at > words {
                moved.0[at - words - 1] |= word << (64 - bits);
            }
        }
        moved
    }

    /// As hexadecimal digits, without leading zeros.
    pub(crate) fn to_hex(self) -> String {
        let digits: String = self
            .0
            .iter()
            .rev()
            .map(|word| format!("{word:016x}"))
            .collect();
        let digits = digits.trim_start_matches('0');
        if digits.is_empty() {
            "0".to_owned()
        } else {
            digits.to_owned()
        }
    }

    /// Reads what [`Cells::to_hex`] writes, if it is written exactly so.
    pub(crate) fn from_hex(text: &str) -> Option<Cells<W>> {
        let is_digit = |c: u8| matches!(c, b'0'..=b'9' | b'a'..=b'f');
        if text.is_empty() || !text.bytes().all(is_digit) || text.starts_with('0') {
            return None;
        }
        let mut cells = Cells::NONE;
        for (at, digit) in text.bytes().rev().enumerate() {
            let value = u64::from(if digit < b'a' {
                digit - b'0'
            } else {
                digit - b'a' + 10
            });
            *cells.0.get_mut(at / 16)? |= value << (at % 16 * 4);
        }
        Some(cells)
    }
}

impl<const W: usize> FromIterator<u32> for Cells<W> {
    fn from_iter<I: IntoIterator<Item = u32>>(cells: I) -> Cells<W> {
        let cells = cells.into_iter();
        cells.fold(Cells::NONE, |set, cell| set.or(Cells::one(cell)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hexadecimal_digits_are_read_back_and_nothing_else_is() {
        let cells: Cells<2> = [0, 5, 63, 64, 100].into_iter().collect();
        assert_eq!(Cells::from_hex(&cells.to_hex()), Some(cells));
        for wrong in [
            "",
            "0",
            "01",
            "g",
            "A",
            "-1",
            "100000000000000000000000000000000",
        ] {
            assert_eq!(Cells::<2>::from_hex(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn cells_move_down_across_words() {
        for by in [0u32, 1, 63, 64, 65] {
            let cells: Cells<3> = [by, by + 1, by + 64, by + 100].into_iter().collect();
            let moved: Vec<u32> = cells.down(by).iter().collect();
            assert_eq!(moved, [0, 1, 64, 100], "{by}");
        }
    }
}
