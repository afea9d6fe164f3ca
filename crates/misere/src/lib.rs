//! Misère play beyond Nim: the player who makes the last move loses.
//!
//! The main object is the [`Quotient`] of a game: a finite commutative monoid with a set of lost
//! elements in which sums of heaps are multiplied and looked up. [`quotient`] finds it heap by heap.

mod atlas;
mod bits;
mod certificate;
mod check;
mod checked_quotient;
mod closure;
mod closure_of_games;
mod exact;
mod extend;
mod forms;
mod genus;
mod heaps;
mod images;
mod initial_segment;
mod layer;
mod meter;
mod monoid;
mod outcomes;
mod period;
mod piece;
mod quotient;
mod reduce;
mod search;
mod solver;
mod store;
mod structure;
mod tame;
mod words;

pub use atlas::{AtlasRow, octal_games, write_atlas};
pub use certificate::{
    CertificateError, CertifiedGame, CertifiedGenerator, CertifiedTail, QuotientCertificate,
};
pub use check::{Checked, QuotientCheckError, check};
pub use checked_quotient::{
    CheckedQuotient, CheckedQuotientError, CheckedQuotientRequest, checked_quotient,
    checked_quotient_of_games, genera_to,
};
pub use closure_of_games::GameClosure;
pub use forms::{Forms, MisereForm};
pub use genus::{Genera, Genus, Temper};
pub use heaps::{Heaps, Union};
pub use initial_segment::{initial_segment_value, largest_of_initial_segment};
pub use meter::Work;
pub use outcomes::Outcomes;
pub use period::QuotientPeriod;
pub use quotient::{Generator, Quotient, QuotientElement};
pub use search::{
    QuotientError, QuotientProgress, QuotientSearchRequest, Stopped, quotient, quotient_of,
    quotient_of_union, quotient_of_with_work, search, search_with_work,
};
pub use store::QuotientStoreError;
pub use structure::DivisibilityClass;
pub use tame::{TameHeaps, TameValue};
pub use words::{Relation, generator_name};

/// Published quotients as a table: one game a line, the meaning of the columns in the first lines.
pub const KNOWN_QUOTIENTS: &str = include_str!("../tests/known/quotients.tsv");
