//! What a check may cost: plain numbers and a question whether to stop.

use crate::CheckError;

/// Steps between two looks at `cancel`.
const STEPS_BETWEEN_LOOKS: u64 = 1 << 20;

/// What a check may cost.
#[derive(Clone, Copy)]
pub struct CheckLimits<'a> {
    /// The most elementary steps (options looked at, comparisons).
    pub steps: u64,
    /// The most bytes of tables.
    pub bytes: u64,
    /// Asked from time to time; the check stops when it answers `true`.
    pub cancel: &'a dyn Fn() -> bool,
}

impl Default for CheckLimits<'_> {
    /// One hundred billion steps and one gigabyte, never cancelled.
    fn default() -> Self {
        CheckLimits {
            steps: 100_000_000_000,
            bytes: 1 << 30,
            cancel: &|| false,
        }
    }
}

/// Which limit ended a check; the certificate is then neither confirmed nor refuted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ReachedLimit {
    /// [`CheckLimits::steps`].
    Steps,
    /// [`CheckLimits::bytes`].
    Bytes,
    /// [`CheckLimits::cancel`] answered `true`.
    Cancelled,
}

/// Counts what a check has cost.
pub(crate) struct Meter<'a> {
    limits: CheckLimits<'a>,
    steps: u64,
    bytes: u64,
    next_look: u64,
}

impl<'a> Meter<'a> {
    pub(crate) fn new(limits: CheckLimits<'a>) -> Meter<'a> {
        Meter {
            limits,
            steps: 0,
            bytes: 0,
            next_look: 0,
        }
    }

    /// Counts steps that are about to be made.
    pub(crate) fn spend(&mut self, steps: u64) -> Result<(), CheckError> {
        self.steps = self.steps.saturating_add(steps);
        if self.steps > self.limits.steps {
            return Err(CheckError::LimitReached {
                limit: ReachedLimit::Steps,
            });
        }
        if self.steps >= self.next_look {
            self.next_look = self.steps.saturating_add(STEPS_BETWEEN_LOOKS);
            if (self.limits.cancel)() {
                return Err(CheckError::LimitReached {
                    limit: ReachedLimit::Cancelled,
                });
            }
        }
        Ok(())
    }

    /// Counts `count` items of a table that is about to be filled.
    pub(crate) fn reserve(&mut self, count: u64, bytes_each: u64) -> Result<(), CheckError> {
        let wanted = count.saturating_mul(bytes_each);
        self.bytes = self.bytes.saturating_add(wanted);
        if self.bytes > self.limits.bytes || usize::try_from(wanted).is_err() {
            return Err(CheckError::LimitReached {
                limit: ReachedLimit::Bytes,
            });
        }
        Ok(())
    }
}
