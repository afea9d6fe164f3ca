//! Games on directed graphs: a token, a move along an edge, and nothing else.

pub mod counters;
mod graph;
mod loopy;
pub mod pursuit;
pub mod retrograde;
mod solution;

pub use graph::{Graph, MOST_VERTICES};
pub use loopy::{LoopyValues, loopy_values};
pub use retrograde::{solve, solve_owned};
pub use solution::Solution;
