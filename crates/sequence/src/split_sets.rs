//! The values that j heaps with m tokens in all can have, kept for as long as some digit needs them.

use std::collections::VecDeque;

use grundy_core::HeapRules;

use crate::BadState;
use crate::bytes::{Reader, Writer};
use crate::value_set::ValueSet;

/// The sets F_j(m) of one j that the rules still ask for.
#[derive(Clone, Debug, Default)]
pub(crate) struct SplitSets {
    /// The listed takes that may leave j heaps, ascending.
    takes: Vec<u64>,
    tail: Tail,
    /// F_j(m) for consecutive m, the newest last.
    recent: VecDeque<ValueSet>,
}

/// The takes that repeat for ever: heap n sees F_j(m) of all m <= n - first in some residue classes.
#[derive(Clone, Debug, Default)]
struct Tail {
    first: u64,
    /// Which digits of the cycle allow j heaps; empty if none does.
    cycle: Vec<bool>,
    /// The union of the F_j(m) seen so far, by m modulo the cycle's length.
    unions: Vec<ValueSet>,
}

impl SplitSets {
    /// Nothing yet, for the digits of `rules` that have the bit `leave`.
    pub fn new(rules: &HeapRules, leave: u8) -> SplitSets {
        let (first, cycle) = rules.tail().unwrap_or((u64::MAX, &[]));
        let listed = rules.digits_to(first.saturating_sub(1));
        let takes = listed.filter(|(_, d)| d & leave != 0).map(|(k, _)| k);
        let takes: Vec<u64> = takes.take_while(|&k| k < first).collect();
        let mut tail = Tail::default();
        if cycle.iter().any(|d| d & leave != 0) {
            tail = Tail {
                first,
                cycle: cycle.iter().map(|d| d & leave != 0).collect(),
                unions: vec![ValueSet::default(); cycle.len()],
            };
        }
        SplitSets {
            takes,
            tail,
            recent: VecDeque::new(),
        }
    }

    /// True if some digit asks for these sets at all.
    pub fn is_used(&self) -> bool {
        !self.takes.is_empty() || self.looks_back_for_ever()
    }

    /// True if digits that ask for these sets go on for ever.
    pub fn looks_back_for_ever(&self) -> bool {
        !self.tail.cycle.is_empty()
    }

    /// The most tokens below the heap of which a set is still kept.
    pub fn reach(&self) -> u64 {
        let tail = if self.looks_back_for_ever() {
            self.tail.first
        } else {
            0
        };
        self.takes.last().copied().unwrap_or(0).max(tail)
    }

    /// The m whose set heap `n` needs as the first; it must be pushed before [`SplitSets::add_to`].
    pub fn newest(&self, n: u64) -> Option<u64> {
        if self.is_used() {
            n.checked_sub(self.lag())
        } else {
            None
        }
    }

    /// Takes the set of `newest(n)`.
    pub fn push(&mut self, n: u64, set: ValueSet) {
        self.recent.push_back(set);
        let kept = self.most_kept();
        while self.recent.len() as u64 > kept {
            self.recent.pop_front();
        }
        if self.looks_back_for_ever()
            && let Some(m) = n.checked_sub(self.tail.first)
        {
            let class = (m % self.tail.cycle.len() as u64) as usize;
            let back = (self.tail.first - self.lag()) as usize;
            let set = &self.recent[self.recent.len() - 1 - back];
            self.tail.unions[class].union(set);
        }
    }

    /// Adds to `options` what heap `n` can reach through these sets.
    pub fn add_to(&self, options: &mut ValueSet, n: u64) {
        for &k in self.takes.iter().take_while(|&&k| k <= n) {
            let back = (k - self.lag()) as usize;
            options.union(&self.recent[self.recent.len() - 1 - back]);
        }
        if !self.looks_back_for_ever() || n < self.tail.first {
            return;
        }
        let length = self.tail.cycle.len() as u64;
        for (j, _) in (0..length)
            .zip(&self.tail.cycle)
            .filter(|(_, allowed)| **allowed)
        {
            // n - first - j modulo the length, without going below zero.
            let class = (n - self.tail.first + (length - j)) % length;
            options.union(&self.tail.unions[class as usize]);
        }
    }

    /// Bytes held.
    pub fn bytes(&self) -> u64 {
        let sets = self.recent.iter().chain(&self.tail.unions);
        sets.map(|set| 8 * set.words().len() as u64).sum()
    }

    /// Appends the state to `writer`.
    pub fn write(&self, writer: &mut Writer) {
        writer.u64(self.recent.len() as u64);
        for set in self.recent.iter().chain(&self.tail.unions) {
            writer.u64s(set.words());
        }
    }

    /// Takes the state back, after `n` heaps.
    pub fn read(&mut self, reader: &mut Reader<'_>, n: u64) -> Result<(), BadState> {
        let kept = reader.u64()?;
        let made = match n.checked_sub(1) {
            Some(last) => self.newest(last).map_or(0, |m| m + 1),
            None => 0,
        };
        if kept != made.min(self.most_kept()) {
            return Err(BadState);
        }
        for _ in 0..kept {
            self.recent.push_back(ValueSet::from_words(reader.u64s()?));
        }
        for union in &mut self.tail.unions {
            *union = ValueSet::from_words(reader.u64s()?);
        }
        Ok(())
    }

    /// The most sets that are kept.
    fn most_kept(&self) -> u64 {
        (self.reach() - self.lag()).saturating_add(1)
    }

    /// How far below the heap the newest set is.
    fn lag(&self) -> u64 {
        let tail = if self.looks_back_for_ever() {
            self.tail.first
        } else {
            u64::MAX
        };
        let lag = self.takes.first().copied().unwrap_or(u64::MAX).min(tail);
        if lag == u64::MAX { 0 } else { lag }
    }
}
