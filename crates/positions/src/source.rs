//! What the table of positions asks of rules: more than a game's author has to write.
//!
//! [`PlainSource`](crate::Plain) answers it for every game with [`Rules`](grundy_core::Rules) and
//! [`Notation`](grundy_core::Notation). Rules that are programs answer it themselves: they can fail, are slow, and
//! list the options of many positions at once.

use std::fmt::Debug;
use std::hash::Hash;

use grundy_core::{
    Block, Element, Ending, Form, HeapRules, Nimber, Outcome, OwnSearch, Picture, Play,
    RemovalPosition, RulesError, SpecError, Touch,
};

use crate::{ListedOptions, PositionRef, Promise};

/// Rules as the table of positions needs them.
pub trait Source: Send + Sync + 'static {
    /// One position.
    type Position: Clone + Eq + Hash + Ord + Debug + Send + Sync + 'static;
    /// One move.
    type Move: Clone + Debug + Send + Sync + 'static;

    /// Visits the moves of a position until `visit` answers false: every one, or, if `distinct`, fewer that
    /// lead to the same option.
    ///
    /// # Errors
    ///
    /// [`RulesError`] where rules are a program that can fail.
    fn visit_moves(
        &self,
        position: &Self::Position,
        distinct: bool,
        visit: &mut dyn FnMut(Self::Move) -> bool,
    ) -> Result<(), RulesError>;

    /// The option that a move leads to.
    fn play(&self, position: &Self::Position, played: &Self::Move) -> Self::Position;

    /// What stands before the colon.
    fn prefix(&self, position: &Self::Position) -> String;

    /// Reads what stands after the colon.
    ///
    /// # Errors
    ///
    /// A [`SpecError`] whose span counts from the start of `text`.
    fn parse(&self, text: &str) -> Result<Self::Position, SpecError>;

    /// Writes what stands after the colon.
    fn show(&self, position: &Self::Position) -> String;

    /// A move as a sentence.
    fn describe(&self, position: &Self::Position, played: &Self::Move) -> String;

    /// What a person touches to make a move.
    fn touch(&self, position: &Self::Position, played: &Self::Move) -> Touch;

    /// The move that is made by touching these elements, by formula.
    fn touched(&self, _position: &Self::Position, _touch: &[Element]) -> Option<Self::Move> {
        None
    }

    /// How to draw a position.
    fn picture(&self, _position: &Self::Position) -> Picture {
        Picture::Text
    }

    /// What the picture cannot show.
    fn caption(&self, _position: &Self::Position) -> Option<String> {
        None
    }

    /// The representative of the positions that count as the same.
    fn canonical(&self, position: &Self::Position) -> Self::Position {
        position.clone()
    }

    /// Whether the whole game is over here by a rule of its own.
    fn ending(&self, _position: &Self::Position) -> Option<Ending> {
        None
    }

    /// False if no position has an ending.
    fn has_endings(&self) -> bool {
        true
    }

    /// True if both players always have the same moves.
    fn is_impartial(&self) -> bool {
        true
    }

    /// The same board with the other player to move.
    fn pass(&self, position: &Self::Position) -> Self::Position {
        position.clone()
    }

    /// The independent positions that a position falls apart into.
    fn parts(&self, _position: &Self::Position) -> Option<Vec<Self::Position>> {
        None
    }

    /// The position as one of a removal game.
    fn removal(&self, _position: &Self::Position) -> Option<RemovalPosition> {
        None
    }

    /// A search for nimbers that knows the structure of the positions.
    fn own_search(&self) -> Option<Box<dyn OwnSearch<Self::Position>>> {
        None
    }

    /// What theory says under normal play.
    fn form(&self, _position: &Self::Position) -> Form {
        Form::Unknown
    }

    /// What theory says under misère play, alone.
    fn misere_outcome(&self, _position: &Self::Position) -> Option<Outcome> {
        None
    }

    /// The rules of the heaps that [`Form::Heaps`] speaks of.
    fn heap_rules(&self) -> Option<&HeapRules> {
        None
    }

    /// The nim-value of one heap, by formula.
    fn heap_value(&self, _heap: u64) -> Option<Nimber> {
        None
    }

    /// The position with these heaps.
    fn with_heaps(&self, _heaps: &[u64]) -> Option<Self::Position> {
        None
    }

    /// The move that replaces one heap.
    fn replace_heap(
        &self,
        _position: &Self::Position,
        _index: usize,
        _left: &[u64],
    ) -> Option<Self::Move> {
        None
    }

    /// Moves to a nim-value, by formula.
    fn moves_to(
        &self,
        _position: &Self::Position,
        _target: Nimber,
        _most: usize,
    ) -> Option<Vec<Self::Move>> {
        None
    }

    /// Moves to lost positions, by formula.
    fn losing_moves(
        &self,
        _position: &Self::Position,
        _play: Play,
        _most: usize,
    ) -> Option<Vec<Self::Move>> {
        None
    }

    /// A winning move, alone.
    fn winning_move(&self, _position: &Self::Position, _play: Play) -> Option<Self::Move> {
        None
    }

    /// The number of distinct options, by formula; the inner `None` is 2^128 or more.
    fn option_count(&self, _position: &Self::Position) -> Option<Option<u128>> {
        None
    }

    /// The game's own explanation.
    fn reasons(&self, _position: &Self::Position, _play: Play) -> Vec<Block> {
        Vec::new()
    }

    /// Takes a promise of theory away.
    fn forget(&mut self, _promise: Promise) {}

    /// True if listing options takes so long that threads pay for a few dozen positions, and that options are
    /// remembered.
    fn is_slow(&self) -> bool {
        false
    }

    /// Appends the options of some of `positions`, from the first on and at least of one; if `apart`,
    /// options that have [`Source::parts`] are given by these.
    ///
    /// After all of them may come [`ListedOptions::ahead`]: options of positions with numbers that are among those
    /// found and new, as `ahead` says if it is given. What fails there is left out.
    ///
    /// # Errors
    ///
    /// As [`Source::visit_moves`], for the first of `positions` that fails.
    fn list(
        &self,
        positions: &[PositionRef<'_, Self::Position>],
        apart: bool,
        _ahead: Option<&dyn Fn(u64) -> bool>,
        found: &mut ListedOptions<Self::Position>,
    ) -> Result<(), RulesError> {
        match positions.first() {
            Some(PositionRef::Position(first)) => list_one(self, first, apart, found),
            Some(PositionRef::Number(first)) => {
                list_one(self, &self.numbered(*first), apart, found)
            }
            None => Ok(()),
        }
    }

    /// Bytes that a position takes beyond its own size.
    fn bytes_beyond(&self, _position: &Self::Position) -> usize {
        0
    }

    /// A number of `position` that no other position has, below 2^63: small ones are found quickest. Only
    /// a position that is its own [`Source::canonical`] and takes no [`Source::bytes_beyond`] has one.
    fn number(&self, _position: &Self::Position) -> Option<u64> {
        None
    }

    /// The position that has this [`Source::number`].
    ///
    /// # Panics
    ///
    /// If there is none.
    fn numbered(&self, number: u64) -> Self::Position {
        panic!("no position of these rules has a number, so none has {number}")
    }

    /// Where `position` comes when positions are examined from the end of play backwards: the nearer to the
    /// end, the lower. A wrong guess costs memory, nothing else.
    fn rank(&self, _position: &Self::Position) -> u64 {
        0
    }

    /// The [`Source::rank`] of the position that has this number.
    fn rank_of_number(&self, number: u64) -> u64 {
        self.rank(&self.numbered(number))
    }
}

/// Appends the options of one position to `found`, as [`Source::list`] does.
///
/// # Errors
///
/// As [`Source::visit_moves`].
pub fn list_one<S: Source + ?Sized>(
    rules: &S,
    position: &S::Position,
    apart: bool,
    found: &mut ListedOptions<S::Position>,
) -> Result<(), RulesError> {
    rules.visit_moves(position, true, &mut |played| {
        let option = rules.play(position, &played);
        let mut push = |part: S::Position| {
            let bytes_beyond = rules.bytes_beyond(&part);
            found.push(part, bytes_beyond);
        };
        match apart.then(|| rules.parts(&option)).flatten() {
            Some(parts) => parts.into_iter().for_each(push),
            None => push(option),
        }
        found.end_option();
        true
    })?;
    found.end_position();
    Ok(())
}
