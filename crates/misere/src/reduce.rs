//! The least automaton that tells apart what sets tell apart.
//!
//! In a commutative monoid two elements are indistinguishable when every product with a third puts
//! both in or both out of the set. That is the equivalence of states of an automaton whose letters
//! are the generators, so it falls to partition refinement (Moore 1956).

use grundy_core::{LimitReached, Limits};
use rustc_hash::FxHashMap;

/// Numbers the classes of states that no word over `letters` takes to different colours.
///
/// `letters[l][s]` is where letter `l` takes state `s`.
pub(crate) fn reduce(
    letters: &[Vec<u32>],
    colours: &[u32],
    limits: &Limits,
) -> Result<Vec<u32>, LimitReached> {
    let mut class_of = colours.to_vec();
    let mut classes = renumber(&mut class_of);
    loop {
        let before = classes;
        for letter in letters {
            limits.check_time()?;
            classes = split(&mut class_of, letter);
        }
        if classes == before {
            return Ok(class_of);
        }
    }
}

/// Splits classes by the class that a letter leads to; the number of classes.
fn split(class_of: &mut [u32], letter: &[u32]) -> usize {
    let mut seen: FxHashMap<u64, u32> = FxHashMap::default();
    let split: Vec<u32> = class_of
        .iter()
        .zip(letter)
        .map(|(&class, &to)| {
            let key = u64::from(class) << 32 | u64::from(class_of[to as usize]);
            let next = seen.len() as u32;
            *seen.entry(key).or_insert(next)
        })
        .collect();
    class_of.copy_from_slice(&split);
    seen.len()
}

/// Numbers colours by first appearance; how many there are.
fn renumber(class_of: &mut [u32]) -> usize {
    let mut seen: FxHashMap<u32, u32> = FxHashMap::default();
    for class in class_of {
        let next = seen.len() as u32;
        *class = *seen.entry(*class).or_insert(next);
    }
    seen.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_cycle_with_alternating_colours_is_a_cycle_of_two() {
        let step: Vec<u32> = (0..12).map(|state| (state + 1) % 12).collect();
        let colours: Vec<u32> = (0..12).map(|state| state % 2).collect();
        let classes = reduce(&[step], &colours, &Limits::default()).unwrap();
        assert_eq!(classes, colours);
    }
}
