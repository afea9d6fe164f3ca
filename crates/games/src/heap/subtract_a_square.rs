//! Subtract a square (Epstein).

use grundy_core::{HeapRules, LEAVE_NOTHING, LEAVE_ONE, SpecError};
use grundy_positions::{Game, game};

use super::heap_game::HeapGame;
use crate::info::no_parameters;
use crate::{GameInfo, notation};

/// What the registry knows of it.
pub static GAME: GameInfo = GameInfo {
    name: "subtract-a-square",
    aliases: &["take-a-square", "square-nim"],
    summary: "take a square number of stones",
    rules: "There are heaps of stones. A move takes 1, 4, 9, 16, … stones from one heap.",
    notation: "heap sizes: 20,7",
    parameters: None,
    example: "subtract-a-square:20,7",
    trials: &[
        "subtract-a-square:0",
        "subtract-a-square:2,3",
        "subtract-a-square:39",
        "subtract-a-square:5,5,10",
    ],
    theory: "No formula is known. Single heaps of 0, 2, 5, 7, 10, 12, 15, 17, 20, 22, 34, 39, 44, … are lost.",
    source: "S. W. Golomb, A mathematical investigation of games of \"take-away\", J. Combinatorial Theory 1 (1966), who \
             has it from R. A. Epstein",
    make,
};

/// The square root of the largest number that can be taken.
const LARGEST_ROOT: u64 = 10_000;

fn make(parameters: Option<&str>) -> Result<Box<dyn Game>, SpecError> {
    no_parameters(parameters)?;
    let squares = (1..=LARGEST_ROOT).map(|root| (root * root, LEAVE_NOTHING | LEAVE_ONE));
    Ok(game(HeapGame {
        parse: |text| {
            let past_the_largest = u128::from(LARGEST_ROOT + 1).pow(2);
            notation::numbers(text, 0..past_the_largest)
        },
        ..HeapGame::new("subtract-a-square", HeapRules::new(squares))
    }))
}
