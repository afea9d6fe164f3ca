//! The first values of a game, to show what it is like.

use grundy_core::Limits;
use grundy_positions::Game;

use crate::{Component, Evaluator, Sum};

/// Heap sizes whose values are shown.
const FIRST_VALUES: u64 = 20;

/// The values of the positions `0`, `1`, `2`, …, or `-` for a position 0 that does not exist; `None` if those are not
/// positions, or cannot be valued soon, or if all values are the same.
pub fn first_values(game: Box<dyn Game>) -> Option<Vec<String>> {
    let mut sum = Sum {
        games: vec![game],
        components: Vec::new(),
    };
    let mut limits = Limits::default();
    limits.positions = limits.positions.min(20_000);
    let mut evaluator = Evaluator::new();
    let mut values = Vec::new();
    for n in 0..FIRST_VALUES {
        // A game that has no position 0 may still have a position 1.
        let Ok(id) = sum.games[0].parse(&n.to_string()) else {
            if n == 0 {
                values.push("-".to_owned());
                continue;
            }
            return None;
        };
        let component = Component { game: 0, id };
        let value = evaluator.value(&mut sum, component, &limits).ok()??;
        values.push(value.to_string());
    }
    // Where a number is a name and not a size, all are worth the same, which says nothing.
    let is_varied = values.iter().any(|value| *value != values[0]);
    is_varied.then_some(values)
}
