//! Nim-values of games that leave at most one heap: taking from heaps, with bounded look-back.
//!
//! The takes are runs `a..=b` of consecutive numbers. From one heap to the next, one heap enters the
//! view of each run and one leaves it, so a count per value follows the options at a cost that depends on
//! the number of runs and not on that of takes. Takes that repeat for ever only gain heaps, one residue
//! class each.

use grundy_core::{HeapRules, LEAVE_NOTHING, LEAVE_ONE, Limits};

use crate::bytes::{Reader, Writer};
use crate::value_set::{ValueSet, mex_from};
use crate::{BadState, Engine, EngineError, EngineStats, count};

const TAG: [u8; 4] = *b"tak1";

/// Heaps between two looks at the clock.
const HEAPS_PER_CHECK: u64 = 1 << 14;

/// The method for games that leave at most one heap.
#[derive(Clone, Debug)]
pub struct Taking {
    rules: HeapRules,
    /// The runs of listed takes that may leave a heap.
    runs: Vec<(u64, u64)>,
    tail: Option<Tail>,
    position: u64,
    /// The values before `position`, at least as far back as a heap can enter or leave a view.
    recent: Vec<u32>,
    /// How many of the views of all runs hold a heap of each value.
    counts: Vec<u32>,
    /// The values with a count.
    present: ValueSet,
    largest: u32,
    largest_at: u64,
}

/// Takes that repeat for ever.
#[derive(Clone, Debug)]
struct Tail {
    first: u64,
    /// Which digits of the cycle may leave a heap.
    cycle: Vec<bool>,
    /// The values of the heaps far enough below, by residue class.
    classes: Vec<ValueSet>,
    /// For heaps of each residue class, a value: these takes lead to all that are smaller, but perhaps not to 0.
    gaps: Vec<u32>,
}

impl Tail {
    /// The values that these takes lead to from heap `n`, 64 at a time.
    fn word(&self, n: u64, at: usize) -> u64 {
        let length = self.cycle.len() as u64;
        let classes = (0..length)
            .zip(&self.cycle)
            .filter(|(_, allowed)| **allowed)
            .map(|(j, _)| ((n - self.first + (length - j)) % length) as usize);
        classes.fold(0, |word, class| word | self.classes[class].word(at))
    }

    /// The least value above 0 that these takes do not lead to from heap `n`.
    fn gap(&mut self, n: u64) -> u32 {
        let residue = (n % self.cycle.len() as u64) as usize;
        // The classes only grow, so that nothing below is ever missing again.
        let gap = mex_from(self.gaps[residue], |at| self.word(n, at));
        self.gaps[residue] = gap;
        gap
    }
}

impl Taking {
    /// From heap 0 on; `None` if the rules can leave more than one heap.
    pub fn new(rules: HeapRules) -> Option<Taking> {
        if rules.most_heaps() > 1 {
            return None;
        }
        let (first, cycle) = rules.tail().unwrap_or((u64::MAX, &[]));
        let tail = cycle.iter().any(|d| d & LEAVE_ONE != 0).then(|| Tail {
            first,
            cycle: cycle.iter().map(|d| d & LEAVE_ONE != 0).collect(),
            classes: vec![ValueSet::default(); cycle.len()],
            gaps: vec![1; cycle.len()],
        });
        let listed = rules.digits_to(first.saturating_sub(1));
        let mut runs: Vec<(u64, u64)> = Vec::new();
        for (k, _) in listed.filter(|&(k, d)| k < first && d & LEAVE_ONE != 0) {
            match runs.last_mut() {
                Some((_, end)) if *end + 1 == k => *end = k,
                _ => runs.push((k, k)),
            }
        }
        Some(Taking {
            rules,
            runs,
            tail,
            position: 0,
            recent: Vec::new(),
            counts: vec![0; 64],
            present: ValueSet::default(),
            largest: 0,
            largest_at: 0,
        })
    }

    /// Takes back what [`Engine::save`] gave.
    ///
    /// # Errors
    ///
    /// [`BadState`] if the bytes are damaged or do not fit the rules.
    pub fn resume(rules: HeapRules, state: &[u8]) -> Result<Taking, BadState> {
        let mut taking = Taking::new(rules).ok_or(BadState)?;
        let mut reader = Reader::new(state, TAG)?;
        taking.position = reader.u64()?;
        taking.largest = u32::try_from(reader.u64()?).map_err(|_| BadState)?;
        taking.largest_at = reader.u64()?;
        taking.recent = reader.u32s()?;
        if taking.recent.len() as u64 != taking.position.min(taking.reach()) {
            return Err(BadState);
        }
        for set in taking.tail.iter_mut().flat_map(|tail| &mut tail.classes) {
            *set = ValueSet::from_words(reader.u64s()?);
        }
        reader.end()?;
        // What the runs see from the last heap, whose view `advance` moves on from.
        for run in 0..taking.runs.len() {
            let (a, b) = taking.runs[run];
            let Some(last) = taking.position.checked_sub(1) else {
                continue;
            };
            for k in (a..=b).take_while(|&k| k < last) {
                let value = taking.value_of(last - k);
                taking.enter(value);
            }
        }
        Ok(taking)
    }

    /// Appends up to `most` values, in full width.
    ///
    /// # Errors
    ///
    /// [`EngineError::Limit`].
    pub fn produce_wide(
        &mut self,
        most: usize,
        out: &mut Vec<u32>,
        limits: &Limits,
    ) -> Result<(), EngineError> {
        for _ in 0..most {
            out.push(self.step(u32::MAX, limits)?);
        }
        Ok(())
    }

    /// The value of the next heap, unless it exceeds `widest`.
    fn step(&mut self, widest: u32, limits: &Limits) -> Result<u32, EngineError> {
        if self.position.is_multiple_of(HEAPS_PER_CHECK) {
            limits.check_time()?;
            let classes = self.tail.iter().flat_map(|tail| &tail.classes);
            let words: usize = classes.map(|set| set.words().len()).sum();
            limits.check_bytes(8 * words as u64 + 4 * self.recent.len() as u64)?;
            self.forget();
        }
        // A value exceeds the largest so far by one at most: below `widest`, nothing can go wrong.
        if self.largest >= widest {
            return Err(EngineError::TooWide);
        }
        self.advance();
        let value = self.mex();
        if value > self.largest {
            (self.largest, self.largest_at) = (value, self.position);
        }
        count::add(1);
        self.recent.push(value);
        self.position += 1;
        Ok(value)
    }

    /// Moves every view on to the next heap.
    fn advance(&mut self) {
        let n = self.position;
        for run in 0..self.runs.len() {
            let (a, b) = self.runs[run];
            if n > a {
                let value = self.value_of(n - a);
                self.enter(value);
            }
            // Written so that the largest take there is does not overflow.
            if n > b && n - b > 1 {
                let value = self.value_of(n - b - 1);
                self.leave(value);
            }
        }
        let Some(first) = self.tail.as_ref().map(|tail| tail.first) else {
            return;
        };
        if n > first {
            let value = self.value_of(n - first);
            let tail = self.tail.as_mut().expect("there is a tail, seen above");
            let class = ((n - first) % tail.cycle.len() as u64) as usize;
            tail.classes[class].insert(value);
        }
    }

    /// The least value that no option of the next heap has.
    fn mex(&mut self) -> u32 {
        let n = self.position;
        let takes_all = n > 0 && self.rules.digit(n) & LEAVE_NOTHING != 0;
        let nothing = |at| u64::from(takes_all && at == 0);
        let present = &self.present;
        let Some(tail) = self.tail.as_mut().filter(|tail| n >= tail.first) else {
            return mex_from(0, |at| present.word(at) | nothing(at));
        };
        let gap = tail.gap(n);
        let seen = |at| present.word(at) | nothing(at) | tail.word(n, at);
        let least = if seen(0) & 1 == 0 { 0 } else { gap };
        mex_from(least, seen)
    }

    fn enter(&mut self, value: u32) {
        let at = value as usize;
        if at >= self.counts.len() {
            self.counts.resize(2 * at, 0);
        }
        self.counts[at] += 1;
        if self.counts[at] == 1 {
            self.present.insert(value);
        }
    }

    fn leave(&mut self, value: u32) {
        let count = &mut self.counts[value as usize];
        *count -= 1;
        if *count == 0 {
            self.present.remove(value);
        }
    }

    fn value_of(&self, heap: u64) -> u32 {
        let back = (self.position - heap) as usize;
        self.recent[self.recent.len() - back]
    }

    /// How far back values are needed.
    fn reach(&self) -> u64 {
        let runs = self.runs.last().map_or(0, |&(_, b)| b.saturating_add(1));
        runs.max(self.tail.as_ref().map_or(0, |tail| tail.first))
    }

    /// Drops values that are out of reach, now and then.
    fn forget(&mut self) {
        let reach = usize::try_from(self.reach()).unwrap_or(usize::MAX);
        let spare = self.recent.len().saturating_sub(reach);
        if spare > reach {
            self.recent.drain(..spare);
        }
    }
}

impl Engine for Taking {
    fn position(&self) -> u64 {
        self.position
    }

    fn produce(
        &mut self,
        most: usize,
        out: &mut Vec<u16>,
        limits: &Limits,
    ) -> Result<(), EngineError> {
        for _ in 0..most {
            out.push(self.step(u32::from(u16::MAX), limits)? as u16);
        }
        Ok(())
    }

    fn stats(&self) -> EngineStats {
        EngineStats {
            method: "bounded look-back".into(),
            largest: self.largest,
            largest_at: self.largest_at,
            window: self.tail.is_none().then(|| self.reach()),
            ..EngineStats::default()
        }
    }

    fn save(&self) -> Vec<u8> {
        let mut writer = Writer::new(TAG);
        writer.u64(self.position);
        writer.u64(self.largest.into());
        writer.u64(self.largest_at);
        let kept = self.position.min(self.reach()) as usize;
        writer.u32s(&self.recent[self.recent.len() - kept..]);
        for set in self.tail.iter().flat_map(|tail| &tail.classes) {
            writer.u64s(set.words());
        }
        writer.finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::definition::{definition, odd_games};

    fn taking_games() -> Vec<HeapRules> {
        let tails = [
            HeapRules::with_tail(&[0, 3, 0, 2], &[3, 0, 1, 0, 2]),
            HeapRules::with_tail(&[0, 0, 0, 3], &[3]),
            HeapRules::with_tail(&[0, 1, 3, 3, 0, 3], &[0, 2]),
        ];
        let more = [
            HeapRules::new((1..=5).chain([8]).map(|k| (k, 3))),
            HeapRules::new((3..40).chain(60..70).map(|k| (k, 2))),
        ];
        let odd = odd_games().into_iter().filter(|r| r.most_heaps() <= 1);
        odd.chain(tails).chain(more).collect()
    }

    #[test]
    fn views_that_slide_see_what_the_definition_sees() {
        for rules in taking_games() {
            let mut values = Vec::new();
            let mut taking = Taking::new(rules.clone()).unwrap();
            taking
                .produce_wide(400, &mut values, &Limits::default())
                .unwrap();
            assert_eq!(values, definition(&rules, 400), "{rules}");
        }
    }

    #[test]
    fn a_resumed_run_goes_on_as_if_nothing_had_happened() {
        for rules in taking_games() {
            let mut taking = Taking::new(rules.clone()).unwrap();
            let mut whole = Vec::new();
            taking.produce(300, &mut whole, &Limits::default()).unwrap();
            for stop in [0, 1, 2, 9, 75, 200] {
                let mut first = Taking::new(rules.clone()).unwrap();
                let mut values = Vec::new();
                first
                    .produce(stop, &mut values, &Limits::default())
                    .unwrap();
                let mut resumed = Taking::resume(rules.clone(), &first.save()).unwrap();
                resumed
                    .produce(300 - stop, &mut values, &Limits::default())
                    .unwrap();
                assert_eq!(values, whole, "{rules} resumed at {stop}");
            }
        }
    }
}
