//! Games played on graphs and trees.

mod arc_kayles;
mod green_hackenbush;
mod named;
mod node_kayles;
mod plain_graph;
mod poset;
mod removal;

use crate::GameInfo;

/// The games of this family, in the order in which they are listed.
pub(crate) static GAMES: &[&GameInfo] = &[
    &green_hackenbush::GAME,
    &node_kayles::GAME,
    &arc_kayles::GAME,
    &poset::GAME,
];
