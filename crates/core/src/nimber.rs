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

    /// The nim-product: the multiplication that makes nimbers a field (Conway, On Numbers and Games, chapter 6).
    ///
    /// # Examples
    ///
    /// ```
    /// # use grundy_core::Nimber;
    /// assert_eq!(Nimber(2).times(Nimber(2)), Nimber(3));
    /// assert_eq!(Nimber(4).times(Nimber(4)), Nimber(6));
    /// ```
    pub fn times(self, other: Nimber) -> Nimber {
        Nimber(product(self.0, other.0, 64))
    }
}

/// The nim-product of numbers of `2 * half` bits.
///
/// F = 2^half is a Fermat power: it multiplies smaller numbers as usual, and F times F is F xor F/2. So with
/// a = a1 F + a0 and b = b1 F + b0 the product is (a1 b0 + a0 b1 + a1 b1) F + a0 b0 + a1 b1 (F/2).
fn product(a: u128, b: u128, half: u32) -> u128 {
    if a < 2 || b < 2 {
        return a * b;
    }
    let low = (1u128 << half) - 1;
    let (a1, a0, b1, b0) = (a >> half, a & low, b >> half, b & low);
    if a1 == 0 && b1 == 0 {
        return product(a0, b0, half / 2);
    }
    let smaller = half / 2;
    let both = product(a1, b1, smaller);
    let lows = product(a0, b0, smaller);
    let mixed = product(a1 ^ a0, b1 ^ b0, smaller) ^ lows;
    mixed << half | lows ^ product(both, 1 << (half - 1), smaller)
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
    fn mexes_of_small_sets_hold() {
        assert_eq!(mex(&[1, 2, 3]), 0);
        assert_eq!(mex(&[0, 1]), 2);
        assert_eq!(mex(&[1, 0, 1, 1, 5]), 2);
        assert_eq!(mex(&[]), 0);
    }

    /// By the definition: the mex of a'b + ab' + a'b' over all smaller a' and b'.
    #[test]
    fn the_product_is_the_one_of_the_definition() {
        const TO: usize = 40;
        let mut table = vec![vec![0u128; TO]; TO];
        for a in 0..TO {
            for b in 0..TO {
                let mut options = Vec::new();
                for i in 0..a {
                    for j in 0..b {
                        options.push(table[i][b] ^ table[a][j] ^ table[i][j]);
                    }
                }
                table[a][b] = mex(&options);
                let quick = Nimber(a as u128).times(Nimber(b as u128));
                assert_eq!(quick.0, table[a][b], "{a} times {b}");
            }
        }
    }

    #[test]
    fn large_products_keep_the_laws_of_a_field() {
        let numbers = [
            u128::MAX,
            1 << 127,
            0x0123_4567_89ab_cdef_0123_4567_89ab_cdef,
            (1 << 64) - 1,
            1 << 64,
            77,
        ]
        .map(Nimber);
        for a in numbers {
            assert_eq!(a.times(Nimber(1)), a);
            for b in numbers {
                assert_eq!(a.times(b), b.times(a));
                for c in numbers {
                    assert_eq!(a.times(b).times(c), a.times(b.times(c)));
                    assert_eq!(a.times(b ^ c), a.times(b) ^ a.times(c));
                }
            }
        }
    }

    #[test]
    fn a_sum_is_the_xor() {
        assert_eq!(Nimber::sum([Nimber(3), Nimber(7), Nimber(9)]), Nimber(13));
        assert_eq!(Nimber(15) ^ Nimber(31), Nimber(0b10000));
    }
}
