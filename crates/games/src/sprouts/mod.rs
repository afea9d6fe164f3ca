//! Sprouts: join two spots by a line and put a new spot on it; no spot has more than three lines.
//!
//! | file | what it holds |
//! |---|---|
//! | `map.rs` | regions, boundaries and vertices of a position |
//! | `lines.rs`, `draw.rs` | the lines that can be drawn, and the map after one |
//! | `reduce.rs` | what does not matter is left out; the lands that a map falls apart into |
//! | `canonical.rs`, `readings.rs`, `code.rs` | the same bytes for the same land |
//! | `text.rs` | positions as people write them |
//! | `game.rs` | the rules, sentences and drawings |
//! | `lands.rs`, `search.rs` | lands for a search that works on them one by one, and that search |

mod canonical;
mod code;
mod draw;
mod game;
mod lands;
mod lines;
mod map;
mod readings;
mod reduce;
mod search;
mod text;

use crate::GameInfo;

pub use lands::SproutsLands;

/// The games of this family, in the order in which they are listed.
pub(crate) static GAMES: &[&GameInfo] = &[&game::GAME];
