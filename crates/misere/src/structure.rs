//! The structure of a quotient: tame or wild, idempotents, maximal subgroups, divisibility.

use crate::bits;
use crate::quotient::{Element, Quotient};

/// A class of elements that divide each other.
///
/// In a finite commutative monoid a class has at most one idempotent; if it has one, it is a group
/// with that as identity, and every subgroup lies in such a class.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DivisibilityClass {
    /// The elements, in the order of least words.
    pub elements: Vec<Element>,
    /// The idempotent, if the class is a group.
    pub idempotent: Option<Element>,
    /// The classes just below: those that this one divides, with none between.
    pub below: Vec<usize>,
}

impl Quotient {
    /// The elements that are their own squares.
    pub fn idempotents(&self) -> Vec<Element> {
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
        let outside: Vec<Element> = self.elements().filter(|e| !kernel.contains(e)).collect();
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
    fn kernel(&self) -> Vec<Element> {
        let all = self
            .elements()
            .fold(Element::IDENTITY, |p, e| self.product(p, e));
        let mut kernel: Vec<Element> = self.elements().map(|e| self.product(all, e)).collect();
        kernel.sort_unstable();
        kernel.dedup();
        kernel
    }

    /// The classes of mutual divisibility, from the units down to the least ideal.
    pub fn divisibility_classes(&self) -> Vec<DivisibilityClass> {
        let multiples: Vec<Vec<u64>> = self.elements().map(|e| self.multiples(e)).collect();
        let mut classes: Vec<DivisibilityClass> = Vec::new();
        let mut seen: Vec<&Vec<u64>> = Vec::new();
        for element in self.elements() {
            let ideal = &multiples[element.index()];
            match seen.iter().position(|known| *known == ideal) {
                Some(at) => classes[at].elements.push(element),
                None => {
                    seen.push(ideal);
                    classes.push(DivisibilityClass {
                        elements: vec![element],
                        idempotent: None,
                        below: Vec::new(),
                    });
                }
            }
        }
        for class in &mut classes {
            let is_idempotent = |e: &&Element| self.product(**e, **e) == **e;
            class.idempotent = class.elements.iter().find(is_idempotent).copied();
        }
        for (at, below) in covers(&seen).into_iter().enumerate() {
            classes[at].below = below;
        }
        classes
    }

    /// The products of `element` with every element.
    fn multiples(&self, element: Element) -> Vec<u64> {
        let mut multiples = bits::empty(self.order());
        for &product in self.monoid.products(element.0) {
            bits::insert(&mut multiples, usize::from(product));
        }
        multiples
    }
}

/// For each set, those just inside it.
fn covers(sets: &[&Vec<u64>]) -> Vec<Vec<usize>> {
    let is_below = |low: usize, high: usize| low != high && bits::is_subset(sets[low], sets[high]);
    (0..sets.len())
        .map(|high| {
            let below: Vec<usize> = (0..sets.len()).filter(|&low| is_below(low, high)).collect();
            let is_next = |&low: &usize| !below.iter().any(|&between| is_below(low, between));
            below.iter().copied().filter(is_next).collect()
        })
        .collect()
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
                let has_inverse = |&f: &crate::Element| quotient.product(e, f) == identity;
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
