//! The search for a period from heap 0 on, in one pass over the values.
//!
//! While they are few, all values are kept, and every theorem is tried at each doubling. Later, where the
//! method allows it, the same engine goes on without a table and the window theorem is tried.

use std::borrow::Cow;

use grundy_core::{HeapRules, LimitReached, Limits};

use super::SparseSearch;
use crate::bytes::{Reader, Writer};
use crate::{BadState, Certificate, EngineError, EngineStats, Observation, Sparse, Values};

const TAG: [u8; 4] = *b"per1";

/// The most values that are added to the table between two calls.
const MOST_ADDED: u64 = 1 << 20;
const FEWEST_ADDED: u64 = 1 << 12;

/// Beyond this, values are not kept where the method can do without.
const LONGEST_TABLE: u64 = 1 << 23;

/// A search for the period of any game.
pub struct PeriodSearch {
    phase: Phase,
    longest_table: u64,
}

enum Phase {
    /// Every value is kept.
    Table(Box<Values>),
    /// Values are only looked at.
    Stream(Box<SparseSearch>),
}

impl PeriodSearch {
    /// A search from heap 0 on.
    ///
    /// # Examples
    ///
    /// ```
    /// # use grundy_core::{HeapRules, Limits};
    /// let mut kayles = grundy_sequence::PeriodSearch::new(HeapRules::with_tail(&[0, 7, 7], &[]));
    /// let found = kayles.advance(u64::MAX, &Limits::default())?.expect("one step is enough");
    /// assert_eq!((found.period.preperiod, found.period.period), (71, 12));
    /// # Ok::<(), grundy_core::LimitReached>(())
    /// ```
    pub fn new(rules: HeapRules) -> PeriodSearch {
        PeriodSearch {
            phase: Phase::Table(Box::new(Values::new(rules))),
            longest_table: LONGEST_TABLE,
        }
    }

    /// The heap whose value comes next.
    pub fn position(&self) -> u64 {
        match &self.phase {
            Phase::Table(values) => values.values().len() as u64,
            Phase::Stream(search) => search.position(),
        }
    }

    /// What is known of how the method works.
    pub fn stats(&self) -> EngineStats {
        match &self.phase {
            Phase::Table(values) => values.stats(),
            Phase::Stream(search) => search.stats(),
        }
    }

    /// The method that computes the values, in words.
    pub fn method(&self) -> Cow<'static, str> {
        self.stats().method
    }

    /// A recurrence that all values so far obey and that is not proved, while all of them are kept.
    pub fn observed(&self) -> Option<Observation> {
        match &self.phase {
            Phase::Table(values) => Observation::find(values.values()),
            Phase::Stream(_) => None,
        }
    }

    /// Computes some more values, up to heap `to` at most; the certificate, once there is one.
    ///
    /// # Errors
    ///
    /// [`LimitReached`]; the same call goes on from there.
    pub fn advance(
        &mut self,
        to: u64,
        limits: &Limits,
    ) -> Result<Option<Certificate>, LimitReached> {
        self.leave_table();
        match &mut self.phase {
            Phase::Table(values) => advance_table(values, to, limits),
            Phase::Stream(search) => search.advance(limits).map_err(|error| match error {
                EngineError::Limit(reached) => reached,
                // Nothing can go on with values of more than 16 bits without all of them.
                _ => LimitReached::Bytes {
                    limit: limits.bytes,
                },
            }),
        }
    }

    /// Values that were computed again to prove a period.
    pub fn compared(&self) -> u64 {
        match &self.phase {
            Phase::Table(_) => 0,
            Phase::Stream(search) => search.compared(),
        }
    }

    /// Goes on without a table if that is long enough and the method allows it.
    fn leave_table(&mut self) {
        let Phase::Table(values) = &mut self.phase else {
            return;
        };
        if (values.values().len() as u64) < self.longest_table
            || values.stats().largest_witness.is_none()
        {
            return;
        }
        if let Some(engine) = values.take_sparse() {
            let search = SparseSearch::after(values.rules(), engine, values.values());
            self.phase = Phase::Stream(Box::new(search));
        }
    }

    /// The state to go on from.
    pub fn save(&self) -> Vec<u8> {
        let mut writer = Writer::new(TAG);
        match &self.phase {
            Phase::Table(values) => {
                writer.u64(0);
                values.write(&mut writer);
            }
            Phase::Stream(search) => {
                writer.u64(1);
                writer.bytes(&search.save());
            }
        }
        writer.finish()
    }

    /// Takes back what [`PeriodSearch::save`] gave.
    ///
    /// # Errors
    ///
    /// [`BadState`] if the bytes are damaged or do not fit the rules.
    pub fn resume(rules: &HeapRules, state: &[u8]) -> Result<PeriodSearch, BadState> {
        // Stores of earlier versions hold the second part alone.
        let Ok(mut reader) = Reader::new(state, TAG) else {
            return Ok(PeriodSearch {
                phase: Phase::Stream(Box::new(SparseSearch::resume(rules, state)?)),
                longest_table: LONGEST_TABLE,
            });
        };
        let phase = match reader.u64()? {
            0 => Phase::Table(Box::new(Values::read(rules, &mut reader)?)),
            1 => Phase::Stream(Box::new(SparseSearch::resume(rules, reader.bytes()?)?)),
            _ => return Err(BadState),
        };
        reader.end()?;
        Ok(PeriodSearch {
            phase,
            longest_table: LONGEST_TABLE,
        })
    }

    /// True if the search can leave its table, so that its state stays small.
    pub fn can_stream(rules: &HeapRules) -> bool {
        Sparse::supports(rules)
    }
}

/// Lets the table grow and looks for a period in it when it has doubled or ends.
fn advance_table(
    values: &mut Values,
    to: u64,
    limits: &Limits,
) -> Result<Option<Certificate>, LimitReached> {
    let known = values.values().len() as u64;
    let count = known.saturating_add((known / 4).clamp(FEWEST_ADDED, MOST_ADDED));
    let count = count.min(to.saturating_add(1));
    let result = values.extend(count, limits);
    if result.is_err() || values.values().len() as u64 > to {
        values.look();
    }
    match values.period() {
        Some(period) => Ok(Some(Certificate::new(period.clone(), values.values()))),
        None => result.map(|()| None),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::count;

    fn run(search: &mut PeriodSearch) -> Certificate {
        loop {
            if let Some(found) = search.advance(u64::MAX, &Limits::default()).unwrap() {
                return found;
            }
            assert!(search.position() < 10_000_000, "it must be found by now");
        }
    }

    fn games() -> [(HeapRules, u64, u64); 4] {
        [
            (HeapRules::with_tail(&[0, 7, 7], &[]), 71, 12),
            (HeapRules::with_tail(&[0, 1, 3, 7], &[]), 52, 34),
            (HeapRules::with_tail(&[0, 1, 2, 7], &[]), 46_578, 4),
            (HeapRules::with_tail(&[0, 1, 6], &[]), 105_351, 149_459),
        ]
    }

    #[test]
    fn no_value_is_computed_twice_until_there_is_something_to_prove() {
        for (rules, preperiod, period) in games() {
            for longest_table in [0, 1 << 15, LONGEST_TABLE] {
                let mut search = PeriodSearch::new(rules.clone());
                search.longest_table = longest_table;
                let before = count::computed();
                let found = loop {
                    let so_far = count::computed() - before;
                    assert_eq!(so_far, search.position() + search.compared(), "{rules}");
                    if let Some(found) = search.advance(u64::MAX, &Limits::default()).unwrap() {
                        break found;
                    }
                };
                let (from, length) = (found.period.preperiod, found.period.period);
                assert_eq!((from, length), (preperiod, period), "{rules}");
                assert_eq!(found.check(&rules, &Limits::default()), Ok(Ok(())));
            }
        }
    }

    #[test]
    fn a_search_that_is_saved_at_every_step_finds_the_same() {
        for (rules, ..) in games() {
            for longest_table in [1 << 15, LONGEST_TABLE] {
                let mut whole = PeriodSearch::new(rules.clone());
                whole.longest_table = longest_table;
                let expected = run(&mut whole);
                let mut search = PeriodSearch::new(rules.clone());
                let found = loop {
                    search.longest_table = longest_table;
                    if let Some(found) = search.advance(u64::MAX, &Limits::default()).unwrap() {
                        break found;
                    }
                    search = PeriodSearch::resume(&rules, &search.save()).unwrap();
                };
                assert_eq!(found.period.period, expected.period.period, "{rules}");
                assert_eq!(found.period.preperiod, expected.period.preperiod, "{rules}");
            }
        }
    }

    #[test]
    fn a_search_that_reaches_its_end_looks_at_all_it_has() {
        let kayles = HeapRules::with_tail(&[0, 7, 7], &[]);
        let mut search = PeriodSearch::new(kayles.clone());
        assert_eq!(search.advance(60, &Limits::default()), Ok(None));
        assert_eq!(search.position(), 61);
        let found = search.advance(300, &Limits::default()).unwrap().unwrap();
        assert_eq!(found.period.period, 12);
    }
}
