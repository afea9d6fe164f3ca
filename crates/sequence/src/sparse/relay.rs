//! Two threads compute groups of heaps in turn.
//!
//! Each thread has codes of its own. While one computes a group, the other does what it can of the next without it, and
//! then takes it over from here.

use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

/// Heaps of a group.
pub(crate) const GROUP: usize = 64;

/// Looks at whether a group is there, before others may have the processor at each look: some microseconds.
const LOOKS: u32 = 64;

/// Groups on their way from the thread that computed them to the other.
pub(crate) struct Relay {
    groups: Vec<[AtomicU64; GROUP / 8]>,
    /// So many are there.
    done: AtomicUsize,
    stopped: AtomicBool,
}

/// One of the two threads. When it is dropped, the other does not wait for it any more.
pub(crate) struct Runner<'a> {
    relay: &'a Relay,
    /// 0 or 1: who computes the groups with even, and who those with odd numbers.
    turn: usize,
}

impl Relay {
    /// Room for the groups of so many heaps.
    pub fn new(heaps: usize) -> Relay {
        Relay {
            groups: (0..heaps / GROUP).map(|_| Default::default()).collect(),
            done: AtomicUsize::new(0),
            stopped: AtomicBool::new(false),
        }
    }

    /// The two threads.
    pub fn runners(&self) -> [Runner<'_>; 2] {
        [0, 1].map(|turn| Runner { relay: self, turn })
    }
}

impl Runner<'_> {
    /// True if this thread computes the group.
    pub fn has(&self, group: usize) -> bool {
        group % 2 == self.turn
    }

    /// Hands a group over to the other thread, which has handed over the one before.
    pub fn put(&self, group: usize, codes: &[u8; GROUP]) {
        for (word, codes) in self.relay.groups[group].iter().zip(codes.as_chunks().0) {
            word.store(u64::from_ne_bytes(*codes), Ordering::Relaxed);
        }
        self.relay.done.store(group + 1, Ordering::Release);
    }

    /// True for the thread that began, whose codes are the ones that count.
    pub fn is_first(&self) -> bool {
        self.turn == 0
    }

    /// Waits for a group of the other thread; `None` if that stopped before, or takes longer than `patience`.
    pub fn take(&self, group: usize, patience: Duration) -> Option<[u8; GROUP]> {
        let mut looks = 0u32;
        let mut began = None;
        while self.relay.done.load(Ordering::Acquire) <= group {
            if self.relay.stopped.load(Ordering::Acquire) {
                // It may have been handed over just before that.
                if self.relay.done.load(Ordering::Acquire) > group {
                    break;
                }
                return None;
            }
            looks = looks.saturating_add(1);
            if looks < LOOKS {
                std::hint::spin_loop();
                continue;
            }
            if began.get_or_insert_with(Instant::now).elapsed() > patience {
                return None;
            }
            std::thread::yield_now();
        }
        let words = &self.relay.groups[group];
        let mut codes = [0; GROUP];
        for (codes, word) in codes.as_chunks_mut().0.iter_mut().zip(words) {
            *codes = word.load(Ordering::Relaxed).to_ne_bytes();
        }
        Some(codes)
    }
}

/// How long it is worth to wait for the other thread: some times as long as this one needs for the same work.
#[derive(Debug, Default)]
pub(crate) struct Patience {
    began: Option<Instant>,
    /// The shortest time of those seen: in the others, this thread may have lost its own processor.
    work: Option<Duration>,
}

/// A thread that takes so many times as long has lost its processor.
const TIMES: u32 = 8;
/// Less than this is no reason to give up: it may be starting. Unit tests want both threads to work.
const LEAST_PATIENCE: Duration = if cfg!(test) {
    Duration::from_secs(10)
} else {
    Duration::from_micros(100)
};

impl Patience {
    /// This thread begins to work.
    pub fn start(&mut self) {
        self.began = Some(Instant::now());
    }

    /// This thread has to wait: so long at most.
    pub fn pause(&mut self) -> Duration {
        if let Some(began) = self.began.take() {
            let work = began.elapsed();
            self.work = Some(self.work.map_or(work, |shortest| shortest.min(work)));
        }
        LEAST_PATIENCE + TIMES * self.work.unwrap_or_default()
    }
}

impl Drop for Runner<'_> {
    fn drop(&mut self) {
        self.relay.stopped.store(true, Ordering::Release);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_thread_does_not_wait_for_ever_for_one_that_does_nothing() {
        let relay = Relay::new(4 * GROUP);
        let [even, odd] = relay.runners();
        even.put(0, &[7; GROUP]);
        assert_eq!(even.take(1, Duration::ZERO), None);
        // What was handed over can still be taken when the other has stopped.
        drop(even);
        assert_eq!(odd.take(0, Duration::ZERO), Some([7; GROUP]));
        assert_eq!(odd.take(2, Duration::from_secs(60)), None);
    }

    #[test]
    fn groups_arrive_in_order_until_one_thread_stops() {
        let groups = 1000;
        let relay = Relay::new(groups * GROUP + 5);
        let run = |runner: Runner<'_>| -> Vec<[u8; GROUP]> {
            let mut all: Vec<[u8; GROUP]> = Vec::new();
            for group in 0..groups {
                if !runner.has(group) {
                    match runner.take(group, Duration::from_secs(60)) {
                        Some(codes) => all.push(codes),
                        None => break,
                    }
                    continue;
                }
                if group == 901 {
                    break;
                }
                // Each group tells of the one before, which the other thread computed.
                let before = all.last().map_or(0, |codes| codes[7]);
                let codes = [before.wrapping_mul(3).wrapping_add(1); GROUP];
                runner.put(group, &codes);
                all.push(codes);
            }
            all
        };
        let [even, odd] = relay.runners();
        let (even, odd) = std::thread::scope(|scope| {
            let odd = scope.spawn(|| run(odd));
            (run(even), odd.join().expect("no panic"))
        });
        assert_eq!(even.len(), 901);
        assert_eq!(even, odd);
        let mut expected = 0u8;
        for codes in even {
            expected = expected.wrapping_mul(3).wrapping_add(1);
            assert_eq!(codes, [expected; GROUP]);
        }
    }
}
