//! How well the computer plays, and the chance it uses.

use std::fmt;
use std::str::FromStr;

/// How well the computer plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Level {
    /// Wins what can be won, as fast as it knows how, and resists where it cannot.
    Perfect,
    /// Plays perfectly this many times in a hundred, and otherwise any move.
    Percent(u8),
    /// Any move.
    Random,
}

impl Level {
    /// Whether the next move is a perfect one.
    pub(crate) fn plays_well(self, chance: &mut Chance) -> bool {
        match self {
            Level::Perfect => true,
            Level::Percent(percent) => chance.below(100) < u64::from(percent),
            Level::Random => false,
        }
    }
}

/// A text that names no [`Level`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownLevel;

impl fmt::Display for UnknownLevel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("expected `perfect`, `random` or a percentage such as `70%`")
    }
}

impl std::error::Error for UnknownLevel {}

impl FromStr for Level {
    type Err = UnknownLevel;

    fn from_str(text: &str) -> Result<Level, UnknownLevel> {
        match text.trim().to_ascii_lowercase().as_str() {
            "perfect" => Ok(Level::Perfect),
            "random" => Ok(Level::Random),
            other => match other.trim_end_matches('%').trim_end().parse() {
                Ok(percent @ 0..=100) => Ok(Level::Percent(percent)),
                _ => Err(UnknownLevel),
            },
        }
    }
}

/// Chance that can be repeated: SplitMix64 (Steele, Lea and Flood 2014).
#[derive(Clone, Debug)]
pub struct Chance(u64);

impl Chance {
    /// The chance that `seed` stands for.
    pub fn new(seed: u64) -> Chance {
        Chance(seed)
    }

    /// A number below `bound`, which is not 0.
    pub fn below(&mut self, bound: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        // The bounds are numbers of moves: the bias is far below what anybody could notice.
        (mixed ^ (mixed >> 31)) % bound
    }

    /// One of `items`, if there is any.
    pub fn pick<T: Clone>(&mut self, items: &[T]) -> Option<T> {
        match items.len() {
            0 => None,
            count => Some(items[self.below(count as u64) as usize].clone()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_are_read_as_people_write_them() {
        assert_eq!("Perfect".parse(), Ok(Level::Perfect));
        assert_eq!("70%".parse(), Ok(Level::Percent(70)));
        assert_eq!("70".parse(), Ok(Level::Percent(70)));
        assert_eq!("101%".parse::<Level>(), Err(UnknownLevel));
        assert_eq!("".parse::<Level>(), Err(UnknownLevel));
    }
}
