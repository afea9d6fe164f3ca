//! What rules are running, for a watchdog.
//!
//! The interpreter looks at its limits between steps, so a single step that is enormous (adding a
//! sequence to itself again and again, writing out a value that contains itself many times over) can
//! overrun them. Whoever owns the process can look from another thread, and end it.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use grundy_core::{LimitReached, RulesError};
use grundy_positions::PositionRef;

use crate::limits::RuleLimits;
use crate::literal;
use crate::position::StarPosition;

static RUNNING: Mutex<BTreeMap<u64, Call>> = Mutex::new(BTreeMap::new());
static NEXT: AtomicU64 = AtomicU64::new(0);

struct Call {
    file: Arc<str>,
    place: Arc<Place>,
    present: Arc<Present>,
    limits: RuleLimits,
    /// What [`overdue`] saw when it looked first: which call in the row, and when.
    seen: (u64, Instant),
}

/// What a call is about now. Calls in a row change it often, so it needs no clock, and no lock where
/// positions have numbers.
struct Present {
    /// The number of the position, or [`OTHER`].
    number: AtomicU64,
    /// The position, if it has no number.
    other: Mutex<Option<StarPosition>>,
    /// Counts the calls in the row.
    calls: AtomicU64,
}

/// No position has this number.
const OTHER: u64 = u64::MAX;

impl Present {
    fn about(which: Option<PositionRef<'_, StarPosition>>) -> Present {
        let present = Present {
            number: AtomicU64::new(OTHER),
            other: Mutex::new(None),
            calls: AtomicU64::new(0),
        };
        which.into_iter().for_each(|which| present.set(which));
        present
    }

    fn set(&self, which: PositionRef<'_, StarPosition>) {
        let number = match which {
            PositionRef::Number(number) => number,
            PositionRef::Position(position) => {
                let other = self.other.lock();
                *other.unwrap_or_else(PoisonError::into_inner) = Some(position.clone());
                OTHER
            }
        };
        self.number.store(number, Ordering::Relaxed);
    }

    fn show(&self) -> Option<String> {
        match self.number.load(Ordering::Relaxed) {
            OTHER => {
                let other = self.other.lock();
                let other = other.unwrap_or_else(PoisonError::into_inner);
                other.as_ref().map(literal::show)
            }
            number => Some(literal::show_reference(PositionRef::Number(number))),
        }
    }
}

/// A function of a file, for messages.
pub(crate) struct Place {
    /// Its name; empty for what stands outside functions.
    pub name: &'static str,
    /// Where it is defined, from 1.
    pub line: Option<usize>,
    /// That line, with a caret.
    pub excerpt: Option<String>,
}

/// A call into a rules file, or a row of them; it ends when this is dropped.
pub(crate) struct Running {
    key: u64,
    present: Arc<Present>,
}

impl Running {
    pub(crate) fn begin(
        file: &Arc<str>,
        place: &Arc<Place>,
        position: Option<PositionRef<'_, StarPosition>>,
        limits: &RuleLimits,
    ) -> Running {
        let present = Arc::new(Present::about(position));
        let call = Call {
            file: file.clone(),
            place: place.clone(),
            present: present.clone(),
            limits: limits.clone(),
            seen: (0, Instant::now()),
        };
        let key = NEXT.fetch_add(1, Ordering::Relaxed);
        lock().insert(key, call);
        Running { key, present }
    }

    /// The call is over, and the next, about `position`, begins.
    pub(crate) fn next(&self, position: PositionRef<'_, StarPosition>) {
        self.present.set(position);
        // Nobody else counts.
        let calls = self.present.calls.load(Ordering::Relaxed);
        self.present.calls.store(calls + 1, Ordering::Relaxed);
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        lock().remove(&self.key);
    }
}

fn lock() -> std::sync::MutexGuard<'static, BTreeMap<u64, Call>> {
    RUNNING.lock().unwrap_or_else(PoisonError::into_inner)
}

/// How long a call may run where nobody set a time limit: much longer than its steps take.
fn longest(limits: &RuleLimits) -> Duration {
    const SLOWEST_STEP: Duration = Duration::from_nanos(300);
    let steps = u32::try_from(limits.steps).unwrap_or(u32::MAX);
    SLOWEST_STEP
        .saturating_mul(steps)
        .max(Duration::from_secs(30))
}

/// True while some call into a rules file is running.
pub fn is_running() -> bool {
    !lock().is_empty()
}

/// The error for a call that has overrun its limits and did not notice, if there is one.
///
/// `process_bytes` is what the whole process takes now. A call in a row of calls is timed from when this
/// first saw it, so look every few milliseconds.
pub fn overdue(process_bytes: u64) -> Option<RulesError> {
    /// Calls notice by themselves what they overrun a little.
    const PATIENCE: Duration = Duration::from_millis(500);
    let mut calls = lock();
    for call in calls.values_mut() {
        let calls = call.present.calls.load(Ordering::Relaxed);
        if call.seen.0 != calls {
            call.seen = (calls, Instant::now());
        }
    }
    // The innermost call is the one that began last.
    let call = calls.values().next_back()?;
    let (limits, since) = (&call.limits, call.seen.1);
    let message = if process_bytes > limits.work.bytes {
        format!(
            "more than {} MB are in use; raise the memory limit, or use less (do positions grow for ever?)",
            limits.work.bytes >> 20
        )
    } else if since.elapsed() > PATIENCE
        && limits
            .work
            .deadline
            .is_some_and(|deadline| Instant::now() > deadline.at + PATIENCE)
    {
        let allowed = limits.allowed_time();
        format!(
            "{}; raise the time limit or try a smaller position",
            LimitReached::Time { allowed }
        )
    } else if limits.work.deadline.is_none() && since.elapsed() > longest(limits) {
        format!(
            "one step takes more than {:?}; use smaller values, or raise the time limit to wait longer",
            longest(limits)
        )
    } else {
        return None;
    };
    let place = &call.place;
    let inside = match place.name {
        "" => String::new(),
        name => format!("{name}: "),
    };
    Some(RulesError {
        file: call.file.to_string(),
        line: place.line,
        position: call.present.show(),
        message: format!("{inside}{message}"),
        excerpt: place.excerpt.clone(),
        is_limit: true,
    })
}
