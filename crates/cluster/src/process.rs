//! One process of a run: its workers, and what happens when another process ends.

use std::fs::File;
use std::path::Path;
use std::sync::Arc;

use grundy_core::Limits;
use timely::communication::allocator::zero_copy::initialize::initialize_networking_from_sockets;
use timely::communication::allocator::{AllocatorBuilder, ProcessBuilder};
use timely::communication::{Config, Hooks};
use timely::worker::Worker;

use crate::fault::Fault;
use crate::hosts::{Greeting, Hosts, connect};

/// Samples of a graph's file that are compared before a run, and the bytes of each.
const SAMPLES: u64 = 256;
const SAMPLE: u64 = 4096;

/// One process of a run.
#[derive(Debug)]
pub struct Process {
    /// The processes, if there are several.
    pub hosts: Option<Hosts>,
    /// Workers in each of them.
    pub workers: usize,
}

/// What ends the process: it gets the reason, and does not return.
pub type End = Arc<dyn Fn(&Fault) + Send + Sync>;

impl Process {
    /// Runs `work` on every worker of this process, together with those of the other processes; what the
    /// first worker of the first process says.
    ///
    /// A worker that fails calls `end`, which has to end the process: the others notice that by themselves.
    /// `lost` is called with the number of a process that has ended too early, and has to end this one.
    ///
    /// # Errors
    ///
    /// [`Fault`] if the processes do not come together.
    pub fn run<R: Send + 'static>(
        self,
        about: &About,
        limits: &Limits,
        end: End,
        lost: Arc<dyn Fn(Option<usize>) + Send + Sync>,
        work: impl Fn(&mut Worker) -> Result<Option<R>, Fault> + Send + Sync + 'static,
    ) -> Result<Option<R>, Fault> {
        let failed = |message: String| Fault::Usage(format!("the workers cannot begin: {message}"));
        let (builders, others) = match &self.hosts {
            None => Config::Process(self.workers).try_build().map_err(failed)?,
            Some(hosts) => {
                let greeting = Greeting {
                    version: env!("CARGO_PKG_VERSION").to_owned(),
                    process: hosts.process,
                    processes: hosts.addresses.len(),
                    workers: self.workers,
                    question: about.question.clone(),
                    bytes: about.bytes,
                    samples: about.samples,
                };
                let sockets = connect(hosts, &greeting, limits)?;
                watch(lost);
                let hooks = Hooks::default();
                let local = ProcessBuilder::new_typed_vector(
                    self.workers,
                    hooks.refill.clone(),
                    hooks.spill.clone(),
                );
                let (builders, guard) = initialize_networking_from_sockets(
                    local,
                    sockets,
                    hosts.process,
                    self.workers,
                    hooks,
                )
                .map_err(|error| failed(error.to_string()))?;
                let builders = builders.into_iter().map(AllocatorBuilder::Tcp).collect();
                (builders, Box::new(guard) as Box<dyn std::any::Any + Send>)
            }
        };
        let every = move |worker: &mut Worker| match work(worker) {
            Ok(answer) => answer,
            Err(fault) => {
                end(&fault);
                None
            }
        };
        let config = timely::WorkerConfig::default();
        let guards = timely::execute::execute_from(builders, others, config, every);
        let answers = guards.map_err(failed)?.join();
        let mut first = None;
        for answer in answers {
            let answer = answer.map_err(|_| failed("a worker failed".to_owned()))?;
            first = first.or(answer);
        }
        Ok(first)
    }
}

/// What the processes compare before they begin.
#[derive(Clone, Debug, Default)]
pub struct About {
    /// What is asked.
    pub question: String,
    /// The length of the file that it is about.
    pub bytes: u64,
    /// A checksum of samples of it.
    pub samples: u32,
}

impl About {
    /// A question about a file.
    ///
    /// # Errors
    ///
    /// [`Fault`] if the file cannot be read.
    pub fn file(question: String, path: &Path) -> Result<About, Fault> {
        let fault = |error| Fault::File {
            path: path.to_owned(),
            error,
        };
        let file = File::open(path).map_err(fault)?;
        let metadata = file.metadata().map_err(fault)?;
        if !metadata.is_file() {
            let message = "not a regular file, which every process could read a part of";
            return Err(Fault::foreign(path, message));
        }
        let bytes = metadata.len();
        let source = grundy_graph::GraphSource::File {
            file,
            length: bytes,
        };
        let mut sum = crc32fast::Hasher::new();
        for sample in 0..SAMPLES {
            let start = (u128::from(bytes) * u128::from(sample) / u128::from(SAMPLES)) as u64;
            let range = start..bytes.min(start + SAMPLE);
            source
                .read_range(range, |some| sum.update(some))
                .map_err(fault)?;
        }
        Ok(About {
            question,
            bytes,
            samples: sum.finalize(),
        })
    }
}

/// Calls `lost` when a connection breaks: timely then panics in a thread named for the process at its other end.
fn watch(lost: Arc<dyn Fn(Option<usize>) + Send + Sync>) {
    let before = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        let thread = std::thread::current();
        let name = thread.name().unwrap_or_default();
        let is_connection = name.starts_with("timely:send-") || name.starts_with("timely:recv-");
        if !is_connection {
            before(panic);
        }
        lost(
            name.rsplit('-')
                .next()
                .and_then(|number| number.parse().ok())
                .filter(|_| is_connection),
        );
    }));
}
