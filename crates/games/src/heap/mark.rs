//! Mark: take one, or halve (Fraenkel 2011).

use grundy_core::SpecError;
use grundy_positions::{Game, game};

use super::separate_heaps::SeparateHeaps;
use crate::GameInfo;
use crate::info::no_parameters;

/// What the registry knows of it.
pub static GAME: GameInfo = GameInfo {
    name: "mark",
    aliases: &[],
    summary: "take one stone, or halve the heap and round down",
    rules: "There are heaps. A move takes one stone from a heap of n, or leaves half of it, rounded down.",
    notation: "heap sizes: 12,7",
    parameters: None,
    example: "mark:12,7",
    trials: &["mark:0", "mark:1,1", "mark:9", "mark:2,3,5", "mark:33"],
    theory: "A heap is worth 0 exactly if it is 0 or its binary form ends in an odd number of zeros; otherwise it is \
             worth 1 or 2, which halving decides in as many steps as it has digits.",
    source: "A. S. Fraenkel, Aperiodic subtraction games, Electronic J. Combinatorics 18 (2011)",
    make,
};

fn make(parameters: Option<&str>) -> Result<Box<dyn Game>, SpecError> {
    no_parameters(parameters)?;
    Ok(game(SeparateHeaps {
        prefix: "mark",
        largest: u64::MAX,
        moves: |heap| match heap {
            0 => Vec::new(),
            1 => vec![0],
            2 => vec![1],
            _ => vec![heap - 1, heap / 2],
        },
        value,
        sentence,
    }))
}

fn sentence(heap: u64, left: u64) -> String {
    if left == heap - 1 {
        format!("take one from the heap of {heap}")
    } else {
        format!("halve the heap of {heap} to {left}")
    }
}

/// The value of a heap. If it is not 0, one of the two options is worth 0, so the heap is worth 1 or
/// 2, whichever the other option is not; that one is asked next.
fn value(heap: u64) -> u128 {
    let is_zero = |heap: u64| heap == 0 || heap.trailing_zeros() % 2 == 1;
    if is_zero(heap) {
        return 0;
    }
    let mut heap = heap;
    let mut is_swapped = false;
    while heap > 1 {
        heap = if is_zero(heap - 1) {
            heap / 2
        } else {
            heap - 1
        };
        is_swapped = !is_swapped;
    }
    if is_swapped { 2 } else { 1 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_formula_is_the_mex() {
        let mut values = vec![0u128];
        for heap in 1..5000usize {
            let options = [values[heap - 1], values[heap / 2]];
            let mex = (0..3).find(|value| !options.contains(value)).unwrap();
            assert_eq!(value(heap as u64), mex, "{heap}");
            values.push(mex);
        }
        assert_eq!(value(u64::MAX - 1), 0);
    }
}
