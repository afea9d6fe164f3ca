//! Claims about a graph, one a line as an answer is printed, checked against the definition.

use std::fmt;

use grundy_core::{Outcome, Play, Value};

use crate::verify::{Checker, VertexClaim, VertexRefutation};
use crate::{GraphFile, Labels, LoopyValues, Solution};

/// Why claims cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClaimsError {
    /// The line, from 1, where one is to blame.
    pub line: Option<u64>,
    /// What is wrong.
    pub kind: ClaimsErrorKind,
}

/// What can be wrong with the text of claims.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ClaimsErrorKind {
    /// A line does not begin with an outcome.
    NoOutcome {
        /// The line as written.
        found: String,
    },
    /// A line does not end with a value.
    NoValue,
    /// A remoteness is not a number.
    NoRemoteness {
        /// What was written.
        found: String,
    },
    /// There is more on a line than belongs there.
    Unexpected {
        /// What was written.
        found: String,
    },
    /// The lines are not as many as the vertices.
    Count {
        /// The number of lines.
        lines: usize,
        /// The number of vertices.
        vertices: u32,
    },
}

impl fmt::Display for ClaimsErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ClaimsErrorKind::NoOutcome { found } => {
                write!(f, "unexpected `{found}`; expected win, lose or draw")
            }
            ClaimsErrorKind::NoValue => f.write_str("a value is missing at the end of the line"),
            ClaimsErrorKind::NoRemoteness { found } => {
                write!(f, "unexpected `{found}`; expected a remoteness")
            }
            ClaimsErrorKind::Unexpected { found } => write!(f, "unexpected `{found}`"),
            ClaimsErrorKind::Count { lines, vertices } => write!(
                f,
                "{lines} lines for {vertices} vertices; there must be one for each"
            ),
        }
    }
}

impl fmt::Display for ClaimsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(line) = self.line {
            write!(f, "line {line}: ")?;
        }
        self.kind.fmt(f)
    }
}

impl std::error::Error for ClaimsError {}

/// A value that differs from the claimed one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WrongValue {
    /// The vertex.
    pub vertex: u32,
    /// What it is worth.
    pub value: Value,
    /// What was claimed.
    pub claimed: String,
}

impl Solution {
    /// The solution as claims about all vertices.
    pub fn claims(&self) -> Vec<VertexClaim> {
        let claim = |v| VertexClaim {
            outcome: self.outcome(v),
            remoteness: self.remoteness(v),
        };
        (0..self.vertices()).map(claim).collect()
    }
}

/// Reads one claim a line: the outcome, then the remoteness, then the value; `with_values` says that
/// values stand at the ends of the lines.
///
/// # Errors
///
/// [`ClaimsError`] with the line.
pub fn read_claims(
    text: &[u8],
    file: &GraphFile,
    with_values: bool,
) -> Result<(Vec<VertexClaim>, Vec<String>), ClaimsError> {
    let fail = |line: usize, kind| ClaimsError {
        line: Some(line as u64 + 1),
        kind,
    };
    let (mut claims, mut values) = (Vec::new(), Vec::new());
    for (number, line) in text.split(|&b| b == b'\n').enumerate() {
        let line = String::from_utf8_lossy(line);
        let line = line.trim();
        if line.is_empty() {
            continue;
        }
        // Vertices with names are printed with them.
        let words = line.rsplit_once(": ").map_or(line, |(_, words)| words);
        let mut words = words.split_whitespace();
        let outcome = match words.next() {
            Some("win") => Outcome::Win,
            Some("lose") => Outcome::Lose,
            Some("draw") => Outcome::Draw,
            _ => {
                let found = line.to_owned();
                return Err(fail(number, ClaimsErrorKind::NoOutcome { found }));
            }
        };
        let mut rest: Vec<&str> = words.collect();
        if with_values {
            let Some(value) = rest.pop() else {
                return Err(fail(number, ClaimsErrorKind::NoValue));
            };
            values.push(value.to_owned());
        }
        let remoteness = match rest[..] {
            [] | ["-"] => None,
            [distance] => match distance.parse() {
                Ok(distance) => Some(distance),
                Err(_) => {
                    let found = distance.to_owned();
                    return Err(fail(number, ClaimsErrorKind::NoRemoteness { found }));
                }
            },
            [_, extra, ..] => {
                let found = extra.to_owned();
                return Err(fail(number, ClaimsErrorKind::Unexpected { found }));
            }
        };
        claims.push(VertexClaim {
            outcome,
            remoteness,
        });
    }
    if claims.len() != file.vertices() as usize {
        let kind = ClaimsErrorKind::Count {
            lines: claims.len(),
            vertices: file.vertices(),
        };
        return Err(ClaimsError { line: None, kind });
    }
    Ok((claims, values))
}

/// Checks claims about all vertices by the definition alone.
///
/// # Errors
///
/// The [`VertexRefutation`] of the first vertex that is wrong.
pub fn check_claims(
    file: &GraphFile,
    play: Play,
    claims: &[VertexClaim],
) -> Result<(), VertexRefutation> {
    let graph = file.graph();
    let checker = Checker {
        graph: &graph,
        play,
        owners: file.owners.as_ref().map(|owners| &owners.of[..]),
        decided: &file.decided,
    };
    checker.check(claims)
}

/// Compares claimed values, as printed, with computed ones.
///
/// # Errors
///
/// The first vertex that differs.
pub fn check_values(values: &LoopyValues, claimed: &[String]) -> Result<(), WrongValue> {
    for (vertex, claimed) in (0..).zip(claimed) {
        let value = values.value(vertex);
        if value.to_string() != *claimed {
            let claimed = claimed.clone();
            return Err(WrongValue {
                vertex,
                value,
                claimed,
            });
        }
    }
    Ok(())
}

impl WrongValue {
    /// The difference in words.
    pub fn in_words(&self, labels: &Labels) -> String {
        let (vertex, value, claimed) = (labels.show(self.vertex), &self.value, &self.claimed);
        format!("vertex {vertex}: the value is {value}, not {claimed}")
    }
}

impl VertexRefutation {
    /// The refutation in words.
    pub fn in_words(self, labels: &Labels) -> String {
        let show = |v: u32| labels.show(v);
        match self {
            VertexRefutation::Over { vertex, outcome } => {
                format!(
                    "vertex {}: the game is over there, {outcome} 0",
                    show(vertex)
                )
            }
            VertexRefutation::NoWinningMove { vertex } => {
                format!("vertex {}: no move wins in the time claimed", show(vertex))
            }
            VertexRefutation::FasterWin { vertex, to } => {
                format!(
                    "vertex {}: the move to {} wins sooner",
                    show(vertex),
                    show(to)
                )
            }
            VertexRefutation::WinningMove { vertex, to } => {
                format!("vertex {}: the move to {} wins", show(vertex), show(to))
            }
            VertexRefutation::DrawingMove { vertex, to } => {
                format!("vertex {}: the move to {} draws", show(vertex), show(to))
            }
            VertexRefutation::NoDrawingMove { vertex } => {
                format!("vertex {}: every move loses", show(vertex))
            }
            VertexRefutation::WrongDistance { vertex, distance } => {
                format!("vertex {}: the loss takes {distance} moves", show(vertex))
            }
            VertexRefutation::Unfounded { vertex } => {
                let vertex = show(vertex);
                format!("vertex {vertex}: the claim rests on itself; play need never end")
            }
        }
    }
}
