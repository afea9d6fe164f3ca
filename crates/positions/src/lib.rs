//! Positions as integers: every position of a game gets a number when it is first found.
//!
//! [`game`] turns the rules of any game into a [`Game`], whose type is forgotten, so that solvers work on
//! integers. What only rules that are programs need (batches, small numbers for positions, memory beyond a
//! position's own size) is in [`Source`], which nobody else has to know.

mod game;
mod interned;
mod listed_options;
mod number_index;
mod option_lists;
mod plain;
mod position_table;
mod source;

pub use game::{Game, Id, Listing, Move, MoveText, OptionsError, Promise};
pub use interned::Interned;
pub use listed_options::{ListedOptions, PositionRef};
pub use option_lists::OptionLists;
pub use plain::{PlainSource, game, game_at};
pub use source::{Source, list_one};
