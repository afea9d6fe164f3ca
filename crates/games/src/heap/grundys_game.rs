//! Grundy's game: split a heap into two unequal heaps.

use grundy_core::{HeapRules, LEAVE_TWO, SpecError};
use grundy_positions::{Game, game};

use super::heap_game::HeapGame;
use crate::GameInfo;
use crate::info::no_parameters;

/// What the registry knows of it.
pub static GAME: GameInfo = GameInfo {
    name: "grundys-game",
    aliases: &["grundy", "grundys", "partitioning"],
    summary: "split a heap into two unequal non-empty heaps",
    rules: "There are heaps of stones. A move splits one heap into two heaps of different sizes, neither empty; \
            heaps of 1 and 2 cannot be split.",
    notation: "heap sizes: 8,10",
    parameters: None,
    example: "grundys-game:8,10",
    trials: &[
        "grundys-game:1,2",
        "grundys-game:4",
        "grundys-game:6,5,3",
        "grundys-game:0",
    ],
    theory: "No period is known after more than 2^35 values; all but a few of them are odd in a certain set of \
             binary digits, which makes them quick to compute.",
    source: "P. M. Grundy, Mathematics and games, Eureka 2 (1939)",
    make,
};

fn make(parameters: Option<&str>) -> Result<Box<dyn Game>, SpecError> {
    no_parameters(parameters)?;
    let rules = HeapRules::new([(0, LEAVE_TWO)]).unequal();
    Ok(game(HeapGame::new("grundys-game", rules)))
}
