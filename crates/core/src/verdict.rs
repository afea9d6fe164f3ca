//! The answer to "who wins?", as data.

use crate::{Block, Element, Outcome, Play, Value};

/// What grundy says of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// The position as grundy writes it.
    pub position: String,
    /// The ending convention.
    pub play: Play,
    /// What happens to the player to move.
    pub outcome: Outcome,
    /// The value of the sum, where the play has one and it is known.
    pub value: Option<Value>,
    /// The method that found the outcome, in a few words.
    pub method: String,
    /// The number of distinct options, where known.
    pub moves: Option<u128>,
    /// Moves to the end when the winner hurries and the loser delays, where it was computed.
    pub remoteness: Option<u64>,
    /// The components of the sum.
    pub components: Vec<ComponentReport>,
    /// Every winning move, unless [`Verdict::complete`] says otherwise.
    pub winning_moves: Vec<MoveReport>,
    /// For a draw: every move that keeps it.
    pub drawing_moves: Vec<MoveReport>,
    /// False if winning moves were too many to list, or to look for, and some are missing.
    pub complete: bool,
    /// For a lost position: the move that puts the end off longest, where that is cheap to know.
    pub defence: Option<MoveReport>,
    /// The reason, if it was asked for.
    pub explanation: Vec<Block>,
}

/// One component of a sum.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ComponentReport {
    /// The component as grundy writes it.
    pub position: String,
    /// Its value, where it has one and it is known.
    pub value: Option<Value>,
}

/// One move in a sum.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveReport {
    /// The component it is made in.
    pub component: usize,
    /// The component before.
    pub from: String,
    /// The component after.
    pub to: String,
    /// The whole sum after.
    pub position: String,
    /// The move as a sentence.
    pub text: String,
    /// What a person touches in the picture of the component to make it, in order.
    pub touch: Vec<Element>,
    /// What it changes in the picture of the component.
    pub changes: Vec<Element>,
}
