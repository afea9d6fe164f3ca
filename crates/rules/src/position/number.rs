//! Small positions as numbers: integers of 32 bits, and tuples of a few small ones.
//!
//! Most positions of most games are such. As a number a position is found again without writing its bytes.

use super::{Atom, Head, StarPosition, read_head};

/// The bit with the player of an integer; smaller numbers are what integers are for the first.
const INTEGER_PLAYER: u32 = 32;
/// The bit with the player of a tuple.
const TUPLE_PLAYER: u32 = 58;
/// Where the length of a tuple is; 0 for an integer.
const LENGTH: u32 = 59;
/// The longest tuple that has a number.
pub(crate) const LONGEST: usize = 14;
/// How many bits each item of a tuple of so many has.
const WIDTHS: [u32; LONGEST + 1] = {
    let mut widths = [0; LONGEST + 1];
    let mut length = 1;
    while length <= LONGEST {
        widths[length] = TUPLE_PLAYER / length as u32;
        length += 1;
    }
    widths
};

/// What a number stands for.
pub(crate) enum Number {
    /// An integer.
    Integer(i32),
    /// A tuple of the first so many of these.
    Tuple(usize, [i32; LONGEST]),
}

/// The number of an integer, where `player` is to move.
#[inline]
pub(crate) fn integer_number(player: u8, integer: i32) -> u64 {
    u64::from(integer as u32) | u64::from(player) << INTEGER_PLAYER
}

/// The number of a tuple of `length` items, if all are integers and small enough.
#[inline]
pub(crate) fn tuple_number(
    player: u8,
    length: usize,
    items: impl Iterator<Item = Option<i32>>,
) -> Option<u64> {
    let width = *WIDTHS.get(length).filter(|&&width| width > 0)?;
    let half = 1i64 << (width - 1);
    let mut number = (length as u64) << 1 | u64::from(player);
    let unused = TUPLE_PLAYER - width * length as u32;
    number <<= unused;
    for item in items {
        // From 0 on, so that no negative number spoils the others.
        let digit = i64::from(item?) + half;
        if digit >> width != 0 {
            return None;
        }
        number = number << width | digit as u64;
    }
    Some(number)
}

/// Who is to move in the position with this number.
pub(crate) fn player_of(number: u64) -> u8 {
    let bit = match number >> LENGTH {
        0 => INTEGER_PLAYER,
        _ => TUPLE_PLAYER,
    };
    (number >> bit & 1) as u8
}

impl Number {
    /// What a number stands for, and who is to move.
    pub(crate) fn read(number: u64) -> (u8, Number) {
        let length = (number >> LENGTH) as usize;
        if length == 0 {
            return (player_of(number), Number::Integer(number as u32 as i32));
        }
        let width = WIDTHS[length];
        let half = 1i64 << (width - 1);
        let mut items = [0; LONGEST];
        let mut rest = number;
        for item in items[..length].iter_mut().rev() {
            let digit = rest & ((1 << width) - 1);
            *item = (digit as i64 - half) as i32;
            rest >>= width;
        }
        (player_of(number), Number::Tuple(length, items))
    }

    /// The integers in it, summed.
    pub(crate) fn total(&self) -> i64 {
        match self {
            Number::Integer(integer) => i64::from(*integer),
            Number::Tuple(length, items) => items[..*length].iter().copied().map(i64::from).sum(),
        }
    }
}

impl StarPosition {
    /// Its number, if it is an integer or a tuple that has one.
    pub(crate) fn number(&self) -> Option<u64> {
        let mut rest = &self.bytes()[1..];
        if rest.is_empty() {
            return None;
        }
        let small = |head: Head<'_>| match head {
            Head::Integer(integer) => i32::try_from(integer).ok(),
            _ => None,
        };
        let number = match read_head(&mut rest) {
            Head::Tuple(length) if length <= LONGEST => {
                let items = (0..length).map(|_| small(read_head(&mut rest)));
                tuple_number(self.player(), length, items)?
            }
            head => integer_number(self.player(), small(head)?),
        };
        rest.is_empty().then_some(number)
    }

    /// The position that has this number.
    pub(crate) fn numbered(number: u64) -> StarPosition {
        match Number::read(number) {
            (player, Number::Integer(integer)) => {
                StarPosition::from_integer(player, integer.into())
            }
            (player, Number::Tuple(length, items)) => {
                let items = items[..length]
                    .iter()
                    .map(|&item| Atom::Integer(item.into()));
                StarPosition::new(player, &[Atom::Tuple(items.collect())])
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;

    fn tuple(items: &[i64]) -> Atom {
        Atom::Tuple(items.iter().copied().map(Atom::Integer).collect())
    }

    /// Integers near powers of two, and tuples of them of every length.
    fn atoms() -> Vec<Atom> {
        let near = |at: i64| [at - 1, at, at + 1];
        let powers = (0..40).flat_map(|bits| near(1 << bits).into_iter().chain(near(-1 << bits)));
        let numbers: Vec<i64> = powers.chain([0, i64::MIN, i64::MAX]).collect();
        let mut atoms: Vec<Atom> = numbers.iter().copied().map(Atom::Integer).collect();
        for length in 0..20 {
            atoms.push(tuple(&vec![0; length]));
            for at in 0..length {
                for &number in &numbers {
                    let mut items = vec![1; length];
                    items[at] = number;
                    atoms.push(tuple(&items));
                }
            }
        }
        atoms
    }

    #[test]
    fn no_two_positions_have_the_same_number_and_each_comes_back() {
        let mut seen: HashMap<u64, StarPosition> = HashMap::new();
        let mut without = 0;
        for atom in atoms() {
            for player in [0, 1] {
                let position = StarPosition::new(player, std::slice::from_ref(&atom));
                let Some(number) = position.number() else {
                    without += 1;
                    continue;
                };
                assert!(number < 1 << 63, "{position:?}");
                assert_eq!(StarPosition::numbered(number), position);
                assert_eq!(Number::read(number).1.total(), position.total());
                assert_eq!(player_of(number), player);
                let before = seen.insert(number, position.clone());
                assert!(
                    before.is_none_or(|before| before == position),
                    "{position:?}"
                );
            }
        }
        assert!(
            seen.len() > 5000 && without > 5000,
            "{} {without}",
            seen.len()
        );
    }

    #[test]
    fn small_ones_have_a_number_and_others_none() {
        let has = |atoms: &[Atom]| StarPosition::new(0, atoms).number().is_some();
        let small = [
            Atom::Integer(i32::MIN.into()),
            Atom::Integer(i32::MAX.into()),
            tuple(&[i32::MIN.into()]),
            tuple(&[1 << 27, -1 << 28]),
            tuple(&[-8; 14]),
        ];
        assert!(small.iter().all(|atom| has(std::slice::from_ref(atom))));
        let others = [
            Atom::Integer(1 << 31),
            tuple(&[]),
            tuple(&[1 << 28, 0]),
            tuple(&[8; 14]),
            tuple(&[0; 15]),
            Atom::List(vec![Atom::Integer(1)]),
            Atom::Tuple(vec![Atom::Truth(true)]),
            Atom::Tuple(vec![tuple(&[1])]),
            Atom::Text("1".to_owned()),
        ];
        assert!(!others.iter().any(|atom| has(std::slice::from_ref(atom))));
        assert!(!has(&[]) && !has(&[Atom::Integer(1), Atom::Integer(2)]));
        assert!(!has(&[tuple(&[1]), Atom::Integer(2)]));
    }
}
