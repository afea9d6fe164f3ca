//! Positions by the order in which they were first met.

use std::hash::{BuildHasher, Hash};

use hashbrown::HashTable;
use rustc_hash::FxBuildHasher;

/// A list without repetition. A position is found by its number if it is a small one, else by its hash.
pub(crate) struct Met<P> {
    list: Vec<P>,
    by_hash: HashTable<u32>,
    /// The places of the positions that are small numbers; [`NOWHERE`] for those not met.
    by_number: Vec<u32>,
}

const NOWHERE: u32 = u32::MAX;

impl<P> Default for Met<P> {
    fn default() -> Met<P> {
        Met {
            list: Vec::new(),
            by_hash: HashTable::new(),
            by_number: Vec::new(),
        }
    }
}

impl<P: Eq + Hash> Met<P> {
    /// How many there are.
    pub(crate) fn len(&self) -> usize {
        self.list.len()
    }

    /// The position at a place.
    pub(crate) fn get(&self, at: u32) -> &P {
        &self.list[at as usize]
    }

    /// Bytes that list and tables take.
    pub(crate) fn bytes(&self) -> u64 {
        let numbers = self.by_number.capacity() * size_of::<u32>();
        (self.list.capacity() * size_of::<P>() + self.by_hash.allocation_size() + numbers) as u64
    }

    /// The place of `position`, and whether it is new; `number` is its own number, if it has one.
    pub(crate) fn insert(&mut self, position: P, number: Option<usize>) -> (u32, bool) {
        if let Some(number) = number
            && let Some(&at) = self.by_number.get(number)
            && at != NOWHERE
        {
            return (at, false);
        }
        let hash = FxBuildHasher.hash_one(&position);
        let is_it = |&at: &u32| self.list[at as usize] == position;
        if let Some(&at) = self.by_hash.find(hash, is_it) {
            return (at, false);
        }
        let at = u32::try_from(self.list.len()).expect("limits keep positions below 2^32");
        match number.filter(|&number| self.has_room(number)) {
            Some(number) => self.by_number[number] = at,
            None => {
                let rehash = |&at: &u32| FxBuildHasher.hash_one(&self.list[at as usize]);
                self.by_hash.insert_unique(hash, at, rehash);
            }
        }
        self.list.push(position);
        (at, true)
    }

    /// True if the table of numbers reaches as far, or may: not much further than positions are many.
    fn has_room(&mut self, number: usize) -> bool {
        const FEW: usize = 1 << 14;
        let most = FEW + 4 * self.list.len();
        if number >= self.by_number.len() && number < most {
            let length = (number + 1).next_power_of_two();
            self.by_number.resize(length, NOWHERE);
        }
        number < self.by_number.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_others_are_found_again_wherever_they_are_kept() {
        let mut met = Met::default();
        // Large ones first, when the table of numbers does not reach that far.
        let positions: Vec<u64> = (0..100_000).rev().chain([1 << 40, 7 << 40]).collect();
        let number = |position: u64| {
            let number = usize::try_from(position).ok();
            number.filter(|number| number % 3 != 0)
        };
        for (at, &position) in (0u32..).zip(&positions) {
            assert_eq!(met.insert(position, number(position)), (at, true));
        }
        for (at, &position) in (0u32..).zip(&positions) {
            assert_eq!(met.insert(position, number(position)), (at, false));
            assert_eq!(*met.get(at), position);
        }
        assert_eq!(met.len(), positions.len());
        assert!(met.bytes() < 32 * met.len() as u64, "{}", met.bytes());
    }
}
