//! What can be wrong with a file that should hold a graph.

use std::fmt;
use std::io;
use std::ops::Range;

use grundy_core::{LimitReached, visible};

/// Why a graph could not be loaded.
#[derive(Debug)]
#[non_exhaustive]
pub enum LoadError {
    /// The file could not be read.
    Io(io::Error),
    /// The file has wrong contents.
    Format(FormatError),
    /// A limit ended the work.
    Limit(LimitReached),
}

/// What is wrong in a file, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FormatError {
    /// The line, from 1, where one is to blame.
    pub line: Option<u64>,
    /// The bytes of that line, the first has column 1, where they are known.
    pub columns: Option<Range<u64>>,
    /// What is wrong.
    pub kind: FormatErrorKind,
}

/// What can be wrong with the contents of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum FormatErrorKind {
    /// There is nothing in it.
    Empty,
    /// Something stands that cannot stand there.
    Unexpected {
        /// What was written.
        found: String,
        /// What may stand there.
        expected: &'static str,
    },
    /// The file ends in the middle of something.
    Truncated {
        /// What is missing.
        missing: &'static str,
    },
    /// A vertex is not in the graph.
    VertexOutOfRange {
        /// The vertex as written.
        vertex: u64,
        /// The least vertex.
        first: u64,
        /// How many there are.
        vertices: u64,
    },
    /// There are not as many of something as the file says.
    WrongCount {
        /// What is counted: "edges".
        what: &'static str,
        /// How many the file says there are.
        stated: u64,
        /// How many there are.
        found: u64,
    },
    /// More vertices or edges than can be numbered.
    TooLarge {
        /// What there are too many of: "vertices".
        what: &'static str,
        /// How many.
        found: u64,
        /// How many there may be.
        most: u64,
    },
    /// A line is longer than any line of the format.
    LineTooLong {
        /// The longest allowed, in bytes.
        most_bytes: u64,
    },
    /// A key or statement that must not repeat does.
    Repeated {
        /// What.
        what: String,
    },
    /// Not the JSON of a graph.
    Json {
        /// What the reader of JSON says.
        message: String,
    },
    /// Not the CSV of a graph.
    Csv {
        /// What the reader of CSV says.
        message: String,
    },
    /// Not a compressed file, or a damaged one.
    Compressed {
        /// What the decompressor says.
        message: String,
    },
    /// Edges without a direction.
    Undirected,
    /// Owners must be two players at most.
    ThirdPlayer {
        /// Who came third.
        name: String,
    },
    /// The bytes do not match their checksum.
    Damaged,
    /// Written by a version that this one does not know.
    UnknownVersion {
        /// The version in the file.
        version: u32,
    },
    /// The file changed while it was read.
    Changed,
}

impl FormatErrorKind {
    /// This, in line `line` (from 1).
    pub fn at(self, line: u64) -> FormatError {
        FormatError {
            line: Some(line),
            columns: None,
            kind: self,
        }
    }

    /// This, in these columns (bytes, from 1) of line `line` (from 1).
    pub fn at_columns(self, line: u64, columns: Range<u64>) -> FormatError {
        FormatError {
            line: Some(line),
            columns: Some(columns),
            kind: self,
        }
    }

    /// This, at these bytes of a text.
    pub(crate) fn at_bytes(self, text: &[u8], bytes: Range<usize>) -> FormatError {
        let before = &text[..bytes.start.min(text.len())];
        let line_start = before
            .iter()
            .rposition(|&b| b == b'\n')
            .map_or(0, |at| at + 1);
        let line = 1 + before.iter().filter(|&&b| b == b'\n').count() as u64;
        let first = (bytes.start - line_start) as u64 + 1;
        self.at_columns(
            line,
            first..first + (bytes.end.max(bytes.start) - bytes.start) as u64,
        )
    }

    /// This, in no particular line.
    pub fn nowhere(self) -> FormatError {
        FormatError {
            line: None,
            columns: None,
            kind: self,
        }
    }

    /// `found` stands where something else should.
    pub fn unexpected(found: &[u8], expected: &'static str) -> FormatErrorKind {
        const LONGEST: usize = 40;
        let text = String::from_utf8_lossy(found);
        let mut shown: String = text.trim().chars().take(LONGEST).collect();
        shown.retain(|c| !c.is_control());
        if text.trim().chars().count() > LONGEST {
            shown.push('…');
        }
        FormatErrorKind::Unexpected {
            found: shown,
            expected,
        }
    }
}

impl fmt::Display for FormatErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        use FormatErrorKind as Kind;
        match self {
            Kind::Empty => f.write_str(
                "there is no graph here; the first line is `n m`, then m lines `a b` follow",
            ),
            Kind::Unexpected { found, expected } if found.is_empty() => {
                write!(f, "something is missing; expected {expected}")
            }
            Kind::Unexpected { found, expected } => {
                write!(f, "unexpected `{}`; expected {expected}", visible(found))
            }
            Kind::Truncated { missing } => {
                write!(f, "the file ends too early; {missing} is missing")
            }
            Kind::VertexOutOfRange {
                vertices: 0,
                vertex,
                ..
            } => {
                write!(
                    f,
                    "vertex {vertex} is not in the graph, which has no vertices"
                )
            }
            Kind::VertexOutOfRange {
                vertex,
                first,
                vertices,
            } => write!(
                f,
                "vertex {vertex} is not in the graph; its vertices are {first} to {}{}",
                first + vertices - 1,
                if *vertex == *vertices && *first == 0 {
                    "; do they count from 1?"
                } else {
                    ""
                }
            ),
            Kind::WrongCount {
                what,
                stated,
                found,
            } => write!(f, "the file promises {stated} {what} and has {found}"),
            Kind::TooLarge { what, found, most } => {
                write!(f, "{found} {what} are too many; the most is {most}")
            }
            Kind::LineTooLong { most_bytes } => {
                write!(
                    f,
                    "the line is longer than {most_bytes} bytes; is this a graph?"
                )
            }
            Kind::Repeated { what } => write!(f, "{} is given twice; give it once", visible(what)),
            Kind::Json { message } | Kind::Csv { message } => f.write_str(&visible(message)),
            Kind::Compressed { message } => {
                write!(
                    f,
                    "the compressed file cannot be read: {}",
                    visible(message)
                )
            }
            Kind::Undirected => f.write_str(
                "the edges have no direction; a game needs a `digraph` with edges `a -> b`",
            ),
            Kind::ThirdPlayer { name } => {
                let name = visible(name);
                write!(f, "`{name}` would be a third player; two can own vertices")
            }
            Kind::Damaged => f.write_str("the file is damaged: its checksum does not match"),
            Kind::UnknownVersion { version } => {
                write!(f, "version {version} of the format is not known here")
            }
            Kind::Changed => f.write_str("the file changed while it was read; try again"),
        }
    }
}

impl fmt::Display for FormatError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            Some(line) => write!(f, "line {line}: {}", self.kind),
            None => self.kind.fmt(f),
        }
    }
}

impl fmt::Display for LoadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LoadError::Io(error) => error.fmt(f),
            LoadError::Format(error) => error.fmt(f),
            LoadError::Limit(reached) => reached.fmt(f),
        }
    }
}

impl std::error::Error for FormatError {}

impl std::error::Error for LoadError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            LoadError::Io(error) => Some(error),
            LoadError::Format(error) => Some(error),
            LoadError::Limit(reached) => Some(reached),
        }
    }
}

impl From<io::Error> for LoadError {
    fn from(error: io::Error) -> LoadError {
        LoadError::Io(error)
    }
}

impl From<FormatError> for LoadError {
    fn from(error: FormatError) -> LoadError {
        LoadError::Format(error)
    }
}

impl From<LimitReached> for LoadError {
    fn from(reached: LimitReached) -> LoadError {
        LoadError::Limit(reached)
    }
}
