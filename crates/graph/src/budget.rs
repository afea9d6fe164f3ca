//! Memory and time counted against limits, inside loops and before allocations.

use grundy_core::{LimitReached, Limits};

/// Steps of work between two looks at the clock: a few milliseconds of random memory accesses.
const CHECK_EVERY: u64 = 1 << 18;

/// What a computation may still use. Time is looked at every few hundred thousand steps.
#[derive(Debug)]
pub(crate) struct Budget<'a> {
    limits: &'a Limits,
    used_bytes: u64,
    steps: u64,
}

impl<'a> Budget<'a> {
    /// A budget of which `used_bytes` are taken already; fails if that is too much.
    pub(crate) fn new(limits: &'a Limits, used_bytes: u64) -> Result<Budget<'a>, LimitReached> {
        limits.check_bytes(used_bytes)?;
        limits.check_time()?;
        Ok(Budget {
            limits,
            used_bytes,
            steps: 0,
        })
    }

    /// The limits behind it.
    pub(crate) fn limits(&self) -> &'a Limits {
        self.limits
    }

    /// The bytes counted so far.
    pub(crate) fn used_bytes(&self) -> u64 {
        self.used_bytes
    }

    /// Counts `bytes` that are about to be allocated.
    pub(crate) fn take(&mut self, bytes: u64) -> Result<(), LimitReached> {
        self.used_bytes = self.used_bytes.saturating_add(bytes);
        self.limits.check_bytes(self.used_bytes)
    }

    /// Counts `steps` of work and looks at the clock when they are many.
    #[inline]
    pub(crate) fn work(&mut self, steps: u64) -> Result<(), LimitReached> {
        self.steps += steps;
        if self.steps < CHECK_EVERY {
            return Ok(());
        }
        self.steps = 0;
        self.limits.check_time()
    }

    /// Appends to a vector that grows by half; counts its memory and one step of work.
    #[inline]
    pub(crate) fn push<T>(&mut self, vector: &mut Vec<T>, item: T) -> Result<(), LimitReached> {
        if vector.len() == vector.capacity() {
            self.grow(vector)?;
        }
        vector.push(item);
        self.work(1)
    }

    #[cold]
    fn grow<T>(&mut self, vector: &mut Vec<T>) -> Result<(), LimitReached> {
        let more = (vector.capacity() / 2).max(64);
        self.take(more as u64 * size_of::<T>() as u64)?;
        vector.reserve_exact(more);
        Ok(())
    }
}

/// Limits that nothing reaches, for small inputs whose size the caller has checked.
pub(crate) fn unlimited() -> Limits {
    Limits {
        positions: u64::MAX,
        bytes: u64::MAX,
        deadline: None,
        cancel: Default::default(),
        omitted: Default::default(),
        threads: 1,
        rule_steps: u64::MAX,
        rule_depth: usize::MAX,
        watch: Default::default(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_and_cancellation_end_the_work() {
        let limits = Limits {
            bytes: 1000,
            ..unlimited()
        };
        let mut budget = Budget::new(&limits, 100).unwrap();
        let mut numbers: Vec<u64> = Vec::new();
        let pushed = (0..1000).take_while(|&n| budget.push(&mut numbers, n).is_ok());
        assert_eq!(
            pushed.count(),
            64,
            "64 numbers take 512 bytes, 128 would take 1024"
        );
        assert!(Budget::new(&limits, 1001).is_err());
        limits
            .cancel
            .store(true, std::sync::atomic::Ordering::Relaxed);
        let mut budget = Budget {
            limits: &limits,
            used_bytes: 0,
            steps: 0,
        };
        let steps = (0..2 * CHECK_EVERY).take_while(|_| budget.work(1).is_ok());
        assert_eq!(steps.count() as u64, CHECK_EVERY - 1);
    }
}
