//! Which positions leave their answers to others: defects, and whether some position has none.
//!
//! Let `S` be a set of elements that claims to hold the positions from which moving loses. The
//! *defect* of a position `X` is the set of elements `z` with `x·z` outside `S` such that no move in
//! `X` leads into `S` in the company of `z`: there the company must answer. For sums
//! `defect(X + Y) = (defect(X) : y) ∩ (defect(Y) : x)`, where `(D : y)` is `{z : z·y ∈ D}`. The claim
//! fails exactly when some position that is not empty has the identity in its defect.
//!
//! Adding a heap commutes with unions over positions with the same image, so it is enough to keep
//! one set for each element, the union of the defects of all positions there. That makes the test of
//! infinitely many positions a closure on pairs of elements: exact, and at most
//! `generators · order²` steps. It also holds the Mex Interpolation Principle of Plambeck and
//! Siegel: a heap whose defect is within the union of its element adds nothing.

use crate::bits::{self, BitMatrix};
use crate::meter::{Meter, Stop};
use crate::monoid::{Monoid, Number};

/// The image of heaps and the union of their defects.
pub(crate) type Defect = (Number, Vec<u64>);

/// The defects of all heaps with one image.
#[derive(Clone, Debug)]
struct Class {
    element: Number,
    defect: Vec<u64>,
    /// The elements whose product with `element` is `w`, for `w` in order.
    sources: Vec<Number>,
    /// Where those of each `w` begin.
    starts: Vec<u32>,
}

/// The union of the defects of all positions, element by element.
#[derive(Clone, Debug)]
pub(crate) struct Closure {
    reach: usize,
    classes: Vec<Class>,
    /// Whether `union` may hold something.
    has_positions: bool,
    union: BitMatrix,
    /// What has been put into `union` and not yet been combined with the heaps.
    pending: BitMatrix,
    queue: Vec<Number>,
    is_queued: Vec<u64>,
}

impl Closure {
    /// The closure without heaps, over the first `reach` elements.
    pub(crate) fn new(reach: usize, meter: &Meter<'_>) -> Result<Closure, Stop> {
        meter.check_bytes(reach.saturating_mul(reach) / 2)?;
        Ok(Closure {
            reach,
            classes: Vec::new(),
            has_positions: false,
            union: BitMatrix::new(reach, reach),
            pending: BitMatrix::new(reach, reach),
            queue: Vec::new(),
            is_queued: bits::empty(reach),
        })
    }

    /// The union of the defects of the positions with image `element`.
    pub(crate) fn union(&self, element: Number) -> &[u64] {
        self.union.row(usize::from(element))
    }

    /// Adds heaps with the given images and defects; false if a position now has no answer.
    ///
    /// The closure is of no use after `false`, or after an error.
    pub(crate) fn add(
        &mut self,
        monoid: &Monoid,
        heaps: &[Defect],
        meter: &Meter<'_>,
    ) -> Result<bool, Stop> {
        for (element, defect) in heaps {
            meter.spend(2 * self.reach)?;
            let at = self.class(monoid, *element, defect);
            if self.has_positions && !self.meet_class(monoid, at, meter)? {
                return Ok(false);
            }
        }
        self.has_positions = true;
        for (element, defect) in heaps {
            if !self.begin(*element, defect) {
                return Ok(false);
            }
        }
        self.run(monoid, meter)
    }

    /// The class of `element` with `defect` united into it.
    fn class(&mut self, monoid: &Monoid, element: Number, defect: &[u64]) -> usize {
        if let Some(at) = self.classes.iter().position(|c| c.element == element) {
            bits::unite(&mut self.classes[at].defect, defect);
            return at;
        }
        let products = &monoid.products(element)[..self.reach];
        let mut starts = vec![0u32; self.reach + 1];
        for &product in products {
            starts[usize::from(product) + 1] += 1;
        }
        for at in 0..self.reach {
            starts[at + 1] += starts[at];
        }
        let mut next = starts.clone();
        let mut sources = vec![0; self.reach];
        for (source, &product) in products.iter().enumerate() {
            let place = &mut next[usize::from(product)];
            sources[*place as usize] = source as Number;
            *place += 1;
        }
        self.classes.push(Class {
            element,
            defect: defect.to_vec(),
            sources,
            starts,
        });
        self.classes.len() - 1
    }

    /// Puts the defect of a lone heap in.
    fn begin(&mut self, element: Number, defect: &[u64]) -> bool {
        let row = usize::from(element);
        let mut is_new = false;
        let (union, pending) = (self.union.row_mut(row), self.pending.row_mut(row));
        for ((have, queued), more) in union.iter_mut().zip(pending).zip(defect) {
            let fresh = more & !*have;
            is_new |= fresh != 0;
            *have |= fresh;
            *queued |= fresh;
        }
        if is_new {
            self.enqueue(element);
        }
        !bits::has(defect, 0)
    }

    fn enqueue(&mut self, element: Number) {
        if !bits::has(&self.is_queued, usize::from(element)) {
            bits::insert(&mut self.is_queued, usize::from(element));
            self.queue.push(element);
        }
    }

    /// Combines everything with the heaps of one class.
    fn meet_class(&mut self, monoid: &Monoid, at: usize, meter: &Meter<'_>) -> Result<bool, Stop> {
        for position in 0..self.reach {
            let defects = self.union.row(position);
            let count = bits::size(defects);
            meter.spend(1 + count)?;
            if count == 0 {
                continue;
            }
            let defects = defects.to_vec();
            if !self.combine(monoid, position as Number, &defects, at) {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Combines what is pending with every class until nothing is.
    fn run(&mut self, monoid: &Monoid, meter: &Meter<'_>) -> Result<bool, Stop> {
        while let Some(position) = self.queue.pop() {
            let row = usize::from(position);
            self.is_queued[row >> 6] &= !(1 << (row & 63));
            let defects = self.pending.row(row).to_vec();
            self.pending.row_mut(row).fill(0);
            let count = bits::size(&defects);
            for at in 0..self.classes.len() {
                meter.spend(1 + count)?;
                if !self.combine(monoid, position, &defects, at) {
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }

    /// Adds a heap of the class to the positions at `position` whose defects are `defects`; false
    /// if one has no answer any more.
    fn combine(&mut self, monoid: &Monoid, position: Number, defects: &[u64], at: usize) -> bool {
        let class = &self.classes[at];
        let products = monoid.products(position);
        let target = usize::from(products[usize::from(class.element)]);
        let union = self.union.row_mut(target);
        let pending = self.pending.row_mut(target);
        let mut is_new = false;
        for product in bits::members(defects) {
            let range = class.starts[product] as usize..class.starts[product + 1] as usize;
            for &source in &class.sources[range] {
                let source = usize::from(source);
                if !bits::has(union, source)
                    && bits::has(&class.defect, usize::from(products[source]))
                {
                    bits::insert(union, source);
                    bits::insert(pending, source);
                    is_new = true;
                }
            }
        }
        let is_answered = union[0] & 1 == 0;
        if is_new {
            self.enqueue(target as Number);
        }
        is_answered
    }
}
