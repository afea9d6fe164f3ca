//! One losing set that the monoid must be fine enough to hold, and the monoid that just holds it.

use crate::bits;
use crate::bounds::{Bounds, Stop};
use crate::exact::Unravelled;
use crate::images::Images;
use crate::monoid::{Built, Monoid, Number};
use crate::reduce::reduce;

/// The least monoid of heaps up to some size that holds the losing positions beside some company.
#[derive(Clone, Debug)]
pub(crate) struct Piece {
    company: Vec<usize>,
    monoid: Monoid,
    /// The image of every heap up to the largest.
    elements: Vec<Number>,
}

impl Piece {
    /// The piece that `unravelled` describes over `monoid`.
    pub(crate) fn new(
        monoid: &Monoid,
        images: &Images,
        unravelled: &Unravelled,
        bounds: &Bounds<'_>,
    ) -> Result<Piece, Stop> {
        let heap = unravelled.heap;
        let layers = Layers {
            monoid,
            reach: monoid.reach(heap - 1),
            layers: &unravelled.layers,
            back_to: unravelled.back_to,
        };
        let below = monoid.generators().partition_point(|g| g.heap < heap);
        let built = layers.least_monoid(below, &images.elements[..heap], bounds)?;
        Ok(Piece {
            company: unravelled.company.clone(),
            monoid: built.monoid,
            elements: built.elements,
        })
    }

    /// Whether this piece holds all that `other` does: it is about larger heaps beside a part of
    /// the company.
    pub(crate) fn covers(&self, other: &Piece) -> bool {
        let largest = self.elements.len();
        let mut more = other.company.clone();
        for heap in &self.company {
            match more.iter().position(|have| have == heap) {
                Some(at) => {
                    more.swap_remove(at);
                }
                None => return false,
            }
        }
        other.elements.len() <= largest && more.iter().all(|&heap| heap < largest)
    }

    /// The images of all heaps: those beyond the largest act as their least words over `monoid` do,
    /// generators beyond the largest not at all.
    fn images(&self, monoid: &Monoid, elements: &[Number]) -> Vec<Number> {
        let known = |heap: usize| self.elements.get(heap).copied();
        let image = |(heap, &element): (usize, &Number)| {
            known(heap).unwrap_or_else(|| {
                monoid.word(element).into_iter().fold(0, |product, at| {
                    let generator = known(monoid.generators()[at].heap).unwrap_or(0);
                    self.monoid.product(product, generator)
                })
            })
        };
        elements.iter().enumerate().map(image).collect()
    }

    /// The monoid in which both `fine` and this piece can be read. `fine` refines `base`, which has
    /// the images `elements`.
    pub(crate) fn refine(
        &self,
        fine: &Built<Number>,
        base: (&Monoid, &[Number]),
        bounds: &Bounds<'_>,
    ) -> Result<Built<Number>, Stop> {
        let images = self.images(base.0, base.1);
        let act = |&(left, right): &(Number, Number), heap: usize| {
            (
                fine.monoid.product(left, fine.elements[heap]),
                self.monoid.product(right, images[heap]),
            )
        };
        let built = Monoid::generate((0, 0), images.len() - 1, act, bounds)?;
        let old = |&(left, _): &(Number, Number)| fine.states[usize::from(left)];
        Ok(Built {
            states: built.states.iter().map(old).collect(),
            monoid: built.monoid,
            elements: built.elements,
        })
    }
}

/// Sets over the elements of a monoid, one for each number of copies of one heap more.
pub(crate) struct Layers<'a> {
    pub(crate) monoid: &'a Monoid,
    /// How many elements the sets are about.
    pub(crate) reach: usize,
    pub(crate) layers: &'a [Vec<u64>],
    /// The layer that follows the last.
    pub(crate) back_to: usize,
}

impl Layers<'_> {
    /// The least monoid that holds them all, and the new heap beyond those with `elements`; its
    /// states are layers and elements that stand for classes.
    pub(crate) fn least_monoid(
        &self,
        generators: usize,
        elements: &[Number],
        bounds: &Bounds<'_>,
    ) -> Result<Built<(usize, Number)>, Stop> {
        let letters = self.letters(generators);
        let classes = reduce(&letters, &self.colours(), bounds.limits)?;
        let count = classes.iter().max().map_or(0, |&most| most as usize + 1);
        bounds.check_order(count)?;
        let mut first = vec![u32::MAX; count];
        for (state, &class) in classes.iter().enumerate().rev() {
            first[class as usize] = state as u32;
        }
        let of_class = |state: usize| {
            let least = first[classes[state] as usize] as usize;
            (least / self.reach, (least % self.reach) as Number)
        };
        let act = |&(layer, element): &(usize, Number), heap: usize| {
            of_class(match elements.get(heap) {
                Some(&image) => self.state(layer, self.monoid.product(element, image)),
                None => self.state(self.next(layer), element),
            })
        };
        Monoid::generate((0, 0), elements.len(), act, bounds)
    }

    /// Whether an element of a layer loses.
    pub(crate) fn loses(&self, (layer, element): (usize, Number)) -> bool {
        bits::has(&self.layers[layer], usize::from(element))
    }

    fn state(&self, layer: usize, element: Number) -> usize {
        layer * self.reach + usize::from(element)
    }

    fn next(&self, layer: usize) -> usize {
        if layer + 1 < self.layers.len() {
            layer + 1
        } else {
            self.back_to
        }
    }

    /// The actions on states of the first generators and of the new heap.
    fn letters(&self, generators: usize) -> Vec<Vec<u32>> {
        let layers = || 0..self.layers.len();
        let mut letters: Vec<Vec<u32>> = Vec::new();
        for generator in &self.monoid.generators()[..generators] {
            let products = &self.monoid.products(generator.element)[..self.reach];
            let row = |layer| products.iter().map(move |&to| self.state(layer, to) as u32);
            letters.push(layers().flat_map(row).collect());
        }
        let row = |layer| {
            let next = self.next(layer);
            (0..self.reach).map(move |element| self.state(next, element as Number) as u32)
        };
        letters.push(layers().flat_map(row).collect());
        letters
    }

    fn colours(&self) -> Vec<u32> {
        let row = |layer: &Vec<u64>| -> Vec<u32> {
            (0..self.reach)
                .map(|at| u32::from(bits::has(layer, at)))
                .collect()
        };
        self.layers.iter().flat_map(row).collect()
    }
}
