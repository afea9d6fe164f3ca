//! The words of combinatorial game theory: nimbers, outcomes, rules, limits, errors with spans.
//!
//! Every other crate speaks these words; this one sees none of them.

mod component_spans;
mod error;
mod explain;
mod heap_rules;
mod limits;
mod named;
mod nimber;
mod outcome;
mod own_search;
mod picture;
mod removal;
mod rules;
mod theory;
mod verdict;
mod watch;

pub use component_spans::component_spans;
pub use error::{RulesError, SpecError, SpecErrorKind, visible};
pub use explain::{Block, Table, binary};
pub use heap_rules::{HeapRules, LEAVE_NOTHING, LEAVE_ONE, LEAVE_THREE, LEAVE_TWO};
pub use limits::{Deadline, LimitReached, Limits, limit_names};
pub use named::{Named, OptionsFunction};
pub use nimber::Nimber;
pub use outcome::{Outcome, Play, Value};
pub use own_search::OwnSearch;
pub use picture::{Element, LONGEST_SIDE, LONGEST_STRIP, Picture, TALLEST_HEAP, Touch};
pub use removal::{Removal, RemovalGame, RemovalPosition};
pub use rules::{Ending, Notation, Rules};
pub use theory::{Form, HeapPositions, HeapTheory, LosingMoves, MovesTo, Theory};
pub use verdict::{ComponentReport, MoveReport, Verdict};
pub use watch::{SearchProgress, Watch};
