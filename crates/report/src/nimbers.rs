//! The arithmetic of nimbers.

use schemars::JsonSchema;
use serde::Serialize;

use crate::SchemaVersion;

/// What some nimbers come to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct NimberReport {
    /// The version of the object.
    pub schema: SchemaVersion,
    /// `mex`, `xor` or `nim-product`.
    pub operation: String,
    /// The numbers that were given.
    pub numbers: Vec<u128>,
    /// What they come to.
    pub result: u128,
}
