//! Sequences kept in store files: computed on, and read back.

use std::path::Path;

use grundy_core::Limits;
use grundy_sequence::EngineStats;
use grundy_sequence::store::{Commit, Contents, Keep, RunError, Store, StoreError, StoredRun};

use crate::Error;
use crate::sequences::at_heap;
use crate::spec::heap_rules;

/// What a store holds after a computation.
#[derive(Clone, Debug)]
pub struct StoredReport {
    /// The ruleset as grundy writes it.
    pub name: String,
    /// What it keeps.
    pub keep: Keep,
    /// Count, hash and largest of the values.
    pub commit: Commit,
    /// What is known of how the method works.
    pub stats: EngineStats,
    /// The number of values there were before.
    pub resumed_at: u64,
}

/// Computes the values of `ruleset` up to heap `to` in the store at `path`, going on where it stands.
///
/// # Errors
///
/// [`Error::Spec`], [`Error::Input`] if the file is damaged or about something else, [`Error::Io`],
/// [`Error::Limit`] (what was computed by then is kept).
pub fn compute(
    ruleset: &str,
    path: &Path,
    keep: Option<Keep>,
    to: u64,
    limits: &Limits,
    progress: impl FnMut(u64),
) -> Result<StoredReport, Error> {
    let named = heap_rules(ruleset)?;
    let mut run = StoredRun::open(path, &named.name, &named.rules, keep, limits)
        .map_err(|error| run_error(error, path, 0))?;
    let resumed_at = run.store().committed().count;
    let result = run.advance(to, limits, progress);
    let commit = *run.store().committed();
    result.map_err(|error| run_error(error, path, commit.count))?;
    Ok(StoredReport {
        name: named.name,
        keep: run.store().keep(),
        commit,
        stats: run.stats(),
        resumed_at,
    })
}

/// A stored sequence, read from any heap on.
pub(crate) struct StoredValues {
    store: Store,
    path: String,
    position: u64,
    /// The block read last, and the heap it begins at.
    block: (u64, Vec<u32>),
}

impl StoredValues {
    /// The stored sequence at `path` from heap `from` on.
    pub fn open(path: &str, from: u64) -> Result<StoredValues, Error> {
        let store = Store::open_to_read(Path::new(path));
        let store = store.map_err(|error| store_error(error, Path::new(path)))?;
        let contents = store.holds();
        if contents.is_search() {
            return Err(input(path, &other_work(&contents)));
        }
        if store.keep() == Keep::State {
            return Err(input(
                path,
                "keeps only the state to go on from, no values; `--keep values` makes one that keeps them",
            ));
        }
        Ok(StoredValues {
            store,
            path: path.to_owned(),
            position: from,
            block: (0, Vec::new()),
        })
    }

    /// The ruleset's name.
    pub fn name(&self) -> &str {
        self.store.name()
    }

    /// What was committed last.
    pub fn commit(&self) -> &Commit {
        self.store.committed()
    }

    /// The heap whose value comes next.
    pub fn position(&self) -> u64 {
        self.position
    }

    /// Appends up to `most` values to `out`.
    pub fn read(&mut self, most: usize, out: &mut Vec<u64>) -> Result<(), Error> {
        let (first, values) = &self.block;
        if !(*first..first + values.len() as u64).contains(&self.position) {
            let Some(block) = self.store.block_of(self.position) else {
                let count = self.store.committed().count;
                let message = format!(
                    "heap {} is not stored: there are {count} values, from heap 0 on",
                    self.position
                );
                return Err(input(&self.path, &message));
            };
            let block = self.store.block(block);
            self.block = block.map_err(|error| store_error(error, Path::new(&self.path)))?;
        }
        let (first, values) = &self.block;
        let rest = &values[(self.position - first) as usize..];
        let rest = &rest[..rest.len().min(most)];
        out.extend(rest.iter().map(|&value| u64::from(value)));
        self.position += rest.len() as u64;
        Ok(())
    }
}

/// What went wrong with a store, as every door reports it.
pub(crate) fn run_error(error: RunError, path: &Path, count: u64) -> Error {
    let file = path.display().to_string();
    match error {
        RunError::Store(error) => store_error(error, path),
        RunError::OtherGame { found } => input(
            &file,
            &format!("{found}, not of this ruleset; it is left as it is"),
        ),
        RunError::OtherWork { found } => input(&file, &other_work(&found)),
        RunError::OtherKeep { keep } => input(
            &file,
            &format!(
                "was made with `--keep {}`; it is left as it is",
                keep.word()
            ),
        ),
        RunError::Limit(reached) => at_heap(reached, count),
        _ => input(&file, "cannot be gone on with"),
    }
}

/// What a file holds that was named where the other kind of work is kept.
fn other_work(found: &Contents) -> String {
    match found {
        Contents::Search(_) => format!(
            "{found}, which holds no values; `grundy period --store` goes on with it, and it is left as it is"
        ),
        Contents::Sequence(_) => format!(
            "{found}, not a search for a period; `grundy values --store` goes on with it, and it is left as it is"
        ),
    }
}

fn store_error(error: StoreError, path: &Path) -> Error {
    match error {
        StoreError::Io(source) => Error::Io {
            path: path.to_owned(),
            source,
        },
        error => input(&path.display().to_string(), &error.to_string()),
    }
}

fn input(file: &str, message: &str) -> Error {
    Error::Input {
        file: file.to_owned(),
        line: None,
        message: message.to_owned(),
    }
}
