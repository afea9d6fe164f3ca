//! What the sparse-space method needs to know of the rules.

use grundy_core::{HeapRules, LEAVE_NOTHING, LEAVE_ONE, LEAVE_TWO};

/// The largest take that the method accepts: near moves are kept in tables of this size.
const LARGEST_TAKE: u64 = 1 << 16;

/// Rules with finitely many digits that leave at most two heaps, sorted by what they leave.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Shape {
    /// The takes that may leave nothing.
    pub nothing: Vec<u64>,
    /// The takes that may leave one heap.
    pub one: Vec<u64>,
    /// The takes that may leave two heaps; never empty.
    pub two: Vec<u64>,
    /// The two heaps must differ.
    pub unequal: bool,
}

impl Shape {
    /// The shape of `rules`, if the method applies to them.
    pub fn new(rules: &HeapRules) -> Option<Shape> {
        let last = rules.last_take().filter(|&k| k <= LARGEST_TAKE)?;
        if rules.most_heaps() != 2 {
            return None;
        }
        let takes = |bit: u8| -> Vec<u64> {
            let digits = rules.digits_to(last);
            digits.filter(|d| d.1 & bit != 0).map(|d| d.0).collect()
        };
        Some(Shape {
            nothing: takes(LEAVE_NOTHING),
            one: takes(LEAVE_ONE),
            two: takes(LEAVE_TWO),
            unequal: rules.is_unequal(),
        })
    }

    /// The largest take.
    pub fn reach(&self) -> u64 {
        let last = |takes: &[u64]| takes.last().copied().unwrap_or(0);
        last(&self.nothing)
            .max(last(&self.one))
            .max(last(&self.two))
    }

    /// The parity of the takes that split, if they share one.
    pub fn split_parity(&self) -> Option<u64> {
        let parity = self.two[0] % 2;
        self.two.iter().all(|k| k % 2 == parity).then_some(parity)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_finite_rules_with_splits_into_two_have_a_shape() {
        let code = |digits: &[u8]| Shape::new(&HeapRules::with_tail(digits, &[]));
        assert!(code(&[0, 3, 3]).is_none());
        assert!(code(&[0, 8]).is_none());
        assert!(Shape::new(&HeapRules::with_tail(&[4], &[3])).is_none());
        let kayles = code(&[0, 7, 7]).expect("octal");
        assert_eq!((kayles.reach(), kayles.split_parity()), (2, None));
        let shape = code(&[0, 1, 0, 6]).expect("octal");
        assert_eq!((shape.one, shape.two), (vec![3], vec![3]));
    }
}
