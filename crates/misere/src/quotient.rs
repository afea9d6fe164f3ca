//! The misère quotient of a game: a finite monoid in which sums of heaps are played.
//!
//! Two positions have the same image when no company tells them apart: whatever is added to both,
//! both sums are lost for the player to move or neither is (Plambeck 2005).

use grundy_core::Outcome;

use crate::bits;
use crate::extend::Extended;
use crate::monoid::{Monoid, Number};
use crate::period::QuotientPeriod;

/// An element of a [`Quotient`]; it means nothing in another one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct QuotientElement(pub(crate) Number);

impl QuotientElement {
    /// The identity: the image of the empty position.
    pub const IDENTITY: QuotientElement = QuotientElement(0);

    /// The number of the element, from 0 to the order less 1, in the order of least words.
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// A heap whose image is not a product of images of smaller heaps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Generator {
    /// The heap.
    pub heap: u64,
    /// Its image.
    pub element: QuotientElement,
}

/// The misère quotient of sums of heaps up to some size, or of all heaps.
#[derive(Clone, Debug)]
pub struct Quotient {
    pub(crate) monoid: Monoid,
    pub(crate) losing: Vec<u64>,
    /// The image of each heap from 0 on.
    pub(crate) elements: Vec<Number>,
    pub(crate) period: Option<QuotientPeriod>,
}

impl Quotient {
    pub(crate) fn new(parts: Extended, period: Option<QuotientPeriod>) -> Quotient {
        Quotient {
            monoid: parts.monoid,
            losing: parts.losing,
            elements: parts.elements,
            period,
        }
    }

    /// The quotient of no heaps.
    pub(crate) fn trivial() -> Quotient {
        Quotient {
            monoid: Monoid::trivial(),
            losing: bits::empty(1),
            elements: vec![0],
            period: None,
        }
    }

    /// The number of elements.
    pub fn order(&self) -> usize {
        self.monoid.order()
    }

    /// Every element, in the order of least words.
    pub fn elements(&self) -> impl Iterator<Item = QuotientElement> + use<> {
        (0..self.order()).map(|at| QuotientElement(at as Number))
    }

    /// The whole multiplication table, row by row: entry `x * order + y` is the index of the product of
    /// the elements with indices `x` and `y`.
    pub fn table(&self) -> &[u16] {
        self.monoid.table()
    }

    /// The image of the sum of two positions.
    pub fn product(&self, left: QuotientElement, right: QuotientElement) -> QuotientElement {
        QuotientElement(self.monoid.product(left.0, right.0))
    }

    /// Whether positions with this image are lost for the player to move (P-positions).
    pub fn is_p(&self, element: QuotientElement) -> bool {
        bits::has(&self.losing, element.index())
    }

    /// The elements that are lost for the player to move.
    pub fn p_portion(&self) -> Vec<QuotientElement> {
        bits::members(&self.losing)
            .map(|at| QuotientElement(at as Number))
            .collect()
    }

    /// The largest heap whose image was computed; all heaps up to it are covered.
    pub fn largest_heap(&self) -> u64 {
        self.elements.len() as u64 - 1
    }

    /// The period of the images, if it is proved; then the quotient is that of all heaps.
    pub fn period(&self) -> Option<QuotientPeriod> {
        self.period
    }

    /// The image of a heap; `None` if the quotient does not reach so far.
    pub fn phi(&self, heap: u64) -> Option<QuotientElement> {
        let heap = match self.period {
            Some(period) => period.representative(heap),
            None => heap,
        };
        let at = usize::try_from(heap).ok()?;
        self.elements.get(at).map(|&number| QuotientElement(number))
    }

    /// The image of a sum of heaps; `None` if the quotient does not reach so far.
    pub fn image(&self, heaps: &[u64]) -> Option<QuotientElement> {
        heaps
            .iter()
            .try_fold(QuotientElement::IDENTITY, |sum, &heap| {
                Some(self.product(sum, self.phi(heap)?))
            })
    }

    /// Who wins a sum of heaps; `None` if the quotient does not reach so far.
    pub fn outcome(&self, heaps: &[u64]) -> Option<Outcome> {
        let is_lost = self.is_p(self.image(heaps)?);
        Some(if is_lost { Outcome::Lose } else { Outcome::Win })
    }

    /// The generators in the order of their heaps.
    pub fn generators(&self) -> Vec<Generator> {
        let public = |g: &crate::monoid::Generator| Generator {
            heap: g.heap as u64,
            element: QuotientElement(g.element),
        };
        self.monoid.generators().iter().map(public).collect()
    }
}
