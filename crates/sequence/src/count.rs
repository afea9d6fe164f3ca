//! How many values the engines of this thread have handed out, for tests that nothing is computed twice.

#[cfg(test)]
use std::cell::Cell;

#[cfg(test)]
thread_local! {
    static COMPUTED: Cell<u64> = const { Cell::new(0) };
}

/// Counts values that an engine hands out; nothing outside tests.
#[inline(always)]
pub(crate) fn add(values: u64) {
    #[cfg(test)]
    COMPUTED.set(COMPUTED.get() + values);
    #[cfg(not(test))]
    let _ = values;
}

/// The values that the engines of this thread have handed out so far.
#[cfg(test)]
pub(crate) fn computed() -> u64 {
    COMPUTED.get()
}
