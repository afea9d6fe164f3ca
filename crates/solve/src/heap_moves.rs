//! Moves in heaps, found by trying what may be left of each heap without listing positions.

use grundy_core::{Form, HeapRules, Limits};

use crate::SolveError;
use crate::sum::{Component, Sum, SumMove};

/// Whether a move is wanted: the sum, the heap, what is left of it.
pub type Accept<'a> = dyn FnMut(&Sum, u64, &[u64]) -> Result<bool, SolveError> + 'a;

/// The heaps of a component whose positions *are* heaps of its game's heap rules.
pub fn heaps_of(sum: &mut Sum, component: Component) -> Option<Vec<u64>> {
    let game = sum.games[component.game].as_mut();
    let Form::Heaps(heaps) = game.form(component.id) else {
        return None;
    };
    game.with_heaps(&heaps).map(|_| heaps)
}

/// The moves in the component at `index`, at most `most`, for which `accept(heap, left)` holds; false if
/// some may be missing.
///
/// # Errors
///
/// [`SolveError`] from `accept`, or when time is up.
pub fn moves_in_heaps(
    sum: &mut Sum,
    components: &[Component],
    index: usize,
    most: usize,
    limits: &Limits,
    accept: &mut Accept<'_>,
) -> Result<(Vec<SumMove>, bool), SolveError> {
    let component = components[index];
    let heaps = heaps_of(sum, component).expect("asked only of components that are heaps");
    let (mut found, mut complete) = (Vec::new(), true);
    let mut seen = std::collections::HashSet::new();
    for (at, &heap) in heaps.iter().enumerate() {
        if !seen.insert(heap) {
            continue;
        }
        let rules = sum.games[component.game].heap_rules();
        let rules = rules.expect("a form of heaps has heap rules");
        let room = most - found.len();
        let (lefts, all) = what_may_be_left(rules, heap, room, limits, &mut |left| {
            accept(sum, heap, left)
        })?;
        complete &= all;
        for left in lefts {
            let played = sum.games[component.game].replace_heap(component.id, at, &left);
            let played = played.expect("positions of this game are heaps");
            found.push(sum.played(components, index, played));
        }
    }
    Ok((found, complete))
}

/// Options of one heap that are tried at most.
const MOST_TRIES: u64 = 1_000_000;

/// What may be left of `heap` and is accepted, at most `most`; false if some may be missing.
///
/// A huge heap has more options than can be tried. Each number that may be taken then gets its share
/// of the tries, so that a period in the values shows; of an endless list of numbers, the smallest and
/// the largest are tried.
fn what_may_be_left(
    rules: &HeapRules,
    heap: u64,
    most: usize,
    limits: &Limits,
    accept: &mut dyn FnMut(&[u64]) -> Result<bool, SolveError>,
) -> Result<(Vec<Vec<u64>>, bool), SolveError> {
    let tries = limits.positions.min(MOST_TRIES);
    let is_small = rules
        .option_count(heap)
        .is_some_and(|count| count <= u128::from(tries));
    let takes = takes_to_try(rules, heap, tries);
    let share = if is_small {
        tries
    } else {
        (tries / takes.len().max(1) as u64).max(1)
    };
    let (mut lefts, mut failure) = (Vec::new(), None);
    for take in takes {
        let mut tried = 0;
        rules.for_each_option_taking(take, heap, |left| {
            tried += 1;
            match accept(left) {
                Ok(true) => lefts.push(left.to_vec()),
                Ok(false) => {}
                Err(error) => failure = Some(error),
            }
            failure.is_none() && lefts.len() <= most && tried < share
        });
        if let Some(error) = failure {
            return Err(error);
        }
        if lefts.len() > most {
            break;
        }
    }
    limits.check_time()?;
    let complete = is_small && lefts.len() <= most;
    lefts.truncate(most);
    Ok((lefts, complete))
}

fn takes_to_try(rules: &HeapRules, heap: u64, tries: u64) -> Vec<u64> {
    let half = tries / 2;
    let mut takes: Vec<u64> = rules.digits_to(heap.min(half)).map(|(k, _)| k).collect();
    if heap > half {
        let first = (half + 1).max(heap.saturating_sub(half));
        takes.extend(rules.digits_between(first, heap).map(|(k, _)| k));
    }
    takes
}
