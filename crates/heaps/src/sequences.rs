//! Nim-sequences by name: values of heaps 0, 1, 2, …, also in stores.

use std::path::Path;
use std::time::Instant;

use grundy_core::Limits;
use grundy_positions::Game;
use grundy_report::{Error, StoreReport};
use grundy_sequence::NimSequence;
use grundy_sequence::store::{Keep, StoredRun, StoredValues, is_store};

use grundy_spec::{Files, heap_rules, open_ruleset};

pub use grundy_solve::Sequence;

/// The nim-values of heaps 0, 1, 2, … of a heap game, as an iterator.
///
/// # Examples
///
/// ```
/// let first: Vec<u128> = grundy_heaps::nim_sequence("kayles")?.take(6).map(|value| value.0).collect();
/// assert_eq!(first, [0, 1, 2, 3, 1, 4]);
/// # Ok::<(), grundy_report::Error>(())
/// ```
///
/// # Errors
///
/// [`Error::Spec`] if there is no such heap game.
pub fn nim_sequence(ruleset: &str) -> Result<NimSequence, Error> {
    Ok(grundy_sequence::nim_sequence(heap_rules(ruleset)?.rules))
}

/// The sequence of this ruleset, or in this store file if files may be named, from heap `from` on.
///
/// # Examples
///
/// ```
/// # use grundy_core::Limits;
/// # use grundy_heaps::sequences;
/// # use grundy_spec::Files;
/// let mut kayles = sequences::open("kayles", 5, Files::Deny, &Limits::default())?;
/// let mut values = Vec::new();
/// while values.is_empty() {
///     kayles.read(3, &mut values, &Limits::default())?;
/// }
/// assert_eq!(values, [4, 3, 2]);
/// # Ok::<(), grundy_report::Error>(())
/// ```
///
/// # Errors
///
/// [`Error::Spec`] if there is no such ruleset; [`Error::Input`] for a store file that cannot be read.
pub fn open(ruleset: &str, from: u64, files: Files, limits: &Limits) -> Result<Sequence, Error> {
    let path = Path::new(ruleset);
    if files == Files::Allow && is_store(path) {
        let stored =
            StoredValues::open(path, from).map_err(|error| Error::in_store(error, path, 0))?;
        return Ok(Sequence::stored(stored));
    }
    let game = open_ruleset(ruleset, files, limits)?;
    Ok(Sequence::new(game, ruleset, from))
}

/// The values of the positions `from`, `from + 1`, … of a game that is not in the registry.
pub fn of_game(game: Box<dyn Game>, name: &str, from: u64) -> Sequence {
    Sequence::new(game, name, from)
}

/// Computes the values of `ruleset` up to heap `to` in the store at `path`, resuming where it stands.
///
/// # Errors
///
/// [`Error::Spec`], [`Error::Input`] if the file is damaged or about something else, [`Error::Io`],
/// [`Error::Limit`] (what was computed by then is kept).
pub fn compute_in_store(
    ruleset: &str,
    path: &Path,
    keep: Option<Keep>,
    to: u64,
    limits: &Limits,
    progress: impl FnMut(u64),
) -> Result<StoreReport, Error> {
    let start = Instant::now();
    let named = heap_rules(ruleset)?;
    let mut run = StoredRun::open(path, &named.name, &named.rules, keep, limits)
        .map_err(|error| Error::in_store(error, path, 0))?;
    let resumed_at = run.store().committed().count;
    let result = run.advance(to, limits, progress);
    let commit = *run.store().committed();
    result.map_err(|error| Error::in_store(error, path, commit.count))?;
    let seconds = start.elapsed().as_secs_f64();
    let computed = commit.count - resumed_at;
    Ok(StoreReport::new(named.name, &run, path, computed, seconds))
}
