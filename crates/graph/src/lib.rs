//! Games on directed graphs: a token, a move along an edge, and nothing else.

mod answer;
mod arrays;
pub mod bench;
mod budget;
pub mod build;
mod claims;
pub mod counters;
mod disk;
pub mod format;
mod graph;
mod graph_file;
mod levels;
mod loopy;
pub mod pursuit;
mod request;
pub mod retrograde;
mod rules;
pub mod shard;
mod solution;
mod solved;
mod spread;
pub mod steps;
mod steps_in_words;
mod strategy;
pub mod verify;
mod vertex;

pub use answer::{AnswerError, verify_answer};
pub use arrays::{ArrayError, ArrayNumber};
pub use claims::{
    ClaimsError, ClaimsErrorKind, WrongValue, check_claims, check_values, read_claims,
};
pub use disk::{OnDisk, solve_on_disk};
pub use format::{Format, GraphSource, LoadError};
pub use graph::{Graph, MOST_VERTICES};
pub use graph_file::{GraphFile, Labels, Owners};
pub use levels::{DecidedGroup, decided_groups};
pub use loopy::{LoopyError, LoopyValues, loopy_values};
pub use request::GraphRequest;
pub use retrograde::{solve, solve_owned};
pub use rules::{GraphRules, Token};
pub use solution::Solution;
pub use solved::{SolvedFile, SolvedGraph};
pub use strategy::{BestLine, BestLineEnd, DrawReason, Stay, Strategy, StrategyMove};
pub use vertex::{VertexAnalysis, VertexError, VertexRequest, analyse_vertex, values_under};
