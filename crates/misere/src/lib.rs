//! Misère play beyond Nim: who makes the last move loses.
//!
//! The main object is the [`Quotient`] of a game: a finite commutative monoid with a set of lost
//! elements in which sums of heaps are multiplied and looked up. [`quotient`] finds it heap by heap.

mod bits;
mod bounds;
mod closure;
mod exact;
mod extend;
mod heaps;
mod images;
mod layer;
mod monoid;
mod period;
mod piece;
mod quotient;
mod reduce;
mod search;
mod solver;
mod structure;
mod words;

pub use heaps::{Heaps, Union};
pub use period::Period;
pub use quotient::{Element, Generator, Quotient};
pub use search::{
    Progress, QuotientError, Request, Stopped, quotient, quotient_of, quotient_of_union, search,
};
pub use structure::DivisibilityClass;
pub use words::{Relation, generator_name};
