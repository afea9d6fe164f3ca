//! Errors as every door reports them.

use std::fmt;

use schemars::JsonSchema;
use serde::Serialize;

use crate::SchemaVersion;

/// What went wrong.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct ErrorReport {
    /// The version of the object.
    pub schema: SchemaVersion,
    /// The error.
    pub error: ErrorEntry,
}

/// One error: the message and the hint are separate, and the door may add its own hint.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct ErrorEntry {
    /// A word for machines: `unknown-game`, `limit`, `rules`, `input`, `io`, `usage`, `refuted`, …
    pub kind: String,
    /// What is wrong, lower case, without a full stop.
    pub message: String,
    /// What to do about it.
    pub hint: Option<String>,
    /// Where, in the text that was given: bytes, from the first to one beyond the last.
    pub span: Option<[usize; 2]>,
    /// The file that is wrong.
    pub file: Option<String>,
    /// The line in the file, from 1.
    pub line: Option<u64>,
    /// The part of the text that is wrong, with carets below it.
    pub excerpt: Option<String>,
    /// The limit that was reached.
    pub limit: Option<LimitWord>,
}

/// A limit that ends work.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum LimitWord {
    /// Too many positions.
    Positions,
    /// Too much memory.
    Memory,
    /// Too much time.
    Time,
    /// A limit on what rules of a user may take for one position.
    Rules,
}

impl ErrorReport {
    /// An error without a place.
    pub fn new(kind: &str, message: impl Into<String>, hint: Option<&str>) -> ErrorReport {
        ErrorReport {
            schema: SchemaVersion,
            error: ErrorEntry {
                kind: kind.to_owned(),
                message: message.into(),
                hint: hint.map(str::to_owned),
                ..ErrorEntry::default()
            },
        }
    }
}

/// The message, what to do about it, and the place, without the word "error".
impl fmt::Display for ErrorEntry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (&self.file, self.line) {
            (Some(file), Some(line)) => write!(f, "{file}:{line}: ")?,
            (Some(file), None) => write!(f, "{file}: ")?,
            (None, _) => {}
        }
        f.write_str(&self.message)?;
        if let Some(hint) = &self.hint {
            write!(f, "; {hint}")?;
        }
        match &self.excerpt {
            Some(excerpt) => write!(f, "\n{excerpt}"),
            None => Ok(()),
        }
    }
}
