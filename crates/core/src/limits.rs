//! Limits that every method obeys, so that anything can be stopped.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

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
    /// Threads that a method may use.
    pub threads: usize,
    /// Steps (rounds of loops, calls) that rules written by users may take for one position.
    pub rule_steps: u64,
    /// How deep calls in rules written by users may nest.
    pub rule_depth: usize,
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
            threads: std::thread::available_parallelism().map_or(1, usize::from),
            rule_steps: 100_000_000,
            rule_depth: 200,
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
            LimitReached::Positions { limit } => write!(
                f,
                "gave up after {limit} positions; raise --max-positions or try a smaller position"
            ),
            LimitReached::Bytes { limit } => write!(
                f,
                "gave up at {} MB; raise --memory-limit or try a smaller position",
                limit >> 20
            ),
            LimitReached::Time { allowed } => write!(
                f,
                "gave up after {allowed:?}; raise --time-limit or try a smaller position"
            ),
            LimitReached::Interrupted => f.write_str("interrupted"),
        }
    }
}

impl std::error::Error for LimitReached {}
