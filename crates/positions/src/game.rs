//! A game with its type forgotten: solvers work on integers that stand for positions.

use grundy_core::{
    Block, Element, Ending, Form, HeapRules, LimitReached, Limits, Nimber, Outcome, Picture, Play,
    RemovalPosition, RulesError, SpecError,
};

use crate::OptionLists;

/// A position of one [`Game`], by the order in which it was first found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Id(pub u32);

/// A move of one [`Game`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Move {
    /// The option that it leads to.
    pub to: Id,
    /// Where the game keeps the move itself.
    pub(crate) index: u32,
}

/// A move as people see it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveText {
    /// A sentence, lower case, no full stop.
    pub text: String,
    /// What a person touches in the picture to make it, in order.
    pub touch: Vec<Element>,
    /// What it changes in the picture.
    pub changes: Vec<Element>,
}

/// A promise of a game's [`Theory`](grundy_core::Theory), by the name of its field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the fields of `Theory` are documented there")]
pub enum Promise {
    Form,
    MisereOutcome,
    Heaps,
    Parts,
    Removal,
    Search,
    MovesTo,
    LosingMoves,
    WinningMove,
    OptionCount,
}

impl Promise {
    /// Every promise that an answer could depend on.
    pub const ALL: [Promise; 10] = [
        Promise::Form,
        Promise::MisereOutcome,
        Promise::Heaps,
        Promise::Parts,
        Promise::Removal,
        Promise::Search,
        Promise::MovesTo,
        Promise::LosingMoves,
        Promise::WinningMove,
        Promise::OptionCount,
    ];
}

/// Why options could not be listed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OptionsError {
    /// There are too many, or too many positions altogether.
    Limit(LimitReached),
    /// The rules failed.
    Rules(RulesError),
}

impl From<LimitReached> for OptionsError {
    fn from(reached: LimitReached) -> OptionsError {
        OptionsError::Limit(reached)
    }
}

impl From<RulesError> for OptionsError {
    fn from(error: RulesError) -> OptionsError {
        OptionsError::Rules(error)
    }
}

/// Options of several positions.
#[derive(Clone, Debug, Default)]
pub struct Listing {
    /// The options.
    pub lists: OptionLists<Id>,
    /// The last of these lists are those of positions that were not asked for: of these, which are new and
    /// among the options before.
    pub ahead: Vec<Id>,
}

/// One game and all of its positions found so far.
///
/// [`grundy_core::Rules`], [`grundy_core::Notation`] and [`grundy_core::Theory`] say what each method means.
pub trait Game: Send {
    /// Reads what stands after the colon.
    ///
    /// # Errors
    ///
    /// As [`grundy_core::Notation::parse`].
    fn parse(&mut self, text: &str) -> Result<Id, SpecError>;

    /// The whole component: `kayles:1,3`.
    fn show(&self, id: Id) -> String;

    /// How to draw it.
    fn picture(&self, id: Id) -> Picture;

    /// What the picture cannot show.
    fn caption(&self, id: Id) -> Option<String>;

    /// The options, each once (two with the same [`Game::canonical`] are one).
    ///
    /// # Errors
    ///
    /// [`OptionsError`] if there are more than `limits` allow, or the rules fail.
    fn options(&mut self, id: Id, limits: &Limits) -> Result<Vec<Id>, OptionsError>;

    /// One move for each option.
    ///
    /// # Errors
    ///
    /// As [`Game::options`].
    fn distinct_moves(&mut self, id: Id, limits: &Limits) -> Result<Vec<Move>, OptionsError>;

    /// Every move, also those that lead to the same option.
    ///
    /// # Errors
    ///
    /// As [`Game::options`].
    fn moves(&mut self, id: Id, limits: &Limits) -> Result<Vec<Move>, OptionsError>;

    /// The first moves, at most `most`, in the order in which a person would list them.
    ///
    /// # Errors
    ///
    /// [`OptionsError`] if the rules fail.
    fn first_moves(&mut self, id: Id, most: usize) -> Result<Vec<Move>, OptionsError>;

    /// The move that is made by touching these elements, if there is one.
    ///
    /// # Errors
    ///
    /// As [`Game::options`], where the game has no formula for it.
    fn touched(
        &mut self,
        id: Id,
        touch: &[Element],
        limits: &Limits,
    ) -> Result<Option<Move>, OptionsError>;

    /// A move as people see it.
    fn describe(&self, played: Move) -> MoveText;

    /// The options of some of `ids`, from the first on and at least of one, by the [`Game::canonical`] of their
    /// parts if `apart`, else of the whole; on all threads that `limits` allow where the rules are slow.
    /// Options may repeat. Of how many depends on how many options they have: so many that the list
    /// stays small. Where `ids` are few, those of positions that are new may come as well.
    ///
    /// # Errors
    ///
    /// As [`Game::options`], for the first of `ids` that fails.
    fn list(&mut self, ids: &[Id], apart: bool, limits: &Limits) -> Result<Listing, OptionsError>;

    /// The representative of the positions that count as the same.
    fn canonical(&mut self, id: Id) -> Id;

    /// The same board with the other player to move.
    fn pass(&mut self, id: Id) -> Id;

    /// True if both players always have the same moves.
    fn is_impartial(&self) -> bool;

    /// Whether the whole game is over here by a rule of its own.
    fn ending(&self, id: Id) -> Option<Ending>;

    /// The independent positions that this one falls apart into, if they are not just itself.
    fn parts(&mut self, id: Id) -> Option<Vec<Id>>;

    /// The position as one of a removal game, where it is one.
    fn removal(&self, id: Id) -> Option<RemovalPosition>;

    /// What the game's own search for nimbers is called, if it comes with one that reaches so far.
    fn own_search(&self, id: Id) -> Option<&'static str>;

    /// True if the game's own search finds all values about as soon as the outcome.
    fn has_quick_search(&self, id: Id) -> bool;

    /// The nimber of a position that the game's own search reaches.
    ///
    /// # Errors
    ///
    /// [`LimitReached`].
    fn searched_nimber(&mut self, id: Id, limits: &Limits) -> Result<u32, LimitReached>;

    /// True if such a position, with a Nim heap beside it, is lost for the player to move.
    ///
    /// # Errors
    ///
    /// [`LimitReached`].
    fn searched_is_lost(
        &mut self,
        id: Id,
        heap: u32,
        limits: &Limits,
    ) -> Result<bool, LimitReached>;

    /// What theory says under normal play.
    fn form(&self, id: Id) -> Form;

    /// What theory says under misère play, alone.
    fn misere_outcome(&self, id: Id) -> Option<Outcome>;

    /// The rules of the heaps that [`Form::Heaps`] speaks of.
    fn heap_rules(&self) -> Option<&HeapRules>;

    /// The nim-value of one heap, by formula.
    fn heap_value(&self, heap: u64) -> Option<Nimber>;

    /// The position with these heaps, where positions are heaps.
    fn with_heaps(&mut self, heaps: &[u64]) -> Option<Id>;

    /// The move that replaces the heap at `index` of the position's form, where positions are heaps.
    fn replace_heap(&mut self, id: Id, index: usize, left: &[u64]) -> Option<Move>;

    /// At most `most` moves to distinct options with nim-value `target`, by formula.
    fn moves_to(&mut self, id: Id, target: Nimber, most: usize) -> Option<Vec<Move>>;

    /// At most `most` moves to distinct options that are lost for the player to move, by formula.
    fn losing_moves(&mut self, id: Id, play: Play, most: usize) -> Option<Vec<Move>>;

    /// A winning move, alone, where theory has one although it does not know them all.
    fn winning_move(&mut self, id: Id, play: Play) -> Option<Move>;

    /// The number of distinct options by formula: outer `None` if there is no formula, inner `None` if
    /// there are 2^128 or more.
    fn option_count(&self, id: Id) -> Option<Option<u128>>;

    /// The game's own explanation.
    fn reasons(&self, id: Id, play: Play) -> Vec<Block>;

    /// Positions of lower rank are likely to be found on the way down from those of higher rank.
    fn rank(&self, id: Id) -> u64;

    /// How many positions have been found.
    fn positions_found(&self) -> u64;

    /// Bytes that they take.
    fn bytes(&self) -> u64;

    /// Takes a promise of the game's theory away, so that tests can compare answers with and without it.
    fn forget(&mut self, promise: Promise);
}
