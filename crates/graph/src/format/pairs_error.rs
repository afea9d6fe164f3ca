//! What is wrong with a list of edges, and where.

use std::ops::Range;

use grundy_core::LimitReached;

use super::named::words;
use super::scan::{LineFault, read_number};
use super::source::{Fault, LONGEST_LINE};
use super::{FormatErrorKind, GraphSource, LoadError};
use crate::MOST_VERTICES;

/// The columns of the first word that is bad in the line at `offset`; if none is, of the third word,
/// or of the end of the line.
pub(super) fn columns(
    source: &GraphSource,
    offset: u64,
    is_bad: impl Fn(&[u8]) -> bool,
) -> Result<Range<u64>, LoadError> {
    let mut buffer = vec![0; LONGEST_LINE];
    let count = source.read_at(&mut buffer, offset)?;
    let line = buffer[..count].split(|&b| b == b'\n').next().unwrap_or(&[]);
    let bad = words(line).find(|(_, word)| is_bad(word));
    let (at, length) = match bad.or_else(|| words(line).nth(2)) {
        Some((at, word)) => (at, word.len()),
        None => (line.trim_ascii_end().len(), 0),
    };
    Ok(at as u64 + 1..(at + length) as u64 + 1)
}

pub(super) fn long_line(source: &GraphSource, offset: u64) -> Result<LoadError, LoadError> {
    let kind = FormatErrorKind::LineTooLong {
        most_bytes: LONGEST_LINE as u64,
    };
    Ok(kind.at(source.line_of(offset)?).into())
}

pub(super) fn out_of_range(vertex: u64, base: u32, vertices: u64) -> FormatErrorKind {
    FormatErrorKind::VertexOutOfRange {
        vertex,
        first: u64::from(base),
        vertices,
    }
}

/// What to say about a line that could not be read.
pub(super) fn explain(
    source: &GraphSource,
    fault: &Fault<LineFault>,
    base: u32,
    stated: Option<u64>,
    most_bytes: u64,
) -> Result<LoadError, LoadError> {
    let line = source.line_of(fault.offset)?;
    let (a, b) = match &fault.kind {
        LineFault::Format(kind) => {
            let place = columns(source, fault.offset, |word| read_number(word).is_err())?;
            return Ok(kind.clone().at_columns(line, place).into());
        }
        LineFault::Edge(a, b) => (*a, *b),
    };
    let most = u64::from(MOST_VERTICES);
    let stray = |vertices: u64| {
        let range = u64::from(base)..u64::from(base).saturating_add(vertices);
        [a, b].into_iter().find(|v| !range.contains(v))
    };
    let vertices = stated.unwrap_or(most);
    let (vertex, vertices) = match (stray(vertices), stray(most)) {
        (Some(vertex), _) => (vertex, vertices),
        (None, Some(vertex)) => (vertex, most),
        (None, None) => return Ok(LimitReached::Bytes { limit: most_bytes }.into()),
    };
    let place = columns(source, fault.offset, |word| read_number(word) == Ok(vertex))?;
    let kind = out_of_range(vertex, base, vertices);
    Ok(kind.at_columns(line, place).into())
}
