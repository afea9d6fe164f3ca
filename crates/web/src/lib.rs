//! The playground: an HTTP door to grundy, with its page inside.
//!
//! Nothing here knows a game or solves anything: a request is read, given to the facade on a
//! worker thread under limits (`lanes`), and its answer is written as JSON. The page in
//! `dist/` is built from `frontend/` and embedded, so one binary is all there is.

mod api;
mod connections;
mod endpoint;
mod failure;
mod headers;
mod held;
mod lanes;
mod openapi;
mod page;
mod server;
mod worker;

pub use lanes::RequestLimits;
pub use server::{Config, Playground, Stopper};
pub use worker::{WorkerCommand, answer_all};
