//! Everything that can go wrong, as every door reports it.

use std::fmt;
use std::path::PathBuf;

use crate::ErrorReport;
use grundy_core::{LimitReached, RulesError, SpecError};
use grundy_files::is_failure_of_the_machine;

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

/// What an error says about the work, from which a door takes its exit or HTTP status.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ErrorClass {
    /// What was asked is wrong: a position, a file, a request.
    Input,
    /// A limit ended the work.
    Limit,
    /// Somebody interrupted the work.
    Interrupted,
    /// The work was done and its answer is no.
    Refuted,
    /// The machine failed (a full disk): no other question would have avoided it.
    Machine,
}

impl Error {
    /// A request that makes no sense, for this reason.
    pub fn usage(reason: &dyn fmt::Display) -> Error {
        Error::Usage {
            message: reason.to_string(),
        }
    }

    /// A file with wrong contents.
    pub fn input(file: &str, line: Option<u64>, wrong: &dyn fmt::Display) -> Error {
        Error::Input {
            file: file.to_owned(),
            line,
            message: wrong.to_string(),
        }
    }

    /// A file that could not be read or written.
    pub fn io(path: impl Into<PathBuf>, source: std::io::Error) -> Error {
        let path = path.into();
        Error::Io { path, source }
    }

    /// What the error says about the work.
    pub fn class(&self) -> ErrorClass {
        match self {
            Error::Limit {
                reached: LimitReached::Interrupted,
                ..
            } => ErrorClass::Interrupted,
            Error::Limit { .. } => ErrorClass::Limit,
            Error::Refuted { .. } => ErrorClass::Refuted,
            Error::Rules(error) if error.is_limit => ErrorClass::Limit,
            Error::Spec { error, .. } if error.is_limit() => ErrorClass::Limit,
            Error::Io { source, .. } if is_failure_of_the_machine(source) => ErrorClass::Machine,
            _ => ErrorClass::Input,
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

    /// The error as every door reports it. A door may add a hint of its own, for instance how a limit
    /// is raised.
    ///
    /// # Examples
    ///
    /// ```
    /// # use grundy_report::Error;
    /// # use grundy_spec::{Files, parse_sum};
    /// let wrong = parse_sum(&["nim:3 + nin:4".to_owned()], Files::Deny, &Default::default()).err();
    /// let entry = Error::from(wrong.unwrap()).report().error;
    /// assert_eq!(entry.kind, "unknown-game");
    /// assert_eq!(entry.message, "unknown game `nin`");
    /// assert_eq!(entry.span, Some([8, 11]));
    /// assert_eq!(entry.excerpt.unwrap(), "  nim:3 + nin:4\n          ^^^");
    /// ```
    pub fn report(&self) -> ErrorReport {
        let mut report = ErrorReport::new(self.kind(), String::new(), None);
        let entry = &mut report.error;
        match self {
            Error::Spec { text, error } => entry.describe_text(text, error),
            Error::Limit { reached, progress } => {
                entry.describe_limit(reached, progress.as_deref())
            }
            Error::Rules(error) => entry.describe_rules(error),
            Error::Input {
                file,
                line,
                message,
            } => {
                (entry.file, entry.line) = (Some(file.clone()), *line);
                entry.set_message(message);
            }
            Error::Io { path, source } => {
                entry.file = Some(path.display().to_string());
                entry.message = source.to_string();
            }
            Error::Usage { message } | Error::Refuted { message } => entry.set_message(message),
        }
        report
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut entry = self.report().error;
        entry.excerpt = None;
        entry.fmt(f)
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Error::Spec { error, .. } => Some(error),
            Error::Limit { reached, .. } => Some(reached),
            Error::Rules(error) => Some(error),
            Error::Io { source, .. } => Some(source),
            Error::Input { .. } | Error::Usage { .. } | Error::Refuted { .. } => None,
        }
    }
}
