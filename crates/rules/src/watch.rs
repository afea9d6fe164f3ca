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

use crate::limits::RuleLimits;
use crate::literal;
use crate::position::Position;

static RUNNING: Mutex<BTreeMap<u64, Call>> = Mutex::new(BTreeMap::new());
static NEXT: AtomicU64 = AtomicU64::new(0);

struct Call {
    file: Arc<str>,
    place: Arc<Place>,
    present: Arc<Mutex<Present>>,
    limits: RuleLimits,
    /// What [`overdue`] saw when it looked first: which call in the row, and when.
    seen: (u64, Instant),
}

/// What a call is about now. Calls in a row change it often, so it needs no clock.
struct Present {
    position: Option<Position>,
    /// Counts the calls in the row.
    number: u64,
}

impl Call {
    fn present(&self) -> std::sync::MutexGuard<'_, Present> {
        self.present.lock().unwrap_or_else(PoisonError::into_inner)
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
    present: Arc<Mutex<Present>>,
}

impl Running {
    pub(crate) fn begin(
        file: &Arc<str>,
        place: &Arc<Place>,
        position: Option<&Position>,
        limits: &RuleLimits,
    ) -> Running {
        let present = Arc::new(Mutex::new(Present {
            position: position.cloned(),
            number: 0,
        }));
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
    pub(crate) fn next(&self, position: &Position) {
        let mut present = self.present.lock().unwrap_or_else(PoisonError::into_inner);
        present.position = Some(position.clone());
        present.number += 1;
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
        let number = call.present().number;
        if call.seen.0 != number {
            call.seen = (number, Instant::now());
        }
    }
    // The innermost call is the one that began last.
    let call = calls.values().next_back()?;
    let (limits, since) = (&call.limits, call.seen.1);
    let message = if process_bytes > limits.work.bytes {
        format!(
            "more than {} MB are in use; raise --memory-limit, or use less (do positions grow for ever?)",
            limits.work.bytes >> 20
        )
    } else if since.elapsed() > PATIENCE
        && limits
            .work
            .deadline
            .is_some_and(|deadline| Instant::now() > deadline.at + PATIENCE)
    {
        let allowed = limits.allowed_time();
        LimitReached::Time { allowed }.to_string()
    } else if limits.work.deadline.is_none() && since.elapsed() > longest(limits) {
        format!(
            "one step takes more than {:?}; use smaller values, or set --time-limit to wait longer",
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
        position: call.present().position.as_ref().map(literal::show),
        message: format!("{inside}{message}"),
        excerpt: place.excerpt.clone(),
        is_limit: true,
    })
}
