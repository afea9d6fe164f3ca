//! A game with its type forgotten: methods work on integers that stand for positions.

use crate::{
    Block, Ending, Form, HeapRules, InParts, LimitReached, Limits, Nimber, Outcome, Picture, Play,
    RulesError, SpecError,
};

/// A position of one [`Game`], by the order in which it was first met.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Id(pub u32);

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
    pub lists: InParts<Id>,
    /// The last of these lists are those of positions that were not asked for: of these, which are new and
    /// among the options before.
    pub ahead: Vec<Id>,
}

/// One ruleset and all of its positions met so far; see [`Ruleset`](crate::Ruleset) for what each method means.
pub trait Game: Send {
    /// Reads what stands after the colon.
    ///
    /// # Errors
    ///
    /// As [`Ruleset::parse`](crate::Ruleset::parse).
    fn parse(&mut self, text: &str) -> Result<Id, SpecError>;

    /// The whole component: `kayles:1,3`.
    fn show(&self, id: Id) -> String;

    /// The options, each once (two with the same [`Game::canonical`] are one).
    ///
    /// # Errors
    ///
    /// [`OptionsError`] if there are more than `limits` allow, or the rules fail.
    fn options(&mut self, id: Id, limits: &Limits) -> Result<Vec<Id>, OptionsError>;

    /// The options of some of `ids`, from the first on and at least of one, by the [`Game::canonical`] of their
    /// parts if `apart`, else of the whole; on all threads that `limits` allow where the rules are slow.
    /// Options may repeat. Of how many depends on how many options they have: so many that the list
    /// stays small. Where `ids` are few, those of positions that are new may come as well.
    ///
    /// # Errors
    ///
    /// As [`Game::options`], for the first of `ids` that fails.
    fn list(&mut self, ids: &[Id], apart: bool, limits: &Limits) -> Result<Listing, OptionsError>;

    /// The move between two positions as a sentence.
    fn describe(&self, from: Id, to: Id) -> String;

    /// The representative of the positions that count as the same.
    fn canonical(&mut self, id: Id) -> Id;

    /// The independent positions that this one falls apart into, if they are not just itself.
    fn parts(&mut self, id: Id) -> Option<Vec<Id>>;

    /// The same board with the other player to move.
    fn pass(&mut self, id: Id) -> Id;

    /// True if both players always have the same moves.
    fn is_impartial(&self) -> bool;

    /// True if no play can repeat a position.
    fn is_acyclic(&self) -> bool;

    /// Whether the whole game is over here by a rule of its own.
    fn ending(&self, id: Id) -> Option<Ending>;

    /// What theory says under normal play.
    fn form(&self, id: Id) -> Form;

    /// What theory says under misère play, alone.
    fn misere_outcome(&self, id: Id) -> Option<Outcome>;

    /// The rules of the heaps that [`Form::Heaps`] speaks of.
    fn heap_rules(&self) -> Option<&HeapRules>;

    /// The nim-value of one heap, by formula.
    fn heap_value(&self, heap: u64) -> Option<Nimber>;

    /// The position with these heaps.
    fn with_heaps(&mut self, heaps: &[u64]) -> Option<Id>;

    /// At most `most` distinct options with nim-value `target`, by formula.
    fn options_to(&mut self, id: Id, target: Nimber, most: usize) -> Option<Vec<Id>>;

    /// At most `most` distinct options that are lost for the player to move, by formula.
    fn losing_options(&mut self, id: Id, play: Play, most: usize) -> Option<Vec<Id>>;

    /// The number of distinct options, by formula.
    fn option_count(&self, id: Id) -> Option<u128>;

    /// The game's own explanation.
    fn reasons(&self, id: Id, play: Play) -> Vec<Block>;

    /// How to draw it.
    fn picture(&self, id: Id) -> Picture;

    /// Positions of lower rank are likely to be met on the way down from those of higher rank.
    fn rank(&self, id: Id) -> u64;

    /// How many positions have been met.
    fn positions_met(&self) -> u64;

    /// Bytes that they take.
    fn bytes(&self) -> u64;
}
