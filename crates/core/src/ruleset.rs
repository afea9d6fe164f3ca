//! What a game states about itself: its rules, its notation, and what theory promises.
//!
//! A game never says how it is solved. The promises all default to the weakest, which is always
//! right and slowest; the tests strip them off one by one and compare.

use std::fmt::Debug;
use std::hash::Hash;

use crate::{Block, Found, HeapRules, Nimber, Outcome, Play, RulesError, SpecError, Which};

/// The rules of one game; positions are plain values.
pub trait Ruleset: Send + Sync + 'static {
    /// One position, without the rules.
    type Position: Clone + Eq + Hash + Ord + Debug + Send + Sync + 'static;

    /// What stands before the colon: the name with its parameters, `subtract/1,2`.
    fn prefix(&self, position: &Self::Position) -> String;

    /// Reads what stands after the colon.
    ///
    /// # Errors
    ///
    /// A [`SpecError`] whose span counts from the start of `text`.
    fn parse(&self, text: &str) -> Result<Self::Position, SpecError>;

    /// Writes what stands after the colon; `parse` reads it back.
    fn show(&self, position: &Self::Position) -> String;

    /// Appends every option of `position` to `options`, in the order a person would list them.
    ///
    /// Options may repeat. A game over by its own rules ([`Ruleset::ending`]) has none.
    ///
    /// # Errors
    ///
    /// [`RulesError`] only where rules are a program that can fail.
    fn options(
        &self,
        position: &Self::Position,
        options: &mut Vec<Self::Position>,
    ) -> Result<(), RulesError>;

    /// The move from `from` to its option `to` as a sentence, lower case, no full stop.
    fn describe(&self, from: &Self::Position, to: &Self::Position) -> String;

    /// The representative of `position` among those that count as the same (order of heaps).
    fn canonical(&self, position: &Self::Position) -> Self::Position {
        position.clone()
    }

    /// The independent positions that `position` falls apart into, if they are not just itself.
    ///
    /// A move in a sum is a move in one of them. No part at all is a position without moves.
    fn parts(&self, _position: &Self::Position) -> Option<Vec<Self::Position>> {
        None
    }

    /// True if listing options takes so long that threads pay for a few dozen positions.
    fn is_slow(&self) -> bool {
        false
    }

    /// Appends the options of some of `positions`, from the first on and at least of one; if `apart`,
    /// options that have [`Ruleset::parts`] are given by these.
    ///
    /// After all of them may come [`Found::ahead`]: options of positions with numbers that are among those
    /// found and new, as `ahead` says if it is given. What fails there is left out.
    ///
    /// Needed only where listing the options of many positions at once is quicker.
    ///
    /// # Errors
    ///
    /// As [`Ruleset::options`], for the first of `positions` that fails.
    fn list(
        &self,
        positions: &[Which<'_, Self::Position>],
        apart: bool,
        _ahead: Option<&dyn Fn(u64) -> bool>,
        found: &mut Found<Self::Position>,
    ) -> Result<(), RulesError> {
        match positions.first() {
            Some(Which::Position(first)) => list_one(self, first, apart, found),
            Some(Which::Number(first)) => list_one(self, &self.numbered(*first), apart, found),
            None => Ok(()),
        }
    }

    /// The same board with the other player to move, after a move elsewhere in a sum.
    ///
    /// Impartial games need not know whose turn it is.
    fn pass(&self, position: &Self::Position) -> Self::Position {
        position.clone()
    }

    /// True if both players always have the same moves.
    fn is_impartial(&self) -> bool {
        true
    }

    /// True if no play can repeat a position. `false` is always safe, and slower.
    fn is_acyclic(&self) -> bool {
        false
    }

    /// Bytes that a position takes beyond its own size, where they can grow without bound.
    fn bytes_beyond(&self, _position: &Self::Position) -> usize {
        0
    }

    /// A number of `position` that no other position has, below 2^63: small ones are found quickest. Only
    /// a position that is its own [`Ruleset::canonical`] and takes no [`Ruleset::bytes_beyond`] has one.
    fn number(&self, _position: &Self::Position) -> Option<u64> {
        None
    }

    /// The position that has this [`Ruleset::number`].
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

    /// The [`Ruleset::rank`] of the position that has this number.
    fn rank_of_number(&self, number: u64) -> u64 {
        self.rank(&self.numbered(number))
    }

    /// False if [`Ruleset::form`] says nothing of any position. `true` is always safe.
    fn has_forms(&self) -> bool {
        true
    }

    /// False if no position has an [`Ruleset::ending`]. `true` is always safe.
    fn has_endings(&self) -> bool {
        true
    }

    /// Whether the whole game, with all that is summed to it, is over here by a rule of its own.
    fn ending(&self, _position: &Self::Position) -> Option<Ending> {
        None
    }

    /// What theory says of `position` under normal play.
    fn form(&self, _position: &Self::Position) -> Form {
        Form::Unknown
    }

    /// What theory says of the outcome under misère play, alone.
    ///
    /// Needed only where [`Form::Nim`] does not say it already.
    fn misere_outcome(&self, _position: &Self::Position) -> Option<Outcome> {
        None
    }

    /// The rules of the heaps that [`Form::Heaps`] speaks of.
    fn heap_rules(&self) -> Option<&HeapRules> {
        None
    }

    /// The nim-value of one heap of [`Ruleset::heap_rules`], where a formula has it.
    fn heap_value(&self, _heap: u64) -> Option<Nimber> {
        None
    }

    /// The position with these heaps, where positions *are* heaps of [`Ruleset::heap_rules`]
    /// and moves in them are the game's only moves.
    fn with_heaps(&self, _heaps: &[u64]) -> Option<Self::Position> {
        None
    }

    /// Appends the options that have nim-value `target` under normal play, found by formula, until
    /// `options` holds `most`; false if there is no formula.
    ///
    /// Needed only where options can be too many to list.
    fn options_to(
        &self,
        _position: &Self::Position,
        _target: Nimber,
        _most: usize,
        _options: &mut Vec<Self::Position>,
    ) -> bool {
        false
    }

    /// Appends the options that are lost for the player to move, alone, found by formula, until
    /// `options` holds `most`; false if there is no formula.
    ///
    /// Needed only where [`Form::Outcome`] is all that theory says and options can be too many to list.
    fn losing_options(
        &self,
        _position: &Self::Position,
        _play: Play,
        _most: usize,
        _options: &mut Vec<Self::Position>,
    ) -> bool {
        false
    }

    /// The number of distinct options, where a formula has it; `u128::MAX` is that many or more.
    ///
    /// A game whose options can be too many to list must answer.
    fn option_count(&self, _position: &Self::Position) -> Option<u128> {
        None
    }

    /// Why the outcome is what it is, where the game has a theory of its own.
    fn reasons(&self, _position: &Self::Position, _play: Play) -> Vec<Block> {
        Vec::new()
    }

    /// How to draw `position`, for interfaces with a board.
    fn picture(&self, _position: &Self::Position) -> Picture {
        Picture::Text
    }
}

/// Appends the options of one position to `found`, as [`Ruleset::list`] does.
///
/// # Errors
///
/// As [`Ruleset::options`].
pub fn list_one<R: Ruleset + ?Sized>(
    rules: &R,
    position: &R::Position,
    apart: bool,
    found: &mut Found<R::Position>,
) -> Result<(), RulesError> {
    let mut options = Vec::new();
    rules.options(position, &mut options)?;
    let push = |found: &mut Found<R::Position>, part: R::Position| {
        let bytes_beyond = rules.bytes_beyond(&part);
        found.push(part, bytes_beyond);
    };
    for option in options {
        match apart.then(|| rules.parts(&option)).flatten() {
            Some(parts) => parts.into_iter().for_each(|part| push(found, part)),
            None => push(found, option),
        }
        found.end_option();
    }
    found.end_position();
    Ok(())
}

/// What theory says of one position under normal play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Form {
    /// Nothing.
    Unknown,
    /// It is worth the sum of these heaps of the game's [`Ruleset::heap_rules`].
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

/// How a game is over by a rule of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// Nobody may move any more; the convention says who wins.
    NoMove,
    /// The outcome for the player to move, whatever the convention.
    Decided(Outcome),
}

/// How a position looks to a person.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Picture {
    /// No better than its text.
    Text,
    /// Heaps of stones.
    Heaps(Vec<u64>),
    /// Rows of pins standing side by side.
    Pins(Vec<u64>),
    /// Strips of cells, each with its mark (`.` for a free one).
    Strips(Vec<String>),
    /// Coins on the steps of a stair, step 0 (the ground) first.
    Stairs(Vec<u64>),
    /// Coins on the numbered squares of a strip.
    Coins {
        /// Squares on the strip.
        squares: u64,
        /// Occupied ones.
        coins: Vec<u64>,
    },
    /// Chocolate bars, width by height.
    Bars(Vec<(u64, u64)>),
    /// A board of marks, row by row.
    Board(Vec<String>),
    /// A table of numbers, row by row.
    Matrix(Vec<Vec<u64>>),
    /// Columns with one white and one black pawn each.
    Pawns {
        /// Rows of the board.
        rows: u64,
        /// White's row in each column.
        white: Vec<u64>,
        /// Black's row in each column.
        black: Vec<u64>,
        /// True if white is to move.
        white_to_move: bool,
    },
    /// A graph with the token on `vertex`: `(from, to)` edges.
    Graph {
        /// Edges.
        edges: Vec<(u32, u32)>,
        /// What each vertex is called.
        names: Vec<String>,
        /// Where the token is.
        vertex: u32,
    },
    /// A graph whose vertices are what is played with; edges join, they have no direction.
    Network {
        /// Edges between vertices, counted from 0.
        edges: Vec<(u32, u32)>,
        /// What each vertex is called.
        names: Vec<String>,
    },
    /// Trees: the branch to point `i + 1` grows from this point, where 0 is the ground. A point comes
    /// after the one it grows from.
    Trees(Vec<u32>),
    /// A row of coins: true where heads are up.
    Faces(Vec<bool>),
}
