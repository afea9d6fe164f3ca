//! Options as rules list them, before anybody knows which positions they are.

use crate::OptionLists;

/// A position: by its number ([`Source::number`](crate::Source::number)) if it has one.
#[derive(Debug)]
pub enum PositionRef<'p, P> {
    /// The position with this number.
    Number(u64),
    /// A position that has none.
    Position(&'p P),
}

impl<P> Clone for PositionRef<'_, P> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<P> Copy for PositionRef<'_, P> {}

/// The options of several positions; parts that have a number are given by it.
#[derive(Clone, Debug)]
pub struct ListedOptions<P> {
    /// The number of each part, or [`OTHER`] for the next of the others.
    lists: OptionLists<u64>,
    others: Vec<P>,
    ahead: Vec<u64>,
    /// What the others take beyond their own size.
    bytes_beyond: u64,
}

const OTHER: u64 = u64::MAX;

impl<P> Default for ListedOptions<P> {
    fn default() -> ListedOptions<P> {
        ListedOptions {
            lists: OptionLists::default(),
            others: Vec::new(),
            ahead: Vec::new(),
            bytes_beyond: 0,
        }
    }
}

impl<P> ListedOptions<P> {
    /// Adds a part to the present option, which takes so many bytes beyond its own size.
    pub fn push(&mut self, part: P, bytes_beyond: usize) {
        self.lists.push(OTHER);
        self.others.push(part);
        self.bytes_beyond += bytes_beyond as u64;
    }

    /// Adds the part with this number to the present option.
    #[inline]
    pub fn push_number(&mut self, number: u64) {
        debug_assert_ne!(number, OTHER, "numbers are below 2^63");
        self.lists.push(number);
    }

    /// The parts since the last end are one option.
    #[inline]
    pub fn end_option(&mut self) {
        self.lists.end_option();
    }

    /// The options since the last end are those of one position.
    pub fn end_position(&mut self) {
        self.lists.end_position();
    }

    /// The options since the last end are those of the position with this number, for which nobody asked.
    pub fn end_ahead(&mut self, number: u64) {
        self.lists.end_position();
        self.ahead.push(number);
    }

    /// The positions that were listed although nobody asked; they come last.
    pub fn ahead(&self) -> &[u64] {
        &self.ahead
    }

    /// Forgets the options of a position that has not ended (not the bytes beyond).
    pub fn forget_unended(&mut self) {
        let forgotten = self.lists.forget_unended();
        let others = forgotten.filter(|&number| number == OTHER).count();
        self.others.truncate(self.others.len() - others);
    }

    /// Forgets everything; the memory stays.
    pub fn clear(&mut self) {
        self.lists.clear();
        self.others.clear();
        self.ahead.clear();
        self.bytes_beyond = 0;
    }

    /// The parts of the present option and of those before it, from the one with number `first` on, that have
    /// a number.
    pub fn numbers_from(&self, first: usize) -> impl Iterator<Item = u64> {
        let parts = self.lists.parts()[first..].iter().copied();
        parts.filter(|&number| number != OTHER)
    }

    /// How many positions have ended.
    pub fn positions(&self) -> usize {
        self.lists.positions()
    }

    /// How many parts there are in all options.
    pub fn parts(&self) -> usize {
        self.lists.parts().len()
    }

    /// Bytes that all of it takes, or somewhat more.
    pub fn bytes(&self) -> u64 {
        let others = self.others.capacity() * size_of::<P>();
        self.lists.bytes() + others as u64 + self.bytes_beyond
    }

    /// The same lists with `make` of each part: of its number, or of the position if it has none, which is
    /// given away.
    ///
    /// # Examples
    ///
    /// ```
    /// # use grundy_positions::ListedOptions;
    /// let mut found = ListedOptions::default();
    /// found.push_number(3);
    /// found.push("four", 0);
    /// found.end_option();
    /// found.end_position();
    /// let lists = found.map(|part| match part {
    ///     Ok(number) => number.to_string(),
    ///     Err(text) => text.to_owned(),
    /// });
    /// assert_eq!(lists.parts(), ["3", "four"]);
    /// ```
    pub fn map<Q>(&mut self, mut make: impl FnMut(Result<u64, P>) -> Q) -> OptionLists<Q> {
        let mut others = self.others.drain(..);
        self.lists.map(|&number| match number {
            OTHER => make(Err(others.next().expect("as many as were pushed"))),
            number => make(Ok(number)),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_has_not_ended_can_be_forgotten() {
        let mut found = ListedOptions::default();
        found.push_number(1);
        found.push('a', 9);
        found.end_option();
        found.end_position();
        found.push('b', 9);
        found.push_number(2);
        found.push('c', 9);
        found.end_option();
        found.end_ahead(7);
        let before = found.clone();
        found.push('d', 9);
        found.push_number(3);
        found.end_option();
        found.push('e', 9);
        found.forget_unended();
        assert_eq!((found.positions(), found.parts()), (2, 5));
        assert_eq!(found.ahead(), [7]);
        assert!(found.numbers_from(1).eq([2]));
        let make = |part: Result<u64, char>| part.unwrap_or_else(u64::from);
        assert_eq!(found.clone().map(make), before.clone().map(make));
        assert!(found.bytes() >= 27);
        found.clear();
        assert_eq!(
            (found.positions(), found.parts(), found.ahead().len()),
            (0, 0, 0)
        );
    }
}
