//! Sequences on disk: checkpointed, resumable, checked; a kill at any moment loses what was not committed.

mod contents;
mod layout;
mod packed;
mod run;

use std::fmt;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use grundy_core::HeapRules;

pub use contents::Contents;
pub use layout::Commit;
use layout::{Kind, PAGE, RECORD, RecordHead, SLOTS};
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

/// Why a store cannot be used.
#[derive(Debug)]
#[non_exhaustive]
pub enum StoreError {
    /// The file could not be read or written.
    Io(io::Error),
    /// It is no store at all.
    Foreign,
    /// Another version of grundy wrote it.
    Version {
        /// The version of its layout.
        found: u32,
    },
    /// Its checksums are wrong.
    Damaged {
        /// Where in the file, in bytes.
        at: u64,
    },
    /// Another process has it open.
    Busy,
}

impl From<io::Error> for StoreError {
    fn from(error: io::Error) -> StoreError {
        StoreError::Io(error)
    }
}

impl fmt::Display for StoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StoreError::Io(error) => error.fmt(f),
            StoreError::Foreign => f.write_str("not a stored sequence; it is left as it is"),
            StoreError::Version { found } => write!(
                f,
                "a stored sequence of version {found}, which this program does not know; it is left as it is"
            ),
            StoreError::Damaged { at } => write!(f, "damaged at byte {at}; it is left as it is"),
            StoreError::Busy => f.write_str("another process is working on it"),
        }
    }
}

impl std::error::Error for StoreError {}

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
    /// Makes a new store at `path`, with nothing computed.
    ///
    /// The file appears all at once: it is written under another name first.
    ///
    /// # Errors
    ///
    /// [`StoreError::Io`].
    pub fn create(
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
        let mut new = path.as_os_str().to_owned();
        new.push(".new");
        let new = PathBuf::from(new);
        let mut file = File::create(&new)?;
        file.write_all(&bytes)?;
        file.sync_all()?;
        std::fs::rename(&new, path)?;
        if let Some(folder) = path
            .parent()
            .filter(|folder| !folder.as_os_str().is_empty())
            && let Ok(folder) = File::open(folder)
        {
            folder.sync_all()?;
        }
        Store::open(path)
    }

    /// Opens the store at `path` to go on with it; everything committed is checked.
    ///
    /// # Errors
    ///
    /// [`StoreError`]; the file stays as it is.
    pub fn open(path: &Path) -> Result<Store, StoreError> {
        let file = OpenOptions::new().read(true).write(true).open(path)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(StoreError::Busy),
            Err(TryLockError::Error(error)) => return Err(error.into()),
        }
        let mut store = Store::load(file)?;
        store.index(true)?;
        Ok(store)
    }

    /// Opens the store at `path` to read values; only what is read is checked.
    ///
    /// # Errors
    ///
    /// [`StoreError`].
    pub fn open_to_read(path: &Path) -> Result<Store, StoreError> {
        let mut store = Store::load(File::open(path)?)?;
        store.index(false)?;
        Ok(store)
    }

    /// The store in `file`, with what it is about and its last commit.
    fn load(mut file: File) -> Result<Store, StoreError> {
        let mut page = Vec::new();
        (&mut file).take(PAGE as u64).read_to_end(&mut page)?;
        if page.len() < 16 || page[..16] != layout::MAGIC[..] {
            return Err(StoreError::Foreign);
        }
        if page.len() < PAGE {
            return Err(StoreError::Damaged {
                at: page.len() as u64,
            });
        }
        let version = u32::from_le_bytes([page[16], page[17], page[18], page[19]]);
        if version != layout::VERSION {
            return Err(StoreError::Version { found: version });
        }
        let (slot, commit) = newest(&page)?;
        let (keep, key, name) = read_about(&mut file, &page, &commit)?;
        Ok(Store {
            file,
            name,
            key,
            keep,
            slot,
            end: commit.end,
            appended: commit,
            commit,
            blocks: Vec::new(),
        })
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
        self.file.sync_data()?;
        self.appended.number = self.commit.number + 1;
        self.appended.end = self.end;
        let slot = 1 - self.slot;
        self.file.seek(SeekFrom::Start(SLOTS[slot] as u64))?;
        self.file.write_all(&self.appended.bytes())?;
        self.file.sync_data()?;
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

    /// Walks over the committed records; checks what they hold if asked to.
    fn index(&mut self, check: bool) -> Result<(), StoreError> {
        let mut at = match self.keep {
            // What lies before the last state is what is left of older ones.
            Keep::State if self.commit.count > 0 => self.commit.state_at,
            _ => self.end_of_about(),
        };
        let mut next = 0;
        while at < self.commit.end {
            let head = self.head(at)?;
            if head.kind == Kind::Values {
                if head.first != next || head.count > BLOCK as u64 {
                    return Err(StoreError::Damaged { at });
                }
                next = head.first + head.count;
                self.blocks.push((at, head));
            }
            if check {
                self.contents(at, &head)?;
            }
            let length = head.length.checked_add(RECORD as u64);
            at = match length.and_then(|length| at.checked_add(length)) {
                Some(after) if after <= self.commit.end => after,
                _ => return Err(StoreError::Damaged { at }),
            };
        }
        match self.keep == Keep::Values && next != self.commit.count {
            true => Err(StoreError::Damaged { at }),
            false => Ok(()),
        }
    }

    fn end_of_about(&self) -> u64 {
        (PAGE + layout::about(&self.name, &self.key, self.keep).len()) as u64
    }

    fn head(&mut self, at: u64) -> Result<RecordHead, StoreError> {
        let mut bytes = [0; RECORD];
        self.file.seek(SeekFrom::Start(at))?;
        read_exact(&mut self.file, &mut bytes, at)?;
        RecordHead::read(&bytes).ok_or(StoreError::Damaged { at })
    }

    fn contents(&mut self, at: u64, head: &RecordHead) -> Result<Vec<u8>, StoreError> {
        let damaged = || StoreError::Damaged { at };
        // Within the file, so that a damaged length cannot ask for all memory.
        let start = at + RECORD as u64;
        let length = head.length.min(self.commit.end.saturating_sub(start));
        let mut contents = vec![0; usize::try_from(length).map_err(|_| damaged())?];
        self.file.seek(SeekFrom::Start(start))?;
        read_exact(&mut self.file, &mut contents, at)?;
        match layout::checksum(&contents) == head.sum && length == head.length {
            true => Ok(contents),
            false => Err(damaged()),
        }
    }

    fn write(&mut self, head: &RecordHead, contents: &[u8]) -> Result<(), StoreError> {
        self.file.seek(SeekFrom::Start(self.end))?;
        self.file.write_all(&head.bytes())?;
        self.file.write_all(contents)?;
        self.end += (RECORD + contents.len()) as u64;
        Ok(())
    }
}

/// The newer of the two commits.
fn newest(page: &[u8]) -> Result<(usize, Commit), StoreError> {
    let damaged = |at: usize| StoreError::Damaged { at: at as u64 };
    let known = |at: &usize| *at < 32 || SLOTS.iter().any(|&slot| (slot..slot + 72).contains(at));
    if let Some(at) = (0..PAGE).find(|at| !known(at) && page[*at] != 0) {
        return Err(damaged(at));
    }
    let mut best: Option<(usize, Commit)> = None;
    for (slot, &at) in SLOTS.iter().enumerate() {
        let found = Commit::read(page, slot).map_err(|()| damaged(at))?;
        if let Some(commit) = found
            && best.is_none_or(|(_, other)| other.number < commit.number)
        {
            best = Some((slot, commit));
        }
    }
    best.ok_or(damaged(SLOTS[0]))
}

/// What the file says it is about.
fn read_about(
    file: &mut File,
    page: &[u8],
    commit: &Commit,
) -> Result<(Keep, String, String), StoreError> {
    let damaged = || StoreError::Damaged { at: PAGE as u64 };
    let sum = u32::from_le_bytes([page[20], page[21], page[22], page[23]]);
    let length = u64::from_le_bytes(page[24..32].try_into().expect("eight bytes were cut out"));
    if length > commit.end {
        return Err(damaged());
    }
    let mut about = vec![0; length as usize];
    read_exact(file, &mut about, PAGE as u64)?;
    if layout::checksum(&about) != sum {
        return Err(damaged());
    }
    let text = String::from_utf8(about).map_err(|_| damaged())?;
    let mut lines = text.lines();
    let keep = match lines.next() {
        Some("values") => Keep::Values,
        Some("state") => Keep::State,
        _ => return Err(damaged()),
    };
    match (lines.next(), lines.next()) {
        (Some(key), Some(name)) => Ok((keep, key.to_owned(), name.to_owned())),
        _ => Err(damaged()),
    }
}

/// Reads, where a file that ends too early is a damaged one.
fn read_exact(file: &mut File, bytes: &mut [u8], at: u64) -> Result<(), StoreError> {
    match file.read_exact(bytes) {
        Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => {
            Err(StoreError::Damaged { at })
        }
        result => Ok(result?),
    }
}
