//! Nim-sequences by name: values of heaps 0, 1, 2, …, and their periods.

use std::borrow::Cow;
use std::path::Path;

use grundy_core::{HeapRules, Id, LimitReached, Limits, Value};
use grundy_sequence::store::is_store;
use grundy_sequence::{EngineStats, Period, Stream};
use grundy_solve::{Component, Evaluator, Sum};

use crate::Error;
use crate::spec::{Files, open_ruleset_within};
use crate::stored::StoredValues;

/// The nim-sequence of a ruleset whose positions are numbers.
pub struct Sequence {
    /// The ruleset as grundy writes it.
    pub name: String,
    source: Source,
}

enum Source {
    Heaps {
        rules: HeapRules,
        stream: Box<Stream>,
    },
    Positions(Box<Positions>),
    Stored(Box<StoredValues>),
}

/// Positions that are one number each, valued one by one.
struct Positions {
    sum: Sum,
    evaluator: Evaluator,
    next: u64,
    /// Values before this one have been looked for together.
    prepared: u64,
    largest: u64,
    largest_at: u64,
}

impl Sequence {
    /// The sequence of this ruleset, or in this store file, from heap `from` on.
    ///
    /// # Examples
    ///
    /// ```
    /// # use grundy::{core::Limits, sequences::Sequence};
    /// let mut kayles = Sequence::open("kayles", 5)?;
    /// let mut values = Vec::new();
    /// while values.is_empty() {
    ///     kayles.read(3, &mut values, &Limits::default())?;
    /// }
    /// assert_eq!(values, [4, 3, 2]);
    /// # Ok::<(), grundy::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`Error::Spec`] if there is no such ruleset; [`Error::Input`] for a store file that cannot be read.
    pub fn open(ruleset: &str, from: u64) -> Result<Sequence, Error> {
        Sequence::open_within(ruleset, from, Files::Allow, &Limits::default())
    }

    /// As [`Sequence::open`], where only `files` may be named and rules obey these limits.
    ///
    /// # Errors
    ///
    /// As [`Sequence::open`].
    pub fn open_within(
        ruleset: &str,
        from: u64,
        files: Files,
        limits: &Limits,
    ) -> Result<Sequence, Error> {
        if files == Files::Allow && is_store(Path::new(ruleset)) {
            let stored = StoredValues::open(ruleset, from)?;
            return Ok(Sequence {
                name: stored.name().to_owned(),
                source: Source::Stored(Box::new(stored)),
            });
        }
        let mut game = open_ruleset_within(ruleset, files, limits)?;
        if let (Some(rules), Some(name)) = (game.heap_rules().cloned(), heap_name(&mut *game)) {
            let stream = Box::new(Stream::new(rules.clone(), from));
            let source = Source::Heaps { rules, stream };
            return Ok(Sequence { name, source });
        }
        let name = ruleset.trim_end_matches(':').to_owned();
        let sum = Sum {
            games: vec![game],
            components: Vec::new(),
        };
        let source = Source::Positions(Box::new(Positions {
            sum,
            evaluator: Evaluator::new(),
            next: from,
            prepared: from,
            largest: 0,
            largest_at: 0,
        }));
        Ok(Sequence { name, source })
    }

    /// The same, where every value is computed even if a period is known.
    pub fn without_shortcut(mut self) -> Sequence {
        if let Source::Heaps { rules, stream } = self.source {
            let stream = Box::new(stream.without_shortcut());
            self.source = Source::Heaps { rules, stream };
        }
        self
    }

    /// The rules of its heaps, if it is a heap game.
    pub fn rules(&self) -> Option<&HeapRules> {
        match &self.source {
            Source::Heaps { rules, .. } => Some(rules),
            Source::Positions(_) | Source::Stored(_) => None,
        }
    }

    /// The heap whose value comes next.
    pub fn position(&self) -> u64 {
        match &self.source {
            Source::Heaps { stream, .. } => stream.position(),
            Source::Positions(positions) => positions.next,
            Source::Stored(stored) => stored.position(),
        }
    }

    /// Heaps whose values were computed.
    pub fn computed(&self) -> u64 {
        match &self.source {
            Source::Heaps { stream, .. } => stream.computed(),
            Source::Positions(positions) => positions.next,
            Source::Stored(stored) => stored.commit().count,
        }
    }

    /// Appends up to `most` values to `values`; none only while values before the position are
    /// being computed.
    ///
    /// # Errors
    ///
    /// [`Error::Limit`]; [`Error::Rules`] and [`Error::Usage`] where rules were written by a user.
    pub fn read(
        &mut self,
        most: usize,
        values: &mut Vec<u64>,
        limits: &Limits,
    ) -> Result<(), Error> {
        match &mut self.source {
            Source::Heaps { stream, .. } => {
                let result = stream.read(most, values, limits);
                result.map_err(|reached| at_heap(reached, stream.computed()))
            }
            Source::Positions(positions) => {
                positions.prepare(most, limits);
                values.push(positions.read(&self.name, limits)?);
                Ok(())
            }
            Source::Stored(stored) => {
                limits.check_time()?;
                stored.read(most, values)
            }
        }
    }

    /// What is known of how the values were computed.
    pub fn stats(&self) -> EngineStats {
        match &self.source {
            Source::Heaps { stream, .. } => stream.stats(),
            Source::Positions(positions) => EngineStats {
                method: Cow::Borrowed("one position at a time"),
                largest: u32::try_from(positions.largest).unwrap_or(u32::MAX),
                largest_at: positions.largest_at,
                ..EngineStats::default()
            },
            Source::Stored(stored) => EngineStats {
                method: Cow::Borrowed("read from a store"),
                largest: stored.commit().largest,
                largest_at: stored.commit().largest_at,
                ..EngineStats::default()
            },
        }
    }

    /// The proved period, if one was met on the way.
    pub fn period(&self) -> Option<&Period> {
        match &self.source {
            Source::Heaps { stream, .. } => stream.period(),
            Source::Positions(_) | Source::Stored(_) => None,
        }
    }
}

impl Positions {
    /// Finds the next values, at most so many, together: few at first, so that some come soon. Failures
    /// come again where each is read.
    fn prepare(&mut self, most: usize, limits: &Limits) {
        const FEW: u64 = 64;
        const MANY: u64 = 1 << 16;
        if self.next < self.prepared {
            return;
        }
        let count = self.next.clamp(FEW, MANY).min(most as u64);
        let end = self.next.saturating_add(count);
        let game = &mut self.sum.games[0];
        let ids = (self.next..end).filter_map(|n| game.parse(&n.to_string()).ok());
        let ids: Vec<Id> = ids.collect();
        self.prepared = end;
        let _ = self.evaluator.prepare(&mut self.sum, 0, &ids, limits);
    }

    fn read(&mut self, name: &str, limits: &Limits) -> Result<u64, Error> {
        limits.check_time()?;
        let n = self.next;
        let no_value = |n: u64, what: &str| Error::Usage {
            message: format!(
                "`{name}:{n}` {what}; a nim-sequence needs positions 0, 1, 2, … with nim-values"
            ),
        };
        let game = &mut self.sum.games[0];
        let id = match game.parse(&n.to_string()) {
            Ok(id) => id,
            // Some games begin at 1; nothing is there to move in at 0.
            Err(_) if n == 0 && game.parse("1").is_ok() => {
                self.next = 1;
                return Ok(0);
            }
            Err(_) => return Err(no_value(n.max(1), "is not a position")),
        };
        let component = Component { game: 0, id };
        let value = match self.evaluator.value(&mut self.sum, component, limits)? {
            Some(Value::Finite(value)) => {
                u64::try_from(value.0).map_err(|_| no_value(n, "is worth too much"))?
            }
            _ => return Err(no_value(n, "has no finite nim-value")),
        };
        if value > self.largest {
            (self.largest, self.largest_at) = (value, n);
        }
        self.next = n.saturating_add(1);
        Ok(value)
    }
}

/// A limit, with how far the sequence was computed by then.
pub(crate) fn at_heap(reached: LimitReached, heap: u64) -> Error {
    Error::Limit {
        reached,
        progress: Some(format!("{heap} values were computed")),
    }
}

/// The ruleset's name, if its position `n` is one heap of `n`.
fn heap_name(game: &mut dyn grundy_core::Game) -> Option<String> {
    const SAMPLE: u64 = 5;
    let id = game.with_heaps(&[SAMPLE])?;
    let shown = game.show(id);
    let (name, position) = shown.rsplit_once(':')?;
    (position == SAMPLE.to_string()).then(|| name.to_owned())
}
