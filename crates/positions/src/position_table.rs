//! Positions by the order in which they were first table.

use std::hash::{BuildHasher, Hash};

use hashbrown::HashTable;
use rustc_hash::FxBuildHasher;

use crate::PositionRef;
use crate::number_index::{NOWHERE, NumberIndex};

/// A list without repetition. A position that has a number is kept as that, and found by it; others
/// are found by the hash of the whole position.
pub(crate) struct PositionTable<P> {
    /// The number of each position, or [`OTHER`] and its place among the others; empty as long as none
    /// has a number.
    words: Vec<u64>,
    others: Vec<P>,
    /// Where each of the others is, by its hash.
    by_hash: HashTable<u32>,
    numbers: NumberIndex,
}

/// NumberIndex are smaller.
const OTHER: u64 = 1 << 63;

impl<P> Default for PositionTable<P> {
    fn default() -> PositionTable<P> {
        PositionTable {
            words: Vec::new(),
            others: Vec::new(),
            by_hash: HashTable::new(),
            numbers: NumberIndex::default(),
        }
    }
}

impl<P: Eq + Hash> PositionTable<P> {
    /// How many there are.
    pub(crate) fn len(&self) -> usize {
        self.words.len().max(self.others.len())
    }

    /// The position at a place.
    pub(crate) fn get(&self, at: u32) -> PositionRef<'_, P> {
        match self.words.get(at as usize) {
            Some(&number @ ..OTHER) => PositionRef::Number(number),
            Some(other) => PositionRef::Position(&self.others[(other - OTHER) as usize]),
            None => PositionRef::Position(&self.others[at as usize]),
        }
    }

    /// Bytes that lists and tables take.
    pub(crate) fn bytes(&self) -> u64 {
        let words = self.words.capacity() * size_of::<u64>();
        let others = self.others.capacity() * size_of::<P>() + self.by_hash.allocation_size();
        (words + others + self.numbers.bytes()) as u64
    }

    /// The place of the position with this number.
    #[inline]
    pub(crate) fn insert_number(&mut self, number: u64) -> u32 {
        match self.numbers.get(number, &self.words) {
            NOWHERE => self.add_number(number),
            at => at,
        }
    }

    /// True if the position with this number has been table.
    pub(crate) fn has_number(&self, number: u64) -> bool {
        self.numbers.get(number, &self.words) != NOWHERE
    }

    fn add_number(&mut self, number: u64) -> u32 {
        debug_assert!(number < OTHER, "numbers are below 2^63");
        let at = self.next();
        if self.words.is_empty() {
            let others = OTHER..OTHER + self.others.len() as u64;
            self.words.extend(others);
        }
        self.words.push(number);
        self.numbers.add(number, at, &self.words);
        at
    }

    /// The place of a position that has no number, and whether it is new.
    pub(crate) fn insert(&mut self, position: P) -> (u32, bool) {
        let hash = FxBuildHasher.hash_one(&position);
        let is_it =
            |&at: &u32| matches!(self.get(at), PositionRef::Position(other) if *other == position);
        if let Some(&at) = self.by_hash.find(hash, is_it) {
            return (at, false);
        }
        let at = self.next();
        if !self.words.is_empty() {
            self.words.push(OTHER + self.others.len() as u64);
        }
        self.others.push(position);
        let (words, others) = (&self.words, &self.others);
        let rehash = |&at: &u32| {
            let other = words.get(at as usize).map(|other| other - OTHER);
            FxBuildHasher.hash_one(&others[other.unwrap_or(at.into()) as usize])
        };
        self.by_hash.insert_unique(hash, at, rehash);
        (at, true)
    }

    fn next(&self) -> u32 {
        let next = u32::try_from(self.len()).ok().filter(|&at| at != NOWHERE);
        next.expect("limits keep positions below 2^32")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two of three have a number; so have huge ones.
    fn insert(table: &mut PositionTable<u64>, position: u64) -> u32 {
        match position % 3 {
            0 => table.insert(position).0,
            _ => table.insert_number(position),
        }
    }

    #[test]
    fn numbers_and_others_are_found_again_wherever_they_are_kept() {
        let far = [1 << 40, 7 << 40, (1 << 63) - 1, 1 << 62];
        // Large ones first, when the table of numbers does not reach that far; and some others
        // before there is any number.
        let others = (0..10).map(|n| 3 * n);
        let rest = (0..100_000).rev().filter(|n| n % 3 != 0 || *n >= 30);
        let positions: Vec<u64> = others.chain(far).chain(rest).collect();
        let mut table = PositionTable::default();
        for (at, &position) in (0u32..).zip(&positions) {
            assert!(!table.has_number(position));
            assert_eq!(insert(&mut table, position), at);
            assert_eq!(table.has_number(position), position % 3 != 0);
            assert_eq!(table.len(), at as usize + 1);
        }
        for (at, &position) in (0u32..).zip(&positions) {
            assert_eq!(insert(&mut table, position), at);
            match table.get(at) {
                PositionRef::Number(number) => assert_eq!(number, position),
                PositionRef::Position(other) => assert_eq!(*other, position),
            }
            assert_eq!(
                matches!(table.get(at), PositionRef::Position(_)),
                position % 3 == 0
            );
        }
        assert_eq!(table.len(), positions.len());
        assert!(table.bytes() < 32 * table.len() as u64, "{}", table.bytes());
    }
}
