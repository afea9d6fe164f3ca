//! Games that are Nim in disguise: winning moves by Bouton's rule.

use grundy_core::Nimber;

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

/// The xor of heaps.
pub(crate) fn xor(heaps: &[u64]) -> u128 {
    heaps.iter().fold(0, |sum, heap| sum ^ u128::from(*heap))
}
