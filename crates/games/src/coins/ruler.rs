//! Ruler: turn any number of consecutive coins, the last of them a head.

use grundy_core::SpecError;
use grundy_positions::{Game, game};

use super::turning::Turning;
use crate::GameInfo;
use crate::info::no_parameters;

/// What the registry knows of it.
pub static GAME: GameInfo = GameInfo {
    name: "ruler",
    aliases: &["ruler-game"],
    summary: "turn consecutive coins, the last from heads to tails",
    rules: "Coins lie in a row, heads or tails. A move turns over any number of coins that lie side by side; the \
            rightmost of them must go from heads to tails.",
    notation: "the row: THTTH; or the places of the heads, from 1: 2,5",
    parameters: None,
    example: "ruler:THTTH",
    trials: &[
        "ruler:T",
        "ruler:H",
        "ruler:HHHHH",
        "ruler:3,4,6",
        "ruler:TTTTTTTH",
    ],
    theory: "A head at place n is worth the largest power of 2 that divides n.",
    source: "Berlekamp, Conway and Guy, Winning Ways (1982), chapter 14",
    make,
};

/// Options are listed with all the coins they turn, so rows must not be long.
const LAST_PLACE: u64 = 2_000;

fn make(parameters: Option<&str>) -> Result<Box<dyn Game>, SpecError> {
    no_parameters(parameters)?;
    Ok(game(Turning {
        prefix: "ruler",
        value: |head| 1 << head.trailing_zeros(),
        companions: |head| {
            Box::new(
                (1..=head)
                    .rev()
                    .map(move |last| (last..head).rev().collect()),
            )
        },
        count: u128::from,
        last: LAST_PLACE,
        is_nim: false,
    }))
}
