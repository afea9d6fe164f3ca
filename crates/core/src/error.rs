//! Errors that point at what a person wrote.

use std::fmt;
use std::ops::Range;

use crate::LimitReached;

/// What is wrong with a text that describes a position, where, and what to do about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SpecError {
    /// What is wrong.
    pub kind: SpecErrorKind,
    /// Where: bytes of the text that was parsed.
    pub span: Range<usize>,
}

/// What can be wrong with a text.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SpecErrorKind {
    /// Nothing stands where something must.
    Missing {
        /// What must stand there: "a position".
        what: String,
        /// An example of a text that works.
        example: String,
    },
    /// No ruleset has this name.
    UnknownGame {
        /// What was written.
        name: String,
        /// The nearest names, best first.
        nearest: Vec<String>,
    },
    /// Something stands that cannot stand there.
    Unexpected {
        /// What was written.
        found: String,
        /// What may stand there.
        expected: String,
    },
    /// A number is out of its range.
    OutOfRange {
        /// What was written.
        found: String,
        /// The range, in words: "1 to 18446744073709551615".
        range: String,
    },
    /// Well-formed, but not a position of the game.
    Illegal {
        /// Why not.
        why: String,
        /// What to do.
        cure: String,
    },
    /// A file could not be read.
    File {
        /// Its path as written.
        path: String,
        /// Why not.
        why: String,
    },
    /// Rules that somebody wrote failed while they read or wrote the position.
    Rules(Box<RulesError>),
    /// A limit was reached before the text was read: whether it is wrong is not known.
    Limit(LimitReached),
}

impl SpecError {
    /// An error at `span`.
    pub fn new(kind: SpecErrorKind, span: Range<usize>) -> SpecError {
        SpecError { kind, span }
    }

    /// Something other than `expected` stands at `span`.
    pub fn unexpected(found: &str, expected: &str, span: Range<usize>) -> SpecError {
        let kind = SpecErrorKind::Unexpected {
            found: shorten(found),
            expected: expected.to_owned(),
        };
        SpecError { kind, span }
    }

    /// Nothing stands at `span`.
    pub fn missing(what: &str, example: &str, span: Range<usize>) -> SpecError {
        let kind = SpecErrorKind::Missing {
            what: what.to_owned(),
            example: example.to_owned(),
        };
        SpecError { kind, span }
    }

    /// The number at `span` is out of range.
    pub fn out_of_range(found: &str, range: &str, span: Range<usize>) -> SpecError {
        let kind = SpecErrorKind::OutOfRange {
            found: shorten(found),
            range: range.to_owned(),
        };
        SpecError { kind, span }
    }

    /// What stands at `span` is not a position of the game.
    pub fn illegal(why: &str, cure: &str, span: Range<usize>) -> SpecError {
        let kind = SpecErrorKind::Illegal {
            why: why.to_owned(),
            cure: cure.to_owned(),
        };
        SpecError { kind, span }
    }

    /// The same error in a text in which the parsed one begins at `offset`.
    pub fn shifted(mut self, offset: usize) -> SpecError {
        self.span = self.span.start + offset..self.span.end + offset;
        self
    }

    /// True when a limit ended rules that were reading the text.
    pub fn is_limit(&self) -> bool {
        match &self.kind {
            SpecErrorKind::Rules(error) => error.is_limit,
            SpecErrorKind::Limit(_) => true,
            _ => false,
        }
    }

    /// A short word for the kind, for machines.
    pub fn kind_word(&self) -> &'static str {
        match self.kind {
            SpecErrorKind::Missing { .. } => "missing",
            SpecErrorKind::UnknownGame { .. } => "unknown-game",
            SpecErrorKind::Unexpected { .. } => "unexpected",
            SpecErrorKind::OutOfRange { .. } => "out-of-range",
            SpecErrorKind::Illegal { .. } => "illegal",
            SpecErrorKind::File { .. } => "file",
            SpecErrorKind::Rules(_) => "rules",
            SpecErrorKind::Limit(_) => "limit",
        }
    }

    /// The cure alone, where there is one to offer.
    pub fn hint(&self) -> Option<String> {
        match &self.kind {
            SpecErrorKind::Missing { example, .. } => Some(format!("for example `{example}`")),
            SpecErrorKind::UnknownGame { nearest, .. } if nearest.is_empty() => {
                Some("look at the list of all games".to_owned())
            }
            SpecErrorKind::UnknownGame { nearest, .. } => {
                let names: Vec<String> = nearest.iter().map(|n| format!("`{n}`")).collect();
                Some(format!("did you mean {}?", names.join(" or ")))
            }
            SpecErrorKind::Unexpected { expected, .. } => Some(format!("expected {expected}")),
            SpecErrorKind::OutOfRange { range, .. } => Some(format!("the range is {range}")),
            SpecErrorKind::Illegal { cure, .. } => Some(cure.clone()),
            SpecErrorKind::File { .. } | SpecErrorKind::Rules(_) | SpecErrorKind::Limit(_) => None,
        }
    }
}

impl fmt::Display for SpecError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.kind {
            SpecErrorKind::Missing { what, .. } => write!(f, "{what} is missing")?,
            SpecErrorKind::UnknownGame { name, .. } => write!(f, "unknown game `{name}`")?,
            SpecErrorKind::Unexpected { found, .. } if found.is_empty() => {
                f.write_str("the text ends too early")?;
            }
            SpecErrorKind::Unexpected { found, .. } => write!(f, "unexpected `{found}`")?,
            SpecErrorKind::OutOfRange { found, .. } => write!(f, "`{found}` is out of range")?,
            SpecErrorKind::Illegal { why, .. } => f.write_str(why)?,
            SpecErrorKind::File { path, why } => write!(f, "cannot read `{path}`: {why}")?,
            SpecErrorKind::Rules(error) => error.fmt(f)?,
            SpecErrorKind::Limit(reached) => reached.fmt(f)?,
        }
        match self.hint() {
            Some(hint) => write!(f, "; {hint}"),
            None => Ok(()),
        }
    }
}

impl std::error::Error for SpecError {}

/// Rules that somebody wrote went wrong while they ran.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RulesError {
    /// The file the rules come from.
    pub file: String,
    /// The line in it, from 1, where known.
    pub line: Option<usize>,
    /// The position that was being examined, where known.
    pub position: Option<String>,
    /// What went wrong, lower case, with the cure.
    pub message: String,
    /// The source line with a caret, where known.
    pub excerpt: Option<String>,
    /// True when a limit (steps, memory, depth, time) ended the run.
    pub is_limit: bool,
}

impl fmt::Display for RulesError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.file)?;
        if let Some(line) = self.line {
            write!(f, ":{line}")?;
        }
        write!(f, ": {}", self.message)?;
        if let Some(position) = &self.position {
            write!(f, " (at position `{}`)", shorten_to(position, 200))?;
        }
        if let Some(excerpt) = &self.excerpt {
            write!(f, "\n{excerpt}")?;
        }
        Ok(())
    }
}

impl std::error::Error for RulesError {}

/// The text with one visible character for each: what was typed cannot command the terminal.
pub fn visible(text: &str) -> String {
    let shown = |c: char| match c {
        '\t' => ' ',
        c if c.is_control() => char::REPLACEMENT_CHARACTER,
        c => c,
    };
    text.chars().map(shown).collect()
}

/// Cuts what somebody wrote to a length that fits a message.
fn shorten(text: &str) -> String {
    shorten_to(text, 40)
}

fn shorten_to(text: &str, longest: usize) -> String {
    if text.chars().count() <= longest {
        return visible(text);
    }
    let head: String = visible(text).chars().take(longest).collect();
    format!("{head}…")
}
