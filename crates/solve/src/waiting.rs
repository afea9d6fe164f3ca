//! Positions whose options are not all valued yet, each waiting for one part of one option.
//!
//! As SAT solvers watch literals: when the awaited part gets its value, the next part without one is
//! looked for, from there on. So every part is looked at once, however the values come in, and the
//! options of a position are forgotten as soon as it has a value itself.

use grundy_positions::{Id, OptionLists};

/// Those who wait, with their options.
#[derive(Default)]
pub struct Waiting {
    /// The options of those who wait, and of some who did, as lists of parts.
    options: OptionLists<Id>,
    /// Whose options they are; [`NOBODY`] where it waits no more.
    owners: Vec<Id>,
    /// Where among the parts the awaited one is.
    awaited: Vec<usize>,
    /// The next place that waits for the same part.
    next: Vec<u32>,
    /// The first place that waits for each position.
    first: Vec<u32>,
    /// Parts of those who wait no more.
    idle_parts: usize,
}

const NOBODY: Id = Id(u32::MAX);
const NONE: u32 = u32::MAX;

impl Waiting {
    /// `owner` waits for the part of its options with number `part`.
    pub fn add(&mut self, owner: Id, listed: &OptionLists<Id>, position: usize, part: usize) {
        let place = self.owners.len();
        self.options.copy_from(listed, position);
        self.owners.push(owner);
        self.awaited.push(self.options.parts_of(place).start + part);
        self.next.push(NONE);
        self.enlist(place as u32);
    }

    /// The places of those who waited for `part`, one after the other.
    pub fn take_first(&mut self, part: Id) -> Option<u32> {
        let first = self.first.get_mut(part.0 as usize)?;
        let place = *first;
        if place == NONE {
            return None;
        }
        *first = self.next[place as usize];
        Some(place)
    }

    /// Lets a place wait for the first of its parts that `is_valued` denies; false if there is none.
    pub fn await_next(&mut self, place: u32, is_valued: impl Fn(Id) -> bool) -> bool {
        let at = place as usize;
        let rest = self.awaited[at]..self.options.parts_of(at).end;
        let parts = &self.options.parts()[rest];
        let Some(further) = parts.iter().position(|&part| !is_valued(part)) else {
            return false;
        };
        self.awaited[at] += further;
        self.enlist(place);
        true
    }

    /// Whose options are at a place.
    pub fn owner(&self, place: u32) -> Id {
        self.owners[place as usize]
    }

    /// The options of all places.
    pub fn options(&self) -> &OptionLists<Id> {
        &self.options
    }

    /// The options at a place are needed no more.
    pub fn release(&mut self, place: u32) {
        self.owners[place as usize] = NOBODY;
        self.idle_parts += self.options.parts_of(place as usize).len();
    }

    /// The places of those who still wait.
    pub fn places(&self) -> impl Iterator<Item = u32> {
        let owners = (0u32..).zip(&self.owners);
        owners.filter_map(|(place, &owner)| (owner != NOBODY).then_some(place))
    }

    /// Bytes that the lists take.
    pub fn bytes(&self) -> u64 {
        let words = self.owners.capacity() + self.next.capacity() + self.first.capacity();
        let places = self.awaited.capacity() * size_of::<usize>();
        (words * size_of::<u32>() + places) as u64 + self.options.bytes()
    }

    /// Gives memory back when most of it is idle. Places change: hold none.
    pub fn tidy(&mut self) {
        /// Fewer parts are not worth the trouble.
        const MANY: usize = 1 << 20;
        if self.idle_parts < MANY.max(self.options.parts().len() / 2) {
            return;
        }
        let mut tidied = Waiting::default();
        for place in self.places() {
            let part = self.awaited[place as usize] - self.options.parts_of(place as usize).start;
            tidied.add(self.owner(place), &self.options, place as usize, part);
        }
        *self = tidied;
    }

    fn enlist(&mut self, place: u32) {
        let part = self.options.parts()[self.awaited[place as usize]].0 as usize;
        if self.first.len() <= part {
            let length = (part + 1).next_power_of_two();
            self.first.resize(length, NONE);
        }
        self.next[place as usize] = std::mem::replace(&mut self.first[part], place);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_waits_for_each_part_without_a_value_in_turn() {
        let mut listed = OptionLists::default();
        for parts in [&[Id(3)][..], &[Id(4), Id(5)]] {
            parts.iter().for_each(|&part| listed.push(part));
            listed.end_option();
        }
        listed.end_position();
        let mut waiting = Waiting::default();
        waiting.add(Id(9), &listed, 0, 0);
        assert_eq!(waiting.take_first(Id(5)), None);
        let place = waiting.take_first(Id(3)).unwrap();
        assert!(waiting.await_next(place, |part| part == Id(3) || part == Id(4)));
        assert_eq!(waiting.take_first(Id(4)), None);
        assert_eq!(waiting.take_first(Id(5)), Some(place));
        assert!(!waiting.await_next(place, |_| true));
        assert_eq!(
            (
                waiting.owner(place),
                waiting.options().count(place as usize)
            ),
            (Id(9), 2)
        );
        waiting.release(place);
        assert_eq!(waiting.places().count(), 0);
    }

    #[test]
    fn tidying_keeps_those_who_wait() {
        let mut listed = OptionLists::default();
        (0..1 << 18).for_each(|part| {
            listed.push(Id(part));
            listed.end_option();
        });
        listed.end_position();
        let mut waiting = Waiting::default();
        for owner in 0..5 {
            waiting.add(Id(owner), &listed, 0, owner as usize);
        }
        for idle in [0, 1, 3, 4] {
            let place = waiting.take_first(Id(idle)).unwrap();
            waiting.release(place);
        }
        let before = waiting.bytes();
        waiting.tidy();
        assert!(waiting.bytes() < before);
        let place = waiting.take_first(Id(2)).unwrap();
        assert_eq!(
            (
                waiting.owner(place),
                waiting.options().count(place as usize)
            ),
            (Id(2), 1 << 18)
        );
        assert_eq!(waiting.places().count(), 1);
    }
}
