//! Games on directed graphs: a token, a move along an edge, and nothing else.

pub mod bench;
pub mod build;
pub mod counters;
mod disk;
pub mod format;
mod graph;
mod graph_file;
mod loopy;
pub mod pursuit;
pub mod retrograde;
mod rules;
mod solution;
mod spread;
mod strategy;
pub mod verify;

pub use disk::{OnDisk, solve_on_disk};
pub use format::{Format, LoadError, Source};
pub use graph::{Graph, MOST_VERTICES};
pub use graph_file::{GraphFile, Labels, Owners};
pub use loopy::{LoopyValues, loopy_values};
pub use retrograde::{solve, solve_owned};
pub use rules::{GraphRules, Token};
pub use solution::Solution;
pub use strategy::{Line, Move, Stay, Strategy};
