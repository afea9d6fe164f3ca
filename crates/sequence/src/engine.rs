//! What every producer of nim-values offers: values in order, statistics, a state to go on from.

use std::borrow::Cow;
use std::fmt;

use grundy_core::{LimitReached, Limits};

/// Produces exact nim-values in order: g(0), g(1), …
pub trait Engine: Send {
    /// The heap size whose value comes next.
    fn position(&self) -> u64;

    /// Appends exact values from `position()` on to `out`: at least one and at most `most`.
    ///
    /// After an error the engine stands where `position()` says; what was appended to `out` up to
    /// there is exact.
    ///
    /// # Errors
    ///
    /// [`EngineError::Limit`] when a limit ends the work, [`EngineError::TooWide`] when the next
    /// value does not fit.
    fn produce(
        &mut self,
        most: usize,
        out: &mut Vec<u16>,
        limits: &Limits,
    ) -> Result<(), EngineError>;

    /// What is known of how it works.
    fn stats(&self) -> EngineStats;

    /// The state needed to go on from `position()`, for a checkpoint.
    ///
    /// Each engine has a constructor `resume(rules, &state)` that takes it back.
    fn save(&self) -> Vec<u8>;
}

/// What an engine knows of how it works.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EngineStats {
    /// The method, in a few words: "sparse space, blocks of 32 (AVX2)".
    pub method: Cow<'static, str>,
    /// The sparse-space mask, where there is one.
    pub mask: Option<u32>,
    /// True if rarity also depends on the parity of the position.
    pub position_parity: bool,
    /// The number of rare positions so far, heap 0 included.
    pub rare_count: Option<u64>,
    /// The last rare position so far.
    pub last_rare: Option<u64>,
    /// The largest value so far.
    pub largest: u32,
    /// The first heap that has it.
    pub largest_at: u64,
    /// How many values before `position()` the next ones depend on, apart from those at rare
    /// positions and at witnesses.
    pub window: Option<u64>,
    /// The largest position used as a witness since the engine was made or resumed.
    pub largest_witness: Option<u64>,
    /// The heap from which on the mask has been in force and witnesses have been recorded.
    pub witnessed_since: Option<u64>,
}

/// Why an engine stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum EngineError {
    /// A limit ended the work.
    Limit(LimitReached),
    /// The next value does not fit in the width that was asked for.
    TooWide,
}

impl From<LimitReached> for EngineError {
    fn from(reached: LimitReached) -> EngineError {
        EngineError::Limit(reached)
    }
}

impl fmt::Display for EngineError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            EngineError::Limit(reached) => reached.fmt(f),
            EngineError::TooWide => f.write_str("a nim-value does not fit in 16 bits"),
        }
    }
}

impl std::error::Error for EngineError {}

/// A saved state that cannot be taken back: damaged, or of another game or version.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BadState;

impl fmt::Display for BadState {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the saved state is damaged or belongs to another game")
    }
}

impl std::error::Error for BadState {}
