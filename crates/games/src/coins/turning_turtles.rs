//! Turning Turtles: turn a head, and perhaps one coin to its left.

use grundy_core::SpecError;
use grundy_positions::{Game, game};

use super::turning::Turning;
use crate::GameInfo;
use crate::info::no_parameters;

/// What the registry knows of it.
pub static GAME: GameInfo = GameInfo {
    name: "turning-turtles",
    aliases: &["turtles"],
    summary: "turn a head to tails, and perhaps one coin to its left",
    rules: "Coins lie in a row, heads or tails. A move turns one coin from heads to tails; it may also turn over one \
            coin to the left of it, either way.",
    notation: "the row: THTTH; or the places of the heads, from 1: 2,5",
    parameters: None,
    example: "turning-turtles:THTTH",
    trials: &[
        "turning-turtles:T",
        "turning-turtles:H",
        "turning-turtles:HHHH",
        "turning-turtles:3,4,6",
        "turning-turtles:TTTTTTH",
    ],
    theory: "A head at place n is a Nim heap of n; turning a second coin is leaving a smaller heap.",
    source: "Berlekamp, Conway and Guy, Winning Ways (1982), chapter 14",
    make,
};

fn make(parameters: Option<&str>) -> Result<Box<dyn Game>, SpecError> {
    no_parameters(parameters)?;
    Ok(game(Turning {
        prefix: "turning-turtles",
        value: u128::from,
        companions: |head| {
            let one = (1..head).map(|other| vec![other]);
            Box::new(std::iter::once(Vec::new()).chain(one))
        },
        count: u128::from,
        last: u64::MAX,
        is_nim: true,
    }))
}
