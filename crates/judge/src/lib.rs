//! What judge programs ask, answered by the solver.
//!
//! [`grundy_rules`] runs the programs and asks; [`Answers`] solves. A program reaches nothing outside its own file.

mod answers;
mod program;
mod refusal;

pub use answers::Answers;
pub use grundy_rules::{PROBLEMS, Problem, find_problem, nearest_problems};
pub use program::{JudgeProgram, OpenError};
