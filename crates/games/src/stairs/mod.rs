//! Games played on stairs.

mod staircase;

use crate::GameInfo;

/// The games of this family, in the order in which they are listed.
pub(crate) static GAMES: &[&GameInfo] = &[&staircase::GAME];
