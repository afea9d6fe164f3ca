//! Patterns that were looked for.

use schemars::JsonSchema;
use serde::Serialize;

use crate::{PlayWord, SchemaVersion};

/// Patterns in the values of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct GuessReport {
    /// The version of the object.
    pub schema: SchemaVersion,
    /// The ruleset.
    pub ruleset: String,
    /// The ending convention.
    pub play: PlayWord,
    /// The positions that were looked at, in words.
    pub domain: String,
    /// The smallest size that was looked at.
    pub from: u64,
    /// The largest size that was looked at, where positions are numbers.
    pub to: Option<u64>,
    /// The patterns were found on sizes below this one, and tested on the rest.
    pub trained_on: u64,
    /// Numbers per position, where positions are numbers.
    pub dimensions: Option<usize>,
    /// The values; null where there is none.
    pub values: Option<Vec<Vec<Option<u64>>>>,
    /// The lost positions, where positions are numbers.
    pub lost: Option<Vec<Vec<u64>>>,
    /// A summary for each size, where positions are not numbers.
    pub sizes: Vec<SizeReport>,
    /// True if no pattern explains the values.
    pub values_resisted: bool,
    /// The patterns, those that failed included.
    pub patterns: Vec<PatternReport>,
}

/// The positions of one size.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct SizeReport {
    /// The size.
    pub size: u64,
    /// How many positions have it.
    pub positions: u64,
    /// How many of them are lost.
    pub lost: u64,
    /// The largest value among them.
    pub largest_value: Option<u64>,
}

/// One pattern.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct PatternReport {
    /// The pattern in words.
    pub pattern: String,
    /// What it is about: the value, the lost positions or the remoteness.
    pub quantity: String,
    /// `proved`, `observed` or `failed`.
    pub standing: String,
    /// The first size for which it is wrong.
    pub fails_at: Option<u64>,
}
