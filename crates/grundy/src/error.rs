//! Everything that can go wrong, as every door reports it.

use std::fmt;
use std::path::PathBuf;

use grundy_core::{LimitReached, OptionsError, RulesError, SpecError, SpecErrorKind, visible};

/// What went wrong.
#[derive(Debug)]
#[non_exhaustive]
pub enum Error {
    /// A text that describes a position, a ruleset or an expression is wrong.
    Spec {
        /// The whole text.
        text: String,
        /// What is wrong with it and where.
        error: SpecError,
    },
    /// A limit ended the work.
    Limit {
        /// Which one.
        reached: LimitReached,
        /// What had been done by then, for people.
        progress: Option<String>,
    },
    /// Rules that somebody wrote failed.
    Rules(RulesError),
    /// A file has wrong contents.
    Input {
        /// The file as the user named it.
        file: String,
        /// The line, from 1, where one is to blame.
        line: Option<u64>,
        /// What is wrong, lower case, with the cure.
        message: String,
    },
    /// A file could not be read or written.
    Io {
        /// The file.
        path: PathBuf,
        /// Why.
        source: std::io::Error,
    },
    /// The request makes no sense: what, and what to do instead.
    Usage {
        /// The message.
        message: String,
    },
    /// The work was done and its answer is no (a claim refuted, a check failed).
    Refuted {
        /// The message.
        message: String,
    },
}

impl Error {
    /// The exit status that the command line ends with.
    pub fn exit_status(&self) -> u8 {
        match self {
            Error::Limit {
                reached: LimitReached::Interrupted,
                ..
            } => 130,
            Error::Limit { .. } | Error::Refuted { .. } => 1,
            Error::Rules(error) if error.is_limit => 1,
            Error::Spec { error, .. } if error.is_limit() => 1,
            Error::Io { source, .. } if is_failure_of_the_machine(source) => 1,
            Error::Spec { .. }
            | Error::Rules(_)
            | Error::Input { .. }
            | Error::Usage { .. }
            | Error::Io { .. } => 2,
        }
    }

    /// A short word for the kind of error, for machines.
    pub fn kind(&self) -> &'static str {
        match self {
            Error::Spec { error, .. } => error.kind_word(),
            Error::Limit {
                reached: LimitReached::Interrupted,
                ..
            } => "interrupted",
            Error::Limit { .. } => "limit",
            Error::Rules(_) => "rules",
            Error::Input { .. } => "input",
            Error::Io { .. } => "io",
            Error::Usage { .. } => "usage",
            Error::Refuted { .. } => "refuted",
        }
    }

    /// The message with the text it is about and a caret under the place.
    pub fn with_caret(&self) -> String {
        match self {
            // Rules have shown their own place.
            Error::Spec { error, .. } if matches!(error.kind, SpecErrorKind::Rules(_)) => {
                error.to_string()
            }
            Error::Spec { text, error } => format!("{error}\n{}", caret(text, error)),
            other => other.to_string(),
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Spec { error, .. } => error.fmt(f),
            Error::Limit { reached, progress } => {
                reached.fmt(f)?;
                match progress {
                    Some(progress) => write!(f, " ({progress})"),
                    None => Ok(()),
                }
            }
            Error::Rules(error) => error.fmt(f),
            Error::Input {
                file,
                line: Some(line),
                message,
            } => write!(f, "{file}:{line}: {message}"),
            Error::Input { file, message, .. } => write!(f, "{file}: {message}"),
            Error::Io { path, source } => write!(f, "{}: {source}", path.display()),
            Error::Usage { message } | Error::Refuted { message } => f.write_str(message),
        }
    }
}

impl std::error::Error for Error {}

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

impl From<OptionsError> for Error {
    fn from(error: OptionsError) -> Error {
        match error {
            OptionsError::Limit(reached) => reached.into(),
            OptionsError::Rules(error) => error.into(),
        }
    }
}

/// True for errors that no other argument would have avoided (a full disk).
fn is_failure_of_the_machine(error: &std::io::Error) -> bool {
    use std::io::ErrorKind::{BrokenPipe, OutOfMemory, StorageFull, WriteZero};
    matches!(
        error.kind(),
        BrokenPipe | OutOfMemory | StorageFull | WriteZero
    )
}

/// The part of `text` around the error, with carets under its span.
fn caret(text: &str, error: &SpecError) -> String {
    const AROUND: usize = 60;
    let start = floor_char(text, error.span.start.min(text.len()));
    let end = floor_char(text, error.span.end.clamp(start, text.len()));
    let line_start = text[..start].rfind('\n').map_or(0, |at| at + 1);
    let line_end = text[start..].find('\n').map_or(text.len(), |at| start + at);
    let from = floor_char(text, line_start.max(start.saturating_sub(AROUND)));
    let to = floor_char(text, line_end.min(end.min(start + AROUND) + AROUND)).max(start);
    let before = &text[from..start];
    let shown = visible(&text[from..to]);
    let (cut_before, cut_after) = (from > line_start, to < line_end);
    let marked = text[start..end.min(to).max(start)].chars().count().max(1);
    let indent = before.chars().count() + usize::from(cut_before);
    format!(
        "  {}{shown}{}\n  {}{}",
        if cut_before { "…" } else { "" },
        if cut_after { "…" } else { "" },
        " ".repeat(indent),
        "^".repeat(marked.min(AROUND)),
    )
}

fn floor_char(text: &str, mut at: usize) -> usize {
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}
