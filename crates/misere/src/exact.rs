//! The exact losing set of a layer, or what must be told apart before it can be written down.
//!
//! A layer over heaps `1..=j` is a sequence of layers over heaps `1..j`: no heap `j`, one, two, …
//! Each follows from the one before, because a move in a heap `j` goes back one layer. So either
//! the candidate of [`Ground::candidate`] is verified at once, or the least heap at which it fails
//! is taken apart into such a sequence. In a finite monoid the sequence repeats; then it says
//! exactly how many heaps `j` the monoid must learn to count.

use crate::bits;
use crate::layer::Ground;
use crate::meter::{Meter, Stop};
use crate::monoid::Number;

/// What came of a layer.
pub(crate) enum Layer {
    /// The losing elements, verified.
    Losing(Vec<u64>),
    /// Some heap must be counted more finely than the monoid does.
    Unravelled(Unravelled),
}

/// The losing positions of a layer over heaps up to `heap`, by the number of those.
pub(crate) struct Unravelled {
    pub(crate) heap: usize,
    /// The losing elements of smaller heaps beside 0, 1, 2, … of them.
    pub(crate) layers: Vec<Vec<u64>>,
    /// The layer that follows the last.
    pub(crate) back_to: usize,
    /// The larger heaps that all of them stand beside.
    pub(crate) company: Vec<usize>,
}

impl Ground<'_> {
    /// The losing set over heaps up to `largest`, given the forced elements.
    ///
    /// `company` only names the heaps beside, for [`Unravelled::company`].
    pub(crate) fn exact(
        &self,
        largest: usize,
        forced: &[u64],
        company: &[usize],
        meter: &Meter<'_>,
    ) -> Result<Layer, Stop> {
        let reach = self.monoid.reach(largest);
        let losing = self.candidate(reach, forced, meter)?;
        if self.verify(largest, &losing, forced, meter)? {
            return Ok(Layer::Losing(losing));
        }
        let heap = self.least_failure(largest, &losing, forced, meter)?;
        self.unravel(heap, &losing, forced, company, meter)
    }

    /// The least heap with which `losing` is wrong; it is wrong with `largest`.
    fn least_failure(
        &self,
        largest: usize,
        losing: &[u64],
        forced: &[u64],
        meter: &Meter<'_>,
    ) -> Result<usize, Stop> {
        let (mut right, mut wrong) = (0, largest);
        while wrong - right > 1 {
            let middle = (right + wrong) / 2;
            if self.verify(middle, losing, forced, meter)? {
                right = middle;
            } else {
                wrong = middle;
            }
        }
        Ok(wrong)
    }

    /// The layers over heaps below `heap`, by the number of heaps of that size.
    fn unravel(
        &self,
        heap: usize,
        losing: &[u64],
        forced: &[u64],
        company: &[usize],
        meter: &Meter<'_>,
    ) -> Result<Layer, Stop> {
        let reach = self.monoid.reach(heap - 1);
        let image = self.images.elements[heap];
        let mut layers = vec![bits::prefix(losing, reach)];
        let mut counts: Vec<Number> = vec![0];
        let mut beside = company.to_vec();
        loop {
            let last = layers.last().expect("there is layer 0");
            let count = self.monoid.product(*counts.last().expect("as many"), image);
            let mut forced_here = self.pull(forced, count, reach);
            let options = self.images.options(heap);
            let by_moving = self.winning(last, options, reach, meter)?;
            bits::unite(&mut forced_here, &by_moving);
            beside.push(heap);
            let next = match self.exact(heap - 1, &forced_here, &beside, meter)? {
                Layer::Losing(losing) => losing,
                unravelled => return Ok(unravelled),
            };
            let same = |at: &usize| counts[*at] == count && layers[*at] == next;
            if let Some(back_to) = (0..layers.len()).find(same) {
                return Ok(Layer::Unravelled(Unravelled {
                    heap,
                    layers,
                    back_to,
                    company: company.to_vec(),
                }));
            }
            layers.push(next);
            counts.push(count);
        }
    }
}
