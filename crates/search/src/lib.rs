//! Hard games: a search for nimbers, and removal games on bit sets.
//!
//! `couples.rs` is the search, `tables` what it remembers, `removal` the games, `crowd.rs` several threads, `store.rs`
//! what is kept in a file.

mod bits;
mod components;
mod couples;
mod crowd;
mod meter;
mod numbers;
mod removal;
mod stack;
mod store;
mod tables;

pub use bits::Bits;
pub use components::{Components, Options};
pub use couples::CoupleSearch;
pub use crowd::Crowd;
pub use meter::{Meter, Stop};
pub use removal::{Compiled, Figures, RemovalSearch};
pub use store::{StoreError, StoreFault};
pub use tables::{Key, Tables};
