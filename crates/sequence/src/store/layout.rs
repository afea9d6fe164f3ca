//! The bytes of a store file: a page with two commit slots, what the file is about, and records.
//!
//! A run appends records, waits until they are on the disk, and then writes the older of the two slots: a
//! kill at any moment leaves the newer slot, and all it speaks of, as they were. What lies beyond the
//! committed end is not part of the file.

use grundy_files::checksum;

use crate::{Hash, store::Keep};

/// What every store begins with.
pub(super) const MAGIC: &[u8; 16] = b"grundy sequence\n";
/// The version of the layout.
pub(super) const VERSION: u32 = 1;
/// The length of the first page.
pub(super) const PAGE: usize = 4096;
/// Where the commit slots are; a slot never crosses a disk sector.
pub(super) const SLOTS: [usize; 2] = [1024, 2048];
/// The length of a slot.
const SLOT: usize = 72;
/// The length of what stands before a record's contents.
pub(super) const RECORD: usize = 40;

/// What a commit says.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Commit {
    /// Counts commits; the higher one is the newer.
    pub(super) number: u64,
    /// Where the committed part of the file ends.
    pub(super) end: u64,
    /// Where the record with the state begins.
    pub(super) state_at: u64,
    /// The number of values computed, from heap 0 on.
    pub count: u64,
    /// Their hash.
    pub hash: Hash,
    /// The largest of them.
    pub largest: u32,
    /// The first heap that has it.
    pub largest_at: u64,
}

impl Commit {
    /// The slot's bytes.
    pub(super) fn bytes(&self) -> [u8; SLOT] {
        let mut bytes = [0; SLOT];
        let fields = [
            self.number,
            self.end,
            self.state_at,
            self.count,
            self.hash.0,
            self.largest.into(),
            self.largest_at,
        ];
        for (at, field) in bytes.chunks_exact_mut(8).skip(1).zip(fields) {
            at.copy_from_slice(&field.to_le_bytes());
        }
        let sum = checksum(&bytes[8..]);
        bytes[..4].copy_from_slice(&sum.to_le_bytes());
        bytes[4] = 1;
        bytes
    }

    /// What a slot says: `None` if it was never written, `Err` if it is damaged.
    pub(super) fn read(page: &[u8], slot: usize) -> Result<Option<Commit>, ()> {
        let bytes = &page[SLOTS[slot]..SLOTS[slot] + SLOT];
        if bytes.iter().all(|&b| b == 0) {
            return Ok(None);
        }
        let field = |at: usize| read_u64(bytes, 8 * at);
        let commit = Commit {
            number: field(1),
            end: field(2),
            state_at: field(3),
            count: field(4),
            hash: Hash(field(5)),
            largest: field(6) as u32,
            largest_at: field(7),
        };
        if commit.bytes() == bytes {
            Ok(Some(commit))
        } else {
            Err(())
        }
    }
}

/// The first page, without slots, for this text about the file.
pub(super) fn page(about: &[u8]) -> Vec<u8> {
    let mut page = vec![0; PAGE];
    page[..16].copy_from_slice(MAGIC);
    page[16..20].copy_from_slice(&VERSION.to_le_bytes());
    page[20..24].copy_from_slice(&checksum(about).to_le_bytes());
    page[24..32].copy_from_slice(&(about.len() as u64).to_le_bytes());
    page
}

/// What the file is about, as text.
pub(super) fn about(name: &str, key: &str, keep: Keep) -> String {
    format!("{}\n{key}\n{name}\n", keep.word())
}

/// What a record holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Values = 1,
    State = 2,
}

/// What stands before a record's contents.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct RecordHead {
    pub kind: Kind,
    /// The heap whose value is the first, or the next one.
    pub first: u64,
    /// The number of values.
    pub count: u64,
    /// The length of the contents.
    pub length: u64,
    /// The checksum of the contents.
    pub sum: u32,
}

impl RecordHead {
    pub fn new(kind: Kind, first: u64, count: u64, contents: &[u8]) -> RecordHead {
        RecordHead {
            kind,
            first,
            count,
            length: contents.len() as u64,
            sum: checksum(contents),
        }
    }

    pub fn bytes(&self) -> [u8; RECORD] {
        let mut bytes = [0; RECORD];
        bytes[4] = self.kind as u8;
        bytes[8..16].copy_from_slice(&self.first.to_le_bytes());
        bytes[16..24].copy_from_slice(&self.count.to_le_bytes());
        bytes[24..32].copy_from_slice(&self.length.to_le_bytes());
        bytes[32..36].copy_from_slice(&self.sum.to_le_bytes());
        let sum = checksum(&bytes[4..]);
        bytes[..4].copy_from_slice(&sum.to_le_bytes());
        bytes
    }

    /// The head in these bytes, unless they are damaged.
    pub fn read(bytes: &[u8; RECORD]) -> Option<RecordHead> {
        let head = RecordHead {
            kind: match bytes[4] {
                1 => Kind::Values,
                2 => Kind::State,
                _ => return None,
            },
            first: read_u64(bytes, 8),
            count: read_u64(bytes, 16),
            length: read_u64(bytes, 24),
            sum: read_u64(bytes, 32) as u32,
        };
        (head.bytes() == *bytes).then_some(head)
    }
}

fn read_u64(bytes: &[u8], at: usize) -> u64 {
    let bytes = bytes[at..at + 8]
        .try_into()
        .expect("eight bytes were cut out");
    u64::from_le_bytes(bytes)
}
