//! Heaps that move one at a time by a rule that is not a taking-and-breaking code, with a formula for
//! their values.

use grundy_core::{Form, Nimber, Notation, Picture, Rules, SpecError, Theory, Touch};

use super::heaps::{HeapMove, each, first_of_each, show_heaps, sorted, without_empty};
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

impl SeparateHeaps {
    fn moves_in(&self, heaps: Vec<(usize, u64)>) -> impl Iterator<Item = HeapMove> {
        let sizes = |(index, heap)| {
            let sizes = (self.moves)(heap).into_iter();
            sizes.map(move |left| HeapMove::to_size(index, left))
        };
        heaps.into_iter().flat_map(sizes)
    }
}

impl Rules for SeparateHeaps {
    type Position = Vec<u64>;
    type Move = HeapMove;

    fn moves(&self, heaps: &Vec<u64>) -> impl Iterator<Item = HeapMove> {
        self.moves_in(each(heaps))
    }

    fn distinct_moves(&self, heaps: &Vec<u64>) -> impl Iterator<Item = HeapMove> {
        self.moves_in(first_of_each(heaps))
    }

    fn play(&self, heaps: &Vec<u64>, played: &HeapMove) -> Vec<u64> {
        played.play(heaps)
    }

    fn canonical(&self, heaps: &Vec<u64>) -> Vec<u64> {
        sorted(heaps)
    }

    fn theory(&self) -> Theory<SeparateHeaps> {
        Theory {
            form: Some(|game, heaps| {
                let values = heaps.iter().map(|&heap| Nimber((game.value)(heap)));
                Form::Value(Nimber::sum(values))
            }),
            ..Theory::default()
        }
    }
}

impl Notation for SeparateHeaps {
    fn prefix(&self, _heaps: &Vec<u64>) -> String {
        self.prefix.to_owned()
    }

    fn parse(&self, text: &str) -> Result<Vec<u64>, SpecError> {
        notation::numbers(text, 0..u128::from(self.largest) + 1).map(without_empty)
    }

    fn show(&self, heaps: &Vec<u64>) -> String {
        show_heaps(heaps)
    }

    fn describe(&self, heaps: &Vec<u64>, played: &HeapMove) -> String {
        (self.sentence)(heaps[played.index], played.left[0])
    }

    fn picture(&self, heaps: &Vec<u64>) -> Picture {
        Picture::Heaps(heaps.clone())
    }

    fn touch(&self, heaps: &Vec<u64>, played: &HeapMove) -> Touch {
        played.lower(heaps)
    }
}
