//! What ends work early: the caller's limits, a budget of steps, the largest order of a monoid.

use std::cell::Cell;

use grundy_core::{LimitReached, Limits};

/// The most elements that a monoid's numbers can tell apart.
pub(crate) const MOST_ELEMENTS: usize = 1 << 16;

/// How often the clock is read, in steps.
const STEPS_PER_CHECK: u64 = 1 << 14;

/// A budget of work, counted in steps that do not depend on the machine or its load.
///
/// A step is about one option visited, or one product of a table computed. The same question with
/// the same budget always ends in the same way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Work {
    /// The number of steps.
    pub steps: u64,
}

impl Work {
    /// No bound on the work; only the limits end it.
    pub const UNLIMITED: Work = Work { steps: u64::MAX };

    /// A budget that is enough for most quotients that can be found at all, and is used up in
    /// about two seconds of CPU time.
    pub const ONE_POSITION: Work = Work {
        steps: 1_200_000_000,
    };
}

impl Default for Work {
    fn default() -> Work {
        Work::UNLIMITED
    }
}

/// Reads the clock once in many steps.
pub(crate) struct Clock<'a> {
    pub(crate) limits: &'a Limits,
    since_check: Cell<u64>,
}

impl<'a> Clock<'a> {
    /// Reads the clock at the first step.
    pub(crate) fn new(limits: &'a Limits) -> Clock<'a> {
        Clock {
            limits,
            since_check: Cell::new(STEPS_PER_CHECK),
        }
    }

    /// Fails if time is up; looks only once in many steps.
    pub(crate) fn tick(&self, steps: u64) -> Result<(), LimitReached> {
        let since = self.since_check.get().saturating_add(steps);
        self.since_check.set(since);
        if since >= STEPS_PER_CHECK {
            // Once time is up, every later step fails as well.
            self.limits.check_time()?;
            self.since_check.set(0);
        }
        Ok(())
    }
}

/// Limits, a budget of work that is being used up, and how large a monoid may grow.
pub(crate) struct Meter<'a> {
    pub(crate) clock: Clock<'a>,
    work: Work,
    left: Cell<u64>,
    max_order: usize,
    /// The multiples of the heap being taken in that are known to differ.
    distinct_multiples: Cell<usize>,
}

/// Why the work ended early.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stop {
    /// A limit was reached.
    Limit(LimitReached),
    /// The budget of steps is used up.
    Work { limit: u64 },
    /// A monoid would have more elements than allowed.
    Order { limit: usize },
    /// What was to be continued is not a quotient of the game.
    NotAQuotient,
}

impl From<LimitReached> for Stop {
    fn from(reached: LimitReached) -> Stop {
        Stop::Limit(reached)
    }
}

impl<'a> Meter<'a> {
    /// The given limits, budget and largest order.
    pub(crate) fn new(limits: &'a Limits, work: Work, max_order: Option<usize>) -> Meter<'a> {
        Meter {
            clock: Clock::new(limits),
            work,
            left: Cell::new(work.steps),
            max_order: max_order.unwrap_or(MOST_ELEMENTS).min(MOST_ELEMENTS),
            distinct_multiples: Cell::new(0),
        }
    }

    /// Uses up steps of the budget, and looks at the clock now and then.
    pub(crate) fn spend(&self, steps: usize) -> Result<(), Stop> {
        let steps = steps as u64;
        match self.left.get().checked_sub(steps) {
            Some(left) => self.left.set(left),
            None => {
                return Err(Stop::Work {
                    limit: self.work.steps,
                });
            }
        }
        Ok(self.clock.tick(steps)?)
    }

    /// Fails if a table of this many bytes would be too large.
    pub(crate) fn check_bytes(&self, bytes: usize) -> Result<(), Stop> {
        Ok(self.clock.limits.check_bytes(bytes as u64)?)
    }

    /// Fails if a monoid of this order is too large.
    pub(crate) fn check_order(&self, order: usize) -> Result<(), Stop> {
        if order > self.max_order {
            return Err(Stop::Order {
                limit: self.max_order,
            });
        }
        Ok(())
    }

    /// Notes how many multiples of the heap being taken in are known to differ.
    pub(crate) fn note_distinct_multiples(&self, count: usize) {
        self.distinct_multiples.set(count);
    }

    /// What was noted last.
    pub(crate) fn distinct_multiples(&self) -> usize {
        self.distinct_multiples.get()
    }

    /// The steps used so far.
    pub(crate) fn spent(&self) -> u64 {
        self.work.steps - self.left.get()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::Ordering;

    #[test]
    fn a_budget_ends_at_its_last_step() {
        let limits = Limits::default();
        let meter = Meter::new(&limits, Work { steps: 10 }, None);
        assert_eq!(meter.spend(7), Ok(()));
        assert_eq!(meter.spend(4), Err(Stop::Work { limit: 10 }));
        assert_eq!(meter.spend(3), Ok(()));
        assert_eq!(meter.spent(), 10);
    }

    #[test]
    fn a_request_to_stop_is_seen_within_the_steps_of_one_check() {
        let limits = Limits::default();
        let clock = Clock::new(&limits);
        assert_eq!(clock.tick(1), Ok(()));
        limits.cancel.store(true, Ordering::Relaxed);
        let ticks = (0..).find(|_| clock.tick(1).is_err()).unwrap();
        assert!(ticks < STEPS_PER_CHECK);
        assert!(clock.tick(1).is_err(), "time does not come back");
    }
}
