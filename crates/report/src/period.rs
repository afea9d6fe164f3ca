//! Periods of nim-sequences; with a proof, the report is a certificate.

use schemars::JsonSchema;
use serde::Serialize;

use crate::SchemaVersion;

/// What the search for a period found.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct PeriodReport {
    /// The version of the object.
    pub schema: SchemaVersion,
    /// The ruleset as grundy writes it.
    pub ruleset: String,
    /// True if a period is proved, null if it is not known whether there is one.
    pub periodic: Option<bool>,
    /// The least p with g(n + period) = g(n) + saltus for all n ≥ p.
    pub preperiod: Option<u64>,
    /// The period.
    pub period: Option<u64>,
    /// What is added with every period; 0 for a period in the plain sense.
    pub saltus: Option<u64>,
    /// The last heap that breaks the period.
    pub last_exception: Option<u64>,
    /// True if the period is proved.
    pub proved: bool,
    /// The largest heap whose value was looked at.
    pub checked_to: u64,
    /// The theorem that proves the period, as a word.
    pub theorem: Option<String>,
    /// The theorem in words.
    pub theorem_in_words: Option<String>,
    /// The hash of the values of heaps 0 to `checked_to`.
    pub hash: Option<String>,
    /// What a proof by a window of values needs.
    pub window: Option<WindowReport>,
    /// A recurrence that was observed and is not proved.
    pub observed: Option<ObservedPeriod>,
    /// The method that computed the values.
    pub method: String,
    /// True if the report was read from a certificate and checked again.
    #[serde(skip_serializing_if = "is_false")]
    pub checked_again: bool,
    /// True if the period is known from a certificate that comes with grundy, too long to be found again here.
    #[serde(skip_serializing_if = "is_false")]
    pub from_certificate: bool,
}

/// What a proof by a window of values needs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct WindowReport {
    /// The first heap of the window.
    pub start: u64,
    /// Its length.
    pub length: u64,
    /// The mask of the sparse space.
    pub mask: u32,
    /// True if the parity of the heap takes part in the mask.
    pub position_parity: bool,
    /// The last heap with a rare value.
    pub last_rare: u64,
    /// The largest heap that a value needed as a witness.
    pub largest_witness: u64,
}

/// A recurrence that was observed and is not proved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct ObservedPeriod {
    /// The heap from which it was observed.
    pub preperiod: u64,
    /// The period.
    pub period: u64,
    /// What is added with every period.
    pub saltus: u64,
}

fn is_false(flag: &bool) -> bool {
    !flag
}
