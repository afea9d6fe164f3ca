//! Proof-number search for nimbers in games whose positions fall apart into independent lands.
//!
//! A land is a byte string in canonical form; equal lands are equal bytes, and nothing but whole byte strings is
//! ever compared. The questions are couples (land, *n*): is the land beside a Nim heap of *n* lost for the
//! player to move? That is so for exactly one *n*, the nimber of the land (Lemoine and Viennot, Computer
//! analysis of Sprouts with nimbers, 2010). See `search.rs` for the search, `table.rs` for what is remembered.

mod children;
mod collect;
mod exact;
mod options;
mod rules;
mod search;
mod sums;
mod table;

pub use rules::{LandList, LandRules};
pub use search::{Progress, Search, Settings};
