//! How much was done: limits for all threads of one search, and figures for those who watch it.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

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
    /// Another thread has decided what this one was looking for, or several should go on.
    Superseded,
}

/// Counts what all threads of a search do.
pub struct Meter {
    limits: Limits,
    expansions: AtomicU64,
    next_look: AtomicU64,
    is_over: AtomicBool,
}

/// Expansions between two times that somebody is told how far the search is.
const EXPANSIONS_BETWEEN_LOOKS: u64 = 1 << 15;

impl Meter {
    /// A meter at 0.
    pub fn new(limits: &Limits) -> Meter {
        Meter {
            limits: limits.clone(),
            expansions: AtomicU64::new(0),
            next_look: AtomicU64::new(EXPANSIONS_BETWEEN_LOOKS),
            is_over: AtomicBool::new(false),
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
        if self.is_over.load(Ordering::Relaxed) {
            return Err(LimitReached::Interrupted);
        }
        self.limits.check_time()?;
        self.limits.check_positions(total)
    }

    /// The limits.
    pub fn limits(&self) -> &Limits {
        &self.limits
    }

    /// True for one thread now and then: it is time to say how far the search is.
    pub fn is_time_to_look(&self) -> bool {
        let next = self.next_look.load(Ordering::Relaxed);
        let later = self.expansions() + EXPANSIONS_BETWEEN_LOOKS;
        let (order, no) = (Ordering::Relaxed, Ordering::Relaxed);
        self.expansions() >= next
            && self
                .next_look
                .compare_exchange(next, later, order, no)
                .is_ok()
    }

    /// Has all threads stop at their next report.
    pub fn end(&self) {
        self.is_over.store(true, Ordering::Relaxed);
    }

    /// Couples expanded so far.
    pub fn expansions(&self) -> u64 {
        self.expansions.load(Ordering::Relaxed)
    }
}
