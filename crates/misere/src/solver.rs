//! The quotient, heap by heap.
//!
//! After each heap the solver holds the misère quotient of all sums of the heaps so far: a reduced
//! monoid, its losing elements, the image of every heap. The next heap is tried against what is
//! there (a conservative extension, found by the Mex Interpolation Principle); if no element can
//! stand for it, the monoid is extended.

use grundy_core::{LimitReached, Limits};

use crate::bits::{self, BitMatrix};
use crate::bounds::{Bounds, Stop};
use crate::closure::Closure;
use crate::extend::{Extended, Extension};
use crate::heaps::Heaps;
use crate::images::Images;
use crate::layer::Ground;
use crate::monoid::{Monoid, Number};

/// The quotient of the heaps so far, ready for the next one.
pub(crate) struct Solver<'a> {
    heaps: &'a dyn Heaps,
    max_order: usize,
    pub(crate) monoid: Monoid,
    pub(crate) losing: Vec<u64>,
    pub(crate) images: Images,
    /// For every element, the elements whose product with it loses.
    rows: BitMatrix,
    closure: Closure,
}

impl<'a> Solver<'a> {
    /// The quotient of no heaps.
    pub(crate) fn new(heaps: &'a dyn Heaps, max_order: usize) -> Solver<'a> {
        Solver {
            heaps,
            max_order,
            monoid: Monoid::trivial(),
            losing: bits::empty(1),
            images: Images::none(),
            rows: BitMatrix::new(1, 1),
            closure: Closure::new(1),
        }
    }

    /// Goes on from a quotient that is right.
    pub(crate) fn with(
        heaps: &'a dyn Heaps,
        quotient: Extended,
        max_order: usize,
        limits: &Limits,
    ) -> Result<Solver<'a>, LimitReached> {
        let Extended {
            monoid,
            losing,
            elements,
        } = quotient;
        let images = Images::of(heaps, elements, &monoid, limits)?;
        let order = monoid.order();
        let mut rows = BitMatrix::new(order, order);
        let ground = Ground {
            monoid: &monoid,
            images: &images,
            rests: &[],
        };
        for element in 0..order {
            let row = ground.pull(&losing, element as Number, order);
            rows.row_mut(element).copy_from_slice(&row);
        }
        let nothing = bits::empty(order);
        let defects = ground
            .defects(images.largest(), &losing, &nothing, limits)?
            .expect("a right quotient has no move between losing positions");
        let mut closure = Closure::new(order);
        let is_right = closure.add(&monoid, &defects, limits)?;
        assert!(
            is_right,
            "a right quotient leaves no position without an answer"
        );
        Ok(Solver {
            heaps,
            max_order,
            monoid,
            losing,
            images,
            rows,
            closure,
        })
    }

    /// Takes in the next heap; after an error the quotient is as it was.
    pub(crate) fn step(&mut self, limits: &Limits) -> Result<(), Stop> {
        limits.check_time()?;
        let heap = self.images.largest() + 1;
        let options = self.images.options_of(self.heaps, heap, &self.monoid);
        if options.is_empty() {
            self.accept(0, options);
            return Ok(());
        }
        let mut winning = bits::empty(self.monoid.order());
        for &option in &options {
            bits::unite(&mut winning, self.rows.row(usize::from(option)));
        }
        if let Some(element) = self.interpolate(&winning) {
            self.accept(element, options);
            return Ok(());
        }
        if let Some(element) = self.conserve(&winning, limits)? {
            self.accept(element, options);
            return Ok(());
        }
        self.extend(limits)
    }

    fn accept(&mut self, element: Number, options: Vec<Number>) {
        self.images.elements.push(element);
        self.images.options.push(options);
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
    fn conserve(
        &mut self,
        winning: &[u64],
        limits: &Limits,
    ) -> Result<Option<Number>, LimitReached> {
        let rests = self.monoid.rests();
        let ground = Ground {
            monoid: &self.monoid,
            images: &self.images,
            rests: &rests,
        };
        let order = self.monoid.order();
        let losing = ground.candidate(order, winning);
        let Some(element) = (0..order).find(|&at| self.rows.row(at) == losing) else {
            return Ok(None);
        };
        let mut answered = losing;
        bits::unite(&mut answered, winning);
        let defect = bits::complement(&answered, order);
        let mut closure = self.closure.clone();
        let heap = [(element as Number, defect)];
        if !closure.add(&self.monoid, &heap, limits)? {
            return Ok(None);
        }
        self.closure = closure;
        Ok(Some(element as Number))
    }

    /// Replaces the quotient by that of one heap more.
    fn extend(&mut self, limits: &Limits) -> Result<(), Stop> {
        let quotient = Extended {
            monoid: self.monoid.clone(),
            losing: self.losing.clone(),
            elements: self.images.elements.clone(),
        };
        let bounds = Bounds::new(limits, self.max_order);
        let extension = Extension::new(self.heaps, quotient, bounds);
        *self = Solver::with(self.heaps, extension.run()?, self.max_order, limits)?;
        Ok(())
    }
}
