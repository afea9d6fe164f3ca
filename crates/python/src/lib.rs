//! The Python door: what `import grundy` calls.
//!
//! Answers leave as the JSON of the typed reports and as NumPy arrays; the package `grundy`, in plain Python beside
//! this crate, makes objects of them. No algorithm is here.

mod arrow;
mod conjectures;
mod errors;
mod graphs;
mod own_game;
mod positions;
mod python_rules;
mod quotients;
mod running;
mod sequences;
mod split;
mod table;

use pyo3::prelude::*;

/// The engine behind the package `grundy`.
#[pymodule]
mod _grundy {
    #[pymodule_export]
    use crate::{
        arrow::arrow_stream,
        conjectures::{check, guess},
        graphs::{Solution, solve_columns, solve_pairs, solve_rows},
        own_game::OwnGame,
        positions::{Sum, games},
        quotients::quotient,
        sequences::{Sequence, check_period, compute_in_store, find_period, is_store, survey},
        split::{Split, split},
    };
}
