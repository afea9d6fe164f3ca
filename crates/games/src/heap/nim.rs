//! Nim: take any number from one heap (Bouton 1901).

use grundy_core::{
    Form, Game, HeapRules, Interned, Nimber, Picture, RulesError, Ruleset, SpecError,
};

use crate::heap_game::{self, changed_heap, replaced, show_heaps, sorted, without_empty};
use crate::info::no_parameters;
use crate::nim_heaps::changes_to;
use crate::{GameInfo, notation};

/// What the registry knows of it.
pub static GAME: GameInfo = GameInfo {
    name: "nim",
    aliases: &["bouton"],
    summary: "take any number from one heap",
    rules: "There are heaps of stones. A move takes one or more stones from one heap.",
    notation: "heap sizes: 3,4,5",
    parameters: None,
    example: "nim:3,4,5",
    trials: &["nim:0", "nim:0,1", "nim:1,1,1", "nim:2,2,5", "nim:6,1,3,1"],
    theory: "The value is the xor of the heap sizes. Under misère play the same positions are lost, \
             except when every heap is at most 1: then an odd number of ones is lost.",
    source: "C. L. Bouton, Nim, a game with a complete mathematical theory, Annals of Mathematics 3 (1901)",
    make,
};

fn make(parameters: Option<&str>) -> Result<Box<dyn Game>, SpecError> {
    no_parameters(parameters)?;
    Ok(Interned::boxed(Nim {
        rules: HeapRules::with_tail(&[0], &[3]),
    }))
}

struct Nim {
    rules: HeapRules,
}

impl Ruleset for Nim {
    type Position = Vec<u64>;

    fn prefix(&self, _heaps: &Vec<u64>) -> String {
        "nim".to_owned()
    }

    fn parse(&self, text: &str) -> Result<Vec<u64>, SpecError> {
        notation::numbers(text, notation::ANY).map(without_empty)
    }

    fn show(&self, heaps: &Vec<u64>) -> String {
        show_heaps(heaps)
    }

    fn options(&self, heaps: &Vec<u64>, options: &mut Vec<Vec<u64>>) -> Result<(), RulesError> {
        for (index, &heap) in heap_game::first_of_each(heaps) {
            options.extend((0..heap).map(|left| replaced(heaps, index, &[left])));
        }
        Ok(())
    }

    fn describe(&self, from: &Vec<u64>, to: &Vec<u64>) -> String {
        let (heap, left) = changed_heap(from, to);
        heap_game::stones(heap, heap - left.iter().sum::<u64>(), &left)
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
        let wide: Vec<u128> = heaps.iter().map(|&heap| u128::from(heap)).collect();
        let distinct = heap_game::first_of_each(heaps);
        let is_first = |index| distinct.binary_search_by_key(&index, |at| at.0).is_ok();
        let found = changes_to(&wide, target)
            .filter(|&(index, size)| size < wide[index] && is_first(index))
            .map(|(index, size)| replaced(heaps, index, &[size as u64]));
        options.extend(found.take(most.saturating_sub(options.len())));
        true
    }

    fn option_count(&self, heaps: &Vec<u64>) -> Option<u128> {
        let distinct = heap_game::first_of_each(heaps);
        Some(distinct.iter().map(|(_, heap)| u128::from(**heap)).sum())
    }

    fn picture(&self, heaps: &Vec<u64>) -> Picture {
        Picture::Heaps(heaps.clone())
    }
}
