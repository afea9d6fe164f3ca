//! The proof that an image tells the outcome of every sum.
//!
//! Each heap h has an image, a sum has the product of its heaps' images, and some elements are *lost*. The claim:
//! under misère play (the player who cannot move wins), the player to move loses a sum just if its image is lost.
//!
//! **Theorem 7.** *The claim holds if*
//!
//! 1. *the identity is not lost, and heaps without moves have the identity as their image;*
//! 2. *for each heap h with moves, and each element z: if image(h) z is lost, then o z is not lost, for every image o
//!    of an option of h;*
//! 3. *every sum with a move and with an image that is not lost has a move to a sum with a lost image.*
//!
//! *Conversely, if the claim holds, every element is the image of a sum, and any two elements are told apart by a
//! product, then 1 to 3 hold.*
//!
//! Proof. Induction on the number of moves that a sum allows. A sum without moves is won by the player to move, and
//! its image is the identity, which is not lost. A sum with a lost image has a move, since otherwise its image would
//! be the identity; by 2, all its options have images that are not lost, and are won by induction. By 3, a sum with
//! moves whose image is not lost has an option that is lost. Conversely, let the claim hold. The empty sum is won,
//! and a heap without moves changes no outcome, so that no product tells its image from the identity: 1. In 2, z is
//! the image of a sum, and no option of a lost sum is lost. A sum with moves that is won has a lost option: 3. ∎
//!
//! 1 and 2 are finitely many questions. So is 3: for a sum G with image z, let N(G) be the set of the elements x such
//! that no move in a heap of G leads, beside x, to a lost product. Then N(empty sum) is everything, and, for a heap
//! h, *x is in N(G + h) just if image(h) x is in N(G), and o x z is not lost for every image o of an option of h.* So
//! whether x is in N(G + h) depends only on h, on z and on whether image(h) x is in N(G). Starting from all pairs (x,
//! identity) of the empty sum, all pairs (x, z) such that x is in N(G) for some sum G with image z are found by
//! adding one heap at a time. 3 fails just if a pair (identity, z), where z is not lost, is found for a sum with a
//! move. The product of x and z never changes on the way; so only pairs whose product is not lost need to be
//! followed.
//!
//! (The quotients are due to T. E. Plambeck, Taming the wild in impartial combinatorial games, 2005, and to T. E.
//! Plambeck and A. N. Siegel, Misère quotients for impartial games, 2008.)

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use crate::limits::Meter;
use crate::monoid::Monoid;
use crate::{CheckError, QuotientFault};

/// What heaps with the same image and the same option images have in common.
struct Kind {
    image: usize,
    /// By element y: is o y not lost for every option o?
    has_no_answer: Vec<bool>,
}

/// Checks 1, 2 and 3 of Theorem 7.
pub(crate) fn check_outcomes(
    monoid: &Monoid,
    lost: &[bool],
    images: &[u16],
    option_images: &[Vec<u16>],
    meter: &mut Meter,
) -> Result<(), CheckError> {
    if lost[0] {
        return Err(QuotientFault::IdentityLost.into());
    }
    // The first heap of each kind.
    let mut first: BTreeMap<(u16, &[u16]), u64> = BTreeMap::new();
    for (heap, (&image, options)) in (0u64..).zip(images.iter().zip(option_images)) {
        meter.spend(1 + options.len() as u64)?;
        if options.is_empty() && image != 0 {
            return Err(QuotientFault::HeapWithoutMoves { heap }.into());
        }
        if !options.is_empty() {
            first.entry((image, options)).or_insert(heap);
        }
    }
    meter.reserve(first.len() as u64, monoid.order as u64 + 64)?;
    let mut kinds = Vec::new();
    for (&(image, options), &heap) in &first {
        let is_lost = |x: usize, y: usize| lost[monoid.product(x, y)];
        let mut has_no_answer = Vec::new();
        for y in 0..monoid.order {
            meter.spend(options.len() as u64)?;
            let has_answer = options
                .iter()
                .any(|&option| is_lost(usize::from(option), y));
            has_no_answer.push(!has_answer);
        }
        let image = usize::from(image);
        let wrong = (0..monoid.order).find(|&z| is_lost(image, z) && !has_no_answer[z]);
        if let Some(element) = wrong {
            return Err(QuotientFault::MoveBetweenLost { heap, element }.into());
        }
        kinds.push(Kind {
            image,
            has_no_answer,
        });
    }
    check_answers(monoid, lost, &kinds, meter)
}

/// Checks 3.
fn check_answers(
    monoid: &Monoid,
    lost: &[bool],
    kinds: &[Kind],
    meter: &mut Meter,
) -> Result<(), CheckError> {
    let order = monoid.order;
    let size = (order as u64).saturating_mul(order as u64);
    meter.reserve(size, 1)?;
    let mut found = vec![false; order * order];
    // The elements x with image x = w, by image and w.
    let mut divided: BTreeMap<usize, Vec<Vec<u16>>> = BTreeMap::new();
    for kind in kinds {
        if let Entry::Vacant(entry) = divided.entry(kind.image) {
            meter.reserve(order as u64, 32)?;
            meter.spend(order as u64)?;
            let by_product = entry.insert(vec![Vec::new(); order]);
            (0..order).for_each(|x| by_product[monoid.product(kind.image, x)].push(x as u16));
        }
    }
    let mut open: Vec<(usize, usize)> = (0..order).filter(|&x| !lost[x]).map(|x| (x, 0)).collect();
    while let Some((w, z)) = open.pop() {
        for kind in kinds {
            let quotients = &divided[&kind.image][w];
            meter.spend(1 + quotients.len() as u64)?;
            for x in quotients.iter().map(|&x| usize::from(x)) {
                let element = monoid.product(z, kind.image);
                if !kind.has_no_answer[monoid.product(x, z)] || found[x * order + element] {
                    continue;
                }
                if x == 0 {
                    return Err(QuotientFault::NoMoveToLost { element }.into());
                }
                found[x * order + element] = true;
                meter.reserve(1, 16)?;
                open.push((x, element));
            }
        }
    }
    Ok(())
}
