//! The errors of every room as the one error that every door reports.

use std::path::Path;

use grundy_conjecture::ConjectureError;
use grundy_core::{LimitReached, RulesError, SpecErrorKind};
use grundy_graph::pursuit::PursuitStopped;
use grundy_graph::{ArrayError, LoadError, LoopyError, VertexError};
use grundy_judge::OpenError;
use grundy_play::pursuit::PursuitTurnError;
use grundy_sequence::FindError;
use grundy_sequence::store::{RunError, StoreError};
use grundy_solve::{SequenceError, SolveError};
use grundy_spec::TextError;

use crate::Error;

impl From<LimitReached> for Error {
    fn from(reached: LimitReached) -> Error {
        Error::Limit {
            reached,
            progress: None,
        }
    }
}

impl From<RulesError> for Error {
    fn from(error: RulesError) -> Error {
        Error::Rules(error)
    }
}

impl From<SolveError> for Error {
    fn from(error: SolveError) -> Error {
        match error {
            SolveError::Limit { reached, during } => Error::Limit {
                reached,
                progress: Some(during),
            },
            SolveError::Rules(error) => Error::Rules(error),
        }
    }
}

impl From<ArrayError> for Error {
    fn from(error: ArrayError) -> Error {
        match error {
            ArrayError::Limit(reached) => reached.into(),
            other => Error::usage(&other),
        }
    }
}

impl From<VertexError> for Error {
    fn from(error: VertexError) -> Error {
        match error {
            VertexError::Values(LoopyError::Limit(reached)) => reached.into(),
            other => Error::usage(&other),
        }
    }
}

impl From<PursuitStopped> for Error {
    fn from(stopped: PursuitStopped) -> Error {
        Error::Limit {
            reached: stopped.reached,
            progress: Some(stopped.size_in_words()),
        }
    }
}

impl From<PursuitTurnError> for Error {
    fn from(error: PursuitTurnError) -> Error {
        match error {
            PursuitTurnError::Stopped(stopped) => stopped.into(),
            other => Error::usage(&other),
        }
    }
}

impl From<SequenceError> for Error {
    fn from(error: SequenceError) -> Error {
        match error {
            SequenceError::Limit { reached, computed } => match computed {
                Some(computed) => Error::at_heap(reached, computed),
                None => reached.into(),
            },
            SequenceError::Find(FindError::Limit { reached, computed }) => {
                Error::at_heap(reached, computed)
            }
            SequenceError::Solve(error) => error.into(),
            SequenceError::Store { path, error } => Error::in_store(error, &path, 0),
            other => Error::usage(&other),
        }
    }
}

impl From<ConjectureError> for Error {
    fn from(error: ConjectureError) -> Error {
        match error {
            ConjectureError::Position { text, error } => Error::Spec {
                text,
                error: *error,
            },
            ConjectureError::Rules(error) => Error::Rules(*error),
            ConjectureError::Limit { reached, during } => Error::Limit {
                reached,
                progress: during,
            },
            ConjectureError::Text(error) => error.into(),
            other => Error::usage(&other),
        }
    }
}

impl From<TextError> for Error {
    fn from(TextError { text, error }: TextError) -> Error {
        match error.kind {
            // Rules show their own place.
            SpecErrorKind::Rules(error) => Error::Rules(*error),
            SpecErrorKind::Limit(reached) => reached.into(),
            _ => Error::Spec {
                text,
                error: *error,
            },
        }
    }
}

impl From<OpenError> for Error {
    fn from(error: OpenError) -> Error {
        match error {
            OpenError::Rules(error) => error.into(),
            OpenError::Io { path, source } => Error::Io { path, source },
            other => Error::usage(&other),
        }
    }
}

impl Error {
    /// What went wrong with a store of a sequence, by the time `count` values were computed.
    pub fn in_store(error: RunError, path: &Path, count: u64) -> Error {
        match error {
            RunError::Limit(reached) => Error::at_heap(reached, count),
            RunError::Store(StoreError::Io(error)) => Error::io(path, error),
            other => Error::input(&path.display().to_string(), None, &other),
        }
    }

    /// A limit, with how far a sequence was computed by then.
    pub fn at_heap(reached: LimitReached, heap: u64) -> Error {
        Error::Limit {
            reached,
            progress: Some(format!("{heap} values were computed")),
        }
    }

    /// What went wrong with a graph in the file called `path`.
    pub fn in_graph(error: LoadError, path: &str) -> Error {
        match error {
            LoadError::Io(error) => Error::io(path, error),
            LoadError::Limit(reached) => reached.into(),
            LoadError::Format(error) => {
                let file = if path == "-" { "standard input" } else { path };
                Error::input(file, error.line, &error.kind)
            }
            other => Error::usage(&other),
        }
    }
}
