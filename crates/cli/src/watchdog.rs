//! Ends the process when rules take everything in a single step, which nothing inside can stop.

use std::time::Duration;

use crate::common::Common;
use crate::failure::Failure;

/// How often to look.
const INTERVAL: Duration = Duration::from_millis(10);

/// Starts a thread that looks after rules while they run.
pub fn start(common: &Common) {
    let common = common.clone();
    // Without a thread there is no watchdog, and everything else works.
    let _ = std::thread::Builder::new().spawn(move || {
        loop {
            std::thread::sleep(INTERVAL);
            if !grundy::rules::is_running() {
                continue;
            }
            if let Some(error) = grundy::rules::overdue(resident_bytes()) {
                let error = grundy::Error::Rules(error);
                let status = error.exit_status();
                Failure::from(error).report(&common);
                std::process::exit(i32::from(status));
            }
        }
    });
}

/// Memory that the process occupies now, where the system tells.
fn resident_bytes() -> u64 {
    const PAGE_BYTES: u64 = 4096;
    let statm = std::fs::read_to_string("/proc/self/statm").unwrap_or_default();
    let pages: Option<u64> = statm.split(' ').nth(1).and_then(|pages| pages.parse().ok());
    pages.unwrap_or(0) * PAGE_BYTES
}
