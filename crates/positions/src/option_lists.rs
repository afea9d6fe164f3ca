//! Options of several positions, each as a list of independent parts, one behind the other.

/// The options of positions, in order; an option is a list of parts, most often of one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OptionLists<P> {
    parts: Vec<P>,
    /// Where each option ends among the parts; empty as long as every option is one part.
    option_ends: Vec<usize>,
    /// Where each position ends among the options.
    position_ends: Vec<usize>,
    options: usize,
}

impl<P> Default for OptionLists<P> {
    fn default() -> OptionLists<P> {
        OptionLists {
            parts: Vec::new(),
            option_ends: Vec::new(),
            position_ends: Vec::new(),
            options: 0,
        }
    }
}

impl<P> OptionLists<P> {
    /// Adds a part to the present option.
    #[inline]
    pub fn push(&mut self, part: P) {
        self.parts.push(part);
    }

    /// The parts since the last end are one option.
    ///
    /// # Examples
    ///
    /// ```
    /// # use grundy_positions::OptionLists;
    /// let mut found = OptionLists::default();
    /// [3, 4].into_iter().for_each(|part| found.push(part));
    /// found.end_option();
    /// found.end_position();
    /// assert_eq!(found.options(0).collect::<Vec<_>>(), [[3, 4]]);
    /// ```
    #[inline]
    pub fn end_option(&mut self) {
        let end = self.parts.len();
        let is_single = end == self.options + 1;
        if !self.option_ends.is_empty() {
            self.option_ends.push(end);
        } else if !is_single {
            self.option_ends.extend(1..=self.options);
            self.option_ends.push(end);
        }
        self.options += 1;
    }

    /// The options since the last end are those of one position.
    pub fn end_position(&mut self) {
        self.position_ends.push(self.options);
    }

    /// How many positions have ended.
    pub fn positions(&self) -> usize {
        self.position_ends.len()
    }

    /// All parts of all options.
    pub fn parts(&self) -> &[P] {
        &self.parts
    }

    /// All parts of all options, given away.
    pub fn into_parts(self) -> Vec<P> {
        self.parts
    }

    /// The same lists with `number(part)` in the place of each part.
    pub fn map<Q>(&self, number: impl FnMut(&P) -> Q) -> OptionLists<Q> {
        OptionLists {
            parts: self.parts.iter().map(number).collect(),
            option_ends: self.option_ends.clone(),
            position_ends: self.position_ends.clone(),
            options: self.options,
        }
    }

    /// Forgets the options of a position that has not ended, and hands on their parts.
    pub fn forget_unended(&mut self) -> impl Iterator<Item = P> {
        let options = self.position_ends.last().map_or(0, |&end| end);
        let parts = self.parts_before(options);
        self.option_ends.truncate(options);
        self.options = options;
        self.parts.drain(parts..)
    }

    /// Forgets everything; the memory stays.
    pub fn clear(&mut self) {
        self.parts.clear();
        self.option_ends.clear();
        self.position_ends.clear();
        self.options = 0;
    }

    /// Appends the options of all positions of another list.
    pub fn append(&mut self, mut other: OptionLists<P>) {
        if self.positions() == 0 && self.options == 0 {
            *self = other;
            return;
        }
        let (parts, options) = (self.parts.len(), self.options);
        if self.falls_apart() || other.falls_apart() {
            if !self.falls_apart() {
                self.option_ends.extend(1..=options);
            }
            if other.falls_apart() {
                let ends = other.option_ends.iter();
                self.option_ends.extend(ends.map(|end| parts + end));
            } else {
                let ends = 1..=other.options;
                self.option_ends.extend(ends.map(|end| parts + end));
            }
        }
        self.parts.append(&mut other.parts);
        let ends = other.position_ends.iter();
        self.position_ends.extend(ends.map(|end| options + end));
        self.options += other.options;
    }

    /// Appends the options of one position of another list, and ends it.
    pub fn copy_from(&mut self, other: &OptionLists<P>, position: usize)
    where
        P: Copy,
    {
        if self.falls_apart() || other.falls_apart() {
            for option in other.options(position) {
                self.parts.extend_from_slice(option);
                self.end_option();
            }
        } else {
            let options = &other.parts[other.range(position)];
            self.parts.extend_from_slice(options);
            self.options += options.len();
        }
        self.end_position();
    }

    /// How many options one position has.
    pub fn count(&self, position: usize) -> usize {
        self.range(position).len()
    }

    /// The options of one position.
    pub fn options(&self, position: usize) -> impl Iterator<Item = &[P]> {
        self.range(position).map(|option| self.option(option))
    }

    /// The parts of all options of one position.
    pub fn parts_of(&self, position: usize) -> std::ops::Range<usize> {
        let options = self.range(position);
        self.parts_before(options.start)..self.parts_before(options.end)
    }

    /// True if some option is not exactly one part.
    pub fn falls_apart(&self) -> bool {
        !self.option_ends.is_empty()
    }

    /// Bytes that the lists take.
    pub fn bytes(&self) -> u64 {
        let words = self.option_ends.capacity() + self.position_ends.capacity();
        (words * size_of::<usize>() + self.parts.capacity() * size_of::<P>()) as u64
    }

    fn range(&self, position: usize) -> std::ops::Range<usize> {
        let start = match position {
            0 => 0,
            _ => self.position_ends[position - 1],
        };
        start..self.position_ends[position]
    }

    fn parts_before(&self, option: usize) -> usize {
        match (option, self.option_ends.is_empty()) {
            (0, _) => 0,
            (_, true) => option,
            _ => self.option_ends[option - 1],
        }
    }

    fn option(&self, option: usize) -> &[P] {
        &self.parts[self.parts_before(option)..self.parts_before(option + 1)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_come_back_as_they_were_added() {
        let positions: [&[&[u32]]; 6] = [
            &[],
            &[&[1], &[2]],
            &[&[3]],
            &[&[], &[4, 5], &[6]],
            &[],
            &[&[7]],
        ];
        // Those before the first split are kept without ends: begin everywhere.
        for first in 0..positions.len() {
            let mut lists = OptionLists::default();
            for options in &positions[first..] {
                for option in *options {
                    option.iter().for_each(|&part| lists.push(part));
                    lists.end_option();
                }
                lists.end_position();
            }
            for (at, options) in positions[first..].iter().enumerate() {
                assert_eq!(lists.options(at).collect::<Vec<_>>(), *options);
                assert_eq!(&lists.parts()[lists.parts_of(at)], options.concat());
                assert_eq!(lists.count(at), options.len());
            }
            assert_eq!(lists.falls_apart(), first < 4);
            let mut copied = OptionLists::default();
            (0..lists.positions()).for_each(|at| copied.copy_from(&lists, at));
            assert_eq!(copied, lists);
            assert_eq!(lists.map(|&part| part), lists);
            let mut unended = lists.clone();
            for part in [8, 9] {
                unended.push(part);
            }
            unended.end_option();
            unended.push(8);
            assert_eq!(unended.forget_unended().collect::<Vec<_>>(), [8, 9, 8]);
            assert_eq!(unended.parts(), lists.parts());
            (0..lists.positions()).for_each(|at| {
                assert!(unended.options(at).eq(lists.options(at)));
            });
            let mut twice = lists.clone();
            twice.append(lists.clone());
            (0..lists.positions()).for_each(|at| copied.copy_from(&lists, at));
            assert_eq!(twice, copied);
            let mut plain = OptionLists::default();
            for part in [1, 2] {
                plain.push(part);
                plain.end_option();
            }
            plain.end_position();
            let mut after = plain.clone();
            after.append(lists.clone());
            plain.copy_from(&lists, 0);
            assert_eq!(
                after.options(1).collect::<Vec<_>>(),
                plain.options(1).collect::<Vec<_>>()
            );
            assert_eq!(lists.positions(), positions.len() - first);
        }
    }
}
