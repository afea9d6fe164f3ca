//! The front door: what every interface of grundy calls.
//!
//! The command line, the playground and other doors see this crate only. Each function here takes
//! the texts that a user wrote and answers with data that [`grundy_render`] can show.
//!
//! # Examples
//!
//! ```
//! let question = grundy::Question::new(["nim:3,4,5 + kayles:6"]);
//! let verdict = grundy::solve(&question).unwrap();
//! assert_eq!(verdict.outcome, grundy::core::Outcome::Win);
//! assert_eq!(verdict.winning_moves[0].position, "nim:2,4,5 + kayles:6");
//! ```

pub mod check;
pub mod drawing;
mod error;
mod games;
pub mod graphs;
pub mod guess;
pub mod judge;
mod outcomes;
pub mod own_rules;
pub mod periods;
pub mod play;
pub mod pursuit;
pub mod pursuit_turn;
mod question;
pub mod quotients;
pub mod rules_bench;
pub mod sequences;
pub mod spec;
pub mod stored;

pub use error::Error;
pub use games::{first_values, game_info, games_json};
pub use grundy_core as core;
pub use grundy_games::{GAMES, GameInfo, find as find_game, nearest as nearest_games};
pub use grundy_graph as graph;
pub use grundy_misere as misere;
pub use grundy_render as render;
pub use grundy_rules as rules;
pub use grundy_sequence as sequence;
pub use grundy_solve::{Analysis, Verification};
pub use question::{Question, analyse, solve, verify};
