//! The structure of a quotient: tame or wild, idempotents, maximal subgroups, divisibility.

use grundy_core::{LimitReached, Limits};
use rustc_hash::FxHashMap;

use crate::bits;
use crate::meter::Clock;
use crate::quotient::{Quotient, QuotientElement};

/// A class of elements that divide each other.
///
/// In a finite commutative monoid a class has at most one idempotent; if it has one, it is a group
/// with that as identity, and every subgroup lies in such a class.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DivisibilityClass {
    /// The elements, in the order of least words.
    pub elements: Vec<QuotientElement>,
    /// The idempotent, if the class is a group.
    pub idempotent: Option<QuotientElement>,
    /// The classes just below: those that this one divides, with none between.
    pub below: Vec<usize>,
}

impl Quotient {
    /// The elements that are their own squares.
    pub fn idempotents(&self) -> Vec<QuotientElement> {
        self.elements()
            .filter(|&e| self.product(e, e) == e)
            .collect()
    }

    /// Whether the quotient is that of sums of Nim heaps up to some size, so that misère play is Nim
    /// play until the end.
    ///
    /// That is: trivial, or two elements, or the identity, one element of order two, and an
    /// elementary abelian 2-group that absorbs both.
    pub fn is_tame(&self) -> bool {
        if self.order() <= 2 {
            return true;
        }
        let kernel = self.kernel();
        let identity = kernel.iter().copied().find(|&e| self.product(e, e) == e);
        let Some(identity) = identity else {
            return false;
        };
        let is_outside = |e: &QuotientElement| kernel.binary_search(e).is_err();
        let outside: Vec<QuotientElement> = self.elements().filter(is_outside).take(3).collect();
        let [one, a] = outside[..] else {
            return false;
        };
        kernel.len() >= 4
            && kernel.len().is_power_of_two()
            && kernel.iter().all(|&e| self.product(e, e) == identity)
            && self.product(a, a) == one
            && self.product(a, identity) != identity
            && self.p_portion() == [a, identity]
    }

    /// The least ideal: the elements that every element divides.
    fn kernel(&self) -> Vec<QuotientElement> {
        let all = self
            .elements()
            .fold(QuotientElement::IDENTITY, |p, e| self.product(p, e));
        let mut kernel: Vec<QuotientElement> =
            self.elements().map(|e| self.product(all, e)).collect();
        kernel.sort_unstable();
        kernel.dedup();
        kernel
    }

    /// The classes of mutual divisibility, from the units down to the least ideal.
    ///
    /// # Complexity
    ///
    /// Up to the cube of the number of classes; [`Quotient::divisibility_classes_within`] looks at limits.
    pub fn divisibility_classes(&self) -> Vec<DivisibilityClass> {
        let limits = Limits {
            bytes: u64::MAX,
            ..Limits::default()
        };
        self.divisibility_classes_within(&limits)
            .expect("nothing was limited")
    }

    /// As [`Quotient::divisibility_classes`], within limits.
    ///
    /// # Errors
    ///
    /// [`LimitReached`] if it takes too much memory or time.
    pub fn divisibility_classes_within(
        &self,
        limits: &Limits,
    ) -> Result<Vec<DivisibilityClass>, LimitReached> {
        let clock = Clock::new(limits);
        let order = self.order() as u64;
        limits.check_bytes(order.saturating_mul(order) / 8)?;
        let mut classes: Vec<DivisibilityClass> = Vec::new();
        let mut numbers: FxHashMap<Vec<u64>, usize> = FxHashMap::default();
        let mut ideals: Vec<Vec<u64>> = Vec::new();
        for element in self.elements() {
            clock.tick(order)?;
            let ideal = self.multiples(element);
            match numbers.get(&ideal) {
                Some(&at) => classes[at].elements.push(element),
                None => {
                    numbers.insert(ideal.clone(), classes.len());
                    ideals.push(ideal);
                    classes.push(DivisibilityClass {
                        elements: vec![element],
                        idempotent: None,
                        below: Vec::new(),
                    });
                }
            }
        }
        for class in &mut classes {
            let is_idempotent = |e: &&QuotientElement| self.product(**e, **e) == **e;
            class.idempotent = class.elements.iter().find(is_idempotent).copied();
        }
        for (at, below) in covers(&ideals, &clock)?.into_iter().enumerate() {
            classes[at].below = below;
        }
        Ok(classes)
    }

    /// The products of `element` with every element.
    fn multiples(&self, element: QuotientElement) -> Vec<u64> {
        let mut multiples = bits::empty(self.order());
        for &product in self.monoid.products(element.0) {
            bits::insert(&mut multiples, usize::from(product));
        }
        multiples
    }
}

/// For each set, those just inside it.
fn covers(sets: &[Vec<u64>], clock: &Clock<'_>) -> Result<Vec<Vec<usize>>, LimitReached> {
    let is_below =
        |low: usize, high: usize| low != high && bits::is_subset(&sets[low], &sets[high]);
    let mut covers = Vec::with_capacity(sets.len());
    for high in 0..sets.len() {
        clock.tick(sets.len() as u64)?;
        let below: Vec<usize> = (0..sets.len()).filter(|&low| is_below(low, high)).collect();
        let mut next = Vec::new();
        for &low in &below {
            clock.tick(below.len() as u64)?;
            if !below.iter().any(|&between| is_below(low, between)) {
                next.push(low);
            }
        }
        covers.push(next);
    }
    Ok(covers)
}

#[cfg(test)]
mod tests {
    use grundy_core::{HeapRules, Limits};

    #[test]
    fn kayles_classes_partition_the_monoid_and_hold_its_groups() {
        let kayles = HeapRules::with_tail(&[0, 7, 7], &[]);
        let quotient = crate::quotient(&kayles, None, &Limits::default()).unwrap();
        let classes = quotient.divisibility_classes();
        let sizes: usize = classes.iter().map(|class| class.elements.len()).sum();
        assert_eq!(sizes, quotient.order());
        let with_idempotent = classes.iter().filter(|c| c.idempotent.is_some()).count();
        assert_eq!(with_idempotent, quotient.idempotents().len());
        for class in &classes {
            let Some(identity) = class.idempotent else {
                continue;
            };
            for &e in &class.elements {
                assert_eq!(quotient.product(e, identity), e);
                let has_inverse = |&f: &crate::QuotientElement| quotient.product(e, f) == identity;
                assert!(class.elements.iter().any(has_inverse));
            }
        }
        let least = classes
            .iter()
            .filter(|class| class.below.is_empty())
            .count();
        assert_eq!(least, 1);
    }
}
