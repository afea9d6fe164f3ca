//! Sequences on disk: checkpointed, resumable, checked; a kill at any moment loses what was not committed.

mod contents;
mod error;
mod layout;
mod load;
mod packed;
mod read;
mod run;

use std::fs::File;
use std::io::{Read, Seek, SeekFrom};
use std::path::Path;
use std::sync::Arc;

use grundy_core::HeapRules;
use grundy_files::{Disk, RealDisk, create_locked, open_locked};

pub use contents::Contents;
pub use error::StoreError;
pub use layout::Commit;
use layout::{Kind, PAGE, RECORD, RecordHead, SLOTS};
pub(crate) use packed::{pack, unpack};
pub use read::StoredValues;
pub use run::{RunError, StoredRun, StoredSearch};

/// The most values in one block.
pub const BLOCK: usize = 1 << 20;

/// What a store keeps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Keep {
    /// Every value, and the state to go on.
    Values,
    /// Only the state to go on, with statistics and the hash.
    State,
}

impl Keep {
    /// The word for it.
    pub fn word(self) -> &'static str {
        match self {
            Keep::Values => "values",
            Keep::State => "state",
        }
    }
}

/// A store file that is open and locked.
pub struct Store {
    file: File,
    disk: Arc<dyn Disk>,
    name: String,
    key: String,
    keep: Keep,
    commit: Commit,
    /// The slot that holds `commit`.
    slot: usize,
    /// Where the next record goes.
    end: u64,
    /// Values appended since the commit, and what they amount to.
    appended: Commit,
    /// The blocks of values, in order.
    blocks: Vec<(u64, RecordHead)>,
}

/// The rules as text that is the same for the same rules only.
pub fn rules_key(rules: &HeapRules) -> String {
    let (first, cycle) = rules.tail().unwrap_or((u64::MAX, &[]));
    let listed = rules
        .digits_to(first.saturating_sub(1))
        .take_while(|&(k, _)| k < first);
    let mut key: String = listed.map(|(k, d)| format!("{k}:{d:x},")).collect();
    if !cycle.is_empty() {
        key += &format!("{first}:");
        key.extend(cycle.iter().map(|d| format!("{d:x}")));
        key += "...,";
    }
    key + if rules.is_unequal() { "unequal" } else { "" }
}

/// True if the file at `path` begins as a store does.
pub fn is_store(path: &Path) -> bool {
    let mut magic = [0; 16];
    let read = File::open(path).and_then(|mut file| file.read_exact(&mut magic));
    read.is_ok() && magic == *layout::MAGIC
}

impl Store {
    /// Makes a new store at `path`, with nothing computed, and locks it.
    ///
    /// The file appears all at once, and locked: of several processes that make the same store, one has it.
    ///
    /// # Errors
    ///
    /// [`StoreError::Io`]; its kind is [`AlreadyExists`](std::io::ErrorKind::AlreadyExists) if there is a file.
    pub fn create(
        disk: Arc<dyn Disk>,
        path: &Path,
        name: &str,
        rules: &HeapRules,
        keep: Keep,
    ) -> Result<Store, StoreError> {
        let about = layout::about(name, &rules_key(rules), keep);
        let commit = Commit {
            number: 1,
            end: (PAGE + about.len()) as u64,
            ..Commit::default()
        };
        let mut bytes = layout::page(about.as_bytes());
        let slot = commit.bytes();
        bytes[SLOTS[0]..SLOTS[0] + slot.len()].copy_from_slice(&slot);
        bytes.extend_from_slice(about.as_bytes());
        let file = create_locked(&*disk, path, &bytes)?;
        Store::load(file, disk)
    }

    /// Opens the store at `path` to go on with it; everything committed is checked.
    ///
    /// # Errors
    ///
    /// [`StoreError`]; the file stays as it is.
    pub fn open(path: &Path) -> Result<Store, StoreError> {
        Store::open_on(Arc::new(RealDisk), path)
    }

    /// As [`Store::open`], written by a disk that the caller chooses.
    ///
    /// # Errors
    ///
    /// As [`Store::open`].
    pub fn open_on(disk: Arc<dyn Disk>, path: &Path) -> Result<Store, StoreError> {
        let mut store = Store::load(open_locked(path)?, disk)?;
        store.index(true)?;
        Ok(store)
    }

    /// Opens the store at `path` to read values; only what is read is checked.
    ///
    /// # Errors
    ///
    /// [`StoreError`].
    pub fn open_to_read(path: &Path) -> Result<Store, StoreError> {
        let mut store = Store::load(File::open(path)?, Arc::new(RealDisk))?;
        store.index(false)?;
        Ok(store)
    }

    /// The ruleset's name, as it was given when the store was made.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// True if the store is about these rules.
    pub fn is_about(&self, rules: &HeapRules) -> bool {
        self.key == rules_key(rules)
    }

    /// What it keeps.
    pub fn keep(&self) -> Keep {
        self.keep
    }

    /// What was committed last.
    pub fn committed(&self) -> &Commit {
        &self.commit
    }

    /// The state that was committed last, or `None` if nothing was computed yet.
    ///
    /// # Errors
    ///
    /// [`StoreError::Damaged`].
    pub fn state(&mut self) -> Result<Option<Vec<u8>>, StoreError> {
        if self.commit.count == 0 {
            return Ok(None);
        }
        let at = self.commit.state_at;
        let damaged = StoreError::Damaged { at };
        match self.head(at)? {
            head if head.kind == Kind::State && head.first == self.commit.count => {
                self.contents(at, &head).map(Some)
            }
            _ => Err(damaged),
        }
    }

    /// Appends the next values; at most [`BLOCK`].
    ///
    /// # Errors
    ///
    /// [`StoreError::Io`].
    pub fn append(&mut self, values: &[u32]) -> Result<(), StoreError> {
        let first = self.appended.count;
        for (&value, heap) in values.iter().zip(first..) {
            if heap > 0 {
                self.appended.hash.add(value);
            }
            if value > self.appended.largest {
                (self.appended.largest, self.appended.largest_at) = (value, heap);
            }
        }
        self.appended.count += values.len() as u64;
        if self.keep == Keep::Values && !values.is_empty() {
            let contents = packed::pack(values);
            let head = RecordHead::new(Kind::Values, first, values.len() as u64, &contents);
            self.blocks.push((self.end, head));
            self.write(&head, &contents)?;
        }
        Ok(())
    }

    /// Commits all that was appended, with the state to go on from there.
    ///
    /// # Errors
    ///
    /// [`StoreError::Io`]; then the last commit still stands.
    pub fn commit(&mut self, state: &[u8]) -> Result<(), StoreError> {
        if self.keep == Keep::State {
            self.end = self.place_beside(state.len());
        }
        self.appended.state_at = self.end;
        let head = RecordHead::new(Kind::State, self.appended.count, 0, state);
        self.write(&head, state)?;
        self.disk.sync(&self.file)?;
        self.appended.number = self.commit.number + 1;
        self.appended.end = self.end;
        let slot = 1 - self.slot;
        self.file.seek(SeekFrom::Start(SLOTS[slot] as u64))?;
        self.disk.write(&mut self.file, &self.appended.bytes())?;
        self.disk.sync(&self.file)?;
        (self.slot, self.commit) = (slot, self.appended);
        Ok(())
    }

    /// Commits the state of a computation that keeps its own statistics, after `count` values.
    ///
    /// # Errors
    ///
    /// [`StoreError::Io`]; then the last commit still stands.
    pub fn commit_at(&mut self, count: u64, state: &[u8]) -> Result<(), StoreError> {
        self.appended.count = count;
        self.commit(state)
    }

    /// Where a state of this length goes if only the last one is kept: before that one if there is room,
    /// else behind it, so that a long run does not grow its file.
    fn place_beside(&self, length: usize) -> u64 {
        let first = self.end_of_about();
        let fits = first + (RECORD + length) as u64 <= self.commit.state_at;
        if self.commit.count == 0 || fits {
            first
        } else {
            self.commit.end
        }
    }

    /// The number of blocks of values.
    pub fn block_count(&self) -> usize {
        self.blocks.len()
    }

    /// The block that holds the value of `heap`, if it is stored.
    pub fn block_of(&self, heap: u64) -> Option<usize> {
        let block = self
            .blocks
            .partition_point(|(_, head)| head.first + head.count <= heap);
        (block < self.blocks.len()).then_some(block)
    }

    /// The values of a block and the heap they begin at.
    ///
    /// # Errors
    ///
    /// [`StoreError::Damaged`].
    ///
    /// # Panics
    ///
    /// If there is no such block.
    pub fn block(&mut self, block: usize) -> Result<(u64, Vec<u32>), StoreError> {
        let (at, head) = self.blocks[block];
        let contents = self.contents(at, &head)?;
        match packed::unpack(&contents, head.count as usize) {
            Some(values) => Ok((head.first, values)),
            None => Err(StoreError::Damaged { at }),
        }
    }

    fn end_of_about(&self) -> u64 {
        (PAGE + layout::about(&self.name, &self.key, self.keep).len()) as u64
    }

    fn write(&mut self, head: &RecordHead, contents: &[u8]) -> Result<(), StoreError> {
        self.file.seek(SeekFrom::Start(self.end))?;
        self.disk.write(&mut self.file, &head.bytes())?;
        self.disk.write(&mut self.file, contents)?;
        self.end += (RECORD + contents.len()) as u64;
        Ok(())
    }
}
