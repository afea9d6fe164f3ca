//! Conjectures about the positions of a ruleset: [`guess`] finds patterns, [`check`] tests claims.
//!
//! The caller opens the ruleset ([`PositionTable`]). [`check_ruleset`] and [`guess_ruleset`] find out which of its
//! positions are meant ([`Domain`]) and, in a rules file, what is claimed of them; a claim is a function of a position.

mod check;
mod domain;
mod error;
mod guess;
mod numbers;
mod of_ruleset;
mod own_rules;
mod patterns;
mod positions;
mod table;

pub use check::{
    CheckedConjecture, CheckedConjectures, ClaimFunction, Conjecture, Counterexample,
    CounterexampleReason, Property, RefutingMove, check,
};
pub use domain::{
    Candidate, Domain, LayerKind, NextLayer, NumberLists, NumberNotation, PositionLayers,
    PositionText, default_to,
};
pub use error::ConjectureError;
pub use guess::{FEWEST_SIZES, GuessOptions, GuessedPatterns, KnownSequence, guess};
pub use of_ruleset::{CheckRequest, ClaimText, GuessRequest, check_ruleset, guess_ruleset};
pub use own_rules::{OwnRules, look_at_rules};
pub use patterns::{Pattern, PatternStanding, Quantity};
pub use positions::PositionTable;
pub use table::{FactTable, PositionFacts, SizeSummary};
