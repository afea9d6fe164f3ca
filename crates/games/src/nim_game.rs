//! Nim under any name: heaps of which a move reduces one.

use grundy_core::{Form, HeapRules, Nimber, Picture, RulesError, Ruleset, SpecError};

use crate::heap_game::{changed_heap, first_of_each, replaced, show_heaps, sorted, without_empty};
use crate::nim_heaps::xor;
use crate::notation;

/// A game that is Nim move by move.
pub(crate) struct NimGame {
    prefix: &'static str,
    rules: HeapRules,
    /// A move as a sentence: the heap, and what is left of it.
    sentence: fn(u64, u64) -> String,
    picture: fn(&[u64]) -> Picture,
}

impl NimGame {
    pub(crate) fn new(
        prefix: &'static str,
        sentence: fn(u64, u64) -> String,
        picture: fn(&[u64]) -> Picture,
    ) -> NimGame {
        NimGame {
            prefix,
            rules: HeapRules::with_tail(&[0], &[3]),
            sentence,
            picture,
        }
    }
}

impl Ruleset for NimGame {
    type Position = Vec<u64>;

    fn prefix(&self, _heaps: &Vec<u64>) -> String {
        self.prefix.to_owned()
    }

    fn parse(&self, text: &str) -> Result<Vec<u64>, SpecError> {
        notation::numbers(text, notation::ANY).map(without_empty)
    }

    fn show(&self, heaps: &Vec<u64>) -> String {
        show_heaps(heaps)
    }

    fn options(&self, heaps: &Vec<u64>, options: &mut Vec<Vec<u64>>) -> Result<(), RulesError> {
        for (index, &heap) in first_of_each(heaps) {
            options.extend((0..heap).map(|left| replaced(heaps, index, &[left])));
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
        Form::Nim(heaps.iter().map(|&heap| u128::from(heap)).collect())
    }

    fn heap_rules(&self) -> Option<&HeapRules> {
        Some(&self.rules)
    }

    fn heap_value(&self, heap: u64) -> Option<Nimber> {
        Some(Nimber(u128::from(heap)))
    }

    fn with_heaps(&self, heaps: &[u64]) -> Option<Vec<u64>> {
        Some(without_empty(heaps.to_vec()))
    }

    fn options_to(
        &self,
        heaps: &Vec<u64>,
        target: Nimber,
        most: usize,
        options: &mut Vec<Vec<u64>>,
    ) -> bool {
        let difference = xor(heaps) ^ target.0;
        for (index, &heap) in first_of_each(heaps) {
            let size = u128::from(heap) ^ difference;
            if size < u128::from(heap) && options.len() < most {
                options.push(replaced(heaps, index, &[size as u64]));
            }
        }
        true
    }

    fn option_count(&self, heaps: &Vec<u64>) -> Option<u128> {
        let distinct = first_of_each(heaps);
        Some(distinct.iter().map(|(_, heap)| u128::from(**heap)).sum())
    }

    fn picture(&self, heaps: &Vec<u64>) -> Picture {
        (self.picture)(heaps)
    }
}
