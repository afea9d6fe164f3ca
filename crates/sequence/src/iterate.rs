//! A nim-sequence as an iterator.

use std::iter::FusedIterator;

use grundy_core::{HeapRules, LimitReached, Limits, Nimber};

use crate::{Period, Stream};

/// Values that are read at a time: few at first, so that a few cost little.
const FIRST_READ: usize = 64;
const LONGEST_READ: usize = 1 << 14;

/// The nim-values of heaps 0, 1, 2, … of a taking-and-breaking game.
///
/// Values are computed in blocks as they are asked for. Memory does not grow with their number where a period is
/// proved early, or where the method looks back only so far; otherwise it is that of all values.
///
/// # Examples
///
/// ```
/// # use grundy_core::{HeapRules, Nimber};
/// use grundy_sequence::nim_sequence;
///
/// let kayles = HeapRules::with_tail(&[0, 7, 7], &[]);
/// let first: Vec<u128> = nim_sequence(kayles.clone()).take(8).map(|value| value.0).collect();
/// assert_eq!(first, [0, 1, 2, 3, 1, 4, 3, 2]);
/// assert_eq!(nim_sequence(kayles).nth(1_000_000), Some(Nimber(1)));
/// ```
pub fn nim_sequence(rules: HeapRules) -> NimSequence {
    let limits = Limits {
        positions: u64::MAX,
        ..Limits::default()
    };
    NimSequence {
        stream: Stream::new(rules, 0),
        limits,
        values: Vec::new(),
        next: 0,
        stopped_by: None,
    }
}

/// The iterator that [`nim_sequence`] makes.
pub struct NimSequence {
    stream: Stream,
    limits: Limits,
    /// Values that were read from the stream, and how many of them were handed out.
    values: Vec<u64>,
    next: usize,
    stopped_by: Option<LimitReached>,
}

impl NimSequence {
    /// The same sequence, which ends where one of these limits is reached.
    ///
    /// Without it, only the default limit on memory ends it.
    pub fn within(mut self, limits: Limits) -> NimSequence {
        self.limits = limits;
        self
    }

    /// The limit that ended the sequence, if one did.
    pub fn stopped_by(&self) -> Option<LimitReached> {
        self.stopped_by
    }

    /// The proved period, if one was found so far.
    pub fn period(&self) -> Option<&Period> {
        self.stream.period()
    }

    /// Reads more values; false if there are none.
    fn read(&mut self) -> bool {
        let most = (2 * self.values.len()).clamp(FIRST_READ, LONGEST_READ);
        self.values.clear();
        self.next = 0;
        while self.values.is_empty() && self.stopped_by.is_none() && !self.stream.is_finished() {
            let result = self.stream.read(most, &mut self.values, &self.limits);
            self.stopped_by = result.err();
        }
        !self.values.is_empty()
    }
}

impl Iterator for NimSequence {
    type Item = Nimber;

    fn next(&mut self) -> Option<Nimber> {
        if self.next == self.values.len() && !self.read() {
            return None;
        }
        let value = self.values[self.next];
        self.next += 1;
        Some(Nimber(value.into()))
    }
}

impl FusedIterator for NimSequence {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::definition::{definition, odd_games};

    #[test]
    fn the_iterator_gives_the_values_of_the_definition() {
        for rules in odd_games() {
            let found: Vec<u128> = nim_sequence(rules.clone()).take(150).map(|v| v.0).collect();
            let expected = definition(&rules, 150).into_iter().map(u128::from);
            assert!(found.into_iter().eq(expected), "{rules}");
        }
    }

    #[test]
    fn a_limit_ends_the_iterator_for_good_and_can_be_asked_for() {
        let limits = Limits {
            positions: 1000,
            ..Limits::default()
        };
        let officers = HeapRules::with_tail(&[0, 6], &[]);
        let mut values = nim_sequence(officers).within(limits);
        assert_eq!(values.by_ref().count(), 1000);
        let limit = LimitReached::Positions { limit: 1000 };
        assert_eq!(values.stopped_by(), Some(limit));
        assert_eq!(values.next(), None);
    }
}
