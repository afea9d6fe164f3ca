//! Positions that become negative or grow without end: the commonest mistake in rules.
//!
//! `def moves(n): return [n - 1, n - 2]` never ends. Negative numbers are legal positions, so they are
//! refused only where nobody gave any, and only far below what was given.

use std::sync::atomic::{AtomicBool, AtomicI64, AtomicU64, Ordering};

use crate::printing;

/// How far below zero positions may go, beside four times the largest position that was given.
const DEEPEST: i64 = 10_000;
/// The same where positions are not single integers, and many lie above such a depth.
const DEEPEST_OF_SEVERAL: i64 = 500;
/// After so many positions, each larger than all before, there is a note.
const MANY_RECORDS: u64 = 1_000_000;

/// How the numbers in positions develop.
pub(crate) struct Runaway {
    /// The file says that negative numbers are meant.
    is_meant: bool,
    /// The least and the greatest sum of numbers in a position that somebody gave.
    lowest_given: AtomicI64,
    highest_given: AtomicI64,
    /// The greatest that was listed, and how often it was surpassed.
    highest: AtomicI64,
    records: AtomicU64,
    is_noted: AtomicBool,
}

impl Runaway {
    pub(crate) fn new(is_meant: bool) -> Runaway {
        Runaway {
            is_meant,
            lowest_given: AtomicI64::new(0),
            highest_given: AtomicI64::new(0),
            highest: AtomicI64::new(0),
            records: AtomicU64::new(0),
            is_noted: AtomicBool::new(false),
        }
    }

    /// Somebody gave a position with numbers that add up to `total`.
    pub(crate) fn given(&self, total: i64) {
        self.lowest_given.fetch_min(total, Ordering::Relaxed);
        self.highest_given.fetch_max(total, Ordering::Relaxed);
    }

    /// Below this, positions have become negative by mistake.
    pub(crate) fn floor(&self, is_integer: bool) -> i64 {
        if self.is_meant || self.lowest_given.load(Ordering::Relaxed) < 0 {
            return i64::MIN;
        }
        let given = self.highest_given.load(Ordering::Relaxed);
        let deepest = if is_integer {
            DEEPEST
        } else {
            DEEPEST_OF_SEVERAL
        };
        given.saturating_mul(-4).saturating_sub(deepest)
    }

    /// A position whose numbers add up to `total` is listed.
    pub(crate) fn listed(&self, total: i64) {
        if total <= self.highest.load(Ordering::Relaxed) {
            return;
        }
        self.highest.store(total, Ordering::Relaxed);
        let records = self.records.fetch_add(1, Ordering::Relaxed);
        if records >= MANY_RECORDS && !self.is_noted.swap(true, Ordering::Relaxed) {
            printing::say(&format!(
                "note: positions have grown to {total} and still grow; is a bound missing?"
            ));
        }
    }
}

/// What is said of positions that go below zero without end.
pub(crate) const NEGATIVE: &str = "positions become negative: is a bound missing, such as `if k <= n`? \
(write `negative = True` in the file if they are meant)";
