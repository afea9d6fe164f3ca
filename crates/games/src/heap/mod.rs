//! Games played with heaps.

pub(crate) mod heaps;

mod heap_game;
mod moore_losing;
mod moore_options;
mod nim_game;
mod separate_heaps;

mod aliquot;
pub(crate) mod code;
mod dawson;
mod dawsons_kayles;
mod end_nim;
mod euclid;
mod fibonacci_nim;
mod grundys_game;
mod guiles;
mod kayles;
mod lasker;
mod mark;
mod moore;
mod nim;
mod nimble;
mod officers;
mod poker_nim;
mod subtract;
mod subtract_a_square;
mod wythoff;

use crate::GameInfo;

/// The games of this family, in the order in which they are listed.
pub(crate) static GAMES: &[&GameInfo] = &[
    &nim::GAME,
    &subtract::GAME,
    &lasker::GAME,
    &grundys_game::GAME,
    &kayles::GAME,
    &dawson::GAME,
    &code::GAME,
    &poker_nim::GAME,
    &moore::GAME,
    &nimble::GAME,
    &wythoff::GAME,
    &euclid::GAME,
    &fibonacci_nim::GAME,
    &end_nim::GAME,
    &mark::GAME,
    &aliquot::GAME,
    &subtract_a_square::GAME,
    &dawsons_kayles::GAME,
    &guiles::GAME,
    &officers::GAME,
];
