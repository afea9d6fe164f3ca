//! Whether a second thread is worth it, seen from how long chunks take with and without it.
//!
//! Threads that wait for each other become slower than one alone when other programs need the processors: a thread that
//! lost its processor stops all others. Where the system tells how many threads are running, a second one is used
//! only while a processor is free for it; everywhere, only while it makes chunks faster. Values do not depend on it.

use std::num::NonZeroUsize;
use std::sync::OnceLock;
use std::time::Duration;

/// Chunks by one thread after chunks with several took longer; doubled each time up to the largest number.
const FIRST_PAUSE: u32 = 16;
const LONGEST_PAUSE: u32 = 4096;

/// The time per heap by one thread and by several, and who computes the next chunk.
#[derive(Clone, Debug)]
pub(crate) struct Pace {
    /// Nanoseconds per heap of the newest chunks.
    alone: Option<f64>,
    together: Option<f64>,
    /// Chunks that one thread computes before several are tried again.
    pause: u32,
    next_pause: u32,
}

impl Default for Pace {
    fn default() -> Pace {
        Pace {
            alone: None,
            together: None,
            pause: 0,
            next_pause: FIRST_PAUSE,
        }
    }
}

impl Pace {
    /// True if so many threads should compute the next chunk.
    pub fn wants(&self, threads: usize) -> bool {
        // Unit tests compare threads with one another; they use them on a busy machine, too.
        let is_free = || cfg!(test) || running().is_none_or(|others| fits(threads, others));
        threads >= 2 && (cfg!(test) || self.pause == 0) && is_free()
    }

    /// Takes in how long one thread took for a chunk of so many heaps.
    pub fn took_alone(&mut self, heaps: u64, time: Duration) {
        self.pause = self.pause.saturating_sub(1);
        record(&mut self.alone, heaps, time);
    }

    /// Takes in how long several threads took.
    pub fn took_together(&mut self, heaps: u64, time: Duration) {
        record(&mut self.together, heaps, time);
        let (Some(alone), Some(together)) = (self.alone, self.together) else {
            return;
        };
        if together > alone {
            self.pause = self.next_pause;
            self.next_pause = (2 * self.next_pause).min(LONGEST_PAUSE);
            self.together = None;
        } else if together < 0.9 * alone {
            self.next_pause = (self.next_pause / 2).max(FIRST_PAUSE);
        }
    }
}

/// True if there is a processor for each of these threads, or as many as there are, beside so many others.
fn fits(threads: usize, others: usize) -> bool {
    static PROCESSORS: OnceLock<usize> = OnceLock::new();
    let processors = *PROCESSORS
        .get_or_init(|| std::thread::available_parallelism().map_or(1, NonZeroUsize::get));
    processors >= 2 && threads.min(processors).saturating_add(others) <= processors
}

/// How many threads other than this one need a processor now, if the system tells.
fn running() -> Option<usize> {
    let load = std::fs::read_to_string("/proc/loadavg").ok()?;
    let (running, _) = load.split(' ').nth(3)?.split_once('/')?;
    let running: usize = running.parse().ok()?;
    Some(running.saturating_sub(1))
}

/// Moves an average towards the newest time per heap.
fn record(average: &mut Option<f64>, heaps: u64, time: Duration) {
    if heaps == 0 {
        return;
    }
    let new = time.as_nanos() as f64 / heaps as f64;
    *average = Some(average.map_or(new, |old| old + (new - old) / 4.0));
}

#[cfg(test)]
mod tests {
    use super::*;

    fn micros(count: u64) -> Duration {
        Duration::from_micros(count)
    }

    /// How long so many chunks take if each takes so long with one thread and with several.
    fn total(pace: &mut Pace, chunks: u64, alone: u64, together: u64) -> u64 {
        let mut total = 0;
        for _ in 0..chunks {
            if pace.pause == 0 {
                pace.took_together(1000, micros(together));
                total += together;
            } else {
                pace.took_alone(1000, micros(alone));
                total += alone;
            }
        }
        total
    }

    #[test]
    fn threads_that_are_slower_are_tried_seldom_and_faster_ones_always() {
        let mut pace = Pace::default();
        pace.took_alone(1000, micros(100));
        assert_eq!(total(&mut pace, 1000, 100, 60), 60_000);
        // The machine becomes busy: several threads take twenty times as long as one.
        let busy = total(&mut pace, 10_000, 100, 2000);
        assert!(busy < 1_050_000, "{busy}");
        // And quiet again: they are used again after a pause.
        let quiet = total(&mut pace, 100_000, 100, 60);
        assert!(quiet < 6_500_000, "{quiet}");
    }

    #[test]
    fn chunks_that_become_slower_for_everybody_do_not_end_the_use_of_threads() {
        let mut pace = Pace::default();
        pace.took_alone(1000, micros(100));
        assert_eq!(total(&mut pace, 100, 100, 60), 6000);
        let slower = total(&mut pace, 10_000, 300, 180);
        assert!(slower < 1_900_000, "{slower}");
    }
}
