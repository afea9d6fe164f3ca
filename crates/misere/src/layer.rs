//! One layer of positions: which of them lose, given which of them win at once.
//!
//! A layer is all positions of heaps up to some size in fixed company. Its `forced` elements are
//! those where a move in the company wins. Everything else follows: a position loses unless it is
//! forced or one of its moves leads to one that loses.

use std::collections::hash_map::Entry;

use rustc_hash::FxHashMap;

use crate::bits;
use crate::closure::{Closure, Defect};
use crate::images::Images;
use crate::meter::{Meter, Stop};
use crate::monoid::{Monoid, Number, Rests};

/// A monoid with the images of heaps in it.
pub(crate) struct Ground<'a> {
    pub(crate) monoid: &'a Monoid,
    pub(crate) images: &'a Images,
    /// [`Monoid::rests`].
    pub(crate) rests: &'a Rests,
}

impl Ground<'_> {
    /// The losing elements if the least word of each element speaks for all positions there.
    ///
    /// Only a candidate: [`Ground::verify`] decides. Where some set of elements is right, this is it.
    pub(crate) fn candidate(
        &self,
        reach: usize,
        forced: &[u64],
        meter: &Meter<'_>,
    ) -> Result<Vec<u64>, Stop> {
        let mut losing = bits::empty(reach);
        for element in 0..reach {
            meter.spend(1 + self.rests.of(element).len())?;
            let has_winning_move = || {
                self.rests.of(element).iter().any(|&(generator, rest)| {
                    let heap = self.monoid.generators()[usize::from(generator)].heap;
                    let products = self.monoid.products(rest);
                    self.images.options(heap).iter().any(|&option| {
                        bits::has(&losing, usize::from(products[usize::from(option)]))
                    })
                })
            };
            if !bits::has(forced, element) && !has_winning_move() {
                bits::insert(&mut losing, element);
            }
        }
        Ok(losing)
    }

    /// The elements below `reach` whose product with `by` is in `set`.
    pub(crate) fn pull(&self, set: &[u64], by: Number, reach: usize) -> Vec<u64> {
        let products = &self.monoid.products(by)[..reach];
        products
            .chunks(64)
            .map(|chunk| {
                let bits = chunk.iter().enumerate();
                bits.fold(0, |word, (at, &product)| {
                    word | u64::from(bits::has(set, usize::from(product))) << at
                })
            })
            .collect()
    }

    /// The elements below `reach` from which one of `options` of a heap leads into `losing`.
    pub(crate) fn winning(
        &self,
        losing: &[u64],
        options: &[Number],
        reach: usize,
        meter: &Meter<'_>,
    ) -> Result<Vec<u64>, Stop> {
        let mut winning = bits::empty(reach);
        for &option in options {
            meter.spend(reach)?;
            bits::unite(&mut winning, &self.pull(losing, option, reach));
        }
        Ok(winning)
    }

    /// Whether `losing` holds exactly the losing positions of heaps up to `largest`, all of them.
    pub(crate) fn verify(
        &self,
        largest: usize,
        losing: &[u64],
        forced: &[u64],
        meter: &Meter<'_>,
    ) -> Result<bool, Stop> {
        let reach = self.monoid.reach(largest);
        match self.defects(largest, losing, forced, meter)? {
            Some(defects) => Closure::new(reach, meter)?.add(self.monoid, &defects, meter),
            None => Ok(false),
        }
    }

    /// The defects of the heaps up to `largest`; `None` if a move leads from a losing position to
    /// another.
    pub(crate) fn defects(
        &self,
        largest: usize,
        losing: &[u64],
        forced: &[u64],
        meter: &Meter<'_>,
    ) -> Result<Option<Vec<Defect>>, Stop> {
        let reach = self.monoid.reach(largest);
        let mut pulled: FxHashMap<Number, Vec<u64>> = FxHashMap::default();
        let mut defects: FxHashMap<Number, Vec<u64>> = FxHashMap::default();
        for &heap in &self.images.first_of_kind {
            let (element, options) = (self.images.elements[heap], self.images.options(heap));
            if heap > largest || options.is_empty() {
                continue;
            }
            meter.spend(2 * reach + options.len() * bits::words_for(reach))?;
            let mut winning = bits::empty(reach);
            for &option in options {
                let row = match pulled.entry(option) {
                    Entry::Occupied(row) => row.into_mut(),
                    Entry::Vacant(place) => {
                        meter.spend(reach)?;
                        place.insert(self.pull(losing, option, reach))
                    }
                };
                bits::unite(&mut winning, row);
            }
            let losing_here = pulled
                .entry(element)
                .or_insert_with(|| self.pull(losing, element, reach));
            if bits::meet(&winning, losing_here) {
                return Ok(None);
            }
            bits::unite(&mut winning, losing_here);
            bits::unite(&mut winning, &self.pull(forced, element, reach));
            let defect = bits::complement(&winning, reach);
            match defects.get_mut(&element) {
                Some(have) => bits::unite(have, &defect),
                None => {
                    defects.insert(element, defect);
                }
            }
        }
        Ok(Some(defects.into_iter().collect()))
    }
}
