//! Ends the process when it overruns its limits and nothing inside notices.

use std::time::{Duration, Instant};

use grundy::Error;
use grundy::core::LimitReached;
use grundy_watchdog::{Allowance, Overrun, Watch, private_bytes};

use crate::common::Common;
use crate::failure::Failure;

/// How often to look at rules.
const INTERVAL: Duration = Duration::from_millis(10);

/// Starts to look after a command that began at `start`, and after rules while they run.
///
/// A session goes on for as long as people want: its limits are those of each question in it.
pub fn start(common: &Common, start: Instant, is_session: bool) -> Option<Watch> {
    watch_rules(common);
    if is_session {
        return None;
    }
    let limits = common.limits();
    let allowance = Allowance {
        deadline: common
            .time_limit
            .and_then(|allowed| start.checked_add(allowed)),
        bytes: limits.bytes,
        cancel: Some(limits.cancel.clone()),
    };
    let common = common.clone();
    let told = move |overrun| {
        let reached = match overrun {
            Overrun::Time => LimitReached::Time {
                allowed: common.time_limit.unwrap_or_default(),
            },
            Overrun::Bytes => LimitReached::Bytes {
                limit: limits.bytes,
            },
            Overrun::Interrupt => LimitReached::Interrupted,
        };
        let progress = None;
        end(Error::Limit { reached, progress }, &common);
    };
    Some(Watch::start(allowance, told))
}

/// Ends calls of rules that take everything in a single step, with a message that names the position.
fn watch_rules(common: &Common) {
    let common = common.clone();
    // Without a thread there is no watchdog, and everything else works.
    let _ = std::thread::Builder::new().spawn(move || {
        loop {
            std::thread::sleep(INTERVAL);
            if grundy::rules::is_running()
                && let Some(error) = grundy::rules::overdue(private_bytes())
            {
                end(Error::Rules(error), &common);
            }
        }
    });
}

fn end(error: Error, common: &Common) {
    let failure = Failure::from(error);
    let status = failure.status();
    failure.report(common);
    std::process::exit(i32::from(status));
}
