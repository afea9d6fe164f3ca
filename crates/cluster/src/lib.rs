//! Games on graphs solved by many processes, on timely dataflow.
//!
//! Vertices are divided among *workers*, threads of one or more processes. Each has the rows of the
//! predecessors of its vertices and a counter for each; what it decides it tells the owners of the
//! predecessors, level by level. The kernels are those of `grundy-graph`; what is said between workers is a
//! [`Protocol`], which knows nothing of timely.

mod analysis;
mod census;
mod checkpoint;
mod collect;
mod degrees;
mod explore;
mod fault;
mod game_job;
mod gather;
mod graph_job;
mod hosts;
mod input;
mod levels;
mod parcel;
mod places;
mod process;
mod progress;
mod retrograde;
mod ship;
mod solution;
mod store;
mod worker_report;

pub use checkpoint::CheckpointRequest;
pub use explore::Positions;
pub use fault::Fault;
pub use game_job::{GameAnswer, GameJob};
pub use graph_job::{GraphAnswer, GraphJob};
pub use hosts::Hosts;
pub use input::GraphInput;
pub use levels::{Next, Outbox, Protocol, Traffic, run};
pub use parcel::Parcel;
pub use places::Places;
pub use process::{About, End, Process};
pub use progress::Say;
pub use solution::{INDEX, SolutionIndex};
pub use worker_report::WorkerReport;
