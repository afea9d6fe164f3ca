//! How much was done: limits for all threads of one search, and figures for those who watch it.

use std::sync::atomic::{AtomicU64, Ordering};

use grundy_core::{LimitReached, Limits};

/// Why a search stopped without an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stop<E> {
    /// A limit was reached.
    Limit(LimitReached),
    /// Play can repeat a position: this game has no nimbers.
    Cycle,
    /// Play can be longer than the search is ready to follow.
    TooDeep,
    /// The rules failed.
    Rules(E),
}

/// Counts what all threads of a search do.
pub struct Meter {
    limits: Limits,
    expansions: AtomicU64,
}

impl Meter {
    /// A meter at 0.
    pub fn new(limits: &Limits) -> Meter {
        Meter {
            limits: limits.clone(),
            expansions: AtomicU64::new(0),
        }
    }

    /// Adds expansions.
    ///
    /// # Errors
    ///
    /// [`LimitReached`] if these are too many or the time is over.
    pub fn report(&self, expansions: u32) -> Result<(), LimitReached> {
        let more = u64::from(expansions);
        let total = self.expansions.fetch_add(more, Ordering::Relaxed) + more;
        self.limits.check_time()?;
        self.limits.check_positions(total)
    }

    /// Couples expanded so far.
    pub fn expansions(&self) -> u64 {
        self.expansions.load(Ordering::Relaxed)
    }
}
