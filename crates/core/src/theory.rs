//! What theory promises about a game: one value, of which every part may be missing.
//!
//! Each promise is a field, so that tests can take them away one by one and compare the answers.

use crate::{Block, HeapRules, Nimber, Outcome, OwnSearch, Play, RemovalPosition, Rules};

/// What theory knows of a game. The default knows nothing.
///
/// Every field is a function of the game and a position; `None` means that nothing is promised.
pub struct Theory<R: Rules> {
    /// What a position is worth under normal play.
    pub form: Option<fn(&R, &R::Position) -> Form>,
    /// The outcome under misère play, alone; needed only where [`Form::Nim`] does not say it already.
    pub misere_outcome: Option<fn(&R, &R::Position) -> Option<Outcome>>,
    /// The taking-and-breaking heaps that [`Form::Heaps`] refers to.
    pub heaps: Option<HeapTheory<R>>,
    /// The independent positions that a position falls apart into, if they are not just itself.
    ///
    /// A move in the position is a move in one of them. No part at all is a position without moves.
    pub parts: Option<fn(&R, &R::Position) -> Option<Vec<R::Position>>>,
    /// The position as one of a removal game: its options are exactly those of the moves there, and who cannot move
    /// loses.
    pub removal: Option<fn(&R, &R::Position) -> Option<RemovalPosition>>,
    /// A search for nimbers that knows the structure of the positions, where the game comes with one.
    pub search: Option<fn(&R) -> Box<dyn OwnSearch<R::Position>>>,
    /// Moves to the options that have a given nim-value under normal play, by formula, at most so many;
    /// `None` if there is no formula for this position.
    ///
    /// Needed only where moves can be too many to list.
    pub moves_to: Option<MovesTo<R>>,
    /// Moves to the options that are lost for the player to move, alone, by formula, at most so many;
    /// `None` if there is no formula for this position.
    ///
    /// Needed only where [`Form::Outcome`] is all that theory says and moves can be too many to list.
    pub losing_moves: Option<LosingMoves<R>>,
    /// A winning move, alone, where theory has one although it does not know them all.
    pub winning_move: Option<fn(&R, &R::Position, Play) -> Option<R::Move>>,
    /// The number of distinct options; `None` if it exceeds 2^128-1.
    ///
    /// A game whose moves can be too many to list must promise it.
    pub option_count: Option<fn(&R, &R::Position) -> Option<u128>>,
    /// Why the outcome is what it is.
    pub reasons: Option<fn(&R, &R::Position, Play) -> Vec<Block>>,
}

/// See [`Theory::moves_to`].
pub type MovesTo<R> =
    fn(&R, &<R as Rules>::Position, Nimber, usize) -> Option<Vec<<R as Rules>::Move>>;
/// See [`Theory::losing_moves`].
pub type LosingMoves<R> =
    fn(&R, &<R as Rules>::Position, Play, usize) -> Option<Vec<<R as Rules>::Move>>;

impl<R: Rules> Default for Theory<R> {
    fn default() -> Theory<R> {
        Theory {
            form: None,
            misere_outcome: None,
            heaps: None,
            parts: None,
            removal: None,
            search: None,
            moves_to: None,
            losing_moves: None,
            winning_move: None,
            option_count: None,
            reasons: None,
        }
    }
}

/// The heaps of a taking-and-breaking game that positions of another game are worth, or are.
pub struct HeapTheory<R: Rules> {
    /// What a move may do to one heap.
    pub rules: fn(&R) -> &HeapRules,
    /// The nim-value of one heap, where a formula has it.
    pub value: Option<fn(&R, u64) -> Option<Nimber>>,
    /// Given where positions *are* heaps, and moves in them the game's only moves.
    pub positions: Option<HeapPositions<R>>,
}

/// How positions and moves are made of heaps.
pub struct HeapPositions<R: Rules> {
    /// The position with these heaps.
    pub position: fn(&R, &[u64]) -> R::Position,
    /// The move that replaces the heap at this index of [`Form::Heaps`] by what is left of it.
    pub replace: fn(&R, &R::Position, usize, &[u64]) -> R::Move,
}

/// What theory says of one position under normal play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Form {
    /// Nothing.
    Unknown,
    /// It is worth the sum of these heaps of the game's [`Theory::heaps`].
    Heaps(Vec<u64>),
    /// It is Nim with these heaps, perhaps with increases that the opponent can undo; so it is under
    /// misère play, too.
    Nim(Vec<u128>),
    /// It has this nim-value.
    Value(Nimber),
    /// Only the outcome is known.
    Outcome(Outcome),
    /// The player to move wins at once, whatever else is in the sum.
    Loony,
}
