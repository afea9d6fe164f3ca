//! Conjectures about the positions of a ruleset: [`guess`] finds patterns, [`check`] tests claims.
//!
//! A ruleset is opened as a [`PositionTable`]; then it is found out which of its positions are meant ([`Domain`]) and,
//! in a rules file, what is claimed of them. A claim is a function of a position.

mod by_name;
mod check;
mod domain;
mod error;
mod guess;
mod numbers;
mod of_ruleset;
pub mod own_rules;
mod patterns;
mod positions;
mod table;

pub use by_name::{check, check_claim, guess, guess_in, table, table_of};
pub use check::{
    CheckedConjecture, CheckedConjectures, ClaimFunction, Conjecture, Counterexample,
    CounterexampleReason, Property, RefutingMove,
};
pub use domain::{
    Candidate, Domain, LayerKind, NextLayer, NumberLists, NumberNotation, PositionLayers,
    PositionText, default_to,
};
pub use error::ConjectureError;
pub use guess::{FEWEST_SIZES, GuessOptions, GuessedPatterns, KnownSequence};
pub use of_ruleset::{CheckRequest, ClaimText, GuessRequest};
pub use patterns::{Pattern, PatternStanding, Quantity};
pub use positions::PositionTable;
pub use table::{FactTable, PositionFacts, SizeSummary};
