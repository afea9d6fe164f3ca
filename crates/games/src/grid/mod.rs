//! Games played on boards.

mod chomp;
pub(crate) mod chop;
mod cram;
mod cutting;
mod diagrams;
mod hyper_knights;
mod matrix;
mod northcott;
mod queens;

use crate::GameInfo;

/// The games of this family, in the order in which they are listed.
pub(crate) static GAMES: &[&GameInfo] = &[
    &chop::GAME,
    &matrix::GAME,
    &northcott::GAME,
    &chomp::GAME,
    &cram::GAME,
    &queens::GAME,
    &cutting::GAME,
    &hyper_knights::GAME,
];
