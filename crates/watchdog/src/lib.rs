//! Watches a process from outside the work it does, and reports when it overruns its limits.
//!
//! Engines look at their limits inside their loops and before they allocate. Where one of them does not, or a
//! single step is enormous, this is the second line: a thread that looks at the clock and at the memory of the
//! process every few milliseconds. Nothing can stop a thread from outside, so whoever is told ends the process.

mod process;

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::{Duration, Instant};

pub use process::{private_bytes, run_delay};

/// How often to look: memory grows by a few megabytes in between.
const INTERVAL: Duration = Duration::from_millis(5);
/// What work that notices its deadline by itself may take to end. Time that the process waited for a
/// processor does not count.
pub const TIME_GRACE: Duration = Duration::from_millis(700);
/// What a process may take beside the tables that its limits count.
pub const BYTES_GRACE: u64 = 44 << 20;
/// How long work may take to end that was asked to.
const INTERRUPT_GRACE: Duration = Duration::from_secs(2);

/// What a process may use.
#[derive(Clone, Debug)]
pub struct Allowance {
    /// When the work should have ended.
    pub deadline: Option<Instant>,
    /// Bytes that its tables may take.
    pub bytes: u64,
    /// Set when somebody asked the work to end.
    pub cancel: Option<Arc<AtomicBool>>,
}

/// What was overrun, by more than the work needs to notice it by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Overrun {
    /// The deadline.
    Time,
    /// The memory.
    Bytes,
    /// Somebody asked the work to end, and it did not.
    Interrupt,
}

/// A watch that ends when this is dropped.
#[must_use]
#[derive(Debug)]
pub struct Watch {
    over: Arc<(Mutex<bool>, Condvar)>,
}

impl Watch {
    /// Watches this process, and calls `told` once if it overruns what is allowed.
    ///
    /// Where the system starts no thread, nothing is watched.
    pub fn start(allowance: Allowance, told: impl FnOnce(Overrun) + Send + 'static) -> Watch {
        let over = Arc::new((Mutex::new(false), Condvar::new()));
        let ended = Arc::clone(&over);
        let thread = std::thread::Builder::new().name("watchdog".to_owned());
        let _ = thread.spawn(move || {
            let mut state = State::default();
            while !sleep(&ended) {
                if let Some(overrun) = state.look(&allowance) {
                    return told(overrun);
                }
            }
        });
        Watch { over }
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        let (is_over, bell) = &*self.over;
        *is_over.lock().unwrap_or_else(PoisonError::into_inner) = true;
        bell.notify_all();
    }
}

/// Sleeps until the next look; true if the watch is over.
fn sleep((is_over, bell): &(Mutex<bool>, Condvar)) -> bool {
    let guard = is_over.lock().unwrap_or_else(PoisonError::into_inner);
    let waited = bell.wait_timeout_while(guard, INTERVAL, |is_over| !*is_over);
    *waited.unwrap_or_else(PoisonError::into_inner).0
}

/// When something was first seen to be over, and how long the process had waited for a processor then.
#[derive(Default)]
struct State {
    late: Option<(Instant, Duration)>,
    asked: Option<(Instant, Duration)>,
}

impl State {
    fn look(&mut self, allowance: &Allowance) -> Option<Overrun> {
        if private_bytes() > allowance.bytes.saturating_add(BYTES_GRACE) {
            return Some(Overrun::Bytes);
        }
        let is_late = allowance.deadline.is_some_and(|at| Instant::now() >= at);
        if is_late && has_lasted(&mut self.late, TIME_GRACE) {
            return Some(Overrun::Time);
        }
        let cancel = allowance.cancel.as_ref();
        let is_asked = cancel.is_some_and(|flag| flag.load(Ordering::Relaxed));
        if is_asked && has_lasted(&mut self.asked, INTERRUPT_GRACE) {
            return Some(Overrun::Interrupt);
        }
        None
    }
}

/// True if this was first asked `grace` ago, not counting time spent waiting for a processor.
fn has_lasted(since: &mut Option<(Instant, Duration)>, grace: Duration) -> bool {
    let (start, waited) = *since.get_or_insert_with(|| (Instant::now(), run_delay()));
    start.elapsed() >= grace + run_delay().saturating_sub(waited)
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::channel;

    use super::*;

    const UNLIMITED: Allowance = Allowance {
        deadline: None,
        bytes: u64::MAX,
        cancel: None,
    };

    fn told(allowance: Allowance) -> Option<Overrun> {
        let (sender, receiver) = channel();
        let _watch = Watch::start(allowance, move |overrun| sender.send(overrun).unwrap());
        receiver.recv_timeout(Duration::from_secs(60)).ok()
    }

    #[test]
    fn each_limit_is_noticed() {
        let now = Some(Instant::now());
        let deadline = Allowance {
            deadline: now,
            ..UNLIMITED
        };
        assert_eq!(told(deadline), Some(Overrun::Time));
        let cancel = Some(Arc::new(AtomicBool::new(true)));
        let cancel = Allowance {
            cancel,
            ..UNLIMITED
        };
        assert_eq!(told(cancel), Some(Overrun::Interrupt));
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn memory_is_noticed_while_it_grows() {
        let before = private_bytes();
        let block = vec![1u8; BYTES_GRACE as usize + (8 << 20)];
        let taken = private_bytes() - before;
        assert!(taken >= BYTES_GRACE, "{taken}");
        let little = Allowance {
            bytes: 0,
            ..UNLIMITED
        };
        assert_eq!(told(little), Some(Overrun::Bytes));
        assert!(block.iter().all(|byte| *byte == 1));
    }

    #[test]
    fn a_watch_that_is_over_tells_nothing() {
        let (sender, receiver) = channel();
        let allowance = Allowance {
            deadline: Some(Instant::now()),
            ..UNLIMITED
        };
        drop(Watch::start(allowance, move |overrun| {
            sender.send(overrun).unwrap()
        }));
        // The thread ends, and with it the sender.
        assert!(receiver.recv().is_err());
    }
}
