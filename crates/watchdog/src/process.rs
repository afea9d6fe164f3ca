//! What the system says of this process. Where it says nothing, the answer is zero.

use std::time::Duration;

/// Memory that only this process has: pages of files that it maps do not count.
pub fn private_bytes() -> u64 {
    const PAGE_BYTES: u64 = 4096;
    let Ok(statm) = std::fs::read_to_string("/proc/self/statm") else {
        return 0;
    };
    let mut pages = statm.split(' ').skip(1).map(|word| word.parse::<u64>());
    match (pages.next(), pages.next()) {
        (Some(Ok(resident)), Some(Ok(shared))) => resident.saturating_sub(shared) * PAGE_BYTES,
        _ => 0,
    }
}

/// How long the first thread of this process has waited for a processor that others had.
pub fn run_delay() -> Duration {
    let schedstat = std::fs::read_to_string("/proc/self/schedstat").unwrap_or_default();
    let nanoseconds = schedstat.split(' ').nth(1);
    let nanoseconds = nanoseconds.and_then(|word| word.parse().ok());
    Duration::from_nanos(nanoseconds.unwrap_or(0))
}
