//! Dawson's Kayles: knock down two adjacent pins.

use grundy_core::{HeapRules, Picture, SpecError};
use grundy_positions::{Game, game};

use super::heap_game::HeapGame;
use crate::GameInfo;
use crate::info::no_parameters;

/// What the registry knows of it.
pub static GAME: GameInfo = GameInfo {
    name: "dawsons-kayles",
    aliases: &["dawson-kayles"],
    summary: "knock down two adjacent pins",
    rules: "Pins stand in rows. A ball knocks down two pins that stand side by side. What is left of the row may fall apart in two.",
    notation: "row lengths: 7,4",
    parameters: None,
    example: "dawsons-kayles:7,4",
    trials: &[
        "dawsons-kayles:0",
        "dawsons-kayles:1,2",
        "dawsons-kayles:9",
        "dawsons-kayles:3,3,5",
    ],
    theory: "It is the octal game 0.07. A row of n is worth what Dawson's chess is on n-1 squares: period 34 from 53 on. Misère play is not understood.",
    source: "Berlekamp, Conway and Guy, Winning Ways (1982), chapter 4",
    make,
};

fn make(parameters: Option<&str>) -> Result<Box<dyn Game>, SpecError> {
    no_parameters(parameters)?;
    Ok(game(HeapGame {
        picture: Picture::Pins,
        ..HeapGame::new("dawsons-kayles", HeapRules::with_tail(&[0, 0, 7], &[]))
    }))
}
