//! Games played with heaps, one at a time: shared by every file of the heap family.

use grundy_core::{Form, HeapRules, Nimber, Picture, RulesError, Ruleset, SpecError};

use crate::notation;

/// A game whose positions are heaps and whose moves change one heap by [`HeapRules`].
pub(crate) struct HeapGame {
    /// What stands before the colon.
    pub prefix: String,
    /// What a move may do to a heap.
    pub rules: HeapRules,
    /// A formula for the value of one heap.
    pub heap_value: Box<dyn Fn(u64) -> Option<Nimber> + Send + Sync>,
    /// Reads a position: the list of heaps, or a picture.
    pub parse: fn(&str) -> Result<Vec<u64>, SpecError>,
    /// A move as a sentence: the heap, the number taken, the heaps that are left.
    pub sentence: fn(u64, u64, &[u64]) -> String,
    /// How to draw heaps.
    pub picture: fn(Vec<u64>) -> Picture,
}

impl HeapGame {
    /// A game played with heaps of stones, without a formula.
    pub fn new(prefix: &str, rules: HeapRules) -> HeapGame {
        HeapGame {
            prefix: prefix.to_owned(),
            rules,
            heap_value: Box::new(|_| None),
            parse: |text| notation::numbers(text, notation::ANY),
            sentence: stones,
            picture: Picture::Heaps,
        }
    }
}

impl Ruleset for HeapGame {
    type Position = Vec<u64>;

    fn prefix(&self, _heaps: &Vec<u64>) -> String {
        self.prefix.clone()
    }

    fn parse(&self, text: &str) -> Result<Vec<u64>, SpecError> {
        (self.parse)(text).map(without_empty)
    }

    fn show(&self, heaps: &Vec<u64>) -> String {
        show_heaps(heaps)
    }

    fn options(&self, heaps: &Vec<u64>, options: &mut Vec<Vec<u64>>) -> Result<(), RulesError> {
        for (index, &heap) in first_of_each(heaps) {
            self.rules.for_each_option(heap, |_, left| {
                options.push(replaced(heaps, index, left));
                true
            });
        }
        Ok(())
    }

    fn describe(&self, from: &Vec<u64>, to: &Vec<u64>) -> String {
        let (heap, left) = changed_heap(from, to);
        (self.sentence)(heap, heap - left.iter().sum::<u64>(), &left)
    }

    fn canonical(&self, heaps: &Vec<u64>) -> Vec<u64> {
        sorted(heaps)
    }

    fn is_acyclic(&self) -> bool {
        true
    }

    fn form(&self, heaps: &Vec<u64>) -> Form {
        Form::Heaps(heaps.clone())
    }

    fn heap_rules(&self) -> Option<&HeapRules> {
        Some(&self.rules)
    }

    fn heap_value(&self, heap: u64) -> Option<Nimber> {
        (self.heap_value)(heap)
    }

    fn with_heaps(&self, heaps: &[u64]) -> Option<Vec<u64>> {
        Some(without_empty(heaps.to_vec()))
    }

    fn option_count(&self, heaps: &Vec<u64>) -> Option<u128> {
        first_of_each(heaps)
            .into_iter()
            .try_fold(0u128, |sum, (_, &heap)| {
                sum.checked_add(self.rules.option_count(heap)?)
            })
    }

    fn picture(&self, heaps: &Vec<u64>) -> Picture {
        (self.picture)(heaps.clone())
    }
}

/// Heaps as text; no heap at all is written as an empty one.
pub(crate) fn show_heaps(heaps: &[u64]) -> String {
    match heaps {
        [] => "0".to_owned(),
        _ => notation::show(heaps),
    }
}

/// The heaps that still hold something.
pub(crate) fn without_empty(mut heaps: Vec<u64>) -> Vec<u64> {
    heaps.retain(|&heap| heap > 0);
    heaps
}

/// The heaps in ascending order: their order does not matter.
pub(crate) fn sorted(heaps: &[u64]) -> Vec<u64> {
    let mut heaps = heaps.to_vec();
    heaps.sort_unstable();
    heaps
}

/// One heap of each size, with its place: moves in equal heaps lead to the same options.
pub(crate) fn first_of_each(heaps: &[u64]) -> Vec<(usize, &u64)> {
    let mut seen = std::collections::HashSet::new();
    heaps
        .iter()
        .enumerate()
        .filter(|(_, heap)| seen.insert(**heap))
        .collect()
}

/// `heaps` with the one at `index` replaced by what is `left` of it.
pub(crate) fn replaced(heaps: &[u64], index: usize, left: &[u64]) -> Vec<u64> {
    let mut option = Vec::with_capacity(heaps.len() + left.len());
    option.extend_from_slice(&heaps[..index]);
    option.extend(left.iter().filter(|&&heap| heap > 0));
    option.extend_from_slice(&heaps[index + 1..]);
    option
}

/// The heap that differs between two positions, and what became of it.
pub(crate) fn changed_heap(from: &[u64], to: &[u64]) -> (u64, Vec<u64>) {
    let (from, to) = (sorted(from), sorted(to));
    let gone = difference(&from, &to);
    let left = difference(&to, &from);
    (gone.first().copied().unwrap_or(0), left)
}

/// The numbers of `left` that `right` lacks, both sorted, counted with multiplicity.
pub(crate) fn difference(left: &[u64], right: &[u64]) -> Vec<u64> {
    let mut rest = right.iter().peekable();
    left.iter()
        .filter(|number| {
            while rest.next_if(|other| other < number).is_some() {}
            rest.next_if_eq(number).is_none()
        })
        .copied()
        .collect()
}

/// A move with stones as a sentence.
pub(crate) fn stones(heap: u64, taken: u64, left: &[u64]) -> String {
    match (taken, left) {
        (0, _) => format!("split the heap of {heap} into {}", notation::in_words(left)),
        (_, []) => format!("take all {heap} of a heap").replace("all 1 of a heap", "the heap of 1"),
        (_, [_]) => format!("take {taken} from the heap of {heap}"),
        _ => format!(
            "take {taken} from the heap of {heap} and leave heaps of {}",
            notation::in_words(left)
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_changed_heap_is_found_among_equal_ones() {
        assert_eq!(changed_heap(&[4, 2], &[2, 2]), (4, vec![2]));
        assert_eq!(changed_heap(&[5, 3, 5], &[5, 3]), (5, vec![]));
        assert_eq!(changed_heap(&[6], &[1, 3]), (6, vec![1, 3]));
    }
}
