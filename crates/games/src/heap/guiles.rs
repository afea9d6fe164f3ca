//! Guiles: the octal game 0.15.

use grundy_core::{HeapRules, Picture, SpecError};
use grundy_positions::{Game, game};

use super::heap_game::HeapGame;
use crate::GameInfo;
use crate::info::no_parameters;

/// What the registry knows of it.
pub static GAME: GameInfo = GameInfo {
    name: "guiles",
    aliases: &[],
    summary: "take a heap of 1 or 2, or two from a heap that splits",
    rules: "There are heaps. A move takes a heap of one or of two, or takes two from a larger heap and leaves the rest as two heaps.",
    notation: "heap sizes: 7,4",
    parameters: None,
    example: "guiles:7,4",
    trials: &["guiles:0", "guiles:1,2", "guiles:9", "guiles:3,3,5"],
    theory: "It is the octal game 0.15. The values of heaps 1, 2, 3, … are 1 1 0 1 1 2 2 1 2 2 and so on, with period 10 from the start; its misère quotient has 42 elements.",
    source: "R. K. Guy and C. A. B. Smith, The G-values of various games, Proc. Cambridge Phil. Soc. 52 (1956)",
    make,
};

fn make(parameters: Option<&str>) -> Result<Box<dyn Game>, SpecError> {
    no_parameters(parameters)?;
    Ok(game(HeapGame {
        picture: Picture::Heaps,
        ..HeapGame::new("guiles", HeapRules::with_tail(&[0, 1, 5], &[]))
    }))
}
