//! Files that one process at a time may change.
//!
//! The lock is the operating system's, on the file itself: it ends with the process that holds it, and no
//! second file is needed. A new file is locked before it has a name, so that of several processes that make
//! the same file exactly one has it.

use std::fmt;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Seek};
use std::path::Path;

use crate::Disk;
use crate::disk::{sync_folder, temporary};

/// Why a file is not open and locked.
#[derive(Debug)]
#[non_exhaustive]
pub enum LockError {
    /// Another process, or another part of this one, has it.
    Busy,
    /// It could not be opened or written.
    Io(io::Error),
}

impl From<io::Error> for LockError {
    fn from(error: io::Error) -> LockError {
        LockError::Io(error)
    }
}

impl fmt::Display for LockError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LockError::Busy => f.write_str("another process is using the file"),
            LockError::Io(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for LockError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            LockError::Busy => None,
            LockError::Io(error) => Some(error),
        }
    }
}

/// Opens the file at `path` to read and write it, and locks it until it is dropped.
///
/// # Errors
///
/// [`LockError`]; the file is unchanged.
pub fn open_locked(path: &Path) -> Result<File, LockError> {
    let file = OpenOptions::new().read(true).write(true).open(path)?;
    lock(&file)?;
    Ok(file)
}

/// Makes a new file at `path` with these bytes and locks it until it is dropped; it appears all at once.
///
/// # Errors
///
/// [`LockError::Io`] with [`io::ErrorKind::AlreadyExists`] if there is such a file; any other I/O error. Then
/// nothing is left behind.
pub fn create_locked(disk: &dyn Disk, path: &Path, bytes: &[u8]) -> Result<File, LockError> {
    let mut new = temporary(path)?;
    lock(new.as_file())?;
    disk.write(new.as_file_mut(), bytes)?;
    disk.sync(new.as_file())?;
    let mut file = disk.publish(new, path)?;
    sync_folder(disk, path)?;
    file.rewind()?;
    Ok(file)
}

fn lock(file: &File) -> Result<(), LockError> {
    match file.try_lock() {
        Ok(()) => Ok(()),
        Err(TryLockError::WouldBlock) => Err(LockError::Busy),
        Err(TryLockError::Error(error)) => Err(error.into()),
    }
}
