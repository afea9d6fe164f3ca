//! A nim-sequence read from left to right, in memory that does not grow with it where the method allows.
//!
//! The beginning is kept as a table in which a period is looked for; if one is proved there, the rest
//! is read off it.

use std::borrow::Cow;

use grundy_core::{HeapRules, LimitReached, Limits};

use crate::{EngineStats, Period, Values};

/// Values kept as a table; beyond, they are only passed on.
const TABLE: u64 = 1 << 20;

/// Values of one game in order, from any heap on.
pub struct Stream {
    table: Values,
    position: u64,
    /// The value of the largest heap there is was read.
    finished: bool,
    /// Read the values off the period once it is proved.
    shortcut: bool,
    /// Values that the method has produced beyond the table, up to `produced`.
    buffer: Vec<u32>,
    produced: u64,
}

impl Stream {
    /// From heap `from` on.
    pub fn new(rules: HeapRules, from: u64) -> Stream {
        Stream {
            table: Values::new(rules),
            position: from,
            finished: false,
            shortcut: true,
            buffer: Vec::new(),
            produced: 0,
        }
    }

    /// The same, where every value is computed by the method even if a period is known.
    pub fn without_shortcut(mut self) -> Stream {
        self.shortcut = false;
        self
    }

    /// The heap whose value comes next.
    pub fn position(&self) -> u64 {
        self.position
    }

    /// True once the value of heap `u64::MAX` was read: nothing comes after it.
    pub fn is_finished(&self) -> bool {
        self.finished
    }

    /// Heaps whose values the method has computed.
    pub fn computed(&self) -> u64 {
        self.produced.max(self.table.values().len() as u64)
    }

    /// Appends up to `most` values to `out`; none only while values before the position are
    /// being computed, or when the stream is finished.
    ///
    /// # Errors
    ///
    /// [`LimitReached`].
    pub fn read(
        &mut self,
        most: usize,
        out: &mut Vec<u64>,
        limits: &Limits,
    ) -> Result<(), LimitReached> {
        if self.finished {
            return Ok(());
        }
        let known = self.table.values().len() as u64;
        if self.position < known {
            let from = self.position as usize;
            let to = from.saturating_add(most).min(known as usize);
            out.extend(self.table.values()[from..to].iter().map(|&v| u64::from(v)));
            self.position = to as u64;
            return Ok(());
        }
        if let Some(period) = self.table.period().filter(|_| self.shortcut) {
            // Nothing is computed any more that would notice, and a reader may want values for hours.
            limits.check_time()?;
            let table = self.table.values();
            for _ in 0..most {
                let (heap, added) = period.reduce(self.position);
                let value = u128::from(table[heap as usize]) + added.0;
                // No value exceeds its heap, so this is never cut.
                out.push(u64::try_from(value).unwrap_or(u64::MAX));
                let Some(next) = self.position.checked_add(1) else {
                    self.finished = true;
                    return Ok(());
                };
                self.position = next;
            }
            return Ok(());
        }
        if known < TABLE {
            let target = (2 * known).clamp(1024, TABLE);
            let target = target.min(self.position.saturating_add(most as u64));
            // All that the limit allows, before it ends the stream.
            let target = target.min(limits.positions.max(known + 1));
            limits.check_positions(target)?;
            return if self.shortcut {
                self.table.extend(target, limits)
            } else {
                self.table.fill(target, limits)
            };
        }
        self.pass_on(most, out, limits)
    }

    /// What is known of how the method works.
    pub fn stats(&self) -> EngineStats {
        self.table.stats()
    }

    /// The method, in words.
    pub fn method(&self) -> Cow<'static, str> {
        self.table.method()
    }

    /// The proved period, if one was met in the table.
    pub fn period(&self) -> Option<&Period> {
        self.table.period()
    }

    /// Reads values that are not kept.
    fn pass_on(
        &mut self,
        most: usize,
        out: &mut Vec<u64>,
        limits: &Limits,
    ) -> Result<(), LimitReached> {
        self.produced = self.computed();
        limits.check_positions(self.produced.saturating_add(1))?;
        self.buffer.clear();
        let more = most.min(usize::try_from(limits.positions - self.produced).unwrap_or(most));
        let result = self.table.beyond(more, &mut self.buffer, limits);
        let first = self.produced;
        self.produced += self.buffer.len() as u64;
        let skipped = self
            .position
            .saturating_sub(first)
            .min(self.buffer.len() as u64);
        let wanted = &self.buffer[skipped as usize..];
        out.extend(wanted.iter().map(|&v| u64::from(v)));
        self.position += wanted.len() as u64;
        result
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::Ordering;

    use super::*;
    use crate::definition::{definition, odd_games};

    fn read(rules: &HeapRules, from: u64, count: usize, shortcut: bool) -> Vec<u64> {
        let mut stream = Stream::new(rules.clone(), from);
        if !shortcut {
            stream = stream.without_shortcut();
        }
        let mut values = Vec::new();
        while values.len() < count {
            let most = (count - values.len()).min(17);
            stream.read(most, &mut values, &Limits::default()).unwrap();
        }
        values
    }

    #[test]
    fn a_stream_reads_the_sequence_from_any_heap_with_or_without_its_period() {
        for rules in odd_games() {
            let whole: Vec<u64> = definition(&rules, 150).into_iter().map(u64::from).collect();
            for from in [0, 1, 63, 120] {
                for shortcut in [true, false] {
                    let values = read(&rules, from as u64, 150 - from, shortcut);
                    assert_eq!(values, whole[from..], "{rules} from {from}");
                }
            }
        }
    }

    #[test]
    fn a_stream_stops_when_told_to_also_once_its_period_is_known() {
        let set = HeapRules::new([(1, 3), (2, 3)]);
        for shortcut in [true, false] {
            let mut stream = Stream::new(set.clone(), 0);
            stream.shortcut = shortcut;
            let (limits, mut values) = (Limits::default(), Vec::new());
            while values.len() < 5000 {
                stream.read(1000, &mut values, &limits).unwrap();
            }
            assert_eq!(stream.period().is_some(), shortcut);
            limits.cancel.store(true, Ordering::Relaxed);
            let table = stream.table.values().len();
            let result = (0..=table).try_for_each(|_| stream.read(1, &mut values, &limits));
            assert_eq!(result, Err(LimitReached::Interrupted));
        }
    }

    #[test]
    fn a_stream_goes_on_beyond_its_table() {
        let set = HeapRules::new([(2, 3), (5, 3), (6, 3)]);
        let from = TABLE - 10;
        assert_eq!(read(&set, from, 40, false), read(&set, from, 40, true));
    }
}
