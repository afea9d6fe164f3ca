//! How much a rules file may use up.

use std::time::Duration;

use grundy_core::Limits;

/// Limits of one call into a rules file, beside those of the whole work.
#[derive(Clone, Debug)]
pub struct RuleLimits {
    /// Steps: rounds of loops and calls of functions.
    pub steps: u64,
    /// Bytes that the values of one call may take.
    pub bytes: u64,
    /// Calls of functions inside one another.
    pub depth: usize,
    /// The deadline and the wish to stop, shared with the whole work.
    pub work: Limits,
}

/// The deepest that calls can be allowed to nest: each takes a part of the thread's stack.
pub const DEEPEST_CALLS: usize = 1000;

/// How deep calls may nest in a judge program.
const JUDGE_DEPTH: usize = 10_000;

impl Default for RuleLimits {
    fn default() -> RuleLimits {
        RuleLimits::within(&Limits::default())
    }
}

impl RuleLimits {
    /// The default limits of a call, as part of work with these limits.
    ///
    /// A call may take a quarter of the memory that the whole work may.
    pub fn within(work: &Limits) -> RuleLimits {
        RuleLimits {
            steps: work.rule_steps,
            bytes: (work.bytes / 4).max(1 << 20),
            depth: work.rule_depth.clamp(1, DEEPEST_CALLS),
            work: work.clone(),
        }
    }

    /// The limits of a judge program, which is one long call on a stack of its own: a hundred times
    /// the steps, all of the memory, and deep calls.
    pub fn for_judge(work: &Limits) -> RuleLimits {
        RuleLimits {
            steps: work.rule_steps.saturating_mul(100),
            bytes: work.bytes,
            depth: JUDGE_DEPTH.max(work.rule_depth),
            ..RuleLimits::within(work)
        }
    }

    /// What the time limit allowed, for the message.
    pub(crate) fn allowed_time(&self) -> Duration {
        self.work
            .deadline
            .map(|deadline| deadline.allowed)
            .unwrap_or_default()
    }
}
