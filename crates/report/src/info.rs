//! What a file is: stores, certificates, graphs, rules.

use schemars::JsonSchema;
use serde::Serialize;

use crate::SchemaVersion;

/// What a file is and what is in it; keys without an answer for its kind are omitted.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct InfoReport {
    /// The version of the object.
    pub schema: SchemaVersion,
    /// The file.
    pub file: String,
    /// Its length in bytes.
    pub bytes: u64,
    /// What it is: `sequence store`, `period search`, `quotient store`, `certificate`, `graph` or `rules`.
    pub kind: String,
    /// The ruleset that it is about.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ruleset: Option<String>,
    /// What a store keeps: `values` or `state`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub keep: Option<String>,
    /// The number of heaps, 0 among them, whose values or elements are known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub heaps: Option<u64>,
    /// The largest value.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub largest: Option<u64>,
    /// The first heap that has it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub largest_at: Option<u64>,
    /// The hash of the values.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hash: Option<String>,
    /// The number of elements of a quotient.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub order: Option<u64>,
    /// The number of its elements that are lost for the player to move.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub p_portion_size: Option<u64>,
    /// The preperiod that a certificate states.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub preperiod: Option<u64>,
    /// The period that a certificate states.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub period: Option<u64>,
    /// How a graph is written down.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub format: Option<String>,
    /// The vertices of a graph.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub vertices: Option<u64>,
    /// Its edges.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub edges: Option<u64>,
    /// What rules say about themselves.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub about: Option<String>,
    /// The command that goes on with the file, or reads it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next: Option<String>,
}
