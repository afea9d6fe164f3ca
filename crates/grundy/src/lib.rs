//! The front door: what every interface of grundy calls.
//!
//! The command line, the playground and other doors see this crate only. Each function here takes
//! the texts that a user wrote and answers with data; [`reports`] turns it into the typed reports that
//! every door sends as JSON, and [`grundy_render`] shows those as text, SVG and DOT.
//!
//! # Examples
//!
//! ```
//! let question = grundy::Question::new(["nim:3,4,5 + kayles:6"]);
//! let verdict = grundy::solve(&question).unwrap();
//! assert_eq!(verdict.outcome, grundy::core::Outcome::Win);
//! assert_eq!(verdict.winning_moves[0].position, "nim:2,4,5 + kayles:6");
//! ```

pub mod boards;
pub mod certificates;
pub mod conjectures;
mod error;
mod games;
pub mod graphs;
pub mod info;
pub mod judge;
pub mod lines;
pub mod own_rules;
pub mod periods;
pub mod play;
mod position;
pub mod pursuit;
mod question;
pub mod quotients;
pub mod reports;
pub mod scores;
pub mod sequences;
pub mod spec;

pub use error::{Error, ErrorClass};
pub use games::{example_picture, family, first_values, game_info, title};
pub use grundy_conjecture as conjecture;
pub use grundy_core as core;
pub use grundy_core::{
    Limits, Named, Nimber, Notation, Outcome, Play, Rules, Theory, Value, Verdict,
};
pub use grundy_files as files;
pub use grundy_games::{GAMES, GameInfo, find as find_game, nearest as nearest_games};
pub use grundy_graph as graph;
pub use grundy_misere as misere;
pub use grundy_positions as positions;
pub use grundy_render as render;
pub use grundy_report as report;
pub use grundy_rules as rules;
pub use grundy_sequence as sequence;
pub use grundy_solve::{Analysis, BestPlay, LineEnd, Verification};
pub use position::{LegalMove, Position};
pub use question::{Question, analyse, best_play, solve, verify};
pub use sequences::nim_sequence;
pub use spec::Files;
