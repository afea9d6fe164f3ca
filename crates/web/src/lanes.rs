//! Two lanes of worker threads, so that light requests never wait behind heavy ones.
//!
//! They serve where no worker processes can be started (`worker`), in tests and as a library: nothing can end a
//! thread that does not look at its limits.
//!
//! Nobody can tell beforehand how hard a position is. So every request first runs in the light lane
//! with a few milliseconds; only if that is not enough does it start again in the heavy lane, under
//! the full limits and at a lower priority. What is lost is those few milliseconds. Both lanes have
//! a fixed number of threads and places to wait: memory is bounded by threads times bytes.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use grundy::Error;
use grundy::core::{LimitReached, Limits};
use tokio::sync::oneshot;

use crate::failure::Failure;

/// What one request may take.
#[derive(Clone, Debug)]
pub struct RequestLimits {
    /// Time in the heavy lane.
    pub time: Duration,
    /// Bytes of tables.
    pub bytes: u64,
    /// Positions examined.
    pub positions: u64,
    /// The longest request body.
    pub body_bytes: usize,
    /// Threads of the heavy lane.
    pub heavy_threads: usize,
    /// Requests that may wait for the heavy lane.
    pub heavy_queue: usize,
    /// How long a request may wait for a lane and run in it, before it is told to come back.
    pub patience: Duration,
    /// Connections at a time; beyond, the one that has been idle longest is closed.
    pub connections: usize,
    /// How long a connection may be idle, take to send the head of a request, or take to send its body.
    pub idle: Duration,
}

impl Default for RequestLimits {
    /// 5 seconds, 512 MB, 5 million positions, bodies of 2 MB, a heavy thread per core, 512 connections that may be idle
    /// for 15 seconds.
    fn default() -> RequestLimits {
        RequestLimits {
            time: Duration::from_secs(5),
            bytes: 512 << 20,
            positions: 5_000_000,
            body_bytes: 2 << 20,
            heavy_threads: std::thread::available_parallelism().map_or(1, usize::from),
            heavy_queue: 256,
            patience: Duration::from_secs(20),
            connections: 512,
            idle: Duration::from_secs(15),
        }
    }
}

/// What the light lane grants before a request becomes a heavy one.
const LIGHT_TIME: Duration = Duration::from_millis(20);
/// How often a request that had no processor in that time may try again: on a busy machine an easy
/// question would else end among the hard ones.
pub(crate) const LIGHT_TRIES: usize = 5;
const LIGHT_BYTES: u64 = 32 << 20;
const LIGHT_POSITIONS: u64 = 100_000;
/// Enough that a burst of page loads finds room; each takes microseconds to milliseconds.
const LIGHT_QUEUE: usize = 1024;

/// Enough for solvers that recurse into sums; tables live on the heap.
const STACK_BYTES: usize = 16 << 20;

type Job = Box<dyn FnOnce() + Send>;

/// The lanes of one server.
pub(crate) struct Lanes {
    light: SyncSender<Job>,
    heavy: SyncSender<Job>,
    limits: RequestLimits,
}

impl Lanes {
    /// Starts the worker threads; they end when the lanes are dropped.
    pub fn start(limits: RequestLimits) -> std::io::Result<Lanes> {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        Ok(Lanes {
            light: lane("light", cores + 1, LIGHT_QUEUE, || {})?,
            heavy: lane(
                "heavy",
                limits.heavy_threads,
                limits.heavy_queue,
                yield_to_others,
            )?,
            limits,
        })
    }

    /// The limits of the server.
    pub fn limits(&self) -> &RequestLimits {
        &self.limits
    }

    /// Runs `work` under limits; when the returned future is dropped (the client left), the work
    /// is told to stop.
    pub async fn run<T, F>(&self, work: F) -> Result<T, Failure>
    where
        T: Send + 'static,
        F: Fn(&Limits) -> Result<T, Error> + Send + Sync + 'static,
    {
        let work = Arc::new(work);
        let guard = CancelOnDrop::default();
        for _ in 0..LIGHT_TRIES {
            let first = self.light_limits(&guard);
            let done = self.run_in(&self.light, &work, first).await?;
            let is_short = done.has_omitted || done.answer.as_ref().is_err_and(is_limit);
            if !is_short {
                return Ok(done.answer?);
            }
            if !done.was_crowded_out {
                break;
            }
        }
        let second = self.heavy_limits(&guard);
        Ok(self.run_in(&self.heavy, &work, second).await?.answer?)
    }

    /// As [`Lanes::run`], in the heavy lane at once.
    pub async fn run_heavy<T, F>(&self, work: F) -> Result<T, Failure>
    where
        T: Send + 'static,
        F: Fn(&Limits) -> Result<T, Error> + Send + Sync + 'static,
    {
        let guard = CancelOnDrop::default();
        let limits = self.heavy_limits(&guard);
        let done = self.run_in(&self.heavy, &Arc::new(work), limits).await?;
        Ok(done.answer?)
    }

    /// Hands `work` to a lane and waits for its answer.
    async fn run_in<T, F>(
        &self,
        lane: &SyncSender<Job>,
        work: &Arc<F>,
        budget: Budget,
    ) -> Result<Done<T>, Failure>
    where
        T: Send + 'static,
        F: Fn(&Limits) -> Result<T, Error> + Send + Sync + 'static,
    {
        let (answer, answered) = oneshot::channel();
        let work = Arc::clone(work);
        let job = Box::new(move || {
            let Budget { time, limits } = budget;
            if limits.cancel.load(Ordering::Relaxed) {
                return;
            }
            let limits = limits.within(time);
            let (start, before) = (Instant::now(), cpu_time());
            // A panic must cost one answer, not a worker; the work shares nothing that it could break.
            let result = catch_unwind(AssertUnwindSafe(|| work(&limits)));
            // The receiver is gone if the client is: then nobody wants the answer.
            let _ = answer.send(match result {
                Ok(answer) => Ok(Done {
                    has_omitted: limits.has_omitted() || is_late(&answer, &limits),
                    answer,
                    was_crowded_out: start.elapsed() >= time && had_less_than(time / 2, before),
                }),
                Err(_) => Err(Failure::internal()),
            });
        });
        lane.try_send(job).map_err(|_| Failure::busy())?;
        // What cannot be done soon is better refused than kept: clients come back, memory does not.
        let waited = tokio::time::timeout(self.limits.patience, answered).await;
        let answer = waited.map_err(|_| Failure::busy())?;
        answer.map_err(|_| Failure::internal())?
    }

    fn light_limits(&self, guard: &CancelOnDrop) -> Budget {
        let light = light_limits(&self.limits);
        Budget {
            time: light.time,
            limits: Limits {
                positions: light.positions,
                bytes: light.bytes,
                ..guard.limits()
            },
        }
    }

    fn heavy_limits(&self, guard: &CancelOnDrop) -> Budget {
        Budget {
            time: self.limits.time,
            limits: Limits {
                positions: self.limits.positions,
                bytes: self.limits.bytes,
                ..guard.limits()
            },
        }
    }
}

/// What the light lane grants of these limits.
pub(crate) fn light_limits(limits: &RequestLimits) -> RequestLimits {
    RequestLimits {
        time: LIGHT_TIME.min(limits.time),
        positions: LIGHT_POSITIONS.min(limits.positions),
        bytes: LIGHT_BYTES.min(limits.bytes),
        ..limits.clone()
    }
}

/// What became of the work.
struct Done<T> {
    answer: Result<T, Error>,
    /// True if higher limits would give more.
    has_omitted: bool,
    /// True if others had the processor for most of the time.
    was_crowded_out: bool,
}

/// How long the calling thread has had a processor, where the system tells.
fn cpu_time() -> Option<Duration> {
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    let nanoseconds = told.split(' ').next()?.parse().ok()?;
    Some(Duration::from_nanos(nanoseconds))
}

/// True if the calling thread, whose clock was at `before`, has had a processor for less than `time`.
pub(crate) fn had_less_than(time: Duration, before: Option<Duration>) -> bool {
    let had = before.and_then(|before| cpu_time()?.checked_sub(before));
    had.is_some_and(|had| had < time)
}

/// Limits whose clock starts when the work does, not when it begins to wait.
struct Budget {
    time: Duration,
    limits: Limits,
}

/// Sets the flag that stops the work when nobody waits for it any more.
#[derive(Default)]
struct CancelOnDrop(Arc<AtomicBool>);

impl CancelOnDrop {
    fn limits(&self) -> Limits {
        Limits {
            cancel: Arc::clone(&self.0),
            // A request gets one core: others have a right to theirs.
            threads: 1,
            ..Limits::default()
        }
    }
}

impl Drop for CancelOnDrop {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// What fails when the time is over may be right: it could not be read to its end.
fn is_late<T>(answer: &Result<T, Error>, limits: &Limits) -> bool {
    answer.is_err() && limits.check_time().is_err()
}

/// True for the limits that more time or memory would lift.
fn is_limit(error: &Error) -> bool {
    match error {
        Error::Limit { reached, .. } => *reached != LimitReached::Interrupted,
        Error::Rules(error) => error.is_limit,
        _ => false,
    }
}

/// Starts the threads of a lane.
fn lane(
    name: &str,
    threads: usize,
    queue: usize,
    prepare: fn(),
) -> std::io::Result<SyncSender<Job>> {
    let (sender, receiver) = sync_channel(queue);
    let receiver = Arc::new(Mutex::new(receiver));
    for index in 0..threads.max(1) {
        let receiver = Arc::clone(&receiver);
        std::thread::Builder::new()
            .name(format!("{name}-{index}"))
            .stack_size(STACK_BYTES)
            .spawn(move || {
                prepare();
                while let Some(job) = next(&receiver) {
                    job();
                }
            })?;
    }
    Ok(sender)
}

fn next(receiver: &Mutex<Receiver<Job>>) -> Option<Job> {
    receiver
        .lock()
        .unwrap_or_else(PoisonError::into_inner)
        .recv()
        .ok()
}

/// Lowers the priority of the calling thread, where the system has priorities per thread.
pub(crate) fn yield_to_others() {
    #[cfg(target_os = "linux")]
    {
        // Without it the lanes still work, only with more waiting.
        let _ = rustix::process::nice(10);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn small() -> RequestLimits {
        RequestLimits {
            time: Duration::from_millis(300),
            heavy_threads: 1,
            heavy_queue: 1,
            ..RequestLimits::default()
        }
    }

    /// Works until it is stopped.
    fn endless(limits: &Limits) -> Result<(), Error> {
        loop {
            limits.check_time()?;
            std::thread::yield_now();
        }
    }

    #[tokio::test]
    async fn endless_work_ends_at_its_limit() {
        let lanes = Lanes::start(small()).unwrap();
        assert!(lanes.run(endless).await.is_err());
    }

    #[tokio::test]
    async fn who_had_no_processor_tries_again_in_the_light_lane() {
        let lanes = Lanes::start(small()).unwrap();
        let names = Arc::new(Mutex::new(Vec::new()));
        let seen = Arc::clone(&names);
        let sleepy = move |limits: &Limits| -> Result<(), Error> {
            let name = std::thread::current().name().unwrap_or("").to_owned();
            seen.lock()
                .unwrap()
                .push(name.split('-').next().unwrap_or("").to_owned());
            while limits.check_time().is_ok() {
                std::thread::sleep(Duration::from_millis(1));
            }
            Ok(limits.check_time()?)
        };
        assert!(lanes.run(sleepy).await.is_err());
        let light = names
            .lock()
            .unwrap()
            .iter()
            .filter(|name| *name == "light")
            .count();
        let expected = if cpu_time().is_some() { LIGHT_TRIES } else { 1 };
        assert_eq!(light, expected);
        assert_eq!(names.lock().unwrap().last().unwrap(), "heavy");
    }

    #[tokio::test]
    async fn an_answer_that_omits_something_is_asked_for_again_in_the_heavy_lane() {
        let lanes = Lanes::start(small()).unwrap();
        let answer = lanes.run(|limits| {
            let needed = LIGHT_POSITIONS + 1;
            let value = limits.check_positions(needed);
            let value = value.map_err(|reached| limits.note_omission(reached));
            Ok(value.ok().map(|()| 7))
        });
        assert_eq!(answer.await.unwrap(), Some(7));
    }

    #[tokio::test]
    async fn a_dropped_request_stops_its_work() {
        let limits = RequestLimits {
            time: Duration::from_secs(3600),
            ..small()
        };
        let lanes = Lanes::start(limits).unwrap();
        let (stopped, ended) = std::sync::mpsc::channel();
        let request = lanes.run(move |limits| {
            let result = endless(limits);
            let interrupted = matches!(
                result,
                Err(Error::Limit {
                    reached: LimitReached::Interrupted,
                    ..
                })
            );
            let _ = stopped.send(interrupted);
            result
        });
        let left = tokio::time::timeout(Duration::from_millis(500), request).await;
        assert!(left.is_err());
        // The light lane stops by its clock, more than once if others had the processor.
        let was_interrupted: Vec<bool> = ended.iter().collect();
        assert!(!was_interrupted[0]);
        // The heavy lane stops because the client left.
        assert_eq!(was_interrupted.last(), Some(&true));
    }

    #[tokio::test]
    async fn a_panic_costs_one_answer_only() {
        let lanes = Lanes::start(small()).unwrap();
        for _ in 0..8 {
            assert!(
                lanes
                    .run(|_| -> Result<(), Error> { panic!("as planned") })
                    .await
                    .is_err()
            );
        }
        assert_eq!(lanes.run(|_| Ok(7)).await.unwrap(), 7);
    }

    #[tokio::test]
    async fn light_work_passes_a_full_heavy_lane() {
        let lanes = Arc::new(Lanes::start(small()).unwrap());
        let heavy: Vec<_> = (0..8)
            .map(|_| {
                let lanes = Arc::clone(&lanes);
                tokio::spawn(async move { lanes.run(endless).await })
            })
            .collect();
        tokio::time::sleep(Duration::from_millis(150)).await;
        assert_eq!(lanes.run(|_| Ok(7)).await.unwrap(), 7);
        for request in heavy {
            assert!(request.await.unwrap().is_err());
        }
    }
}
