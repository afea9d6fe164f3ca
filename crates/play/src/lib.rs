//! A game between a person and the computer: levels of strength, hints, history, mistakes.
//!
//! The caller brings an [`Analyst`], which answers what is known about a position. A [`Match`] asks it once
//! for each position that comes onto the board.

mod analyst;
mod game;
mod hints;
mod level;
pub mod pursuit;
mod record;
mod reply;
mod review;

pub use analyst::Analyst;
pub use game::{Match, MatchEnd, OCCURRENCES_FOR_A_DRAW, Player};
pub use hints::hints;
pub use level::{Chance, Level, UnknownLevel};
pub use record::{MatchRecord, RecordedMove};
pub use reply::{reply, some_moves};
pub use review::{ReviewedPosition, is_worse, review};
