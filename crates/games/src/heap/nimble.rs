//! Nimble: coins slide down a strip, any number on a square.

use grundy_core::{Picture, SpecError, Touch};
use grundy_positions::{Game, game};

use super::heaps::HeapMove;
use super::nim_game::NimGame;
use crate::GameInfo;
use crate::coins::coin_strip::coin_to;
use crate::info::no_parameters;

/// What the registry knows of it.
pub static GAME: GameInfo = GameInfo {
    name: "nimble",
    aliases: &[],
    summary: "move a coin to any lower square, where others may lie",
    rules: "Coins lie on the squares 0, 1, 2, … of a strip; a square may hold any number of them. A move takes one \
            coin to any square with a lower number. Coins on square 0 stay there.",
    notation: "the square of each coin: 2,3,3,5",
    parameters: None,
    example: "nimble:2,3,3,5",
    trials: &["nimble:0", "nimble:0,4", "nimble:1,1,1", "nimble:2,2,5"],
    theory: "Each coin is a Nim heap as large as the number of its square.",
    source: "T. S. Ferguson, Game Theory (2014), part I, chapter 2",
    make,
};

fn make(parameters: Option<&str>) -> Result<Box<dyn Game>, SpecError> {
    no_parameters(parameters)?;
    Ok(game(NimGame {
        prefix: "nimble",
        rules: NimGame::rules(),
        sentence,
        picture,
        touch,
    }))
}

fn sentence(square: u64, left: u64) -> String {
    format!("move a coin from square {square} to square {left}")
}

fn picture(squares: &[u64]) -> Picture {
    let last = squares.iter().max().copied().unwrap_or(0);
    Picture::Coins {
        squares: last.saturating_add(1),
        coins: squares.to_vec(),
    }
}

/// The coin, then the square it goes to.
fn touch(squares: &[u64], played: &HeapMove) -> Touch {
    let last = squares.iter().max().copied().unwrap_or(0);
    coin_to(played.index, played.left[0], last.saturating_add(1))
}
