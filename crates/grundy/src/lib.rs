//! The front door: what every interface of grundy calls.
//!
//! The command line, the playground and other doors see this crate only. Each function here takes
//! the texts that a user wrote and answers with data that [`grundy_render`] can show.

mod error;
pub mod pursuit;

pub use error::Error;
pub use grundy_core as core;
pub use grundy_graph as graph;
pub use grundy_misere as misere;
pub use grundy_render as render;
pub use grundy_sequence as sequence;
