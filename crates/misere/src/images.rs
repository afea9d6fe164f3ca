//! Heaps as a monoid sees them: the element of each, and those of its options.

use grundy_core::{LimitReached, Limits};

use crate::bits;
use crate::heaps::Heaps;
use crate::monoid::{Monoid, Number};

/// The images of heaps 1, 2, … and of their options in a monoid.
#[derive(Clone, Debug)]
pub(crate) struct Images {
    /// The element of each heap; heap 0 is the empty one.
    pub(crate) elements: Vec<Number>,
    /// The distinct elements of each heap's options, ascending; none for a heap without moves.
    pub(crate) options: Vec<Vec<Number>>,
}

impl Images {
    /// No heaps but the empty one.
    pub(crate) fn none() -> Images {
        Images {
            elements: vec![0],
            options: vec![Vec::new()],
        }
    }

    /// The options of heaps whose elements are known.
    pub(crate) fn of(
        heaps: &dyn Heaps,
        elements: Vec<Number>,
        monoid: &Monoid,
        limits: &Limits,
    ) -> Result<Images, LimitReached> {
        let mut images = Images {
            elements,
            options: vec![Vec::new()],
        };
        for heap in 1..images.elements.len() {
            limits.check_time()?;
            let options = images.options_of(heaps, heap, monoid);
            images.options.push(options);
        }
        Ok(images)
    }

    /// The largest heap.
    pub(crate) fn largest(&self) -> usize {
        self.elements.len() - 1
    }

    /// The distinct elements of the options of `heap`.
    pub(crate) fn options_of(
        &self,
        heaps: &dyn Heaps,
        heap: usize,
        monoid: &Monoid,
    ) -> Vec<Number> {
        let mut seen = bits::empty(monoid.order());
        heaps.for_each_option(heap, &mut |left| {
            let product = left.iter().fold(0, |product, &part| {
                monoid.product(self.elements[part], product)
            });
            bits::insert(&mut seen, usize::from(product));
        });
        bits::members(&seen).map(|at| at as Number).collect()
    }
}
