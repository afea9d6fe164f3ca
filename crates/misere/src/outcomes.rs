//! Misère outcomes of sums by search: slow, simple, and the measure of everything else here.

use grundy_core::{LimitReached, Limits};
use rustc_hash::FxHashMap;

use crate::heaps::Heaps;

/// Outcomes found by search, remembered.
pub struct Outcomes<'a> {
    heaps: &'a dyn Heaps,
    /// Whether each sum met is lost for the player to move; sums are sorted.
    lost: FxHashMap<Box<[usize]>, bool>,
}

/// A sum whose options are being examined.
struct Open {
    sum: Box<[usize]>,
    options: Vec<Box<[usize]>>,
}

impl<'a> Outcomes<'a> {
    /// Nothing known yet.
    pub fn new(heaps: &'a dyn Heaps) -> Outcomes<'a> {
        Outcomes {
            heaps,
            lost: FxHashMap::default(),
        }
    }

    /// Whether the player to move loses a sum of heaps, given by their numbers; 0 is no heap.
    ///
    /// # Errors
    ///
    /// [`LimitReached`] if there are too many positions, or it takes too long.
    pub fn is_lost(&mut self, sum: &[usize], limits: &Limits) -> Result<bool, LimitReached> {
        let root = normal(sum.to_vec());
        let mut open = Vec::new();
        if !self.lost.contains_key(&root) {
            open.push(self.open(root.clone()));
        }
        while let Some(top) = open.last_mut() {
            match top.options.last() {
                Some(option) => match self.lost.get(option) {
                    Some(true) => {
                        let done = open.pop().expect("the top is there");
                        self.lost.insert(done.sum, false);
                    }
                    Some(false) => {
                        top.options.pop();
                    }
                    None => {
                        let next = self.open(option.clone());
                        open.push(next);
                    }
                },
                None => {
                    let done = open.pop().expect("the top is there");
                    let is_lost = self.has_moves(&done.sum);
                    self.lost.insert(done.sum, is_lost);
                }
            }
            limits.check_positions(self.lost.len() as u64)?;
            if self.lost.len().is_multiple_of(1024) {
                limits.check_time()?;
            }
        }
        Ok(self.lost[&root])
    }

    fn open(&self, sum: Box<[usize]>) -> Open {
        let options = options(self.heaps, &sum);
        Open { sum, options }
    }

    fn has_moves(&self, sum: &[usize]) -> bool {
        sum.iter().any(|&heap| {
            let mut has = false;
            self.heaps.for_each_option(heap, &mut |_| has = true);
            has
        })
    }
}

/// The options of a sum, each once.
pub(crate) fn options(heaps: &dyn Heaps, sum: &[usize]) -> Vec<Box<[usize]>> {
    let mut options = Vec::new();
    for (at, &heap) in sum.iter().enumerate() {
        if at > 0 && sum[at - 1] == heap {
            continue;
        }
        heaps.for_each_option(heap, &mut |left| {
            let mut option = sum.to_vec();
            option.swap_remove(at);
            option.extend_from_slice(left);
            options.push(normal(option));
        });
    }
    options.sort_unstable();
    options.dedup();
    options
}

/// A sum in order, without empty heaps.
pub(crate) fn normal(mut sum: Vec<usize>) -> Box<[usize]> {
    sum.retain(|&heap| heap != 0);
    sum.sort_unstable();
    sum.into()
}

#[cfg(test)]
mod tests {
    use super::*;
    use grundy_core::HeapRules;

    #[test]
    fn misere_kayles_is_lost_at_heaps_1_4_9_12_20_and_no_other() {
        let kayles = HeapRules::with_tail(&[0, 7, 7], &[]);
        let mut outcomes = Outcomes::new(&kayles);
        let lost: Vec<usize> = (0..24)
            .filter(|&n| outcomes.is_lost(&[n], &Limits::default()).unwrap())
            .collect();
        assert_eq!(lost, [1, 4, 9, 12, 20]);
    }

    #[test]
    fn misere_nim_is_lost_by_the_rule_of_bouton() {
        let nim = HeapRules::with_tail(&[0], &[3]);
        let mut outcomes = Outcomes::new(&nim);
        for a in 0..5 {
            for b in 0..5 {
                for c in 0..5 {
                    let by_rule = if a.max(b).max(c) <= 1 {
                        (a + b + c) % 2 == 1
                    } else {
                        a ^ b ^ c == 0
                    };
                    let found = outcomes.is_lost(&[a, b, c], &Limits::default());
                    assert_eq!(found, Ok(by_rule), "{a},{b},{c}");
                }
            }
        }
    }
}
