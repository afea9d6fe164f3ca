//! The aliquot game: subtract a proper divisor.

use grundy_core::SpecError;
use grundy_positions::{Game, game};

use super::separate_heaps::SeparateHeaps;
use crate::GameInfo;
use crate::info::no_parameters;

/// What the registry knows of it.
pub static GAME: GameInfo = GameInfo {
    name: "aliquot",
    aliases: &["divisor-game"],
    summary: "subtract a proper divisor from a number",
    rules: "There are numbers. A move subtracts from one of them a divisor of it that is smaller than it.",
    notation: "the numbers: 12,7",
    parameters: None,
    example: "aliquot:12,7",
    trials: &[
        "aliquot:0",
        "aliquot:1",
        "aliquot:2,6",
        "aliquot:24",
        "aliquot:9,9,4",
    ],
    theory: "A number is worth the exponent of 2 in it.",
    source: "D. L. Silverman, Your Move (1971)",
    make,
};

fn make(parameters: Option<&str>) -> Result<Box<dyn Game>, SpecError> {
    no_parameters(parameters)?;
    Ok(game(SeparateHeaps {
        prefix: "aliquot",
        largest: 1_000_000_000_000,
        moves: |number| {
            let mut left: Vec<u64> = divisors(number)
                .into_iter()
                .filter(|divisor| *divisor < number)
                .map(|divisor| number - divisor)
                .collect();
            left.sort_unstable_by(|a, b| b.cmp(a));
            left
        },
        value: |number| match number {
            0 => 0,
            _ => number.trailing_zeros().into(),
        },
        sentence: |number, left| format!("subtract {} from {number}", number - left),
    }))
}

/// The divisors of a number, in no order.
fn divisors(number: u64) -> Vec<u64> {
    let mut found = Vec::new();
    let mut divisor = 1;
    while divisor * divisor <= number {
        if number.is_multiple_of(divisor) {
            found.push(divisor);
            if divisor * divisor < number {
                found.push(number / divisor);
            }
        }
        divisor += 1;
    }
    found
}
