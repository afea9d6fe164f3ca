//! Hard games: a search for nimbers, and removal games on bit sets.

mod bits;
mod components;
mod couples;
mod meter;
mod numbers;
mod removal;
mod stack;
mod tables;

pub use bits::Bits;
pub use components::{Components, Options};
pub use couples::CoupleSearch;
pub use meter::{Meter, Stop};
pub use removal::{Compiled, Figures, RemovalSearch};
pub use tables::{Key, Tables};
