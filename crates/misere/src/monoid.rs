//! Finite commutative monoids that heaps generate, as dense multiplication tables.
//!
//! Elements are numbered in the order of their least words. Words are compared by the exponent of
//! the largest heap first, so an option of a position, which trades a heap for smaller ones, is less
//! than the position: whatever is defined by recursion on options can be computed in the order of
//! the numbers. The elements that heaps up to some size generate are a prefix of the numbers.

use std::hash::Hash;
use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::bounds::{Bounds, Stop};

/// An element of a monoid, by its number; 0 is the identity.
pub(crate) type Number = u16;

/// A finite commutative monoid with heaps that generate it.
#[derive(Clone, Debug)]
pub(crate) struct Monoid {
    order: usize,
    /// Shared, because a refinement starts from the old monoid unchanged.
    table: Arc<[Number]>,
    generators: Vec<Generator>,
    /// The least word of an element is that of its parent and one generator more.
    parents: Vec<(Number, u16)>,
}

/// A heap whose image no smaller heaps generate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Generator {
    pub(crate) heap: usize,
    pub(crate) element: Number,
    /// How many elements this and the smaller generators generate.
    pub(crate) reach: usize,
}

/// A monoid built from its generators, with what became of states and heaps.
pub(crate) struct Built<S> {
    pub(crate) monoid: Monoid,
    /// The state that each element was.
    pub(crate) states: Vec<S>,
    /// The element of each heap; heap 0 is the empty one.
    pub(crate) elements: Vec<Number>,
}

impl Monoid {
    /// The monoid with one element and no generators.
    pub(crate) fn trivial() -> Monoid {
        Monoid {
            order: 1,
            table: Arc::new([0]),
            generators: Vec::new(),
            parents: vec![(0, 0)],
        }
    }

    /// The number of elements.
    pub(crate) fn order(&self) -> usize {
        self.order
    }

    /// The product of two elements.
    pub(crate) fn product(&self, left: Number, right: Number) -> Number {
        self.table[usize::from(left) * self.order + usize::from(right)]
    }

    /// The products of `element` with every element in order.
    pub(crate) fn products(&self, element: Number) -> &[Number] {
        &self.table[usize::from(element) * self.order..][..self.order]
    }

    /// The generators in the order of their heaps.
    pub(crate) fn generators(&self) -> &[Generator] {
        &self.generators
    }

    /// The parent of an element other than the identity and the generator that leads to it.
    pub(crate) fn parent(&self, element: Number) -> (Number, usize) {
        let (parent, generator) = self.parents[usize::from(element)];
        (parent, usize::from(generator))
    }

    /// The least word of `element`: generators, each as often as it occurs, descending.
    pub(crate) fn word(&self, mut element: Number) -> Vec<usize> {
        let mut word = Vec::new();
        while element != 0 {
            let (parent, generator) = self.parent(element);
            word.push(generator);
            element = parent;
        }
        word
    }

    /// For every element, its least word without one of its generators, for each generator in it:
    /// `(generator, element of the rest)`.
    pub(crate) fn rests(&self) -> Vec<Vec<(usize, Number)>> {
        let mut rests: Vec<Vec<(usize, Number)>> = vec![Vec::new()];
        for element in 1..self.order {
            let (parent, last) = self.parent(element as Number);
            let last_element = self.generators[last].element;
            let of_parent = &rests[usize::from(parent)];
            let mut rest: Vec<(usize, Number)> = of_parent
                .iter()
                .filter(|&&(generator, _)| generator != last)
                .map(|&(generator, rest)| (generator, self.product(rest, last_element)))
                .collect();
            rest.push((last, parent));
            rests.push(rest);
        }
        rests
    }

    /// How many elements the heaps up to `heap` generate: they are the first ones.
    pub(crate) fn reach(&self, heap: usize) -> usize {
        let below = self.generators.partition_point(|g| g.heap <= heap);
        below
            .checked_sub(1)
            .map_or(1, |at| self.generators[at].reach)
    }

    /// The monoid that heaps `1..=largest` generate, its elements numbered by least words.
    ///
    /// `act` tells what a heap makes of a state; it must commute, and every state is what a word
    /// makes of `start`.
    pub(crate) fn generate<S: Clone + Eq + Hash>(
        start: S,
        largest: usize,
        act: impl Fn(&S, usize) -> S,
        bounds: &Bounds<'_>,
    ) -> Result<Built<S>, Stop> {
        let mut numbering = Numbering::new(start.clone());
        let mut generators: Vec<Generator> = Vec::new();
        let mut elements = vec![0];
        for heap in 1..=largest {
            let image = act(&start, heap);
            if !numbering.numbers.contains_key(&image) {
                numbering.adjoin(generators.len(), |state| act(state, heap), bounds)?;
                generators.push(Generator {
                    heap,
                    element: numbering.numbers[&image],
                    reach: numbering.states.len(),
                });
            }
            elements.push(numbering.numbers[&image]);
        }
        let table = numbering.table(&generators, act, bounds)?;
        let monoid = Monoid {
            order: numbering.states.len(),
            table: table.into(),
            generators,
            parents: numbering.parents,
        };
        Ok(Built {
            monoid,
            states: numbering.states,
            elements,
        })
    }
}

/// States in the order of their least words, as far as they are known.
struct Numbering<S> {
    numbers: FxHashMap<S, Number>,
    states: Vec<S>,
    parents: Vec<(Number, u16)>,
}

impl<S: Clone + Eq + Hash> Numbering<S> {
    fn new(start: S) -> Numbering<S> {
        Numbering {
            numbers: FxHashMap::from_iter([(start.clone(), 0)]),
            states: vec![start],
            parents: vec![(0, 0)],
        }
    }

    /// Numbers what one more generator makes of the states numbered so far.
    fn adjoin(
        &mut self,
        generator: usize,
        act: impl Fn(&S) -> S,
        bounds: &Bounds<'_>,
    ) -> Result<(), Stop> {
        let mut layer = 0..self.states.len();
        while !layer.is_empty() {
            let end = self.states.len();
            for at in layer {
                let state = act(&self.states[at]);
                if self.numbers.contains_key(&state) {
                    continue;
                }
                bounds.check_order(self.states.len() + 1)?;
                self.numbers
                    .insert(state.clone(), self.states.len() as Number);
                self.states.push(state);
                self.parents.push((at as Number, generator as u16));
            }
            layer = end..self.states.len();
        }
        Ok(())
    }

    /// All products, each row from its parent's.
    fn table(
        &self,
        generators: &[Generator],
        act: impl Fn(&S, usize) -> S,
        bounds: &Bounds<'_>,
    ) -> Result<Vec<Number>, Stop> {
        let order = self.states.len();
        let bytes = (order as u64).pow(2) * size_of::<Number>() as u64;
        bounds.limits.check_bytes(bytes)?;
        let step = |generator: &Generator| -> Vec<Number> {
            let states = self.states.iter();
            states
                .map(|state| self.numbers[&act(state, generator.heap)])
                .collect()
        };
        let steps: Vec<Vec<Number>> = generators.iter().map(step).collect();
        let mut table: Vec<Number> = Vec::with_capacity(order * order);
        table.extend((0..order).map(|at| at as Number));
        for element in 1..order {
            if element % 256 == 0 {
                bounds.limits.check_time()?;
            }
            let (parent, generator) = self.parents[element];
            let step = &steps[usize::from(generator)];
            let from = usize::from(parent) * order;
            for at in from..from + order {
                let product = step[usize::from(table[at])];
                table.push(product);
            }
        }
        Ok(table)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use grundy_core::Limits;

    #[test]
    fn words_are_least_and_tables_are_those_of_the_states() {
        let limits = Limits::default();
        let bounds = Bounds::new(&limits, 1000);
        // Z2 x Z3 with heaps 1 -> (1,0), 2 -> (0,1), 3 -> (1,1): heap 3 is no generator.
        let steps = [(0, 0), (1, 0), (0, 1), (1, 1)];
        let act = |&(a, b): &(u8, u8), heap: usize| {
            let (c, d): (u8, u8) = steps[heap];
            ((a + c) % 2, (b + d) % 3)
        };
        let built = Monoid::generate((0, 0), 3, act, &bounds).unwrap();
        let monoid = &built.monoid;
        assert_eq!(monoid.order(), 6);
        assert_eq!(monoid.generators().len(), 2);
        assert_eq!(monoid.word(built.elements[3]), [1, 0]);
        assert_eq!(
            (monoid.reach(0), monoid.reach(1), monoid.reach(2)),
            (1, 2, 6)
        );
        for left in 0..6 {
            for right in 0..6 {
                let (a, b) = built.states[usize::from(left)];
                let (c, d) = built.states[usize::from(right)];
                let product = built.states[usize::from(monoid.product(left, right))];
                assert_eq!(product, ((a + c) % 2, (b + d) % 3));
            }
        }
        assert!(matches!(
            Monoid::generate((0, 0), 3, act, &Bounds::new(&limits, 5)),
            Err(Stop::Order { limit: 5 })
        ));
    }
}
