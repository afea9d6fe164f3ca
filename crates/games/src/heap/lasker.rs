//! Lasker's Nim: take any number, or split in two.

use grundy_core::{HeapRules, Nimber, SpecError};
use grundy_positions::{Game, game};

use super::heap_game::HeapGame;
use crate::GameInfo;
use crate::info::no_parameters;

/// What the registry knows of it.
pub static GAME: GameInfo = GameInfo {
    name: "lasker",
    aliases: &["lasker-nim", "take-or-split"],
    summary: "take any number, or split a heap into two non-empty heaps",
    rules: "There are heaps of stones. A move takes one or more stones from one heap, or splits one heap into two \
            heaps that are not empty.",
    notation: "heap sizes: 3,4",
    parameters: None,
    example: "lasker:2,5,7",
    trials: &["lasker:0", "lasker:4", "lasker:3,3,1", "lasker:7,4"],
    theory: "The values are 0 1 2 4 3 5 6 8 7 …: 4k+3 and 4k+4 change places.",
    source: "E. Lasker, Brettspiele der Völker (1931)",
    make,
};

fn make(parameters: Option<&str>) -> Result<Box<dyn Game>, SpecError> {
    no_parameters(parameters)?;
    Ok(game(HeapGame {
        heap_value: Box::new(|heap| Some(value(heap))),
        formula: Some(
            "Lasker's formula: a heap of n is worth n, except that 4k + 3 is worth one more and 4k + 4 one less."
                .to_owned(),
        ),
        ..HeapGame::new("lasker", HeapRules::with_tail(&[4], &[3]))
    }))
}

fn value(heap: u64) -> Nimber {
    let wide = u128::from(heap);
    Nimber(match heap % 4 {
        3 => wide + 1,
        0 if heap > 0 => wide - 1,
        _ => wide,
    })
}
