//! Proofs of searches for nimbers: written with an oracle's help, checked from the rules alone.
//!
//! A proof names components of positions of a removal game with their nimbers, or nimbers that they do not have. The
//! checker derives each of these from the rules and from what is said of smaller components; it shares no code with any
//! search. See `check.rs` for what follows from what, `model.rs` and `frame.rs` for which positions count as the same
//! and why, `file.rs` for what a proof looks like.
//!
//! # Examples
//!
//! ```
//! use grundy_core::{Limits, Removal, RemovalGame};
//! use grundy_proofs::{Claim, check_entries};
//!
//! // Dominoes on a strip of four cells: 0 by symmetry, so no entry is needed; but it is not worth 1 either.
//! let domino = |a: u32| Removal { needs: vec![a, a + 1], removes: vec![a, a + 1] };
//! let strip = RemovalGame::new(4, (0..3).map(domino).collect());
//! let claim = |claim| check_entries(&strip, &[0, 1, 2, 3], claim, "f is 2\n", 1, &Limits::default());
//! assert!(claim(Claim::Is(2)).is_ok());
//! assert!(claim(Claim::Is(1)).is_err());
//! ```

mod cells;
mod check;
mod entries;
mod error;
mod file;
mod frame;
mod model;
mod write;

use grundy_core::{Limits, RemovalGame};

use check::Checker;
pub use error::{Fault, ProofError};
pub use file::{Component, ProofFile};
use model::Model;
pub use write::Oracle;
use write::Writer;

/// What is claimed of a component of a sum.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Claim {
    /// It has this nimber.
    Is(u32),
    /// It does not have this nimber.
    Not(u32),
}

/// The entries that show a claim, as text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entries {
    /// A line each.
    pub text: String,
    /// How many.
    pub count: u64,
}

/// The most cells of a game that proofs speak of.
pub const MOST_CELLS: usize = 1024;

macro_rules! with_words {
    ($game:expr, $function:ident $(<$other:ty>)? ( $($argument:expr),* )) => {
        match $game.cells.len() {
            ..=64 => Ok($function::<1 $(, $other)?>($game, $($argument),*)),
            65..=128 => Ok($function::<2 $(, $other)?>($game, $($argument),*)),
            129..=256 => Ok($function::<4 $(, $other)?>($game, $($argument),*)),
            257..=MOST_CELLS => Ok($function::<16 $(, $other)?>($game, $($argument),*)),
            _ => Err(ProofError::NotForThisGame),
        }
    };
}

/// Writes the entries that show what an oracle knows: the nimber of the position in which these cells remain, or
/// that it does not have one.
///
/// # Errors
///
/// What the oracle answers; or, outside, [`ProofError::NotForThisGame`].
pub fn write_entries<O: Oracle>(
    game: &RemovalGame,
    remaining: &[u32],
    claim: Claim,
    oracle: &mut O,
) -> Result<Result<Entries, O::Error>, ProofError> {
    fn write<const W: usize, O: Oracle>(
        game: &RemovalGame,
        remaining: &[u32],
        claim: Claim,
        oracle: &mut O,
    ) -> Result<Entries, O::Error> {
        let model = Model::<W>::new(game);
        let mut writer = Writer::new(&model, oracle);
        writer.prove(model.set(remaining), claim)?;
        Ok(Entries {
            text: writer.text,
            count: writer.entries,
        })
    }
    if !game.is_well_formed() {
        return Err(ProofError::NotForThisGame);
    }
    with_words!(game, write<O>(remaining, claim, oracle))
}

/// Checks entries, of which the first stands in line `first`, and that they show a claim; answers how many there are.
///
/// # Errors
///
/// [`ProofError`].
pub fn check_entries(
    game: &RemovalGame,
    remaining: &[u32],
    claim: Claim,
    text: &str,
    first: u64,
    limits: &Limits,
) -> Result<u64, ProofError> {
    if !game.is_well_formed() {
        return Err(ProofError::NotForThisGame);
    }
    with_words!(game, check(remaining, claim, text, first, limits))?
}

fn check<const W: usize>(
    game: &RemovalGame,
    remaining: &[u32],
    claim: Claim,
    text: &str,
    first: u64,
    limits: &Limits,
) -> Result<u64, ProofError> {
    // An entry takes about three times as many bytes in memory as in the file.
    limits.check_bytes(3 * text.len() as u64)?;
    let model = Model::<W>::new(game);
    let entries = entries::read(&model, text, first)?;
    let mut checker = Checker::new(&model, &entries);
    checker.all(limits)?;
    if checker.shows(model.set(remaining), claim) {
        Ok(entries.len() as u64)
    } else {
        let line = first.saturating_sub(2).max(1);
        Err(ProofError::Claim { line })
    }
}
