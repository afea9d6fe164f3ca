//! Work that may take long: without the interpreter's lock, stopped by Ctrl-C, watched by a progress bar.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Duration;

use grundy::{Error, Limits};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::errors::exception;

/// How often signals are looked at, and progress is told.
const BETWEEN_LOOKS: Duration = Duration::from_millis(50);
/// The stack of the thread that works.
const STACK_BYTES: usize = 64 << 20;

/// The limits of a call, from `(seconds, positions, bytes, threads)`, each of which may be `None`.
pub type GivenLimits = (Option<f64>, Option<u64>, Option<u64>, Option<usize>);

/// The limits of a call.
///
/// # Errors
///
/// `ValueError` for a time that is not a number of seconds.
pub fn limits(given: GivenLimits) -> PyResult<Limits> {
    let (seconds, positions, bytes, threads) = given;
    let mut limits = Limits::default();
    if let Some(positions) = positions {
        limits.positions = positions;
    }
    if let Some(bytes) = bytes {
        limits.bytes = bytes;
    }
    if let Some(threads) = threads {
        limits.threads = threads.max(1);
    }
    let Some(seconds) = seconds else {
        return Ok(limits);
    };
    let allowed = Duration::try_from_secs_f64(seconds)
        .map_err(|_| PyValueError::new_err(format!("{seconds} is not a number of seconds")))?;
    Ok(limits.within(allowed))
}

/// How far the work is, told to a Python function that is called with it now and then.
pub struct Progress {
    done: AtomicU64,
    tell: Option<Py<PyAny>>,
}

impl Progress {
    /// Nothing done yet; `tell` is called with how much is done.
    pub fn new(tell: Option<Py<PyAny>>) -> Progress {
        Progress {
            done: AtomicU64::new(0),
            tell,
        }
    }

    /// So much is done.
    pub fn set(&self, done: u64) {
        self.done.store(done, Ordering::Relaxed);
    }

    /// One more is done.
    pub fn add_one(&self) {
        self.done.fetch_add(1, Ordering::Relaxed);
    }

    fn tell(&self, py: Python<'_>) -> PyResult<()> {
        if let Some(tell) = &self.tell {
            tell.call1(py, (self.done.load(Ordering::Relaxed),))?;
        }
        Ok(())
    }
}

/// Does `work` on a thread of its own while this one, which Python's signals come to, looks at them.
///
/// # Errors
///
/// What `work` fails with, or `KeyboardInterrupt`, after `work` has ended.
pub fn run<T: Send>(
    py: Python<'_>,
    limits: &Limits,
    progress: &Progress,
    work: impl FnOnce() -> Result<T, Error> + Send,
) -> PyResult<T> {
    let found = std::thread::scope(|scope| {
        let (done, wait) = channel();
        let worker = std::thread::Builder::new().stack_size(STACK_BYTES);
        let worker = worker.spawn_scoped(scope, move || {
            let found = work();
            // Nobody waits any more only if the caller is gone.
            let _ = done.send(());
            found
        });
        let worker = worker.map_err(|error| exception(py, &io(error)))?;
        let (mut wait, mut interrupted) = (Some(wait), None);
        while let Some(waiting) = wait.take() {
            let (waiting, ended) = py.detach(move || {
                let ended = waiting.recv_timeout(BETWEEN_LOOKS);
                (waiting, ended)
            });
            if ended != Err(RecvTimeoutError::Timeout) {
                break;
            }
            if interrupted.is_none()
                && let Err(signal) = py.check_signals().and_then(|()| progress.tell(py))
            {
                limits.cancel.store(true, Ordering::Relaxed);
                interrupted = Some(signal);
            }
            wait = Some(waiting);
        }
        let found = py.detach(|| worker.join());
        // A panic of the engine is a bug; pyo3 raises it here.
        let found = found.unwrap_or_else(|panic| std::panic::resume_unwind(panic));
        match interrupted {
            Some(signal) => Err(signal),
            None => found.map_err(|error| exception(py, &error)),
        }
    })?;
    progress.tell(py)?;
    Ok(found)
}

fn io(source: std::io::Error) -> Error {
    Error::Io {
        path: "a new thread".into(),
        source,
    }
}
