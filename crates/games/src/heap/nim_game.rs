//! Nim under any name: heaps of which a move reduces one.

use grundy_core::{
    Element, Form, HeapPositions, HeapRules, HeapTheory, Nimber, Notation, Picture, Rules,
    SpecError, Theory, Touch,
};

use super::heaps::{
    HeapMove, each, first_of_each, lowered_heap, nim_moves_to, show_heaps, sorted, without_empty,
};
use crate::notation;

/// A game that is Nim move by move.
pub(crate) struct NimGame {
    /// What stands before the colon.
    pub prefix: &'static str,
    /// The rules of a Nim heap.
    pub rules: HeapRules,
    /// A move as a sentence: the heap, and what is left of it.
    pub sentence: fn(u64, u64) -> String,
    /// How to draw heaps.
    pub picture: fn(&[u64]) -> Picture,
    /// What a person touches: all heaps, and the move.
    pub touch: fn(&[u64], &HeapMove) -> Touch,
}

impl NimGame {
    /// The rules of a Nim heap.
    pub(crate) fn rules() -> HeapRules {
        HeapRules::with_tail(&[0], &[3])
    }
}

fn moves_in(heaps: Vec<(usize, u64)>) -> impl Iterator<Item = HeapMove> {
    let heaps = heaps.into_iter();
    heaps.flat_map(|(index, heap)| (0..heap).map(move |left| HeapMove::to_size(index, left)))
}

impl Rules for NimGame {
    type Position = Vec<u64>;
    type Move = HeapMove;

    fn moves(&self, heaps: &Vec<u64>) -> impl Iterator<Item = HeapMove> {
        moves_in(each(heaps))
    }

    fn distinct_moves(&self, heaps: &Vec<u64>) -> impl Iterator<Item = HeapMove> {
        moves_in(first_of_each(heaps))
    }

    fn play(&self, heaps: &Vec<u64>, played: &HeapMove) -> Vec<u64> {
        played.play(heaps)
    }

    fn canonical(&self, heaps: &Vec<u64>) -> Vec<u64> {
        sorted(heaps)
    }

    fn theory(&self) -> Theory<NimGame> {
        Theory {
            form: Some(|_, heaps| Form::Nim(heaps.iter().map(|&heap| heap.into()).collect())),
            heaps: Some(HeapTheory {
                rules: |game| &game.rules,
                value: Some(|_, heap| Some(Nimber(heap.into()))),
                positions: Some(HeapPositions {
                    position: |_, heaps| without_empty(heaps.to_vec()),
                    replace: |_, _, index, left| HeapMove::leaving(index, left),
                }),
            }),
            moves_to: Some(|_, heaps, target, most| Some(nim_moves_to(heaps, target, most))),
            option_count: Some(|_, heaps| {
                let sizes = first_of_each(heaps).into_iter();
                Some(sizes.map(|(_, heap)| u128::from(heap)).sum())
            }),
            ..Theory::default()
        }
    }
}

impl Notation for NimGame {
    fn prefix(&self, _heaps: &Vec<u64>) -> String {
        self.prefix.to_owned()
    }

    fn parse(&self, text: &str) -> Result<Vec<u64>, SpecError> {
        notation::numbers(text, notation::ANY).map(without_empty)
    }

    fn show(&self, heaps: &Vec<u64>) -> String {
        show_heaps(heaps)
    }

    fn describe(&self, heaps: &Vec<u64>, played: &HeapMove) -> String {
        (self.sentence)(heaps[played.index], played.left[0])
    }

    fn picture(&self, heaps: &Vec<u64>) -> Picture {
        (self.picture)(heaps)
    }

    fn touch(&self, heaps: &Vec<u64>, played: &HeapMove) -> Touch {
        (self.touch)(heaps, played)
    }

    fn touched(&self, heaps: &Vec<u64>, touch: &[Element]) -> Option<HeapMove> {
        let coin_to = || {
            let parts: Option<Vec<_>> = touch.iter().map(Element::parts).collect();
            match &parts?[..] {
                [("coin", coin), ("to" | "square", to)] => {
                    Some((usize::try_from(*coin.first()?).ok()?, *to.first()?))
                }
                _ => None,
            }
        };
        let (index, left) = lowered_heap(heaps, touch).or_else(coin_to)?;
        let played = HeapMove::to_size(index, left);
        let is_move = heaps.get(index).is_some_and(|heap| left < *heap);
        (is_move && self.touch(heaps, &played).touch == touch).then_some(played)
    }
}
