//! Nim: take any number from one heap (Bouton 1901).

use grundy_core::{Picture, SpecError};
use grundy_positions::{Game, game};

use super::heaps::stones;
use super::nim_game::NimGame;
use crate::GameInfo;
use crate::info::no_parameters;

/// What the registry knows of it.
pub static GAME: GameInfo = GameInfo {
    name: "nim",
    aliases: &["bouton"],
    summary: "take any number from one heap",
    rules: "There are heaps of stones. A move takes one or more stones from one heap.",
    notation: "heap sizes: 3,4,5",
    parameters: None,
    example: "nim:3,4,5",
    trials: &["nim:0", "nim:0,1", "nim:1,1,1", "nim:2,2,5", "nim:6,1,3,1"],
    theory: "The value is the xor of the heap sizes. Under misère play the same positions are lost, \
             except when every heap is at most 1: then an odd number of ones is lost.",
    source: "C. L. Bouton, Nim, a game with a complete mathematical theory, Annals of Mathematics 3 (1901)",
    make,
};

fn make(parameters: Option<&str>) -> Result<Box<dyn Game>, SpecError> {
    no_parameters(parameters)?;
    Ok(game(NimGame {
        prefix: "nim",
        rules: NimGame::rules(),
        sentence,
        picture: |heaps| Picture::Heaps(heaps.to_vec()),
        touch: |heaps, played| played.lower(heaps),
    }))
}

fn sentence(heap: u64, left: u64) -> String {
    let rest = [left];
    stones(heap, heap - left, if left == 0 { &[] } else { &rest })
}
