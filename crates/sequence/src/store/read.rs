//! Reading a stored sequence.

use std::path::{Path, PathBuf};

use super::{Commit, Keep, RunError, Store};

/// A stored sequence, read from any heap on.
pub struct StoredValues {
    store: Store,
    path: PathBuf,
    position: u64,
    /// The block read last, and the heap it begins at.
    block: (u64, Vec<u32>),
}

impl StoredValues {
    /// The stored sequence at `path` from heap `from` on.
    ///
    /// # Errors
    ///
    /// [`RunError`] if the file is not a store of values.
    pub fn open(path: &Path, from: u64) -> Result<StoredValues, RunError> {
        let store = Store::open_to_read(path)?;
        let found = store.holds();
        if found.is_search() {
            return Err(RunError::OtherWork { found });
        }
        if store.keep() == Keep::State {
            return Err(RunError::NoValues);
        }
        Ok(StoredValues {
            store,
            path: path.to_owned(),
            position: from,
            block: (0, Vec::new()),
        })
    }

    /// The file.
    pub fn path(&self) -> &Path {
        &self.path
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
    ///
    /// # Errors
    ///
    /// [`RunError`] if the next value is not stored, or the file is damaged.
    pub fn read(&mut self, most: usize, out: &mut Vec<u64>) -> Result<(), RunError> {
        let (first, values) = &self.block;
        if !(*first..first + values.len() as u64).contains(&self.position) {
            let Some(block) = self.store.block_of(self.position) else {
                let (heap, count) = (self.position, self.store.committed().count);
                return Err(RunError::NotStored { heap, count });
            };
            self.block = self.store.block(block)?;
        }
        let (first, values) = &self.block;
        let rest = &values[(self.position - first) as usize..];
        let rest = &rest[..rest.len().min(most)];
        out.extend(rest.iter().map(|&value| u64::from(value)));
        self.position += rest.len() as u64;
        Ok(())
    }
}
