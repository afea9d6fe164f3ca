//! Games played with coins in a row.

pub(crate) mod coin_strip;
mod turning;

mod mock_turtles;
mod ruler;
mod silver_dollar;
mod turning_turtles;
mod welter;

use crate::GameInfo;

/// The games of this family, in the order in which they are listed.
pub(crate) static GAMES: &[&GameInfo] = &[
    &welter::GAME,
    &silver_dollar::GAME,
    &turning_turtles::GAME,
    &mock_turtles::GAME,
    &ruler::GAME,
];
