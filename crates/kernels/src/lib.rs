//! Hot loops: each has a safe entry, a scalar meaning, vector versions, and a test that they agree.
//!
//! The environment variable `GRUNDY_SIMD` (`scalar`, `avx2` or `avx512`) chooses the widest vectors that are used; without
//! it, they are the widest that the processor supports. See [`Path`].

mod candidates;
mod cover;
mod decode;
mod few;
mod mex;
mod near;
mod pairs;
mod path;
#[cfg(test)]
mod random;
mod required;
mod samples;
mod splits;
mod system;
mod taps;
mod vector;
mod wide_pairs;
mod window;

pub use candidates::{first_unmarked, mark_not_required, mark_not_required_scalar, survivors};
pub use cover::{Cover, Unsettled};
pub use decode::Decoder;
pub use few::{BLOCK, FewCodes, Limit};
pub use mex::{mex_of_taps, mex_of_taps_scalar};
pub use near::{NO_CANDIDATE, NearTaps};
pub use pairs::find_pair;
pub use path::{Path, VARIABLE};
pub use samples::Samples;
pub use splits::{Splits, list_unmarked};
pub use system::{Timing, memory, timed};
pub use taps::{Run, SKIP, Taps};
pub use wide_pairs::have_wide_pairs;
pub use window::{Marks, mark_window, strike};
