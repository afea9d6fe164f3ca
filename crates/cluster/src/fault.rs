//! Why a run on many processes ends early.

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use grundy_core::LimitReached;
use grundy_graph::LoadError;

/// Why a run ends early.
#[derive(Debug)]
#[non_exhaustive]
pub enum Fault {
    /// The graph cannot be read.
    Graph {
        /// The file.
        path: PathBuf,
        /// Why.
        error: LoadError,
    },
    /// A limit ended the work.
    Limit(LimitReached),
    /// There is not enough memory for what is to be done; said before it begins.
    Memory {
        /// The bytes that this process needs.
        needed: u64,
        /// The bytes that it may use.
        allowed: u64,
    },
    /// A file cannot be read or written.
    File {
        /// The file.
        path: PathBuf,
        /// Why.
        error: io::Error,
    },
    /// A checkpoint or a part of a solution is damaged or belongs to something else.
    Foreign {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        reason: String,
    },
    /// This process cannot listen at its address.
    Listen {
        /// The address.
        address: String,
        /// Why.
        error: io::Error,
    },
    /// Another process could not be reached.
    Unreachable {
        /// Its number.
        process: usize,
        /// Its address.
        address: String,
        /// How long it was tried.
        waited: Duration,
        /// The last error, if there was any.
        error: Option<io::Error>,
    },
    /// Another process does something else.
    Different {
        /// Its number.
        process: usize,
        /// Its address.
        address: String,
        /// What differs, in words.
        reason: String,
    },
    /// What was asked makes no sense.
    Usage(String),
    /// Rules that somebody wrote failed.
    Rules(String),
}

impl Fault {
    /// A file that cannot be read or written.
    pub fn file(path: impl AsRef<Path>) -> impl FnOnce(io::Error) -> Fault {
        move |error| Fault::File {
            path: path.as_ref().to_owned(),
            error,
        }
    }

    /// A file that is damaged or belongs to something else.
    pub fn foreign(path: impl AsRef<Path>, reason: impl Into<String>) -> Fault {
        Fault::Foreign {
            path: path.as_ref().to_owned(),
            reason: reason.into(),
        }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fault::Graph { path, error } => write!(f, "{}: {error}", path.display()),
            Fault::Limit(reached) => reached.fmt(f),
            Fault::Memory { needed, allowed } => write!(
                f,
                "a process needs about {} MB and may use {} MB; use more processes, or raise --memory-limit",
                needed.div_ceil(1 << 20),
                allowed >> 20
            ),
            Fault::File { path, error } => write!(f, "{}: {error}", path.display()),
            Fault::Foreign { path, reason } => write!(f, "{}: {reason}", path.display()),
            Fault::Listen { address, error } => write!(
                f,
                "cannot listen at {address}: {error}; each process listens at its own line of the list of hosts"
            ),
            Fault::Unreachable {
                process,
                address,
                waited,
                error,
            } => {
                let seconds = waited.as_secs_f64();
                write!(
                    f,
                    "process {process} at {address} could not be reached within {seconds} s"
                )?;
                match error {
                    Some(error) => write!(f, ": {error}"),
                    None => f.write_str("; is it running?"),
                }
            }
            Fault::Different {
                process,
                address,
                reason,
            } => write!(f, "process {process} at {address} {reason}"),
            Fault::Usage(message) | Fault::Rules(message) => f.write_str(message),
        }
    }
}

impl std::error::Error for Fault {}

impl From<LimitReached> for Fault {
    fn from(reached: LimitReached) -> Fault {
        Fault::Limit(reached)
    }
}
