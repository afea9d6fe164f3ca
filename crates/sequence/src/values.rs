//! A table of nim-values that grows as heaps ask for it, until a period is proved.

use std::borrow::Cow;

use grundy_core::{HeapRules, LimitReached, Limits, Nimber};

use crate::bytes::{Reader, Writer};
use crate::choose::Producer;
use crate::store::{BLOCK, pack, unpack};
use crate::{BadState, EngineStats, Period, Sparse};

/// The first size at which a period is looked for; then at every doubling.
const FIRST_LOOK: usize = 128;

/// The nim-values of one game, computed when they are asked for.
pub struct Values {
    rules: HeapRules,
    producer: Producer,
    values: Vec<u32>,
    period: Option<Period>,
    /// The number of values at which the next look for a period is due.
    next_look: usize,
}

impl Values {
    /// Nothing computed yet.
    pub fn new(rules: HeapRules) -> Values {
        Values {
            producer: Producer::new(&rules),
            rules,
            values: Vec::new(),
            period: None,
            next_look: FIRST_LOOK,
        }
    }

    /// The rules.
    pub fn rules(&self) -> &HeapRules {
        &self.rules
    }

    /// The nim-value of `heap`.
    ///
    /// Heaps beyond the table are answered through the period if one is proved; if not, the table grows and
    /// periods are looked for on the way.
    ///
    /// # Errors
    ///
    /// [`LimitReached`] when neither the heap nor a proved period can be reached within `limits`.
    ///
    /// # Examples
    ///
    /// ```
    /// # use grundy_core::{HeapRules, Limits, Nimber};
    /// let mut kayles = grundy_sequence::Values::new(HeapRules::with_tail(&[0, 7, 7], &[]));
    /// let value = kayles.value(1_000_000_000_000_000, &Limits::default());
    /// assert_eq!(value, Ok(Nimber(1)));
    /// assert_eq!(kayles.period().map(|p| p.period), Some(12));
    /// ```
    pub fn value(&mut self, heap: u64, limits: &Limits) -> Result<Nimber, LimitReached> {
        if self.period.is_none() {
            self.extend(heap.saturating_add(1), limits)?;
        }
        let (heap, added) = match &self.period {
            Some(period) if heap >= self.values.len() as u64 => period.reduce(heap),
            _ => (heap, Nimber(0)),
        };
        let value = self.values[heap as usize];
        Ok(Nimber(u128::from(value) + added.0))
    }

    /// Computes values until there are `count` or a period is proved.
    ///
    /// # Errors
    ///
    /// [`LimitReached`]; what was computed by then stays.
    pub fn extend(&mut self, count: u64, limits: &Limits) -> Result<(), LimitReached> {
        while self.period.is_none() && (self.values.len() as u64) < count {
            let most = count.min(limits.positions).min(self.next_look as u64);
            let more = (most as usize).saturating_sub(self.values.len());
            if more == 0 {
                self.look();
                if self.period.is_none() {
                    limits.check_positions(count)?;
                }
                continue;
            }
            self.grow(more, limits)?;
            if self.values.len() >= self.next_look {
                self.look();
                self.next_look = self.next_look.saturating_mul(2);
            }
        }
        Ok(())
    }

    /// Computes values until there are `count`, period or not.
    ///
    /// # Errors
    ///
    /// [`LimitReached`]; what was computed by then stays.
    pub fn fill(&mut self, count: u64, limits: &Limits) -> Result<(), LimitReached> {
        limits.check_positions(count)?;
        limits.check_bytes(count.saturating_mul(4))?;
        let more = (count as usize).saturating_sub(self.values.len());
        self.grow(more, limits)
    }

    /// Looks for a period in the values so far, and keeps it.
    pub fn look(&mut self) {
        if self.period.is_none() {
            self.period = Period::find(&self.rules, &self.values);
        }
    }

    /// The proved period, if one was found so far.
    pub fn period(&self) -> Option<&Period> {
        self.period.as_ref()
    }

    /// The values computed so far, from heap 0 on.
    pub fn values(&self) -> &[u32] {
        &self.values
    }

    /// The method that computes them, in words.
    pub fn method(&self) -> Cow<'static, str> {
        self.producer.stats().method
    }

    /// What is known of how the method works.
    pub fn stats(&self) -> EngineStats {
        self.producer.stats()
    }

    /// Appends up to `more` values to `out` and not to the table, which must not grow any more.
    pub(crate) fn beyond(
        &mut self,
        more: usize,
        out: &mut Vec<u32>,
        limits: &Limits,
    ) -> Result<(), LimitReached> {
        limits.check_time()?;
        self.producer.extend(more, out, limits)
    }

    /// The sparse-space engine behind the last value, if that is the method; nothing can be computed here any more.
    pub(crate) fn take_sparse(&mut self) -> Option<Sparse> {
        self.producer.take_sparse()
    }

    /// Appends the state to `writer`.
    pub(crate) fn write(&self, writer: &mut Writer) {
        writer.bytes(&self.producer.save(false));
        writer.u64(self.values.len() as u64);
        for block in self.values.chunks(BLOCK) {
            writer.bytes(&pack(block));
        }
    }

    /// Takes the state back.
    pub(crate) fn read(rules: &HeapRules, reader: &mut Reader<'_>) -> Result<Values, BadState> {
        let mut values = Values::new(rules.clone());
        values.producer = Producer::resume_whole(rules, reader.bytes()?)?;
        let count = usize::try_from(reader.u64()?).map_err(|_| BadState)?;
        while values.values.len() < count {
            let length = (count - values.values.len()).min(BLOCK);
            let block = unpack(reader.bytes()?, length).ok_or(BadState)?;
            values.values.extend(block);
        }
        if values.producer.position() != count as u64 {
            return Err(BadState);
        }
        while values.next_look <= count {
            values.next_look = values.next_look.saturating_mul(2);
        }
        Ok(values)
    }

    fn grow(&mut self, more: usize, limits: &Limits) -> Result<(), LimitReached> {
        const CHUNK: usize = 1 << 16;
        let target = self.values.len() + more;
        while self.values.len() < target {
            limits.check_time()?;
            limits.check_bytes(4 * (self.values.len() as u64 + CHUNK as u64))?;
            let most = (target - self.values.len()).min(CHUNK);
            self.producer.extend(most, &mut self.values, limits)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn huge_heaps_are_answered_through_the_period() {
        let limits = Limits::default();
        let mut set = Values::new(HeapRules::new((1..=5).chain([8]).map(|k| (k, 3))));
        let value = set.value(u64::MAX, &limits).unwrap();
        let reduced = set.period().unwrap().reduce(u64::MAX).0;
        assert_eq!(value, Nimber(set.values()[reduced as usize].into()));
        let mut nim = Values::new(HeapRules::with_tail(&[0], &[3]));
        assert_eq!(nim.value(u64::MAX, &limits), Ok(Nimber(u64::MAX.into())));
    }

    #[test]
    fn a_game_without_a_period_stops_at_the_limit_and_keeps_its_table() {
        let mut officers = Values::new(HeapRules::with_tail(&[0, 6], &[]));
        let limits = Limits {
            positions: 500,
            ..Limits::default()
        };
        let error = officers.value(1000, &limits);
        assert_eq!(error, Err(LimitReached::Positions { limit: 500 }));
        assert_eq!(officers.values().len(), 500);
        assert!(officers.value(499, &limits).is_ok());
    }
}
