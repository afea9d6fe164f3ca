//! Claims about a graph, as `grundy graph` prints them, checked against the definition.

use grundy_core::{Limits, Outcome, Play};
use grundy_graph::GraphFile;
use grundy_graph::verify::{Checker, Claim, Refutation};

use crate::Error;

/// Reads one claim a line: the outcome, then the remoteness, then the value; `with_values` says that
/// values stand at the ends of the lines.
///
/// # Errors
///
/// [`Error::Input`] with the line.
pub fn read_claims(
    text: &[u8],
    name: &str,
    file: &GraphFile,
    with_values: bool,
) -> Result<(Vec<Claim>, Vec<String>), Error> {
    let fail = |line: usize, message: String| Error::Input {
        file: name.to_owned(),
        line: Some(line as u64 + 1),
        message,
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
                let message = format!("unexpected `{line}`; expected win, lose or draw");
                return Err(fail(number, message));
            }
        };
        let mut rest: Vec<&str> = words.collect();
        if with_values {
            let Some(value) = rest.pop() else {
                return Err(fail(
                    number,
                    "a value is missing at the end of the line".to_owned(),
                ));
            };
            values.push(value.to_owned());
        }
        let remoteness = match rest[..] {
            [] => None,
            [distance] => match distance.parse() {
                Ok(distance) => Some(distance),
                Err(_) => {
                    let message = format!("unexpected `{distance}`; expected a remoteness");
                    return Err(fail(number, message));
                }
            },
            [_, extra, ..] => return Err(fail(number, format!("unexpected `{extra}`"))),
        };
        claims.push(Claim {
            outcome,
            remoteness,
        });
    }
    if claims.len() != file.vertices() as usize {
        return Err(Error::Input {
            file: name.to_owned(),
            line: None,
            message: format!(
                "{} lines for {} vertices; there must be one for each",
                claims.len(),
                file.vertices()
            ),
        });
    }
    Ok((claims, values))
}

/// Checks claims about all vertices by the definition alone.
///
/// # Errors
///
/// [`Error::Refuted`] with the first vertex that is wrong.
pub fn check(file: &GraphFile, play: Play, claims: &[Claim]) -> Result<(), Error> {
    let graph = file.graph();
    let checker = Checker {
        graph: &graph,
        play,
        owners: file.owners.as_ref().map(|owners| &owners.of[..]),
        decided: &file.decided,
    };
    checker.check(claims).map_err(|refuted| Error::Refuted {
        message: refutation(file, refuted),
    })
}

/// Compares claimed values, as printed, with computed ones.
///
/// # Errors
///
/// [`Error::Refuted`] with the first vertex that differs, or as [`super::values`].
pub fn check_values(
    file: &GraphFile,
    play: Play,
    claimed: &[String],
    limits: &Limits,
) -> Result<(), Error> {
    let values = super::values(file, play, limits)?;
    for (v, claim) in (0..).zip(claimed) {
        let value = values.value(v).to_string();
        if value != *claim {
            let vertex = file.labels.show(v);
            let message = format!("vertex {vertex}: the value is {value}, not {claim}");
            return Err(Error::Refuted { message });
        }
    }
    Ok(())
}

/// A refutation in words.
pub fn refutation(file: &GraphFile, refuted: Refutation) -> String {
    let show = |v: u32| file.labels.show(v);
    match refuted {
        Refutation::Over { vertex, outcome } => {
            format!(
                "vertex {}: the game is over there, {outcome} 0",
                show(vertex)
            )
        }
        Refutation::NoWinningMove { vertex } => {
            format!("vertex {}: no move wins in the time claimed", show(vertex))
        }
        Refutation::FasterWin { vertex, to } => {
            format!(
                "vertex {}: the move to {} wins sooner",
                show(vertex),
                show(to)
            )
        }
        Refutation::WinningMove { vertex, to } => {
            format!("vertex {}: the move to {} wins", show(vertex), show(to))
        }
        Refutation::DrawingMove { vertex, to } => {
            format!("vertex {}: the move to {} draws", show(vertex), show(to))
        }
        Refutation::NoDrawingMove { vertex } => {
            format!("vertex {}: every move loses", show(vertex))
        }
        Refutation::WrongDistance { vertex, distance } => {
            format!("vertex {}: the loss takes {distance} moves", show(vertex))
        }
        Refutation::Unfounded { vertex } => {
            let vertex = show(vertex);
            format!("vertex {vertex}: the claim rests on itself; play need never end")
        }
        other => format!("{other:?}"),
    }
}
