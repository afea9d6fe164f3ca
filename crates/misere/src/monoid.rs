//! Finite commutative monoids that heaps generate, as dense multiplication tables.
//!
//! Elements are numbered in the order of their least words. Words are compared by the exponent of
//! the largest heap first, so an option of a position, which trades a heap for smaller ones, is less
//! than the position: whatever is defined by recursion on options can be computed in the order of
//! the numbers. The elements that heaps up to some size generate are a prefix of the numbers.

use std::ops::Range;
use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::meter::{Meter, Stop};

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
pub(crate) struct Built {
    pub(crate) monoid: Monoid,
    /// The state that each element was.
    pub(crate) states: Vec<usize>,
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

    /// All products, row by row.
    pub(crate) fn table(&self) -> &[Number] {
        &self.table
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

    /// For every element, its least word without one of its generators.
    pub(crate) fn rests(&self) -> Rests {
        let mut rests = Rests {
            starts: vec![0, 0],
            pairs: Vec::new(),
        };
        for element in 1..self.order {
            let (parent, last) = self.parent(element as Number);
            let last_element = self.generators[last].element;
            for at in rests.range(usize::from(parent)) {
                let (generator, rest) = rests.pairs[at];
                if usize::from(generator) != last {
                    let rest = self.product(rest, last_element);
                    rests.pairs.push((generator, rest));
                }
            }
            rests.pairs.push((last as u16, parent));
            rests.starts.push(rests.pairs.len());
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
    /// States are numbers below `states`. `act` tells what a heap makes of a state; it must commute,
    /// and every state is what a word makes of state 0.
    pub(crate) fn generate(
        states: usize,
        largest: usize,
        act: impl Fn(usize, usize) -> usize,
        meter: &Meter<'_>,
    ) -> Result<Built, Stop> {
        let mut numbering = Numbering::new(states, meter)?;
        let mut generators: Vec<Generator> = Vec::new();
        let mut elements = vec![0];
        for heap in 1..=largest {
            let image = act(0, heap);
            if numbering.numbers.get(image).is_none() {
                numbering.adjoin(generators.len(), |state| act(state, heap), meter)?;
                generators.push(Generator {
                    heap,
                    element: numbering.number(image),
                    reach: numbering.states.len(),
                });
            }
            elements.push(numbering.number(image));
        }
        let table = numbering.table(&generators, act, meter)?;
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

/// For every element and every generator in its least word, the word without it.
#[derive(Default)]
pub(crate) struct Rests {
    starts: Vec<usize>,
    pairs: Vec<(u16, Number)>,
}

impl Rests {
    /// `(generator, element of the rest)` for each generator in the least word of `element`.
    pub(crate) fn of(&self, element: usize) -> &[(u16, Number)] {
        &self.pairs[self.range(element)]
    }

    fn range(&self, element: usize) -> Range<usize> {
        self.starts[element]..self.starts[element + 1]
    }
}

/// The numbers of states: a table where there are few possible states, else a map.
enum StateNumbers {
    Table(Vec<u32>),
    Map(FxHashMap<usize, Number>),
}

impl StateNumbers {
    /// Up to this many possible states have a table.
    const LARGEST_TABLE: usize = 1 << 20;

    fn new(states: usize, meter: &Meter<'_>) -> Result<StateNumbers, Stop> {
        if states > StateNumbers::LARGEST_TABLE {
            return Ok(StateNumbers::Map(FxHashMap::default()));
        }
        meter.check_bytes(states * size_of::<u32>())?;
        meter.spend(states / 8)?;
        Ok(StateNumbers::Table(vec![u32::MAX; states]))
    }

    fn get(&self, state: usize) -> Option<Number> {
        match self {
            StateNumbers::Table(table) => Number::try_from(table[state]).ok(),
            StateNumbers::Map(map) => map.get(&state).copied(),
        }
    }

    fn insert(&mut self, state: usize, number: Number) {
        match self {
            StateNumbers::Table(table) => table[state] = u32::from(number),
            StateNumbers::Map(map) => {
                map.insert(state, number);
            }
        }
    }
}

/// States in the order of their least words, as far as they are known.
struct Numbering {
    numbers: StateNumbers,
    states: Vec<usize>,
    parents: Vec<(Number, u16)>,
}

impl Numbering {
    fn new(states: usize, meter: &Meter<'_>) -> Result<Numbering, Stop> {
        let mut numbers = StateNumbers::new(states, meter)?;
        numbers.insert(0, 0);
        Ok(Numbering {
            numbers,
            states: vec![0],
            parents: vec![(0, 0)],
        })
    }

    /// The number of a state that was numbered.
    fn number(&self, state: usize) -> Number {
        self.numbers
            .get(state)
            .expect("every state is reached by a word")
    }

    /// Numbers what one more generator makes of the states numbered so far.
    fn adjoin(
        &mut self,
        generator: usize,
        act: impl Fn(usize) -> usize,
        meter: &Meter<'_>,
    ) -> Result<(), Stop> {
        let mut layer = 0..self.states.len();
        while !layer.is_empty() {
            let end = self.states.len();
            for at in layer {
                meter.spend(1)?;
                let state = act(self.states[at]);
                if self.numbers.get(state).is_some() {
                    continue;
                }
                meter.check_order(self.states.len() + 1)?;
                self.numbers.insert(state, self.states.len() as Number);
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
        act: impl Fn(usize, usize) -> usize,
        meter: &Meter<'_>,
    ) -> Result<Vec<Number>, Stop> {
        let order = self.states.len();
        // A refinement holds two tables at a time, and rows of bits beside them.
        meter.check_bytes(
            order
                .saturating_mul(order)
                .saturating_mul(3 * size_of::<Number>()),
        )?;
        meter.spend(order.saturating_mul(generators.len()))?;
        let step = |generator: &Generator| -> Vec<Number> {
            let images = self.states.iter().map(|&state| act(state, generator.heap));
            images.map(|image| self.number(image)).collect()
        };
        let steps: Vec<Vec<Number>> = generators.iter().map(step).collect();
        let mut table: Vec<Number> = vec![0; order * order];
        for (at, product) in table[..order].iter_mut().enumerate() {
            *product = at as Number;
        }
        for element in 1..order {
            meter.spend(order)?;
            let (parent, generator) = self.parents[element];
            let step = &steps[usize::from(generator)];
            let (done, row) = table.split_at_mut(element * order);
            let of_parent = &done[usize::from(parent) * order..][..order];
            for (product, &from) in row.iter_mut().zip(of_parent) {
                *product = step[usize::from(from)];
            }
        }
        Ok(table)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::meter::Work;
    use grundy_core::Limits;

    #[test]
    fn words_are_least_and_tables_are_those_of_the_states() {
        let limits = Limits::default();
        let meter = Meter::new(&limits, Work::UNLIMITED, Some(1000));
        // Z2 x Z3 with heaps 1 -> (1,0), 2 -> (0,1), 3 -> (1,1): heap 3 is not a generator.
        let steps = [(0, 0), (1, 0), (0, 1), (1, 1)];
        let act = |state: usize, heap: usize| {
            let (c, d) = steps[heap];
            (state / 3 + c) % 2 * 3 + (state + d) % 3
        };
        let built = Monoid::generate(6, 3, act, &meter).unwrap();
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
                let pair = |element: u16| {
                    let state = built.states[usize::from(element)];
                    (state / 3, state % 3)
                };
                let ((a, b), (c, d)) = (pair(left), pair(right));
                let product = pair(monoid.product(left, right));
                assert_eq!(product, ((a + c) % 2, (b + d) % 3));
            }
        }
        assert!(matches!(
            Monoid::generate(6, 3, act, &Meter::new(&limits, Work::UNLIMITED, Some(5))),
            Err(Stop::Order { limit: 5 })
        ));
    }
}
