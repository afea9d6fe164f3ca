//! Subtraction games in which every number from 1 to `K` may be taken: a closed form under misère play.
//!
//! A heap of `n` counts in every sum as a Nim heap of `n mod (K + 1)`, also under misère play. In
//! particular a single heap is lost exactly if `n mod (K + 1) = 1`.
//!
//! *Proof.* The residue of a heap is `r = n mod (K + 1)`. We show by induction on the number of stones that a
//! position is lost exactly if the misère Nim position of its residues is lost.
//!
//! - *The residues are lost.* Then one of them is positive, so there is a move. A move takes between 1 and `K`, so it changes a
//!   residue `r` to some `r' != r`. If `r' < r`, it is a move of Nim, and leaves residues that are won. If
//!   `r' > r`, the residues that are left are won as well, because Nim has the move from `r'` back to `r`.
//!   Either way the position that is left has fewer stones, so it is won. All moves lead to won positions.
//! - *The residues are won, and some move of Nim from `r` to `r'` leaves residues that are lost.* Taking
//!   `r - r' <= K` stones from a heap of `n >= r` does the same, and by induction leaves a lost position.
//! - *The residues are won, and no such move exists.* Then Nim has no move at all: all residues are 0. If no stones are
//!   left, the player to move wins. Otherwise some heap holds at least `K + 1`. Taking `K` from it leaves residue 1 there
//!   and 0 elsewhere. That is a lost position of misère Nim, so by induction the position that is left is lost. ∎
//!
//! By the rule of `tame.rs` the heaps are tame with these values, so they may stand beside tame positions of other games.

use grundy_core::{HeapRules, LEAVE_NOTHING, LEAVE_ONE};

use crate::tame::TameValue;

/// `K`, if a move takes any number from 1 to `K` from a heap and never splits it.
///
/// # Examples
///
/// ```
/// # use grundy_core::HeapRules;
/// # use grundy_misere::{largest_of_initial_segment, initial_segment_value};
/// let rules = HeapRules::new((1..=635).map(|take| (take, 3)));
/// let largest = largest_of_initial_segment(&rules).unwrap();
/// assert!(initial_segment_value(largest, 877_045).is_lost()); // 877,045 = 1 mod 636
/// ```
pub fn largest_of_initial_segment(rules: &HeapRules) -> Option<u64> {
    let largest = rules.last_take()?;
    let mut next = 1;
    for (take, digit) in rules.digits_to(largest) {
        if take != next || digit != LEAVE_NOTHING | LEAVE_ONE {
            return None;
        }
        next = next.checked_add(1)?;
    }
    (largest > 0).then_some(largest)
}

/// The value of a heap where every number from 1 to `largest` may be taken.
///
/// Values are added with [`TameValue::plus`], beside tame positions of any other game as well.
pub fn initial_segment_value(largest: u64, heap: u64) -> TameValue {
    let residue = u128::from(heap) % (u128::from(largest) + 1);
    TameValue::nim_heap(residue)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Outcomes, Union};
    use grundy_core::Limits;

    fn segment(largest: u64) -> HeapRules {
        HeapRules::new((1..=largest).map(|take| (take, 3)))
    }

    #[test]
    fn sums_are_lost_as_search_says() {
        let limits = Limits::default();
        for largest in 1..=5 {
            let rules = segment(largest);
            let mut outcomes = Outcomes::new(&rules);
            for a in 0..=9u64 {
                for b in a..=9 {
                    for c in b..=9 {
                        let sum = [a, b, c].map(|heap| heap as usize);
                        let values = [a, b, c].map(|heap| initial_segment_value(largest, heap));
                        let value = values.into_iter().fold(TameValue::NOTHING, TameValue::plus);
                        let lost = outcomes.is_lost(&sum, &limits).unwrap();
                        assert_eq!(value.is_lost(), lost, "1..{largest}: {sum:?}");
                    }
                }
            }
        }
    }

    #[test]
    fn sums_with_nim_heaps_and_other_segments_are_lost_as_search_says() {
        let limits = Limits::default();
        let nim = HeapRules::with_tail(&[0], &[3]);
        let (two, three) = (segment(2), segment(3));
        let union = Union::new(&[(&two, 9), (&three, 9), (&nim, 4)]);
        let mut outcomes = Outcomes::new(&union);
        for a in 0..=9 {
            for b in 0..=9 {
                for c in 0..=4 {
                    let numbers = [union.number(0, a), union.number(1, b), union.number(2, c)];
                    let sum: Vec<usize> = numbers.into_iter().flatten().collect();
                    let value = initial_segment_value(2, a)
                        .plus(initial_segment_value(3, b))
                        .plus(TameValue::nim_heap(c.into()));
                    let lost = outcomes.is_lost(&sum, &limits).unwrap();
                    assert_eq!(value.is_lost(), lost, "{a}, {b}, {c}");
                }
            }
        }
    }

    #[test]
    fn only_initial_segments_are_recognised() {
        for largest in [1, 2, 635] {
            assert_eq!(largest_of_initial_segment(&segment(largest)), Some(largest));
        }
        let others = [
            HeapRules::new([]),
            HeapRules::new([(1, 3), (3, 3)]),
            HeapRules::new([(2, 3), (3, 3)]),
            HeapRules::new([(1, 7), (2, 3)]),
            HeapRules::new([(1, 1), (2, 3)]),
            HeapRules::new([(0, 4), (1, 3)]),
            HeapRules::new([(u64::MAX, 3)]),
            HeapRules::with_tail(&[0], &[3]),
        ];
        for rules in others {
            assert_eq!(largest_of_initial_segment(&rules), None, "{rules}");
        }
    }

    #[test]
    fn heaps_at_the_edge_of_the_numbers_have_their_residues() {
        assert_eq!(initial_segment_value(1, u64::MAX).nim_value, 1);
        let all = initial_segment_value(u64::MAX, u64::MAX);
        assert_eq!(all.nim_value, u128::from(u64::MAX));
        assert!(initial_segment_value(635, 877_045).is_lost());
        assert!(!initial_segment_value(635, 877_300).is_lost());
    }
}
