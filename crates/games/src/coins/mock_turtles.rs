//! Mock Turtles: turn a head, and perhaps one or two coins to its left.

use grundy_core::SpecError;
use grundy_positions::{Game, game};

use super::turning::Turning;
use crate::GameInfo;
use crate::info::no_parameters;

/// What the registry knows of it.
pub static GAME: GameInfo = GameInfo {
    name: "mock-turtles",
    aliases: &["mock-turtle"],
    summary: "turn a head to tails, and perhaps one or two coins to its left",
    rules: "Coins lie in a row, heads or tails. A move turns one coin from heads to tails; it may also turn over one or \
            two coins to the left of it, either way.",
    notation: "the row: THTTH; or the places of the heads, from 1: 2,5",
    parameters: None,
    example: "mock-turtles:THTTH",
    trials: &[
        "mock-turtles:T",
        "mock-turtles:H",
        "mock-turtles:HHHHH",
        "mock-turtles:3,4,6",
        "mock-turtles:TTTTTTH",
    ],
    theory: "A head at place n is worth 2n-2 or 2n-1, whichever has an odd number of ones in binary: the odious numbers \
             in order.",
    source: "Berlekamp, Conway and Guy, Winning Ways (1982), chapter 14",
    make,
};

fn make(parameters: Option<&str>) -> Result<Box<dyn Game>, SpecError> {
    no_parameters(parameters)?;
    Ok(game(Turning {
        prefix: "mock-turtles",
        value: |head| {
            let even = 2 * (u128::from(head) - 1);
            even + u128::from(even.count_ones() % 2 == 0)
        },
        companions: |head| {
            let others = (1..head).flat_map(|other| {
                let two = (1..other).map(move |third| vec![other, third]);
                std::iter::once(vec![other]).chain(two)
            });
            Box::new(std::iter::once(Vec::new()).chain(others))
        },
        count: |head| {
            let others = u128::from(head) - 1;
            1 + others + others * others.saturating_sub(1) / 2
        },
        last: u64::MAX,
        is_nim: false,
    }))
}
