//! Proofs of searches that were checked.

use schemars::JsonSchema;
use serde::Serialize;

use crate::{OutcomeWord, SchemaVersion};

/// A proof of a search that was checked and holds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct ProofReport {
    /// The version of the object.
    pub schema: SchemaVersion,
    /// True: a proof that does not hold is an error.
    pub verified: bool,
    /// The position that it is about.
    pub position: String,
    /// What happens to the player to move, under normal play.
    pub outcome: OutcomeWord,
    /// The value; null if the proof is about the outcome only.
    pub value: Option<u64>,
    /// How many components were derived from the rules and from smaller ones.
    pub entries: u64,
}
