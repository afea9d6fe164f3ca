//! Rules that users write: Starlark files as rulesets.
//!
//! [`StarRules`] is a game whose `moves` is a function in Starlark: Python's syntax, nothing outside
//! the file in reach, and limits on steps, memory, depth and time. [`Judge`] runs a whole judge
//! problem, [`Claim`] is a conjecture. How positions are solved is none of this crate's business: what a judge program asks
//! is answered by an [`Oracle`] that somebody else brings.

mod asked_moves;
mod builtins;
mod claim;
mod convert;
mod drawing;
mod failure;
mod files;
mod format;
mod guards;
mod judge;
mod limits;
mod listing;
mod literal;
mod more_questions;
mod notation;
mod oracle;
mod position;
mod prelude;
mod printing;
mod problems;
mod program;
mod python;
mod removals;
mod runaway;
mod scores;
mod star_file;
mod star_rules;
mod watch;

pub use claim::{About, Claim};
pub use files::{is_star, read_rules, star_path};
pub use judge::Judge;
pub use limits::{DEEPEST_CALLS, RuleLimits};
pub use more_questions::WinningMove;
pub use oracle::{Oracle, OracleError, Solved, Subject};
pub use position::{Atom, StarPosition};
pub use printing::print_to;
pub use problems::{PROBLEMS, Problem, find_problem, nearest_problems};
pub use program::LONGEST_FILE_BYTES;
pub use removals::StarRemovals;
pub use star_file::StarFile;
pub use star_rules::StarRules;
pub use watch::{is_running, overdue};
