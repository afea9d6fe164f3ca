//! Hot loops: each has a safe entry, a scalar meaning, vector versions, and a test that they agree.

mod candidates;
mod cover;
mod cpu_time;
mod decode;
mod few;
pub mod memory;
mod mex;
mod near;
mod pairs;
#[cfg(test)]
mod random;
mod required;
mod samples;
mod splits;
mod taps;
mod wide_pairs;
mod window;

pub use candidates::{
    first_unmarked, first_unmarked_scalar, mark_not_required, mark_not_required_scalar, survivors,
};
pub use cover::{Cover, Unsettled};
pub use cpu_time::{Took, timed};
pub use decode::Decoder;
pub use few::{BLOCK, FewCodes, Limit};
pub use mex::{mex_of_taps, mex_of_taps_scalar};
pub use near::{NO_CANDIDATE, NearTaps};
pub use pairs::{find_pair, find_pair_scalar};
pub use samples::Samples;
pub use splits::{Splits, list_unmarked};
pub use taps::{Run, SKIP, Taps};
pub use wide_pairs::{have_wide_pairs, have_wide_pairs_scalar};
pub use window::{Marks, mark_window, mark_window_scalar, strike, strike_scalar};
