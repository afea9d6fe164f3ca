//! Any game with rules, notation and theory, as a source of positions.

use std::hash::{Hash, Hasher};

use grundy_core::{
    Block, Element, Ending, Form, HeapRules, Nimber, Notation, Outcome, OwnSearch, Picture, Play,
    RemovalPosition, RulesError, SpecError, Theory, Touch,
};

use crate::{Game, Id, Interned, Promise, Source};

/// The game behind a pointer that forgets its type.
pub fn game<R: Notation>(rules: R) -> Box<dyn Game> {
    Box::new(Interned::new(PlainSource::new(rules)))
}

/// The game behind a pointer that forgets its type, and the number of one of its positions.
pub fn game_at<R: Notation>(rules: R, position: R::Position) -> (Box<dyn Game>, Id) {
    let mut game = Interned::new(PlainSource::new(rules));
    let id = game.intern(position);
    (Box::new(game), id)
}

/// Rules, and what theory knows of them.
pub struct PlainSource<R: Notation> {
    rules: R,
    theory: Theory<R>,
}

impl<R: Notation> PlainSource<R> {
    /// The rules with everything that their theory promises.
    pub fn new(rules: R) -> PlainSource<R> {
        let theory = rules.theory();
        PlainSource { rules, theory }
    }
}

impl<R: Notation> Source for PlainSource<R> {
    type Position = R::Position;
    type Move = R::Move;

    fn visit_moves(
        &self,
        position: &R::Position,
        distinct: bool,
        visit: &mut dyn FnMut(R::Move) -> bool,
    ) -> Result<(), RulesError> {
        if distinct {
            let _ = self.rules.distinct_moves(position).all(visit);
        } else {
            let _ = self.rules.moves(position).all(visit);
        }
        Ok(())
    }

    fn play(&self, position: &R::Position, played: &R::Move) -> R::Position {
        self.rules.play(position, played)
    }

    fn prefix(&self, position: &R::Position) -> String {
        self.rules.prefix(position)
    }

    fn parse(&self, text: &str) -> Result<R::Position, SpecError> {
        self.rules.parse(text)
    }

    fn show(&self, position: &R::Position) -> String {
        self.rules.show(position)
    }

    fn describe(&self, position: &R::Position, played: &R::Move) -> String {
        self.rules.describe(position, played)
    }

    fn touch(&self, position: &R::Position, played: &R::Move) -> Touch {
        self.rules.touch(position, played)
    }

    fn touched(&self, position: &R::Position, touch: &[Element]) -> Option<R::Move> {
        self.rules.touched(position, touch)
    }

    fn picture(&self, position: &R::Position) -> Picture {
        self.rules.picture(position)
    }

    fn caption(&self, position: &R::Position) -> Option<String> {
        self.rules.caption(position)
    }

    fn canonical(&self, position: &R::Position) -> R::Position {
        self.rules.canonical(position)
    }

    fn ending(&self, position: &R::Position) -> Option<Ending> {
        self.rules.ending(position)
    }

    fn is_impartial(&self) -> bool {
        self.rules.is_impartial()
    }

    fn pass(&self, position: &R::Position) -> R::Position {
        self.rules.pass(position)
    }

    fn parts(&self, position: &R::Position) -> Option<Vec<R::Position>> {
        (self.theory.parts?)(&self.rules, position)
    }

    fn removal(&self, position: &R::Position) -> Option<RemovalPosition> {
        (self.theory.removal?)(&self.rules, position)
    }

    fn own_search(&self) -> Option<Box<dyn OwnSearch<R::Position>>> {
        Some((self.theory.search?)(&self.rules))
    }

    fn form(&self, position: &R::Position) -> Form {
        let form = self.theory.form.map(|form| form(&self.rules, position));
        let form = form.unwrap_or(Form::Unknown);
        if matches!(form, Form::Heaps(_)) && self.theory.heaps.is_none() {
            return Form::Unknown;
        }
        form
    }

    fn misere_outcome(&self, position: &R::Position) -> Option<Outcome> {
        (self.theory.misere_outcome?)(&self.rules, position)
    }

    fn heap_rules(&self) -> Option<&HeapRules> {
        let heaps = self.theory.heaps.as_ref()?;
        Some((heaps.rules)(&self.rules))
    }

    fn heap_value(&self, heap: u64) -> Option<Nimber> {
        (self.theory.heaps.as_ref()?.value?)(&self.rules, heap)
    }

    fn with_heaps(&self, heaps: &[u64]) -> Option<R::Position> {
        let positions = self.theory.heaps.as_ref()?.positions.as_ref()?;
        Some((positions.position)(&self.rules, heaps))
    }

    fn replace_heap(&self, position: &R::Position, index: usize, left: &[u64]) -> Option<R::Move> {
        let positions = self.theory.heaps.as_ref()?.positions.as_ref()?;
        Some((positions.replace)(&self.rules, position, index, left))
    }

    fn moves_to(
        &self,
        position: &R::Position,
        target: Nimber,
        most: usize,
    ) -> Option<Vec<R::Move>> {
        (self.theory.moves_to?)(&self.rules, position, target, most)
    }

    fn losing_moves(
        &self,
        position: &R::Position,
        play: Play,
        most: usize,
    ) -> Option<Vec<R::Move>> {
        (self.theory.losing_moves?)(&self.rules, position, play, most)
    }

    fn winning_move(&self, position: &R::Position, play: Play) -> Option<R::Move> {
        (self.theory.winning_move?)(&self.rules, position, play)
    }

    fn option_count(&self, position: &R::Position) -> Option<Option<u128>> {
        Some((self.theory.option_count?)(&self.rules, position))
    }

    fn bytes_beyond(&self, position: &R::Position) -> usize {
        let mut counter = ByteCounter(0);
        position.hash(&mut counter);
        counter.0.saturating_sub(size_of::<R::Position>())
    }

    fn forget(&mut self, promise: Promise) {
        let theory = &mut self.theory;
        match promise {
            Promise::Form => theory.form = None,
            Promise::MisereOutcome => theory.misere_outcome = None,
            Promise::Heaps => theory.heaps = None,
            Promise::Parts => theory.parts = None,
            Promise::Removal => theory.removal = None,
            Promise::Search => theory.search = None,
            Promise::MovesTo => theory.moves_to = None,
            Promise::LosingMoves => theory.losing_moves = None,
            Promise::WinningMove => theory.winning_move = None,
            Promise::OptionCount => theory.option_count = None,
        }
    }

    fn reasons(&self, position: &R::Position, play: Play) -> Vec<Block> {
        let reasons = self.theory.reasons;
        reasons.map_or_else(Vec::new, |reasons| reasons(&self.rules, position, play))
    }
}

/// Counts the bytes that a value feeds to a hasher: about what it holds, wherever that lies.
struct ByteCounter(usize);

impl Hasher for ByteCounter {
    fn write(&mut self, bytes: &[u8]) {
        self.0 += bytes.len();
    }

    fn finish(&self) -> u64 {
        self.0 as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_lies_behind_pointers_is_counted() {
        let bytes = |value: &dyn Fn(&mut ByteCounter)| {
            let mut counter = ByteCounter(0);
            value(&mut counter);
            counter.0
        };
        assert!(bytes(&|counter| vec![0u64; 1000].hash(counter)) >= 8000);
        assert!(bytes(&|counter| vec![vec![true; 10]; 10].hash(counter)) >= 100);
        assert_eq!(bytes(&|counter| (1u64, 2u64).hash(counter)), 16);
    }
}
