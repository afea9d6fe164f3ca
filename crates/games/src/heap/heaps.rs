//! Heaps as lists of sizes: what the games of this family share.

use grundy_core::{Element, Nimber, Touch};

use crate::notation;

/// A move that replaces one heap by what is left of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct HeapMove {
    /// Which heap.
    pub index: usize,
    /// The heaps that are left, with zeros behind them.
    pub left: [u64; 3],
}

impl HeapMove {
    /// The move that leaves one heap of `size`, or nothing if it is 0.
    pub(crate) fn to_size(index: usize, size: u64) -> HeapMove {
        let left = [size, 0, 0];
        HeapMove { index, left }
    }

    /// The move that leaves these heaps.
    pub(crate) fn leaving(index: usize, heaps: &[u64]) -> HeapMove {
        let mut left = [0; 3];
        left[..heaps.len()].copy_from_slice(heaps);
        HeapMove { index, left }
    }

    /// The heaps that are left, without empty ones.
    pub(crate) fn left(&self) -> &[u64] {
        let count = self.left.iter().take_while(|&&heap| heap > 0).count();
        &self.left[..count]
    }

    /// `heaps` after the move.
    pub(crate) fn play(&self, heaps: &[u64]) -> Vec<u64> {
        let mut option = Vec::with_capacity(heaps.len() + 2);
        option.extend_from_slice(&heaps[..self.index]);
        option.extend_from_slice(self.left());
        option.extend_from_slice(&heaps[self.index + 1..]);
        option
    }

    /// Touches of a move that only makes a heap smaller.
    pub(crate) fn lower(&self, heaps: &[u64]) -> Touch {
        Touch::lower_heap(self.index, heaps[self.index], self.left[0])
    }

    /// How many the move takes from its heap.
    pub(crate) fn taken(&self, heaps: &[u64]) -> u64 {
        heaps[self.index] - self.left.iter().sum::<u64>()
    }

    /// The sentence of a move with stones.
    pub(crate) fn take_or_split(&self, heaps: &[u64]) -> String {
        stones(heaps[self.index], self.taken(heaps), self.left())
    }
}

/// Heaps as text; no heap at all is written as an empty one.
pub(crate) fn show_heaps(heaps: &[u64]) -> String {
    match heaps {
        [] => "0".to_owned(),
        _ => notation::show(heaps),
    }
}

/// The heaps that still hold something.
pub(crate) fn without_empty(mut heaps: Vec<u64>) -> Vec<u64> {
    heaps.retain(|&heap| heap > 0);
    heaps
}

/// The heaps in ascending order: their order does not matter.
pub(crate) fn sorted(heaps: &[u64]) -> Vec<u64> {
    let mut heaps = heaps.to_vec();
    heaps.sort_unstable();
    heaps
}

/// One thing of each kind, with its place: moves in equal heaps lead to the same options.
pub(crate) fn first_of_each<T: std::hash::Hash + Eq + Clone>(things: &[T]) -> Vec<(usize, T)> {
    let mut seen = std::collections::HashSet::new();
    let places = things.iter().enumerate();
    places
        .filter(|(_, thing)| seen.insert(*thing))
        .map(|(place, thing)| (place, thing.clone()))
        .collect()
}

/// Every thing with its place.
pub(crate) fn each<T: Clone>(things: &[T]) -> Vec<(usize, T)> {
    things.iter().cloned().enumerate().collect()
}

/// A move with stones as a sentence.
pub(crate) fn stones(heap: u64, taken: u64, left: &[u64]) -> String {
    match (taken, left) {
        (0, _) => format!("split the heap of {heap} into {}", notation::in_words(left)),
        (1, []) => "take the heap of 1".to_owned(),
        (_, []) => format!("take all {heap} of a heap"),
        (_, [_]) => format!("take {taken} from the heap of {heap}"),
        _ => format!(
            "take {taken} from the heap of {heap} and leave heaps of {}",
            notation::in_words(left)
        ),
    }
}

/// The xor of heaps.
pub(crate) fn xor(heaps: &[u64]) -> u128 {
    heaps.iter().fold(0, |sum, heap| sum ^ u128::from(*heap))
}

/// For each heap, the size that gives the whole position the value `target` (Bouton 1901).
///
/// Every option changes one heap, so these `(heap, size)` pairs are all the ways there can be.
pub(crate) fn changes_to(
    heaps: &[u128],
    target: Nimber,
) -> impl Iterator<Item = (usize, u128)> + '_ {
    let sum = heaps.iter().fold(0, |sum, heap| sum ^ heap);
    let difference = sum ^ target.0;
    heaps
        .iter()
        .enumerate()
        .map(move |(index, heap)| (index, heap ^ difference))
        .filter(move |_| difference != 0)
}

/// The moves of Nim to a position with the value `target`, one for each heap size, at most `most`.
pub(crate) fn nim_moves_to(heaps: &[u64], target: Nimber, most: usize) -> Vec<HeapMove> {
    let difference = xor(heaps) ^ target.0;
    let sizes = first_of_each(heaps)
        .into_iter()
        .map(|(index, heap)| (index, heap, u128::from(heap) ^ difference));
    sizes
        .filter(|(_, heap, size)| *size < u128::from(*heap))
        .map(|(index, _, size)| HeapMove::to_size(index, size as u64))
        .take(most)
        .collect()
}

/// What the touches of a move that makes stacks smaller say: which stacks, and what is left of each. They are what
/// [`Touch::lower`] gives, for each stack once.
pub(crate) fn lowered(
    (whole, pieces): (&str, &str),
    sizes: &[u64],
    touch: &[Element],
) -> Option<Vec<(usize, u64)>> {
    let parts: Vec<(&str, Vec<u64>)> = touch.iter().map(Element::parts).collect::<Option<_>>()?;
    let size = |index: u64| sizes.get(usize::try_from(index).ok()?).copied();
    let mut found: Vec<(usize, u64)> = Vec::new();
    let mut rest = &parts[..];
    while let [(kind, place), after @ ..] = rest {
        let (index, left) = match (&place[..], after) {
            (&[index], [(typed, taken), after @ ..]) if *kind == whole && *typed == "take" => {
                rest = after;
                let taken = taken.first().copied().filter(|taken| *taken > 0)?;
                (index, size(index)?.checked_sub(taken)?)
            }
            (&[index, left], after) if *kind == pieces => {
                rest = after;
                (
                    index,
                    Some(left).filter(|left| size(index).is_some_and(|size| *left < size))?,
                )
            }
            _ => return None,
        };
        found.push((index as usize, left));
    }
    let mut seen: Vec<usize> = found.iter().map(|(index, _)| *index).collect();
    seen.sort_unstable();
    seen.dedup();
    (seen.len() == found.len()).then_some(found)
}

/// As [`lowered`], for moves in a single heap of stones.
pub(crate) fn lowered_heap(heaps: &[u64], touch: &[Element]) -> Option<(usize, u64)> {
    match lowered(("heap", "stone"), heaps, touch)?[..] {
        [one] => Some(one),
        _ => None,
    }
}

/// Touches of a move in one of several heaps that are drawn as wholes: the heap, and what is typed.
pub(crate) fn typed(index: usize, kind: &str, number: u64) -> Touch {
    Touch::all(vec![
        Element::at("heap", [index as u64]),
        Element::at(kind, [number]),
    ])
}
