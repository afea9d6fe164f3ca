//! The words of combinatorial game theory: nimbers, outcomes, rulesets, limits, errors with spans.
//!
//! Every other crate speaks these words; this one sees none of them.

mod error;
mod explain;
mod found;
mod game;
mod heap_rules;
mod in_parts;
mod interned;
mod limits;
mod met;
mod nimber;
mod numbers;
mod outcome;
mod ruleset;
mod verdict;

pub use error::{RulesError, SpecError, SpecErrorKind, visible};
pub use explain::{Block, Table, binary};
pub use found::{Found, Which};
pub use game::{Game, Id, Listing, OptionsError};
pub use heap_rules::{HeapRules, LEAVE_NOTHING, LEAVE_ONE, LEAVE_THREE, LEAVE_TWO};
pub use in_parts::InParts;
pub use interned::Interned;
pub use limits::{Deadline, LimitReached, Limits};
pub use nimber::Nimber;
pub use outcome::{Outcome, Play, Value};
pub use ruleset::{Ending, Form, Picture, Ruleset, list_one};
pub use verdict::{ComponentReport, MoveReport, Verdict};
