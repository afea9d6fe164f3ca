//! Heap games by the definition, with an own reading of codes and subtraction sets.

use std::collections::{BTreeMap, HashMap, HashSet};

/// Which heaps a move may leave after taking `k`.
#[derive(Clone, Debug)]
pub struct PlainRules {
    /// Digits by what is taken; bits 1, 2, 4, 8 for no heap, one, two, three.
    pub digits: BTreeMap<u64, u8>,
}

impl PlainRules {
    /// `d0.d1d2…`
    pub fn of_code(code: &str) -> PlainRules {
        let (before, after) = code.split_once('.').expect("a code has a point");
        let digit = |c: char| c.to_digit(16).expect("a digit") as u8;
        let mut digits: BTreeMap<u64, u8> = BTreeMap::new();
        before.chars().last().map(|c| digits.insert(0, digit(c)));
        for (at, c) in after.chars().enumerate() {
            digits.insert(at as u64 + 1, digit(c));
        }
        PlainRules { digits }
    }

    /// Taking a number of a set, from any heap that has it.
    pub fn of_subtraction(takes: &[u64]) -> PlainRules {
        PlainRules {
            digits: takes.iter().map(|&k| (k, 3)).collect(),
        }
    }

    /// Every option of a heap: the heaps that are left, descending.
    pub fn options(&self, heap: u64) -> HashSet<Vec<u64>> {
        let mut options = HashSet::new();
        for (&k, &digit) in self.digits.range(..=heap) {
            let left = heap - k;
            if digit & 1 != 0 && left == 0 && k > 0 {
                options.insert(vec![]);
            }
            if digit & 2 != 0 && left > 0 && k > 0 {
                options.insert(vec![left]);
            }
            if digit & 4 != 0 {
                options.extend((1..=left / 2).map(|a| vec![left - a, a]));
            }
            if digit & 8 != 0 {
                for a in 1..=left / 3 {
                    let pairs = a..=(left - a) / 2;
                    options.extend(pairs.map(|b| vec![left - a - b, b, a]));
                }
            }
        }
        options
    }

    /// The nim-values of heaps 0 to `to`.
    pub fn values(&self, to: u64) -> Vec<u32> {
        let mut values: Vec<u32> = Vec::new();
        for heap in 0..=to {
            let of_options: HashSet<u32> = self
                .options(heap)
                .iter()
                .map(|left| left.iter().fold(0, |sum, &h| sum ^ values[h as usize]))
                .collect();
            let value = (0..).find(|value| !of_options.contains(value));
            values.push(value.expect("a finite set has a gap"));
        }
        values
    }

    /// True if the player to move loses this sum under misère play.
    pub fn is_lost_misere(&self, heaps: &[u64], known: &mut HashMap<Vec<u64>, bool>) -> bool {
        let mut key = heaps.to_vec();
        key.sort_unstable();
        if let Some(&is_lost) = known.get(&key) {
            return is_lost;
        }
        let (mut has_move, mut has_winning) = (false, false);
        for at in 0..key.len() {
            if at > 0 && key[at] == key[at - 1] {
                continue;
            }
            for left in self.options(key[at]) {
                has_move = true;
                let mut after = key.clone();
                after.remove(at);
                after.extend(left.iter().filter(|&&h| h > 0));
                has_winning = has_winning || self.is_lost_misere(&after, known);
            }
        }
        let is_lost = has_move && !has_winning;
        known.insert(key, is_lost);
        is_lost
    }
}
