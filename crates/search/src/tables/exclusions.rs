//! Sets of nimbers that a component is known not to have.

/// A set of nimbers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Exclusions {
    /// Those below [`FEW`], a bit each.
    pub(super) low: u64,
    /// Those from [`FEW`] on, a bit each, lowest word first; most often there are none.
    pub(super) high: Vec<u64>,
}

/// Nimbers whose exclusion fits in a word that also says what it holds.
pub(super) const FEW: u32 = 60;

impl Exclusions {
    /// Adds a nimber.
    #[inline]
    pub fn insert(&mut self, nimber: u32) {
        if nimber < FEW {
            self.low |= 1 << nimber;
            return;
        }
        let at = (nimber - FEW) as usize;
        if self.high.len() <= at / 64 {
            self.high.resize(at / 64 + 1, 0);
        }
        self.high[at / 64] |= 1 << (at % 64);
    }

    /// True if the nimber is in the set.
    #[inline]
    pub fn has(&self, nimber: u32) -> bool {
        if nimber < FEW {
            return self.low >> nimber & 1 == 1;
        }
        let at = (nimber - FEW) as usize;
        self.high
            .get(at / 64)
            .is_some_and(|word| word >> (at % 64) & 1 == 1)
    }

    /// The least nimber that is not in the set.
    pub fn mex(&self) -> u32 {
        let low = self.low.trailing_ones();
        if low < FEW {
            return low;
        }
        let full = self
            .high
            .iter()
            .take_while(|word| **word == u64::MAX)
            .count();
        FEW + full as u32 * 64 + self.high.get(full).map_or(0, |word| word.trailing_ones())
    }

    /// Adds all of `others`.
    pub fn extend(&mut self, others: &Exclusions) {
        self.low |= others.low;
        if self.high.len() < others.high.len() {
            self.high.resize(others.high.len(), 0);
        }
        for (word, other) in self.high.iter_mut().zip(&others.high) {
            *word |= other;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exclusions_reach_beyond_a_word() {
        let mut set = Exclusions::default();
        [0, 1, 59, 60, 63, 64, 200]
            .iter()
            .for_each(|&n| set.insert(n));
        assert!([0, 1, 59, 60, 63, 64, 200].iter().all(|&n| set.has(n)));
        assert!(
            [2, 58, 61, 65, 127, 199, 201, 5000]
                .iter()
                .all(|&n| !set.has(n))
        );
        for most in [0, 1, 59, 60, 61, 64, 123, 124, 125, 300] {
            let mut below = Exclusions::default();
            (0..most).for_each(|n| below.insert(n));
            assert_eq!(below.mex(), most);
        }
    }
}
