//! Limits that every method obeys, so that anything can be stopped.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use crate::Watch;

/// How much work may be done before a method gives up with [`LimitReached`].
#[derive(Clone, Debug)]
pub struct Limits {
    /// Positions that may be examined.
    pub positions: u64,
    /// Bytes that tables may take.
    pub bytes: u64,
    /// When to give up, if ever.
    pub deadline: Option<Deadline>,
    /// Set from outside (Ctrl-C, a client that left) to stop at the next check.
    pub cancel: Arc<AtomicBool>,
    /// Set when an answer omits something because of these limits; see [`Limits::note_omission`].
    pub omitted: Arc<AtomicBool>,
    /// Threads that a method may use.
    pub threads: usize,
    /// Steps (rounds of loops, calls) that rules written by users may take for one position.
    pub rule_steps: u64,
    /// How deep calls in rules written by users may nest.
    pub rule_depth: usize,
    /// Who is told how far a search is.
    pub watch: Watch,
}

/// A time limit that has begun to run.
#[derive(Clone, Copy, Debug)]
pub struct Deadline {
    /// The moment it ends.
    pub at: Instant,
    /// What was allowed, for the message.
    pub allowed: Duration,
}

impl Default for Limits {
    /// 20 million positions, 4 GB, no deadline, all cores; 100 million steps and 200 nested calls for
    /// rules that users write.
    fn default() -> Limits {
        Limits {
            positions: 20_000_000,
            bytes: 4 << 30,
            deadline: None,
            cancel: Arc::default(),
            omitted: Arc::default(),
            threads: std::thread::available_parallelism().map_or(1, usize::from),
            rule_steps: 100_000_000,
            rule_depth: 200,
            watch: Watch::default(),
        }
    }
}

impl Limits {
    /// The same limits with `allowed` from now on.
    pub fn within(mut self, allowed: Duration) -> Limits {
        self.deadline = Instant::now()
            .checked_add(allowed)
            .map(|at| Deadline { at, allowed });
        self
    }

    /// The same limits, where the time that is allowed counts from now on.
    pub fn restarted(self) -> Limits {
        match self.deadline {
            Some(deadline) => self.within(deadline.allowed),
            None => self,
        }
    }

    /// Notes that an answer omits something because `reached` ended the work on it.
    ///
    /// Whoever can grant more may ask again. A smaller limit that a method set itself, because the thing is not
    /// worth more, does not count.
    ///
    /// # Examples
    ///
    /// ```
    /// # use grundy_core::{LimitReached, Limits};
    /// let limits = Limits { positions: 1000, ..Limits::default() };
    /// limits.note_omission(LimitReached::Positions { limit: 10 });
    /// assert!(!limits.has_omitted());
    /// limits.note_omission(LimitReached::Positions { limit: 1000 });
    /// assert!(limits.has_omitted());
    /// ```
    pub fn note_omission(&self, reached: LimitReached) {
        let is_own = match reached {
            LimitReached::Positions { limit } => limit == self.positions,
            LimitReached::Bytes { limit } => limit == self.bytes,
            LimitReached::Time { .. } | LimitReached::Interrupted => true,
        };
        if is_own {
            self.omitted.store(true, Ordering::Relaxed);
        }
    }

    /// True if an answer omits something because of these limits.
    pub fn has_omitted(&self) -> bool {
        self.omitted.load(Ordering::Relaxed)
    }

    /// Fails once the deadline has passed or somebody asked to stop.
    ///
    /// Reads the clock: call it every few thousand steps, not every step.
    ///
    /// # Errors
    ///
    /// [`LimitReached`] with what stopped the work.
    pub fn check_time(&self) -> Result<(), LimitReached> {
        if self.cancel.load(Ordering::Relaxed) {
            return Err(LimitReached::Interrupted);
        }
        match self.deadline {
            Some(deadline) if Instant::now() >= deadline.at => Err(LimitReached::Time {
                allowed: deadline.allowed,
            }),
            _ => Ok(()),
        }
    }

    /// Fails if `positions` is more than is allowed.
    ///
    /// # Errors
    ///
    /// [`LimitReached::Positions`].
    pub fn check_positions(&self, positions: u64) -> Result<(), LimitReached> {
        if positions > self.positions {
            return Err(LimitReached::Positions {
                limit: self.positions,
            });
        }
        Ok(())
    }

    /// Fails if `bytes` is more than is allowed.
    ///
    /// # Errors
    ///
    /// [`LimitReached::Bytes`].
    pub fn check_bytes(&self, bytes: u64) -> Result<(), LimitReached> {
        if bytes > self.bytes {
            return Err(LimitReached::Bytes { limit: self.bytes });
        }
        Ok(())
    }
}

/// Which limit ended the work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum LimitReached {
    /// Too many positions.
    Positions {
        /// What was allowed.
        limit: u64,
    },
    /// Too much memory.
    Bytes {
        /// What was allowed.
        limit: u64,
    },
    /// Too long.
    Time {
        /// What was allowed.
        allowed: Duration,
    },
    /// Somebody asked to stop.
    Interrupted,
}

impl fmt::Display for LimitReached {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LimitReached::Positions { limit } => write!(f, "gave up after {limit} positions"),
            LimitReached::Bytes { limit } => write!(f, "gave up at {} MB", limit >> 20),
            LimitReached::Time { allowed } => write!(f, "gave up after {allowed:?}"),
            LimitReached::Interrupted => f.write_str("interrupted"),
        }
    }
}

impl std::error::Error for LimitReached {}

/// How messages name the limits. An interface that has its own names for them puts those in their place.
pub mod limit_names {
    /// On positions.
    pub const POSITIONS: &str = "the limit on positions";
    /// On memory.
    pub const MEMORY: &str = "the memory limit";
    /// On time.
    pub const TIME: &str = "the time limit";
    /// On the steps of one call of a user's rules.
    pub const STEPS: &str = "the limit on steps";
    /// On calls inside calls of a user's rules.
    pub const DEPTH: &str = "the limit on nested calls";
}
