//! The processor time of this process: what a benchmark on a shared machine should count.

use std::time::{Duration, Instant};

/// How long something took.
#[derive(Clone, Copy, Debug)]
pub struct Timing {
    /// By the clock.
    pub wall: Duration,
    /// On all processors together; by the clock where that cannot be had.
    pub cpu: Duration,
}

/// Does some work, and says how long it took.
pub fn timed<T>(work: impl FnOnce() -> T) -> (Timing, T) {
    let (start, before) = (Instant::now(), cpu_time());
    let result = work();
    let wall = start.elapsed();
    let spent = cpu_time().zip(before).map(|(now, then)| now - then);
    let cpu = spent.unwrap_or(wall);
    (Timing { wall, cpu }, result)
}

/// Processor time of all threads so far; none where it cannot be had.
fn cpu_time() -> Option<Duration> {
    #[cfg(target_os = "linux")]
    {
        let mut time = libc::timespec {
            tv_sec: 0,
            tv_nsec: 0,
        };
        // SAFETY: the call writes one `timespec` through a pointer to one that lives here.
        let status = unsafe { libc::clock_gettime(libc::CLOCK_PROCESS_CPUTIME_ID, &raw mut time) };
        let seconds = u64::try_from(time.tv_sec).ok()?;
        let nanoseconds = u32::try_from(time.tv_nsec).ok()?;
        (status == 0).then(|| Duration::new(seconds, nanoseconds))
    }
    #[cfg(not(target_os = "linux"))]
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn processor_time_never_runs_backwards() {
        let before = cpu_time();
        let sum: u64 = (0..1_000_000u64)
            .map(|n| n.wrapping_mul(n))
            .fold(0, u64::wrapping_add);
        assert!(std::hint::black_box(sum) > 0);
        assert!(cpu_time() >= before);
        assert_eq!(before.is_some(), cfg!(target_os = "linux"));
    }
}
