//! Heaps that move one at a time by a rule that is no taking-and-breaking code, with a formula for
//! their values.

use grundy_core::{Form, Nimber, Picture, RulesError, Ruleset, SpecError};

use crate::heap_game::{changed_heap, first_of_each, replaced, show_heaps, sorted, without_empty};
use crate::notation;

/// A game whose moves replace one heap by a smaller one.
pub(crate) struct SeparateHeaps {
    /// What stands before the colon.
    pub prefix: &'static str,
    /// The largest heap whose moves can be listed.
    pub largest: u64,
    /// The sizes that a heap can become.
    pub moves: fn(u64) -> Vec<u64>,
    /// The nim-value of a heap.
    pub value: fn(u64) -> u128,
    /// A move as a sentence: the heap, and what it becomes.
    pub sentence: fn(u64, u64) -> String,
}

impl Ruleset for SeparateHeaps {
    type Position = Vec<u64>;

    fn prefix(&self, _heaps: &Vec<u64>) -> String {
        self.prefix.to_owned()
    }

    fn parse(&self, text: &str) -> Result<Vec<u64>, SpecError> {
        notation::numbers(text, 0..u128::from(self.largest) + 1).map(without_empty)
    }

    fn show(&self, heaps: &Vec<u64>) -> String {
        show_heaps(heaps)
    }

    fn options(&self, heaps: &Vec<u64>, options: &mut Vec<Vec<u64>>) -> Result<(), RulesError> {
        for (index, &heap) in first_of_each(heaps) {
            let moves = (self.moves)(heap).into_iter();
            options.extend(moves.map(|left| replaced(heaps, index, &[left])));
        }
        Ok(())
    }

    fn describe(&self, from: &Vec<u64>, to: &Vec<u64>) -> String {
        let (heap, left) = changed_heap(from, to);
        (self.sentence)(heap, left.iter().sum())
    }

    fn canonical(&self, heaps: &Vec<u64>) -> Vec<u64> {
        sorted(heaps)
    }

    fn is_acyclic(&self) -> bool {
        true
    }

    fn form(&self, heaps: &Vec<u64>) -> Form {
        let values = heaps.iter().map(|&heap| (self.value)(heap));
        Form::Value(Nimber(values.fold(0, |sum, value| sum ^ value)))
    }

    fn picture(&self, heaps: &Vec<u64>) -> Picture {
        Picture::Heaps(heaps.clone())
    }
}
