//! What each worker did: its part, its time, its memory, what it sent.

use serde::{Deserialize, Serialize};
use timely::worker::Worker;

use crate::fault::Fault;
use crate::gather::gather;

/// What a worker says about its part in the end.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct WorkerReport {
    /// Its vertices.
    pub vertices: u64,
    /// The edges to them.
    pub edges: u64,
    /// How many of them are won, lost and drawn.
    pub tally: [u64; 3],
    /// The largest remoteness.
    pub longest: Option<u32>,
    /// Seconds until its rows were there.
    pub build_seconds: f64,
    /// Seconds that the analysis took.
    pub solve_seconds: f64,
    /// Parcels that it sent.
    pub parcels: u64,
    /// Bytes of numbers in them.
    pub bytes_sent: u64,
    /// Levels at which it had something to do.
    pub levels: u64,
    /// The most memory that its process had by then, in bytes, where the system tells.
    pub peak_bytes: u64,
    /// The processor time of its process, in seconds, where the system tells.
    pub cpu_seconds: f64,
}

impl WorkerReport {
    /// What every worker reports.
    pub(crate) fn gather(&self, worker: &mut Worker) -> Result<Vec<WorkerReport>, Fault> {
        let bytes = serde_json::to_vec(self).expect("a report is plain data");
        let read = |said: Vec<u8>| serde_json::from_slice(&said).unwrap_or_default();
        Ok(gather(worker, bytes)?.into_iter().map(read).collect())
    }

    /// The same with what the system says about the process.
    pub(crate) fn with_process(mut self) -> WorkerReport {
        let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
        let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        let kilobytes = peak.and_then(|text| text.split_whitespace().next()?.parse::<u64>().ok());
        self.peak_bytes = kilobytes.unwrap_or(0) << 10;
        let stat = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
        // After the name in parentheses, user and system time are the 12th and 13th fields, in hundredths.
        let fields = stat.rsplit(')').next().unwrap_or("");
        let ticks = fields.split_whitespace().skip(11).take(2);
        let ticks: u64 = ticks.filter_map(|field| field.parse::<u64>().ok()).sum();
        self.cpu_seconds = ticks as f64 / 100.0;
        self
    }
}
