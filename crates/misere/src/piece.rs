//! One losing set that the monoid must be fine enough to hold, and the monoid that just holds it.

use crate::bits;
use crate::exact::Unravelled;
use crate::images::Images;
use crate::meter::{Meter, Stop};
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
        meter: &Meter<'_>,
    ) -> Result<Piece, Stop> {
        let heap = unravelled.heap;
        let layers = Layers {
            monoid,
            reach: monoid.reach(heap - 1),
            layers: &unravelled.layers,
            back_to: unravelled.back_to,
        };
        let below = monoid.generators().partition_point(|g| g.heap < heap);
        let built = layers.least_monoid(below, &images.elements[..heap], meter)?;
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
        fine: &Built,
        base: (&Monoid, &[Number]),
        meter: &Meter<'_>,
    ) -> Result<Built, Stop> {
        let images = self.images(base.0, base.1);
        // A state is a pair of elements, of `fine` and of the piece.
        let width = self.monoid.order();
        let act = |state: usize, heap: usize| {
            let (left, right) = ((state / width) as Number, (state % width) as Number);
            let left = fine.monoid.product(fine.elements[heap], left);
            let right = self.monoid.product(images[heap], right);
            usize::from(left) * width + usize::from(right)
        };
        let states = fine.monoid.order() * width;
        let built = Monoid::generate(states, images.len() - 1, act, meter)?;
        let old = |&state: &usize| fine.states[state / width];
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
    /// states are those of [`Layers::state`] that stand for classes.
    pub(crate) fn least_monoid(
        &self,
        generators: usize,
        elements: &[Number],
        meter: &Meter<'_>,
    ) -> Result<Built, Stop> {
        let letters = self.letters(generators, meter)?;
        let classes = reduce(&letters, &self.colours(), meter)?;
        let count = classes.iter().max().map_or(0, |&most| most as usize + 1);
        meter.check_order(count)?;
        let mut first = vec![u32::MAX; count];
        for (state, &class) in classes.iter().enumerate().rev() {
            first[class as usize] = state as u32;
        }
        let act = |state: usize, heap: usize| {
            let (layer, element) = (state / self.reach, (state % self.reach) as Number);
            let state = match elements.get(heap) {
                Some(&image) => self.state(layer, self.monoid.product(image, element)),
                None => self.state(self.next(layer), element),
            };
            first[classes[state] as usize] as usize
        };
        Monoid::generate(classes.len(), elements.len(), act, meter)
    }

    /// Whether a state loses.
    pub(crate) fn loses(&self, state: usize) -> bool {
        bits::has(&self.layers[state / self.reach], state % self.reach)
    }

    /// An element of a layer as one number.
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
    fn letters(&self, generators: usize, meter: &Meter<'_>) -> Result<Vec<Vec<u32>>, Stop> {
        let states = self.layers.len().saturating_mul(self.reach);
        meter.check_bytes(states.saturating_mul(4 * (generators + 16)))?;
        let layers = || 0..self.layers.len();
        let mut letters: Vec<Vec<u32>> = Vec::new();
        for generator in &self.monoid.generators()[..generators] {
            meter.spend(states)?;
            let products = &self.monoid.products(generator.element)[..self.reach];
            let row = |layer| products.iter().map(move |&to| self.state(layer, to) as u32);
            letters.push(layers().flat_map(row).collect());
        }
        let row = |layer| {
            let next = self.next(layer);
            (0..self.reach).map(move |element| self.state(next, element as Number) as u32)
        };
        letters.push(layers().flat_map(row).collect());
        Ok(letters)
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
