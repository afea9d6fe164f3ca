//! The quotient, heap by heap.
//!
//! After each heap the solver holds the misère quotient of all sums of the heaps so far: a reduced
//! monoid, its losing elements, the image of every heap. The next heap is tried against what is
//! there (a conservative extension, found by the Mex Interpolation Principle); if no element can
//! stand for it, the monoid is extended.

use crate::bits::{self, BitMatrix};
use crate::closure::Closure;
use crate::extend::{Extended, Extension};
use crate::heaps::Heaps;
use crate::images::Images;
use crate::layer::Ground;
use crate::meter::{Meter, Stop};
use crate::monoid::{Monoid, Number, Rests};

/// The quotient of the heaps so far, ready for the next one.
pub(crate) struct Solver<'a> {
    heaps: &'a dyn Heaps,
    pub(crate) monoid: Monoid,
    pub(crate) losing: Vec<u64>,
    pub(crate) images: Images,
    /// For every element, the elements whose product with it loses.
    rows: BitMatrix,
    closure: Closure,
}

impl<'a> Solver<'a> {
    /// The quotient of no heaps.
    pub(crate) fn new(heaps: &'a dyn Heaps, meter: &Meter<'_>) -> Result<Solver<'a>, Stop> {
        Ok(Solver {
            heaps,
            monoid: Monoid::trivial(),
            losing: bits::empty(1),
            images: Images::none(),
            rows: BitMatrix::new(1, 1),
            closure: Closure::new(1, meter)?,
        })
    }

    /// Continues from a quotient, which is checked on the way.
    pub(crate) fn with(
        heaps: &'a dyn Heaps,
        quotient: Extended,
        meter: &Meter<'_>,
    ) -> Result<Solver<'a>, Stop> {
        let Extended {
            monoid,
            losing,
            elements,
        } = quotient;
        let images = Images::of(heaps, &elements, &monoid, meter)?;
        let is_dead = |heap: usize| images.options(heap).is_empty();
        let mut kinds = images.first_of_kind.iter();
        if bits::has(&losing, 0) || kinds.any(|&heap| is_dead(heap) && elements[heap] != 0) {
            return Err(Stop::NotAQuotient);
        }
        let order = monoid.order();
        meter.spend(order.saturating_mul(order))?;
        let mut rows = BitMatrix::new(order, order);
        let ground = Ground {
            monoid: &monoid,
            images: &images,
            rests: &Rests::default(),
        };
        for element in 0..order {
            let row = ground.pull(&losing, element as Number, order);
            rows.row_mut(element).copy_from_slice(&row);
        }
        let nothing = bits::empty(order);
        let defects = ground
            .defects(images.largest(), &losing, &nothing, meter)?
            .ok_or(Stop::NotAQuotient)?;
        let mut closure = Closure::new(order, meter)?;
        if !closure.add(&monoid, &defects, meter)? {
            return Err(Stop::NotAQuotient);
        }
        Ok(Solver {
            heaps,
            monoid,
            losing,
            images,
            rows,
            closure,
        })
    }

    /// Takes in the next heap; after an error the quotient is as it was.
    pub(crate) fn step(&mut self, meter: &Meter<'_>) -> Result<(), Stop> {
        meter.note_distinct_multiples(0);
        self.images.check_bytes(meter)?;
        let heap = self.images.largest() + 1;
        let options = self
            .images
            .options_of(self.heaps, heap, &self.monoid, meter)?;
        if options.is_empty() {
            self.images.push(0, options);
            return Ok(());
        }
        let mut winning = bits::empty(self.monoid.order());
        for &option in &options {
            bits::unite(&mut winning, self.rows.row(usize::from(option)));
        }
        meter.spend(self.monoid.order())?;
        if let Some(element) = self.interpolate(&winning) {
            self.images.push(element, options);
            return Ok(());
        }
        if let Some(element) = self.conserve(&winning, meter)? {
            self.images.push(element, options);
            return Ok(());
        }
        self.extend(meter)
    }

    /// An element that can stand for a heap from which the moves win beside `winning`: it never
    /// loses there, and the positions it already stands for have defects as large.
    fn interpolate(&self, winning: &[u64]) -> Option<Number> {
        // The empty position answers nowhere, so any heap that wins alone may stand with it.
        if bits::has(winning, 0) && !bits::meet(&self.losing, winning) {
            return Some(0);
        }
        (1..self.monoid.order())
            .find(|&element| {
                let losing = self.rows.row(element);
                let union = self.closure.union(element as Number);
                let rows = losing.iter().zip(union).zip(winning);
                let last = self.monoid.order() / 64;
                let mask = |at: usize| {
                    if at == last {
                        (1 << (self.monoid.order() % 64)) - 1
                    } else {
                        u64::MAX
                    }
                };
                rows.enumerate().all(|(at, ((losing, union), winning))| {
                    losing & winning == 0 && !(losing | winning | union) & mask(at) == 0
                })
            })
            .map(|element| element as Number)
    }

    /// The one element that could stand for the heap, if it can.
    fn conserve(&mut self, winning: &[u64], meter: &Meter<'_>) -> Result<Option<Number>, Stop> {
        let rests = self.monoid.rests();
        let ground = Ground {
            monoid: &self.monoid,
            images: &self.images,
            rests: &rests,
        };
        let order = self.monoid.order();
        let losing = ground.candidate(order, winning, meter)?;
        let Some(element) = (0..order).find(|&at| self.rows.row(at) == losing) else {
            return Ok(None);
        };
        let mut answered = losing;
        bits::unite(&mut answered, winning);
        let defect = bits::complement(&answered, order);
        let mut closure = self.closure.clone();
        let heap = [(element as Number, defect)];
        if !closure.add(&self.monoid, &heap, meter)? {
            return Ok(None);
        }
        self.closure = closure;
        Ok(Some(element as Number))
    }

    /// Replaces the quotient by that of one heap more.
    fn extend(&mut self, meter: &Meter<'_>) -> Result<(), Stop> {
        let quotient = Extended {
            monoid: self.monoid.clone(),
            losing: self.losing.clone(),
            elements: self.images.elements.clone(),
        };
        let extension = Extension::new(self.heaps, quotient, meter);
        *self = Solver::with(self.heaps, extension.run()?, meter)?;
        Ok(())
    }
}
