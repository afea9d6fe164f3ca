//! Subtraction games: take a number in a given set.

use std::collections::BTreeSet;

use grundy_core::{HeapRules, LEAVE_NOTHING, LEAVE_ONE, Nimber, SpecError};
use grundy_positions::{Game, game};

use super::heap_game::HeapGame;
use crate::GameInfo;
use crate::notation::{self, POSITIVE};

/// What the registry knows of it.
pub static GAME: GameInfo = GameInfo {
    name: "subtract",
    aliases: &[
        "subtraction",
        "subtraction-game",
        "s-nim",
        "bricks",
        "pick-up-bricks",
        "bash",
        "bachet",
        "take-away",
    ],
    summary: "take a number in the set from one heap",
    rules: "There are heaps of stones, and a set of numbers. A move takes a number of stones that is in the set \
            from one heap.",
    notation: "heap sizes: 10,7",
    parameters: Some("the set: numbers and ranges, 1,2 or 1..5,8"),
    example: "subtract/1,2:10,7",
    trials: &[
        "subtract/1..5,8:13,4",
        "subtract/2:1,3",
        "subtract/3,5:0",
        "subtract/2,3:9,8",
        "subtract/1..3:5,6",
        "subtract/1:3,2",
        "subtract/1..4:11",
    ],
    theory: "One heap with the set 1..y is lost exactly when y+1 divides it, and under misère play exactly \
             when n mod (y+1) is 1. Every finite set gives values that \
             are periodic in the end; grundy finds and proves the period.",
    source: "S. W. Golomb, A mathematical investigation of games of \"take-away\", J. Combinatorial Theory 1 (1966)",
    make,
};

/// The most numbers that a set may hold.
const LARGEST_SET: u64 = 1_000_000;

fn make(parameters: Option<&str>) -> Result<Box<dyn Game>, SpecError> {
    let text = parameters.unwrap_or("");
    if text.trim().is_empty() {
        return Err(SpecError::missing(
            "the set of numbers to take",
            "subtract/1,2:10",
            0..text.len(),
        ));
    }
    let ranges = parse_ranges(text)?;
    let size: u128 = ranges.iter().map(|&(a, b)| u128::from(b - a) + 1).sum();
    if size > u128::from(LARGEST_SET) {
        return Err(SpecError::illegal(
            &format!("the set has more than {LARGEST_SET} numbers"),
            "use fewer",
            0..text.len(),
        ));
    }
    let set: BTreeSet<u64> = ranges.iter().flat_map(|&(a, b)| a..=b).collect();
    let rules = HeapRules::new(set.iter().map(|&k| (k, LEAVE_NOTHING | LEAVE_ONE)));
    let prefix = format!("subtract/{}", text.replace([' ', '_'], ""));
    let plain = HeapGame::new(&prefix, rules);
    let last = set.last().copied().unwrap_or(0);
    // The set is 1..=last.
    let has_formula = set.len() as u64 == last;
    Ok(game(HeapGame {
        formula: has_formula.then(|| {
            format!(
                "Any number up to {last} may be taken, so a heap of n is worth n mod {}: \
                 taking k is answered by taking {} - k.",
                last + 1,
                last + 1
            )
        }),
        nim_modulus: has_formula.then(|| last + 1),
        heap_value: Box::new(move |heap| {
            has_formula.then(|| Nimber(u128::from(heap % (last + 1))))
        }),
        ..plain
    }))
}

/// `1..5,8` as pairs of first and last.
fn parse_ranges(text: &str) -> Result<Vec<(u64, u64)>, SpecError> {
    let mut ranges = Vec::new();
    for (part, at) in notation::split(text, ',') {
        let range = match part.split_once("..") {
            None => {
                let number = notation::number(part, at, POSITIVE)?;
                (number, number)
            }
            Some((first, last)) => {
                let last_at = at + part.len() - last.trim_start().len();
                let first = notation::number(first.trim(), at, POSITIVE)?;
                let last = notation::number(last.trim(), last_at, POSITIVE)?;
                (first, last)
            }
        };
        if range.0 > range.1 {
            return Err(SpecError::illegal(
                "the range is empty",
                "write the smaller number first",
                at..at + part.len(),
            ));
        }
        ranges.push(range);
    }
    Ok(ranges)
}
