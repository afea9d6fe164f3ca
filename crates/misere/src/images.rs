//! Heaps as a monoid sees them: the element of each, and those of its options.

use rustc_hash::FxHashMap;

use crate::bits;
use crate::heaps::{Heaps, each_option};
use crate::meter::{Meter, Stop};
use crate::monoid::{Monoid, Number};

/// The images of heaps 1, 2, … and of their options in a monoid.
///
/// Many heaps have the same image and the same options, so both are kept once, as a kind.
#[derive(Clone, Debug)]
pub(crate) struct Images {
    /// The element of each heap; heap 0 is the empty one.
    pub(crate) elements: Vec<Number>,
    /// Which of `kinds` each heap is.
    kind_of: Vec<u32>,
    /// The least heap of each kind.
    pub(crate) first_of_kind: Vec<usize>,
    /// The distinct elements of the options, ascending; none for a heap without moves.
    kinds: Vec<(Number, Vec<Number>)>,
    numbers: FxHashMap<(Number, Vec<Number>), u32>,
}

impl Images {
    /// No heaps but the empty one.
    pub(crate) fn none() -> Images {
        let mut images = Images {
            elements: Vec::new(),
            kind_of: Vec::new(),
            first_of_kind: Vec::new(),
            kinds: Vec::new(),
            numbers: FxHashMap::default(),
        };
        images.push(0, Vec::new());
        images
    }

    /// The options of heaps whose elements are known.
    pub(crate) fn of(
        heaps: &dyn Heaps,
        elements: &[Number],
        monoid: &Monoid,
        meter: &Meter<'_>,
    ) -> Result<Images, Stop> {
        let mut images = Images::none();
        for (heap, &element) in elements.iter().enumerate().skip(1) {
            let options = images.options_of(heaps, heap, monoid, meter)?;
            images.push(element, options);
            images.check_bytes(meter)?;
        }
        Ok(images)
    }

    /// The largest heap.
    pub(crate) fn largest(&self) -> usize {
        self.elements.len() - 1
    }

    /// The distinct elements of the options of a heap.
    pub(crate) fn options(&self, heap: usize) -> &[Number] {
        &self.kinds[self.kind_of[heap] as usize].1
    }

    /// Adds the next heap.
    pub(crate) fn push(&mut self, element: Number, options: Vec<Number>) {
        let next = self.kinds.len() as u32;
        let kind = *self
            .numbers
            .entry((element, options))
            .or_insert_with_key(|key| {
                self.kinds.push(key.clone());
                next
            });
        if kind == next {
            self.first_of_kind.push(self.elements.len());
        }
        self.elements.push(element);
        self.kind_of.push(kind);
    }

    /// Fails if the heaps take more memory than is allowed.
    pub(crate) fn check_bytes(&self, meter: &Meter<'_>) -> Result<(), Stop> {
        // Vectors that grow are twice as large, and are copied for the answer.
        meter.check_bytes(self.elements.len().saturating_mul(24))
    }

    /// The distinct elements of the options of the next heap.
    pub(crate) fn options_of(
        &self,
        heaps: &dyn Heaps,
        heap: usize,
        monoid: &Monoid,
        meter: &Meter<'_>,
    ) -> Result<Vec<Number>, Stop> {
        let mut seen = bits::empty(monoid.order());
        each_option(heaps, heap, meter, &mut |left| {
            let product = match left {
                [] => 0,
                [part] => self.elements[*part],
                [one, other] => monoid.product(self.elements[*one], self.elements[*other]),
                parts => parts.iter().fold(0, |product, &part| {
                    monoid.product(self.elements[part], product)
                }),
            };
            bits::insert(&mut seen, usize::from(product));
        })?;
        Ok(bits::members(&seen).map(|at| at as Number).collect())
    }
}
