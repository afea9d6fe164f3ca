//! The front door: what every interface of grundy calls.
//!
//! The command line, the playground and other doors see this crate only. Each function here takes
//! the texts that a user wrote and answers with data; [`report`] has the typed reports that every door
//! sends as JSON, and [`render`] shows those as text, SVG and DOT.
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
mod games;
pub mod graphs;
pub mod info;
pub mod lines;
pub mod play;
mod position;
pub mod proofs;
pub mod pursuit;
mod question;
pub mod scores;

pub use games::{example_picture, first_values, game_info, games_report};
pub use grundy_conjecture::{self as conjectures, own_rules};
pub use grundy_core as core;
pub use grundy_core::{
    Limits, Named, Nimber, Notation, Outcome, Play, Rules, Theory, Value, Verdict,
};
pub use grundy_files as files;
pub use grundy_games::{GAMES, GameInfo, find as find_game, nearest as nearest_games};
pub use grundy_graph as graph;
pub use grundy_heaps::{certificates, nim_sequence, periods, quotients, sequences};
pub use grundy_judge as judge;
pub use grundy_misere as misere;
pub use grundy_positions as positions;
pub use grundy_render as render;
pub use grundy_report::{self as report, Error, ErrorClass};
pub use grundy_rules as rules;
pub use grundy_sequence as sequence;
pub use grundy_solve::{Analysis, BestPlay, LineEnd, Verification};
pub use grundy_spec::{self as spec, Files};
pub use position::{LegalMove, Position};
pub use question::{Question, analyse, best_play, solve, verify};
