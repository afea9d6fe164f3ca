//! Games played on strips.

mod left_right;
mod treblecross;

use crate::GameInfo;

/// The games of this family, in the order in which they are listed.
pub(crate) static GAMES: &[&GameInfo] = &[&left_right::GAME, &treblecross::GAME];
