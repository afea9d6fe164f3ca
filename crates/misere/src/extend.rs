//! Adjoining a heap that no element of the quotient can stand for.
//!
//! The positions with `k` copies of the new heap form layer `k` over the old heaps, and layer `k + 1`
//! follows from layer `k`. When a layer returns, all that follow do, and the layers together say
//! which sums lose. The old monoid may be too coarse to hold a layer: old heaps that no old company
//! could tell apart may differ in the company of the new one. Then [`crate::exact`] says which heap
//! must be counted more finely, and the monoid is refined until every layer is held exactly.

use crate::bits;
use crate::exact::{Layer, Unravelled};
use crate::heaps::Heaps;
use crate::images::Images;
use crate::layer::Ground;
use crate::meter::{Meter, Stop};
use crate::monoid::{Built, Monoid, Number};
use crate::piece::{Layers, Piece};
use crate::reduce::reduce;

/// A monoid that holds the losing sums of heaps, being refined for one heap more.
pub(crate) struct Extension<'a> {
    heaps: &'a dyn Heaps,
    meter: &'a Meter<'a>,
    /// The least monoid that holds the layers.
    base: Monoid,
    elements: Vec<Number>,
    /// `layers[k]` is what loses beside `k` copies of the new heap.
    layers: Vec<Vec<u64>>,
    /// What the next layer is known to need.
    pieces: Vec<Piece>,
}

/// A reduced monoid with its losing elements and the images of all heaps.
pub(crate) struct Extended {
    pub(crate) monoid: Monoid,
    pub(crate) losing: Vec<u64>,
    pub(crate) elements: Vec<Number>,
}

impl<'a> Extension<'a> {
    /// Begins with the quotient of the heaps that have `elements`.
    pub(crate) fn new(
        heaps: &'a dyn Heaps,
        quotient: Extended,
        meter: &'a Meter<'a>,
    ) -> Extension<'a> {
        Extension {
            heaps,
            meter,
            base: quotient.monoid,
            elements: quotient.elements,
            layers: vec![quotient.losing],
            pieces: Vec::new(),
        }
    }

    /// The quotient with one heap more.
    pub(crate) fn run(mut self) -> Result<Extended, Stop> {
        let mut fine = self.refined()?;
        loop {
            self.meter.note_distinct_multiples(self.layers.len());
            let images = Images::of(self.heaps, &fine.elements, &fine.monoid, self.meter)?;
            match self.next_layer(&fine, &images)? {
                Layer::Losing(losing) => {
                    let lifted: Vec<Vec<u64>> = self
                        .layers
                        .iter()
                        .map(|layer| lift(layer, &fine.states))
                        .collect();
                    if let Some(back_to) = lifted.iter().position(|known| *known == losing) {
                        return self.assemble(back_to);
                    }
                    self.rebase(&fine, lifted, losing)?;
                    fine = self.refined()?;
                }
                Layer::Unravelled(unravelled) => {
                    fine = self.learn(&fine, &images, &unravelled)?;
                }
            }
        }
    }

    /// The monoid in which the base and every piece can be read; its states are elements of the
    /// base.
    fn refined(&self) -> Result<Built, Stop> {
        let mut fine = Built {
            monoid: self.base.clone(),
            states: (0..self.base.order()).collect(),
            elements: self.elements.clone(),
        };
        for piece in &self.pieces {
            fine = piece.refine(&fine, (&self.base, &self.elements), self.meter)?;
        }
        Ok(fine)
    }

    /// What loses beside one copy more of the new heap than the last layer has.
    fn next_layer(&self, fine: &Built, images: &Images) -> Result<Layer, Stop> {
        let rests = fine.monoid.rests();
        let ground = Ground {
            monoid: &fine.monoid,
            images,
            rests: &rests,
        };
        let largest = images.largest();
        let options = images.options_of(self.heaps, largest + 1, &fine.monoid, self.meter)?;
        let last = self.layers.last().expect("layer 0 is known");
        let last = lift(last, &fine.states);
        let forced = ground.winning(&last, &options, fine.monoid.order(), self.meter)?;
        ground.exact(largest, &forced, &[], self.meter)
    }

    /// Makes the least monoid that holds all layers the base.
    fn rebase(
        &mut self,
        fine: &Built,
        mut layers: Vec<Vec<u64>>,
        next: Vec<u64>,
    ) -> Result<(), Stop> {
        layers.push(next);
        let monoid = &fine.monoid;
        let letter = |element: Number| -> Vec<u32> {
            monoid
                .products(element)
                .iter()
                .map(|&to| u32::from(to))
                .collect()
        };
        let letters: Vec<Vec<u32>> = monoid
            .generators()
            .iter()
            .map(|g| letter(g.element))
            .collect();
        let mut classes = vec![0; monoid.order()];
        for layer in &layers {
            for (element, class) in classes.iter_mut().enumerate() {
                *class = 2 * *class + u32::from(bits::has(layer, element));
            }
            // Numbers stay small: there are never more classes than elements.
            classes = reduce(&letters, &classes, self.meter)?;
        }
        let count = classes.iter().max().map_or(0, |&most| most as usize + 1);
        let mut first = vec![0; count];
        for (element, &class) in classes.iter().enumerate().rev() {
            first[class as usize] = element;
        }
        let act = |element: usize, heap: usize| {
            let product = monoid.product(fine.elements[heap], element as Number);
            first[classes[usize::from(product)] as usize]
        };
        let built = Monoid::generate(monoid.order(), self.elements.len() - 1, act, self.meter)?;
        self.layers = layers
            .iter()
            .map(|layer| lift(layer, &built.states))
            .collect();
        self.base = built.monoid;
        self.elements = built.elements;
        self.pieces.clear();
        Ok(())
    }

    /// Takes up what the next layer needs; the monoid that is then needed.
    fn learn(
        &mut self,
        fine: &Built,
        images: &Images,
        unravelled: &Unravelled,
    ) -> Result<Built, Stop> {
        let piece = Piece::new(&fine.monoid, images, unravelled, self.meter)?;
        let before = self.pieces.len();
        self.pieces.retain(|known| !piece.covers(known));
        if self.pieces.len() < before {
            self.pieces.push(piece);
            return self.refined();
        }
        let refined = piece.refine(fine, (&self.base, &self.elements), self.meter);
        self.pieces.push(piece);
        refined
    }

    /// The reduced monoid of all layers together.
    fn assemble(self, back_to: usize) -> Result<Extended, Stop> {
        let layers = Layers {
            monoid: &self.base,
            reach: self.base.order(),
            layers: &self.layers,
            back_to,
        };
        let generators = self.base.generators().len();
        let built = layers.least_monoid(generators, &self.elements, self.meter)?;
        let mut losing = bits::empty(built.states.len());
        for (element, &state) in built.states.iter().enumerate() {
            if layers.loses(state) {
                bits::insert(&mut losing, element);
            }
        }
        Ok(Extended {
            monoid: built.monoid,
            losing,
            elements: built.elements,
        })
    }
}

/// A set of old elements as the set of the new ones that come from them.
fn lift(set: &[u64], olds: &[usize]) -> Vec<u64> {
    let mut lifted = bits::empty(olds.len());
    for (element, &old) in olds.iter().enumerate() {
        if bits::has(set, old) {
            bits::insert(&mut lifted, element);
        }
    }
    lifted
}
