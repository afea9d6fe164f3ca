//! Files that are written whole or not at all, that one process at a time may change, and whose bytes are checked.
//!
//! Everything that can fail while a file is written goes through a [`Disk`], so that tests can make each
//! step fail in turn.

mod atomic;
mod disk;
mod lock;

pub use atomic::{write_atomically, write_atomically_on};
pub use disk::{Disk, RealDisk};
pub use lock::{LockError, create_locked, open_locked};

/// True for errors that no other file or argument would have avoided (a full disk).
pub fn is_failure_of_the_machine(error: &std::io::Error) -> bool {
    use std::io::ErrorKind::{BrokenPipe, OutOfMemory, StorageFull, WriteZero};
    matches!(
        error.kind(),
        BrokenPipe | OutOfMemory | StorageFull | WriteZero
    )
}

/// The checksum of all files that grundy writes: CRC-32 (IEEE 802.3).
///
/// # Examples
///
/// ```
/// assert_eq!(grundy_files::checksum(b"123456789"), 0xcbf4_3926);
/// ```
pub fn checksum(bytes: &[u8]) -> u32 {
    crc32fast::hash(bytes)
}

/// The same checksum of bytes that come one after the other.
#[derive(Clone, Debug, Default)]
pub struct Checksum(crc32fast::Hasher);

impl Checksum {
    /// Adds bytes.
    pub fn update(&mut self, bytes: &[u8]) {
        self.0.update(bytes);
    }

    /// The checksum of all bytes so far.
    pub fn value(&self) -> u32 {
        self.0.clone().finalize()
    }
}
