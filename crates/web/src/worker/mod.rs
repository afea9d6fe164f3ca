//! Requests run in processes of their own.
//!
//! No thread can be stopped from outside, so a request that does not look at its limits would keep its thread, and
//! a single step can take all memory before any limit is looked at. A process can be ended: by its own watchdog
//! (`grundy_watchdog`), by the server when its time is over, or when the client leaves. Others do not notice.
//!
//! There are two pools, as there are two lanes (`lanes`). Nobody can tell beforehand how hard a request is, so each
//! is first given to a light worker, for a few milliseconds; what that does not answer completely is given to a
//! heavy one, under the full limits and at a lower priority. Workers are kept: a request costs a write and a read,
//! not the start of a program.

mod answering;
mod pool;

use std::path::PathBuf;
use std::time::Duration;

use axum::http::StatusCode;

use crate::failure::Failure;
use crate::held::{Answer, Room};
use crate::lanes::{LIGHT_TRIES, RequestLimits, light_limits};
use pool::{Asked, Pool};

pub use answering::answer_all;

/// How to start a process that answers requests with [`answer_all`].
#[derive(Clone, Debug)]
pub struct WorkerCommand {
    /// The program.
    pub program: PathBuf,
    /// Its arguments.
    pub arguments: Vec<String>,
}

/// The workers of one server.
pub(crate) struct Workers {
    light: Pool,
    heavy: Pool,
}

/// What a worker of the light pool may take beyond its few milliseconds before it is ended.
const LIGHT_GRACE: Duration = Duration::from_millis(1000);
/// The same for the heavy pool; its own watchdog is quicker, and says which limit it was.
const HEAVY_GRACE: Duration = Duration::from_millis(1500);

impl Workers {
    pub fn new(command: WorkerCommand, limits: &RequestLimits) -> Workers {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let light = light_limits(limits);
        Workers {
            light: Pool::new(command.clone(), cores + 1, LIGHT_GRACE, light),
            heavy: Pool::new(
                command,
                limits.heavy_threads.max(1),
                HEAVY_GRACE,
                limits.clone(),
            ),
        }
    }

    /// The answer to a request, which is JSON in one line. If this future is dropped, the process that works on it is ended.
    pub async fn run(
        &self,
        path: &str,
        request: &str,
        is_heavy: bool,
        answers: &Room,
    ) -> Result<Answer, Failure> {
        let tries = if is_heavy { 0 } else { LIGHT_TRIES };
        for _ in 0..tries {
            let asked = self.light.ask(path, request, false, answers).await?;
            if let Asked::Answered(answer) = asked {
                if !answer.is_short {
                    return answer.into_result();
                }
                if answer.was_crowded_out {
                    continue;
                }
            }
            break;
        }
        match self.heavy.ask(path, request, true, answers).await? {
            Asked::Answered(answer) => answer.into_result(),
            Asked::Ended => Err(overrun()),
        }
    }
}

/// A worker that ended without an answer had to be ended.
fn overrun() -> Failure {
    Failure::new(
        StatusCode::UNPROCESSABLE_ENTITY,
        "limit",
        "the request took too much time or memory in a single step",
        Some("try a smaller position, or let rules build fewer and shorter lists"),
    )
}
