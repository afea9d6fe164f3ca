//! Officers: the octal game 0.6.

use grundy_core::{HeapRules, Picture, SpecError};
use grundy_positions::{Game, game};

use super::heap_game::HeapGame;
use crate::GameInfo;
use crate::info::no_parameters;

/// What the registry knows of it.
pub static GAME: GameInfo = GameInfo {
    name: "officers",
    aliases: &[],
    summary: "take one from a heap and leave one heap or two",
    rules: "There are heaps. A move takes one from a heap of at least two and leaves the rest as one heap or as two.",
    notation: "heap sizes: 7,4",
    parameters: None,
    example: "officers:7,4",
    trials: &["officers:0", "officers:1,2", "officers:9", "officers:3,3,5"],
    theory: "It is the octal game 0.6. Whether its values become periodic is not known.",
    source: "Berlekamp, Conway and Guy, Winning Ways (1982), chapter 4",
    make,
};

fn make(parameters: Option<&str>) -> Result<Box<dyn Game>, SpecError> {
    no_parameters(parameters)?;
    Ok(game(HeapGame {
        picture: Picture::Heaps,
        ..HeapGame::new("officers", HeapRules::with_tail(&[0, 6], &[]))
    }))
}
