//! A store is read: what it is about, its last commit, its records, all of them checked.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::sync::Arc;

use grundy_files::{Disk, checksum};

use super::layout::{self, Commit, Kind, PAGE, RECORD, RecordHead, SLOTS};
use super::{BLOCK, Keep, Store, StoreError};

impl Store {
    /// The store in `file`, with what it is about and its last commit.
    pub(super) fn load(mut file: File, disk: Arc<dyn Disk>) -> Result<Store, StoreError> {
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
            disk,
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

    /// Walks over the committed records; checks what they hold if asked to.
    pub(super) fn index(&mut self, check: bool) -> Result<(), StoreError> {
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
        if self.keep == Keep::Values && next != self.commit.count {
            return Err(StoreError::Damaged { at });
        }
        Ok(())
    }

    pub(super) fn head(&mut self, at: u64) -> Result<RecordHead, StoreError> {
        let mut bytes = [0; RECORD];
        self.file.seek(SeekFrom::Start(at))?;
        read_exact(&mut self.file, &mut bytes, at)?;
        RecordHead::read(&bytes).ok_or(StoreError::Damaged { at })
    }

    pub(super) fn contents(&mut self, at: u64, head: &RecordHead) -> Result<Vec<u8>, StoreError> {
        let damaged = || StoreError::Damaged { at };
        // Within the file, so that a damaged length cannot ask for all memory.
        let start = at + RECORD as u64;
        let length = head.length.min(self.commit.end.saturating_sub(start));
        let mut contents = vec![0; usize::try_from(length).map_err(|_| damaged())?];
        self.file.seek(SeekFrom::Start(start))?;
        read_exact(&mut self.file, &mut contents, at)?;
        if checksum(&contents) == head.sum && length == head.length {
            Ok(contents)
        } else {
            Err(damaged())
        }
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
    if checksum(&about) != sum {
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
