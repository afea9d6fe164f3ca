//! Where the positions with numbers are.

/// From numbers to places: by a table for small numbers, by a hash for others.
///
/// The numbers themselves are kept elsewhere, in the order of their places: a slot of the hash table holds a
/// place and half of the hash, so that a look at one slot mostly says everything.
#[derive(Default)]
pub(crate) struct NumberIndex {
    /// The places of all numbers that are smaller than its length; [`NOWHERE`] where there is none.
    small: Vec<u32>,
    /// The places of the others, each with the low half of its hash above; [`EMPTY`] where there is none. A power
    /// of two in length, and never full.
    slots: Vec<u64>,
    used: usize,
}

/// No place.
pub(crate) const NOWHERE: u32 = u32::MAX;
const EMPTY: u64 = u64::MAX;

impl NumberIndex {
    /// The place of `number`, or [`NOWHERE`]; `all` are the numbers by their places.
    #[inline]
    pub(crate) fn get(&self, number: u64, all: &[u64]) -> u32 {
        match self.small.get(number as usize) {
            Some(&at) => at,
            None => self.look_up(number, all),
        }
    }

    fn look_up(&self, number: u64, all: &[u64]) -> u32 {
        let hash = hash(number);
        let mut slot = self.first_slot(hash);
        while let Some(&found) = self.slots.get(slot)
            && found != EMPTY
        {
            let at = found as u32;
            if found >> 32 == hash & TAG && all[at as usize] == number {
                return at;
            }
            slot = (slot + 1) & (self.slots.len() - 1);
        }
        NOWHERE
    }

    /// Adds a number that is not there yet; `all` are the numbers by their places, with this one.
    pub(crate) fn add(&mut self, number: u64, at: u32, all: &[u64]) {
        /// A table that reaches so far costs nothing.
        const FEW: u64 = 1 << 15;
        // Not much further than positions are many.
        let is_small = number < FEW + 4 * all.len() as u64;
        if is_small && number >= self.small.len() as u64 {
            let length = (number as usize + 1).next_power_of_two();
            self.small.resize(length, NOWHERE);
            self.hash_again(self.slots.len(), all);
        }
        match self.small.get_mut(number as usize) {
            Some(slot) => *slot = at,
            None => {
                // At most five of eight slots are in use.
                if self.slots.len() * 5 <= self.used * 8 {
                    self.hash_again((2 * self.slots.len()).max(64), all);
                }
                self.put(number, at);
            }
        }
    }

    /// Bytes that the tables take.
    pub(crate) fn bytes(&self) -> usize {
        self.small.capacity() * size_of::<u32>() + self.slots.capacity() * size_of::<u64>()
    }

    /// Moves everything into `length` slots, or into the table of small numbers where it reaches as far.
    fn hash_again(&mut self, length: usize, all: &[u64]) {
        let before = std::mem::replace(&mut self.slots, vec![EMPTY; length]);
        self.used = 0;
        for slot in before.into_iter().filter(|&slot| slot != EMPTY) {
            let at = slot as u32;
            let number = all[at as usize];
            match self.small.get_mut(number as usize) {
                Some(slot) => *slot = at,
                None => self.put(number, at),
            }
        }
    }

    fn put(&mut self, number: u64, at: u32) {
        let hash = hash(number);
        let mut slot = self.first_slot(hash);
        while self.slots[slot] != EMPTY {
            slot = (slot + 1) & (self.slots.len() - 1);
        }
        self.slots[slot] = hash << 32 | u64::from(at);
        self.used += 1;
    }

    /// By the high bits of the hash; the low ones are in the slot.
    fn first_slot(&self, hash: u64) -> usize {
        match self.slots.len() {
            0 => 0,
            length => (hash >> (u64::BITS - length.trailing_zeros())) as usize,
        }
    }
}

const TAG: u64 = (1 << 32) - 1;

/// Both halves of a product, so that every bit of the number moves every bit.
fn hash(number: u64) -> u64 {
    const ODD: u64 = 0x9e37_79b9_7f4a_7c15;
    let product = u128::from(number ^ ODD.rotate_left(17)) * u128::from(ODD);
    (product >> 64) as u64 ^ product as u64
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;

    #[test]
    fn every_number_is_found_where_it_was_added() {
        // Small ones in falling order, so that they are hashed first and move later; packed tuples;
        // and numbers that differ in few bits.
        let small = (0..60_000u64).rev();
        let packed = (0..40_000u64).map(|n| 3 << 59 | (n % 200) << 38 | (n / 200) << 19 | 7);
        let bits = (0..63).flat_map(|bit| (0..bit).map(move |other| 1 << bit | 1 << other));
        let mut all = Vec::new();
        let mut numbers = NumberIndex::default();
        let mut plain = HashMap::new();
        for number in small.chain(packed).chain(bits) {
            let at = all.len() as u32;
            let before = numbers.get(number, &all);
            match plain.get(&number) {
                Some(&known) => assert_eq!(before, known, "{number}"),
                None => {
                    assert_eq!(before, NOWHERE, "{number}");
                    all.push(number);
                    plain.insert(number, at);
                    numbers.add(number, at, &all);
                }
            }
        }
        for (number, at) in plain {
            assert_eq!(numbers.get(number, &all), at);
        }
        assert!(numbers.bytes() < 32 * all.len());
        assert_eq!(numbers.get(7 << 60, &all), NOWHERE);
    }
}
