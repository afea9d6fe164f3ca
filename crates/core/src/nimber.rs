//! Nim-values: the size of the Nim heap that a position is worth.

use std::fmt;
use std::ops::{BitXor, BitXorAssign};

/// The value of a Nim heap; `Nimber(0)` is a loss for the player to move.
///
/// Wide enough for sums of heaps of 2^64-1; the sequence engine keeps its own narrow arrays.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Nimber(pub u128);

impl Nimber {
    /// The least nimber that is not among `options`.
    ///
    /// # Examples
    ///
    /// ```
    /// # use grundy_core::Nimber;
    /// let options = [Nimber(0), Nimber(1), Nimber(3)];
    /// assert_eq!(Nimber::mex(options), Nimber(2));
    /// ```
    pub fn mex(options: impl IntoIterator<Item = Nimber>) -> Nimber {
        let mut seen: Vec<u128> = options.into_iter().map(|n| n.0).collect();
        seen.sort_unstable();
        seen.dedup();
        // Sorted and distinct: the first gap is where index and value part.
        let gap = seen.iter().zip(0..).take_while(|(n, i)| **n == *i).count();
        Nimber(gap as u128)
    }

    /// The value of a sum of games.
    pub fn sum(values: impl IntoIterator<Item = Nimber>) -> Nimber {
        values.into_iter().fold(Nimber(0), |a, b| a ^ b)
    }
}

impl BitXor for Nimber {
    type Output = Nimber;
    fn bitxor(self, other: Nimber) -> Nimber {
        Nimber(self.0 ^ other.0)
    }
}

impl BitXorAssign for Nimber {
    fn bitxor_assign(&mut self, other: Nimber) {
        self.0 ^= other.0;
    }
}

impl fmt::Display for Nimber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mex(options: &[u128]) -> u128 {
        Nimber::mex(options.iter().map(|&n| Nimber(n))).0
    }

    #[test]
    fn the_mexes_of_the_lecture_hold() {
        assert_eq!(mex(&[1, 2, 3]), 0);
        assert_eq!(mex(&[0, 1]), 2);
        assert_eq!(mex(&[1, 0, 1, 1, 5]), 2);
        assert_eq!(mex(&[]), 0);
    }

    #[test]
    fn a_sum_is_the_xor() {
        assert_eq!(Nimber::sum([Nimber(3), Nimber(7), Nimber(9)]), Nimber(13));
        assert_eq!(Nimber(15) ^ Nimber(31), Nimber(0b10000));
    }
}
