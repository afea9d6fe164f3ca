//! The values of the positions 0, 1, 2, … of any game, and their period.

use std::borrow::Cow;
use std::fmt;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use grundy_core::{HeapRules, LimitReached, Limits, Value};
use grundy_positions::{Game, Id};
use grundy_sequence::store::{RunError, StoredValues};
use grundy_sequence::{
    EngineStats, FindError, FoundPeriod, Observation, Period, Stream, find_period,
};

use crate::{Component, Evaluator, SolveError, Sum};

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

/// Why a sequence ends.
#[derive(Debug)]
#[non_exhaustive]
pub enum SequenceError {
    /// A limit ended the work.
    Limit {
        /// Which one.
        reached: LimitReached,
        /// The values that were computed by then, where that is known.
        computed: Option<u64>,
    },
    /// A position could not be valued.
    Solve(SolveError),
    /// A position has no value.
    NoValue {
        /// The position.
        position: String,
        /// Why.
        problem: ValueProblem,
    },
    /// The search for a period ended early.
    Find(FindError),
    /// The store has no value, or cannot be used.
    Store {
        /// The file.
        path: PathBuf,
        /// Why.
        error: RunError,
    },
}

/// Why a position has no value in a sequence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ValueProblem {
    /// There is no such position.
    NotAPosition,
    /// The value does not fit into 64 bits.
    TooLarge,
    /// The value is infinite, or there is none.
    NotFinite,
}

impl fmt::Display for SequenceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SequenceError::Limit { reached, .. } => reached.fmt(f),
            SequenceError::Solve(SolveError::Limit { reached, .. }) => reached.fmt(f),
            SequenceError::Solve(SolveError::Rules(error)) => error.fmt(f),
            SequenceError::NoValue { position, problem } => {
                let what = match problem {
                    ValueProblem::NotAPosition => "is not a position",
                    ValueProblem::TooLarge => "is worth too much",
                    ValueProblem::NotFinite => "has no finite nim-value",
                };
                write!(
                    f,
                    "`{position}` {what}; a nim-sequence needs positions 0, 1, 2, … with nim-values (`--heaps 2` prints a table of positions of two numbers)"
                )
            }
            SequenceError::Find(error) => error.fmt(f),
            SequenceError::Store { path, error } => write!(f, "{}: {error}", path.display()),
        }
    }
}

impl std::error::Error for SequenceError {}

impl From<LimitReached> for SequenceError {
    fn from(reached: LimitReached) -> SequenceError {
        let computed = None;
        SequenceError::Limit { reached, computed }
    }
}

impl From<SolveError> for SequenceError {
    fn from(error: SolveError) -> SequenceError {
        SequenceError::Solve(error)
    }
}

impl From<FindError> for SequenceError {
    fn from(error: FindError) -> SequenceError {
        SequenceError::Find(error)
    }
}

impl Sequence {
    /// The values of the positions `from`, `from + 1`, … of `game`, whose ruleset was written as `ruleset`.
    pub fn new(mut game: Box<dyn Game>, ruleset: &str, from: u64) -> Sequence {
        if let (Some(rules), Some(name)) = (game.heap_rules().cloned(), heap_name(&mut *game)) {
            let stream = Box::new(Stream::new(rules.clone(), from));
            let source = Source::Heaps { rules, stream };
            return Sequence { name, source };
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
        Sequence { name, source }
    }

    /// The values in a store.
    pub fn stored(values: StoredValues) -> Sequence {
        Sequence {
            name: values.name().to_owned(),
            source: Source::Stored(Box::new(values)),
        }
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
    /// [`SequenceError`] for a limit, and for a position without a value.
    pub fn read(
        &mut self,
        most: usize,
        values: &mut Vec<u64>,
        limits: &Limits,
    ) -> Result<(), SequenceError> {
        match &mut self.source {
            Source::Heaps { stream, .. } => {
                let result = stream.read(most, values, limits);
                let computed = Some(stream.computed());
                result.map_err(|reached| SequenceError::Limit { reached, computed })
            }
            Source::Positions(positions) => {
                positions.prepare(most, limits);
                values.push(positions.read(&self.name, limits)?);
                Ok(())
            }
            Source::Stored(stored) => {
                limits.check_time()?;
                let read = stored.read(most, values);
                read.map_err(|error| SequenceError::Store {
                    path: stored.path().to_owned(),
                    error,
                })
            }
        }
    }

    /// Looks for a period in the values of positions up to `to`, and proves it where a theorem applies.
    ///
    /// Stops early when `patience` runs out; that is no error. `progress` hears how many values there are.
    ///
    /// # Errors
    ///
    /// [`SequenceError`] when a limit is reached before the answer, or a position has no value.
    pub fn find_period(
        self,
        to: u64,
        patience: Option<Duration>,
        limits: &Limits,
        progress: &mut dyn FnMut(u64),
    ) -> Result<FoundPeriod, SequenceError> {
        let deadline = patience.map(|patience| Instant::now() + patience);
        match &self.source {
            Source::Heaps { rules, .. } => {
                let found = find_period(self.name, rules, to, deadline, limits, progress);
                Ok(found?)
            }
            Source::Positions(_) | Source::Stored(_) => self.observe_period(to, deadline, limits),
        }
    }

    /// Looks at positions of rules that have no theorem: nothing can be proved.
    fn observe_period(
        mut self,
        to: u64,
        deadline: Option<Instant>,
        limits: &Limits,
    ) -> Result<FoundPeriod, SequenceError> {
        let is_late = || deadline.is_some_and(|deadline| Instant::now() >= deadline);
        let mut values = Vec::new();
        let mut next_look = FIRST_LOOK;
        let mut seen = None;
        while self.position() <= to && !is_late() {
            self.read(1, &mut values, limits)?;
            if values.len() == next_look {
                next_look *= 2;
                let found = observe(&values);
                // The same recurrence among half and among all of the values: nothing can be proved, and
                // more of them would say the same.
                if found.is_some() && found == seen {
                    break;
                }
                seen = found;
            }
        }
        Ok(FoundPeriod {
            observed: observe(&values),
            certificate: None,
            looked_to: self.position().saturating_sub(1),
            method: self.stats().method,
            name: self.name,
        })
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

/// Values that are there when a recurrence is looked for first; then after twice as many, and so on.
const FIRST_LOOK: usize = 512;

/// The recurrence that these values obey.
fn observe(values: &[u64]) -> Option<Observation> {
    let table = values.iter().map_while(|&v| u32::try_from(v).ok());
    Observation::find(&table.collect::<Vec<u32>>())
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

    fn read(&mut self, name: &str, limits: &Limits) -> Result<u64, SequenceError> {
        limits.check_time()?;
        let n = self.next;
        let no_value = |n: u64, problem| SequenceError::NoValue {
            position: format!("{name}:{n}"),
            problem,
        };
        let game = &mut self.sum.games[0];
        let id = match game.parse(&n.to_string()) {
            Ok(id) => id,
            // Some games begin at 1; nothing is there to move in at 0.
            Err(_) if n == 0 && game.parse("1").is_ok() => {
                self.next = 1;
                return Ok(0);
            }
            Err(_) => return Err(no_value(n.max(1), ValueProblem::NotAPosition)),
        };
        let component = Component { game: 0, id };
        let value = match self.evaluator.value(&mut self.sum, component, limits)? {
            Some(Value::Finite(value)) => {
                u64::try_from(value.0).map_err(|_| no_value(n, ValueProblem::TooLarge))?
            }
            _ => return Err(no_value(n, ValueProblem::NotFinite)),
        };
        if value > self.largest {
            (self.largest, self.largest_at) = (value, n);
        }
        self.next = n.saturating_add(1);
        Ok(value)
    }
}

/// The ruleset's name, if its position `n` is one heap of `n`.
fn heap_name(game: &mut dyn Game) -> Option<String> {
    const SAMPLE: u64 = 5;
    let id = game.with_heaps(&[SAMPLE])?;
    let shown = game.show(id);
    let (name, position) = shown.rsplit_once(':')?;
    (position == SAMPLE.to_string()).then(|| name.to_owned())
}
