//! Why a store cannot be used.

use std::fmt;
use std::io;

use grundy_files::LockError;

/// Why a store cannot be used.
#[derive(Debug)]
#[non_exhaustive]
pub enum StoreError {
    /// The file could not be read or written.
    Io(io::Error),
    /// It is not a store.
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

impl From<LockError> for StoreError {
    fn from(error: LockError) -> StoreError {
        match error {
            LockError::Busy => StoreError::Busy,
            LockError::Io(error) => StoreError::Io(error),
            // No other kind of error exists today.
            other => StoreError::Io(io::Error::other(other)),
        }
    }
}

impl fmt::Display for StoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StoreError::Io(error) => error.fmt(f),
            StoreError::Foreign => f.write_str("not a stored sequence; it is unchanged"),
            StoreError::Version { found } => write!(
                f,
                "a stored sequence of version {found}, which this program does not know; it is unchanged"
            ),
            StoreError::Damaged { at } => write!(f, "damaged at byte {at}; it is unchanged"),
            StoreError::Busy => f.write_str("another process is working on it"),
        }
    }
}

impl std::error::Error for StoreError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            StoreError::Io(error) => Some(error),
            _ => None,
        }
    }
}
