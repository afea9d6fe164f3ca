//! What a run says while it goes on.

use std::sync::Arc;
use std::time::{Duration, Instant};

/// How often something is said.
const EVERY: Duration = Duration::from_secs(2);

/// Takes lines for people; the first worker of the first process has one that shows them.
pub type Say = Arc<dyn Fn(&str) + Send + Sync>;

/// The progress of one worker.
pub(crate) struct Progress {
    say: Option<Say>,
    workers: u64,
    total: u64,
    decided: u64,
    last: Instant,
}

impl Progress {
    /// Says something through `say`, about so many vertices of this worker, one of so many.
    pub(crate) fn new(say: Option<Say>, workers: u32, total: u32) -> Progress {
        Progress {
            say,
            workers: u64::from(workers),
            total: u64::from(total),
            decided: 0,
            last: Instant::now(),
        }
    }

    /// A step of the work, in words.
    pub(crate) fn step(&self, text: &str) {
        if let Some(say) = &self.say {
            say(text);
        }
    }

    /// A level of positions has been found, so many by this worker.
    pub(crate) fn explored(&mut self, level: u32, count: usize) {
        if self.last.elapsed() >= EVERY {
            self.last = Instant::now();
            let all = count as u64 * self.workers;
            self.step(&format!("{level} moves deep: about {all} positions"));
        }
    }

    /// A level begins at which so many vertices of this worker were decided.
    pub(crate) fn level(&mut self, level: u32, count: usize) {
        self.decided += count as u64;
        if self.last.elapsed() < EVERY {
            return;
        }
        self.last = Instant::now();
        let (all, total) = (self.decided * self.workers, self.total * self.workers);
        self.step(&format!(
            "level {level}: about {all} of {total} vertices decided"
        ));
    }
}
