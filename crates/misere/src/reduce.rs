//! The least automaton that tells apart what sets tell apart.
//!
//! In a commutative monoid two elements are indistinguishable when every product with a third puts
//! both in or both out of the set. That is the equivalence of states of an automaton whose letters
//! are the generators, so it falls to partition refinement (Moore 1956).

use rustc_hash::FxHashMap;

use crate::meter::{Meter, Stop};

/// Numbers the classes of states that no word over `letters` takes to different colours.
///
/// `letters[l][s]` is where letter `l` takes state `s`.
pub(crate) fn reduce(
    letters: &[Vec<u32>],
    colours: &[u32],
    meter: &Meter<'_>,
) -> Result<Vec<u32>, Stop> {
    let mut class_of = colours.to_vec();
    let mut classes = renumber(&mut class_of);
    loop {
        let before = classes;
        for letter in letters {
            meter.spend(4 * class_of.len())?;
            classes = split(&mut class_of, letter, classes);
        }
        if classes == before {
            return Ok(class_of);
        }
    }
}

/// Splits classes by the class that a letter leads to; the number of classes.
fn split(class_of: &mut Vec<u32>, letter: &[u32], classes: usize) -> usize {
    // Most classes are not split, so the class that the first state of each leads to is tried before
    // the map of all others.
    let mut firsts: Vec<(u32, u32)> = vec![(NONE, NONE); classes];
    let mut others: FxHashMap<(u32, u32), u32> = FxHashMap::default();
    let mut next = 0;
    let mut split = Vec::with_capacity(class_of.len());
    for (&class, &to) in class_of.iter().zip(letter) {
        let to = class_of[to as usize];
        let first = &mut firsts[class as usize];
        if first.0 == NONE {
            *first = (to, next);
            next += 1;
        }
        let number = if first.0 == to {
            first.1
        } else {
            *others.entry((class, to)).or_insert_with(|| {
                next += 1;
                next - 1
            })
        };
        split.push(number);
    }
    *class_of = split;
    next as usize
}

/// No class: there are fewer than 2^32 - 1 states.
const NONE: u32 = u32::MAX;

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
    use crate::meter::Work;
    use grundy_core::Limits;

    #[test]
    fn a_long_cycle_with_alternating_colours_is_a_cycle_of_two() {
        let step: Vec<u32> = (0..12).map(|state| (state + 1) % 12).collect();
        let colours: Vec<u32> = (0..12).map(|state| state % 2).collect();
        let limits = Limits::default();
        let meter = Meter::new(&limits, Work::UNLIMITED, None);
        let classes = reduce(&[step], &colours, &meter).unwrap();
        assert_eq!(classes, colours);
    }
}
