//! Positions of user-written games as short strings of bytes.
//!
//! A position is a sum: who is to move, and any number of atoms (integers, strings, tuples, lists).
//! Written as bytes it is compared, hashed and stored without knowing what it is, and most
//! positions fit into the 24 bytes of the value itself. Integers sort by size: so do sums of them.

use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};

mod atom;
mod number;

pub use atom::Atom;
pub(crate) use atom::{
    Head, read_head, write_integer, write_large, write_nothing, write_sequence, write_text,
    write_truth,
};
use atom::{ZERO, add_integers, read_atom, read_integer, skip_atom, write_atom};
pub(crate) use number::{Number, integer_number, player_of, tuple_number};

/// A sum of atoms, with the player to move.
#[derive(Clone)]
pub struct StarPosition(Bytes);

/// Bytes that fit, or a pointer to more.
#[derive(Clone)]
enum Bytes {
    Short(u8, [u8; SHORT]),
    Long(Box<[u8]>),
}

/// What fits beside the tag and the length without making a value larger than a `Vec`.
const SHORT: usize = 22;

impl StarPosition {
    /// The sum of `atoms` with `player` to move, in this order.
    pub fn new(player: u8, atoms: &[Atom]) -> StarPosition {
        let mut bytes = vec![player];
        for atom in atoms {
            write_atom(atom, &mut bytes);
        }
        StarPosition::from_bytes(&bytes)
    }

    pub(crate) fn from_bytes(bytes: &[u8]) -> StarPosition {
        debug_assert!(!bytes.is_empty(), "the player comes first");
        StarPosition(if bytes.len() <= SHORT {
            let mut short = [0; SHORT];
            short[..bytes.len()].copy_from_slice(bytes);
            Bytes::Short(bytes.len() as u8, short)
        } else {
            Bytes::Long(bytes.into())
        })
    }

    /// One integer; [`StarPosition::from_bytes`] of its bytes, without writing them elsewhere first.
    pub(crate) fn from_integer(player: u8, number: i64) -> StarPosition {
        let size = number.unsigned_abs();
        let length = 8 - size.leading_zeros() as usize / 8;
        let mut short = [0; SHORT];
        short[0] = player;
        // The leading zeros go, and zeros come in behind.
        let shift = 8 * (8 - length as u32);
        let digits = if number < 0 { !size } else { size };
        let digits = digits.checked_shl(shift).unwrap_or(0);
        short[2..10].copy_from_slice(&digits.to_be_bytes());
        short[1] = if number < 0 {
            ZERO - length as u8
        } else {
            ZERO + length as u8
        };
        StarPosition(Bytes::Short(2 + length as u8, short))
    }

    /// The integers in it, summed: play mostly makes that less.
    pub(crate) fn total(&self) -> i64 {
        let mut rest = &self.bytes()[1..];
        let mut total = 0;
        while !rest.is_empty() {
            add_integers(&mut rest, &mut total);
        }
        total
    }

    pub(crate) fn bytes(&self) -> &[u8] {
        match &self.0 {
            Bytes::Short(length, bytes) => &bytes[..usize::from(*length)],
            Bytes::Long(bytes) => bytes,
        }
    }

    /// Who is to move: 0 or 1 (0 where the players' moves are the same).
    pub fn player(&self) -> u8 {
        self.bytes()[0]
    }

    /// The same sum with `player` to move.
    pub fn with_player(&self, player: u8) -> StarPosition {
        let mut bytes = self.bytes().to_vec();
        bytes[0] = player;
        StarPosition::from_bytes(&bytes)
    }

    /// True if the sum is one atom.
    pub fn is_one_atom(&self) -> bool {
        let mut rest = &self.bytes()[1..];
        if rest.is_empty() {
            return false;
        }
        skip_atom(&mut rest);
        rest.is_empty()
    }

    /// The number, if the sum is one integer.
    pub fn integer(&self) -> Option<i64> {
        let (&tag, mut digits) = self.bytes()[1..].split_first()?;
        let is_whole = tag.abs_diff(ZERO) <= 8 && digits.len() == usize::from(tag.abs_diff(ZERO));
        is_whole.then(|| read_integer(tag, &mut digits))
    }

    /// The atoms of the sum.
    pub fn atoms(&self) -> Vec<Atom> {
        self.atom_bytes()
            .into_iter()
            .map(|mut bytes| read_atom(&mut bytes))
            .collect()
    }

    /// The bytes of each atom.
    pub(crate) fn atom_bytes(&self) -> Vec<&[u8]> {
        let mut rest = &self.bytes()[1..];
        let mut atoms = Vec::new();
        while !rest.is_empty() {
            let whole = rest;
            skip_atom(&mut rest);
            atoms.push(&whole[..whole.len() - rest.len()]);
        }
        atoms
    }

    /// The same sum with its atoms in order.
    pub fn sorted(&self) -> StarPosition {
        if self.is_one_atom() {
            return self.clone();
        }
        let mut atoms = self.atom_bytes();
        if atoms.is_sorted() {
            return self.clone();
        }
        atoms.sort_unstable();
        StarPosition::from_parts(self.player(), &atoms)
    }

    /// A sum of atoms that are bytes already.
    pub(crate) fn from_parts(player: u8, atoms: &[&[u8]]) -> StarPosition {
        let mut bytes = vec![player];
        for atom in atoms {
            bytes.extend_from_slice(atom);
        }
        StarPosition::from_bytes(&bytes)
    }

    /// Bytes on the heap, beyond the value itself.
    pub fn heap_bytes(&self) -> usize {
        match &self.0 {
            Bytes::Short(..) => 0,
            Bytes::Long(bytes) => bytes.len(),
        }
    }
}

impl PartialEq for StarPosition {
    fn eq(&self, other: &StarPosition) -> bool {
        match (&self.0, &other.0) {
            // Behind its bytes a short one is all zeros, so that a fixed length can be compared.
            (Bytes::Short(a, left), Bytes::Short(b, right)) => a == b && left == right,
            (Bytes::Long(left), Bytes::Long(right)) => left == right,
            _ => false,
        }
    }
}

impl Eq for StarPosition {}

impl Hash for StarPosition {
    fn hash<H: Hasher>(&self, state: &mut H) {
        match &self.0 {
            // Behind its bytes a short one is all zeros, and bytes say how long they are.
            Bytes::Short(length, bytes) => {
                state.write_u64(word(bytes, 0));
                if *length > 8 {
                    state.write_u64(word(bytes, 8));
                    state.write_u64(word(bytes, SHORT - 8));
                }
            }
            Bytes::Long(bytes) => bytes.hash(state),
        }
    }
}

fn word(bytes: &[u8; SHORT], at: usize) -> u64 {
    let word = bytes[at..at + 8].try_into();
    u64::from_le_bytes(word.expect("eight bytes"))
}

impl PartialOrd for StarPosition {
    fn partial_cmp(&self, other: &StarPosition) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for StarPosition {
    fn cmp(&self, other: &StarPosition) -> Ordering {
        self.bytes().cmp(other.bytes())
    }
}

impl fmt::Debug for StarPosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{:?}", self.player(), self.atoms())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn integer(number: i64) -> StarPosition {
        StarPosition::new(0, &[Atom::Integer(number)])
    }

    #[test]
    fn every_atom_survives_a_round_trip() {
        let long: String = "xyz".repeat(200);
        let atoms = [
            Atom::Integer(0),
            Atom::Integer(i64::MIN),
            Atom::Integer(i64::MAX),
            Atom::Integer(-1),
            Atom::Large(num_bigint::BigInt::from(i64::MIN) - 1),
            Atom::Large(num_bigint::BigInt::from(1) << 400),
            Atom::Text(String::new()),
            Atom::Text(long),
            Atom::Tuple(vec![]),
            Atom::List(vec![
                Atom::Tuple(vec![Atom::Integer(256)]),
                Atom::Text("é".to_owned()),
                Atom::Truth(true),
                Atom::Truth(false),
                Atom::Nothing,
            ]),
            Atom::Tuple((0..300).map(Atom::Integer).collect()),
        ];
        for atom in &atoms {
            let one = std::slice::from_ref(atom);
            assert_eq!(StarPosition::new(1, one).atoms(), one);
        }
        assert_eq!(StarPosition::new(0, &atoms).atoms(), atoms);
        assert_eq!(StarPosition::new(0, &[]).atoms(), []);
    }

    #[test]
    fn integers_sort_by_size() {
        let numbers = [
            i64::MIN,
            -70_000,
            -256,
            -255,
            -1,
            0,
            1,
            255,
            256,
            70_000,
            i64::MAX,
        ];
        let positions: Vec<StarPosition> = numbers.into_iter().map(integer).collect();
        assert!(positions.is_sorted());
        let sum = StarPosition::new(0, &[Atom::Integer(300), Atom::Integer(2)]).sorted();
        assert_eq!(sum.atoms(), [Atom::Integer(2), Atom::Integer(300)]);
    }

    #[test]
    fn an_integer_is_written_the_same_both_ways() {
        let near = |at: i64| (-3..=3).map(move |by| at.wrapping_add(by));
        let powers = (0..64).flat_map(|bits| near(1 << bits).chain(near(-1 << bits)));
        for number in powers.chain([0, i64::MIN, i64::MAX]) {
            let plain = integer(number);
            let quick = StarPosition::from_integer(0, number);
            assert_eq!(plain, quick, "{number}");
            assert_eq!(quick.integer(), Some(number));
            assert_eq!(quick.total(), number);
        }
        let nested = Atom::Tuple(vec![Atom::List(vec![Atom::Integer(3)]), Atom::Integer(-1)]);
        let sum = StarPosition::new(0, &[nested, Atom::Text("9".to_owned()), Atom::Integer(8)]);
        assert_eq!(sum.total(), 10);
    }

    #[test]
    fn one_integer_is_told_from_everything_else() {
        for number in [0, 1, -1, 255, 256, i64::MIN, i64::MAX] {
            assert_eq!(integer(number).integer(), Some(number));
        }
        let two = [Atom::Integer(1), Atom::Integer(2)];
        assert_eq!(StarPosition::new(0, &two).integer(), None);
        for atom in [Atom::Text(String::new()), Atom::Tuple(two.to_vec())] {
            assert_eq!(StarPosition::new(0, &[atom]).integer(), None);
        }
        assert_eq!(StarPosition::new(0, &[]).integer(), None);
    }

    #[test]
    fn a_position_takes_24_bytes_and_small_ones_nothing_more() {
        assert_eq!(std::mem::size_of::<StarPosition>(), 24);
        let triple = Atom::Tuple((1..8).map(Atom::Integer).collect());
        assert_eq!(StarPosition::new(0, &[triple]).heap_bytes(), 0);
    }
}
