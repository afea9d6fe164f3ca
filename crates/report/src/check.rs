//! Conjectures that were tested.

use schemars::JsonSchema;
use serde::Serialize;

use crate::{PlayWord, SchemaVersion};

/// Whether claims about a game hold.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct CheckReport {
    /// The version of the object.
    pub schema: SchemaVersion,
    /// The ruleset.
    pub ruleset: String,
    /// The ending convention.
    pub play: PlayWord,
    /// How far was tested.
    pub to: u64,
    /// The positions that were tested, in words.
    pub domain: String,
    /// True if every claim holds.
    pub holds: bool,
    /// The claims.
    pub claims: Vec<ClaimReport>,
}

/// One claim.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct ClaimReport {
    /// What is claimed: `lose` or `value`.
    pub claim: String,
    /// The claim as it was written.
    pub text: String,
    /// True if it holds on all positions that were tested.
    pub holds: bool,
    /// The positions that it was tested on.
    pub positions: u64,
    /// The smallest position for which it is wrong.
    pub counterexample: Option<CounterexampleReport>,
}

/// A position for which a claim is wrong.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct CounterexampleReport {
    /// The position.
    pub position: String,
    /// What is claimed of it.
    pub claimed: String,
    /// What is true of it.
    pub truth: String,
    /// Why.
    pub reason: String,
    /// The move that shows it.
    #[serde(rename = "move")]
    pub offending_move: Option<CounterexampleMove>,
}

/// A move that shows that a claim is wrong.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct CounterexampleMove {
    /// The move as a sentence.
    pub text: String,
    /// The position that it leads to.
    pub to: String,
}
