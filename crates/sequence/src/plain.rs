//! Nim-values by the definition, for any rules: the slow method that the others are measured by.
//!
//! Let F_j(m) be the set of values of all positions of j non-empty heaps with m tokens in all. The
//! options of heap n are the union of F_j(n - k) over the k whose digit allows j heaps. Each
//! F_j(m) is built once, however many digits ask for it: F_2 by xoring the table with its own
//! reverse, F_3(m) as the union of g(a) xor F_2(m - a) over the least part a. Digits that
//! repeat for ever see F_j(m) of *all* m far enough below n in certain residue classes; one growing
//! union per class is enough.

use grundy_core::{HeapRules, LEAVE_NOTHING, LEAVE_ONE, LEAVE_THREE, LEAVE_TWO, Limits};

use crate::bytes::{Reader, Writer};
use crate::split_sets::SplitSets;
use crate::value_set::ValueSet;
use crate::{BadState, Engine, EngineError, EngineStats, count};

const TAG: [u8; 4] = *b"pln1";

/// How many options are looked at between two looks at the clock.
const STEPS_PER_CHECK: u64 = 1 << 22;

/// The plain method.
#[derive(Clone, Debug)]
pub struct Plain {
    rules: HeapRules,
    values: Vec<u32>,
    /// Heaps whose sets are built: as many as there are values, or one more.
    built: u64,
    /// F_1, F_2, F_3.
    sets: [SplitSets; 3],
    /// F_2(m) for every m with equal heaps allowed, where three heaps need it.
    all_pairs: Vec<ValueSet>,
    /// Marks the values met while one F_2 is built; a power of two, larger than every xor.
    seen: Vec<bool>,
    largest: u32,
    largest_at: u64,
    /// Options looked at since the last look at the clock.
    steps: u64,
}

impl Plain {
    /// The plain method from heap 0 on.
    pub fn new(rules: HeapRules) -> Plain {
        Plain {
            sets: [LEAVE_ONE, LEAVE_TWO, LEAVE_THREE].map(|leave| SplitSets::new(&rules, leave)),
            rules,
            values: Vec::new(),
            built: 0,
            all_pairs: Vec::new(),
            seen: vec![false; 64],
            largest: 0,
            largest_at: 0,
            steps: 0,
        }
    }

    /// The plain method after `values`, which are taken as they are.
    ///
    /// # Errors
    ///
    /// [`EngineError::Limit`]: rules that look back for ever look at every value again.
    pub fn after(rules: HeapRules, values: &[u32], limits: &Limits) -> Result<Plain, EngineError> {
        let mut plain = Plain::new(rules);
        let reach = plain.sets.iter().map(SplitSets::reach).max().unwrap_or(0);
        let everything =
            plain.sets[2].is_used() || plain.sets.iter().any(SplitSets::looks_back_for_ever);
        let needed = (values.len() as u64).saturating_sub(reach.saturating_add(1));
        for (n, &value) in (0..).zip(values) {
            if everything || n >= needed {
                plain.count_steps(limits)?;
                plain.build_sets();
            }
            plain.push(value);
        }
        plain.built = values.len() as u64;
        Ok(plain)
    }

    /// Takes back what [`Engine::save`] gave.
    ///
    /// # Errors
    ///
    /// [`BadState`] if the bytes are damaged or do not fit the rules.
    pub fn resume(rules: HeapRules, state: &[u8]) -> Result<Plain, BadState> {
        let mut plain = Plain::new(rules);
        let mut reader = Reader::new(state, TAG)?;
        for value in reader.u32s()? {
            plain.push(value);
        }
        plain.built = reader.u64()?;
        if plain
            .built
            .checked_sub(plain.values.len() as u64)
            .is_none_or(|more| more > 1)
        {
            return Err(BadState);
        }
        for sets in &mut plain.sets {
            sets.read(&mut reader, plain.built)?;
        }
        while plain.sets[2].is_used() && (plain.all_pairs.len() as u64) < plain.built {
            plain.all_pairs.push(ValueSet::from_words(reader.u64s()?));
        }
        reader.end()?;
        Ok(plain)
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
            let value = self.next_value(limits)?;
            self.push(value);
            out.push(value);
        }
        Ok(())
    }

    /// The value of the next heap, which does not join the table yet.
    fn next_value(&mut self, limits: &Limits) -> Result<u32, EngineError> {
        self.count_steps(limits)?;
        let n = self.values.len() as u64;
        if self.built == n {
            self.build_sets();
        }
        let mut options = ValueSet::default();
        if n > 0 && self.rules.digit(n) & LEAVE_NOTHING != 0 {
            options.insert(0);
        }
        for sets in &self.sets {
            sets.add_to(&mut options, n);
        }
        count::add(1);
        Ok(options.mex_from(0))
    }

    fn push(&mut self, value: u32) {
        if value > self.largest {
            (self.largest, self.largest_at) = (value, self.values.len() as u64);
            let room = (value as usize + 1).next_power_of_two();
            if room > self.seen.len() {
                self.seen.resize(room, false);
            }
        }
        self.values.push(value);
    }

    fn count_steps(&mut self, limits: &Limits) -> Result<(), EngineError> {
        self.steps += self.values.len() as u64 + 64;
        if self.steps >= STEPS_PER_CHECK {
            self.steps = 0;
            limits.check_time()?;
            let pairs = self
                .all_pairs
                .iter()
                .map(|set| 8 * set.words().len() as u64);
            let sets = self
                .sets
                .iter()
                .map(SplitSets::bytes)
                .chain(pairs)
                .sum::<u64>();
            limits.check_bytes(4 * self.values.len() as u64 + sets)?;
        }
        Ok(())
    }

    /// Builds the sets that the next heap needs and no earlier one did.
    fn build_sets(&mut self) {
        let n = self.values.len() as u64;
        self.built = n + 1;
        if self.sets[2].is_used() {
            let pairs = self.pairs_of(n, false);
            self.all_pairs.push(pairs);
        }
        for heaps in 1..=3 {
            let Some(m) = self.sets[heaps - 1].newest(n) else {
                continue;
            };
            let set = match heaps {
                1 => self.single_of(m),
                2 => match self.all_pairs.get(m as usize) {
                    Some(pairs) if !self.rules.is_unequal() => pairs.clone(),
                    _ => self.pairs_of(m, self.rules.is_unequal()),
                },
                _ => self.triples_of(m),
            };
            self.sets[heaps - 1].push(n, set);
        }
    }

    fn single_of(&self, m: u64) -> ValueSet {
        let mut set = ValueSet::default();
        if m > 0 {
            set.insert(self.values[m as usize]);
        }
        set
    }

    /// The values of all pairs of heaps with `m` tokens.
    fn pairs_of(&mut self, m: u64, unequal: bool) -> ValueSet {
        let (m, half) = (m as usize, m as usize / 2);
        let skip = usize::from(unequal && m.is_multiple_of(2));
        let last = (half + 1).saturating_sub(skip);
        if last <= 1 {
            return ValueSet::default();
        }
        // A power of two as length, and a mask, spare the inner loop its bounds checks.
        let mask = self.seen.len() - 1;
        let seen = &mut self.seen[..=mask];
        let (left, right) = (&self.values[1..last], &self.values[m + 1 - last..m]);
        for (a, b) in left.iter().zip(right.iter().rev()) {
            seen[(a ^ b) as usize & mask] = true;
        }
        let (chunks, _) = seen.as_chunks_mut::<64>();
        let words = chunks.iter_mut().map(|chunk| {
            let word = (0..)
                .zip(chunk.iter())
                .fold(0, |word, (at, &bit)| word | u64::from(bit) << at);
            chunk.fill(false);
            word
        });
        ValueSet::from_words(words.collect())
    }

    /// The values of all triples of heaps with `m` tokens.
    fn triples_of(&self, m: u64) -> ValueSet {
        let mut by_value = vec![ValueSet::default(); self.largest as usize + 1];
        let mut met = ValueSet::default();
        for least in 1..=m as usize / 3 {
            let value = self.values[least];
            met.insert(value);
            by_value[value as usize].union(&self.all_pairs[m as usize - least]);
        }
        let mut set = ValueSet::default();
        for (value, pairs) in (0..).zip(&by_value) {
            if met.contains(value) {
                set.union_shifted(pairs, value);
            }
        }
        set
    }
}

impl Engine for Plain {
    fn position(&self) -> u64 {
        self.values.len() as u64
    }

    fn produce(
        &mut self,
        most: usize,
        out: &mut Vec<u16>,
        limits: &Limits,
    ) -> Result<(), EngineError> {
        for _ in 0..most {
            let value = self.next_value(limits)?;
            out.push(u16::try_from(value).map_err(|_| EngineError::TooWide)?);
            self.push(value);
        }
        Ok(())
    }

    fn stats(&self) -> EngineStats {
        EngineStats {
            method: "plain definition".into(),
            largest: self.largest,
            largest_at: self.largest_at,
            ..EngineStats::default()
        }
    }

    fn save(&self) -> Vec<u8> {
        let mut writer = Writer::new(TAG);
        writer.u32s(&self.values);
        writer.u64(self.built);
        for sets in &self.sets {
            sets.write(&mut writer);
        }
        for pairs in &self.all_pairs {
            writer.u64s(pairs.words());
        }
        writer.finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::definition::{definition, odd_games};

    #[test]
    fn the_plain_method_is_the_definition() {
        for rules in odd_games() {
            let mut values = Vec::new();
            let mut plain = Plain::new(rules.clone());
            plain
                .produce_wide(70, &mut values, &Limits::default())
                .unwrap();
            assert_eq!(values, definition(&rules, 70), "{rules}");
        }
    }

    #[test]
    fn a_resumed_run_goes_on_as_if_nothing_had_happened() {
        for rules in odd_games() {
            let mut whole = Vec::new();
            let mut plain = Plain::new(rules.clone());
            plain
                .produce_wide(120, &mut whole, &Limits::default())
                .unwrap();
            for stop in [0, 1, 2, 17, 60] {
                let mut first = Plain::new(rules.clone());
                let mut values = Vec::new();
                first
                    .produce_wide(stop, &mut values, &Limits::default())
                    .unwrap();
                let mut resumed = Plain::resume(rules.clone(), &first.save()).unwrap();
                let mut after = Plain::after(rules.clone(), &values, &Limits::default()).unwrap();
                let mut rest = Vec::new();
                after
                    .produce_wide(120 - stop, &mut rest, &Limits::default())
                    .unwrap();
                resumed
                    .produce_wide(120 - stop, &mut values, &Limits::default())
                    .unwrap();
                assert_eq!(values, whole, "{rules} resumed at {stop}");
                assert_eq!(rest, whole[stop..], "{rules} after {stop}");
            }
        }
    }

    #[test]
    fn a_value_that_does_not_fit_is_refused_and_can_be_had_in_full_width() {
        let nim = HeapRules::with_tail(&[0], &[3]);
        let mut plain = Plain::new(nim.clone());
        let mut narrow = Vec::new();
        let error = plain.produce(70_000, &mut narrow, &Limits::default());
        assert_eq!(error, Err(EngineError::TooWide));
        assert_eq!(plain.position(), 65_536);
        let mut resumed = Plain::resume(nim, &plain.save()).unwrap();
        for engine in [&mut plain, &mut resumed] {
            let mut wide = Vec::new();
            engine
                .produce_wide(2, &mut wide, &Limits::default())
                .unwrap();
            assert_eq!(wide, [65_536, 65_537]);
        }
    }
}
