//! Lists of edges as comma-separated values: two columns, or a header that names them.

use std::io::Read;

use grundy_core::Limits;

use super::names::NamedGraph;
use super::{Format, FormatErrorKind, GraphFile, GraphSource, LoadError};
use crate::budget::Budget;

/// What the columns of a header are called.
const SOURCES: [&str; 5] = ["source", "from", "src", "tail", "u"];
const TARGETS: [&str; 6] = ["target", "to", "dst", "destination", "head", "v"];

/// Bytes that the reader holds for each byte of a record, at most: a place for each field in a list
/// that doubles as it grows, and a copy of all of it.
const FIELD_BYTES: u64 = 24;

/// True if the first line has a comma between two fields.
pub(crate) fn looks_like(text: &[u8]) -> bool {
    let line = text.split(|&b| b == b'\n').next().unwrap_or_default();
    let is_text =
        std::str::from_utf8(line).is_ok_and(|line| !line.trim().contains(char::is_control));
    let comma = line.iter().position(|&b| b == b',');
    is_text && !line.starts_with(b"[") && comma.is_some_and(|at| at > 0)
}

/// Reads a list of edges as comma-separated values.
pub(crate) fn load(source: &GraphSource, limits: &Limits) -> Result<GraphFile, LoadError> {
    let bytes = source.contents(limits)?;
    let record_bytes = FIELD_BYTES * longest_record(&bytes);
    let mut budget = Budget::new(limits, bytes.len() as u64 + record_bytes)?;
    let mut reader = csv::ReaderBuilder::new()
        .has_headers(false)
        .flexible(true)
        .trim(csv::Trim::All)
        .comment(Some(b'#'))
        .from_reader(&bytes[..]);
    let mut graph = NamedGraph::default();
    let mut record = csv::StringRecord::new();
    let mut columns = None;
    while read(&mut reader, &mut record)? {
        budget.work(1)?;
        let line = record.position().map_or(1, csv::Position::line);
        let (from, to) = match columns {
            Some(columns) => columns,
            None => {
                let header = header_columns(&record);
                columns = Some(header.unwrap_or((0, 1)));
                if header.is_some() {
                    continue;
                }
                if record.len() > 2 {
                    let found = record.get(2).unwrap_or_default();
                    let expected = "two columns, or a header with `source` and `target`";
                    return Err(FormatErrorKind::unexpected(found.as_bytes(), expected)
                        .at(line)
                        .into());
                }
                (0, 1)
            }
        };
        let mut vertex = |column: usize| match record.get(column) {
            Some(name) if !name.is_empty() => graph.vertex(name, &mut budget).map(Some),
            _ => Ok(None),
        };
        match (vertex(from)?, vertex(to)?) {
            (Some(from), Some(to)) => graph.edge(from, to, &mut budget)?,
            (Some(_), None) | (None, None) => {}
            (None, Some(_)) => {
                let expected = "a name before the comma";
                return Err(FormatErrorKind::unexpected(b",", expected).at(line).into());
            }
        }
    }
    if graph.is_empty() {
        return Err(FormatErrorKind::Empty.nowhere().into());
    }
    graph.finish(Format::Csv, &bytes, &mut budget)
}

/// The bytes of the longest record, at most: a record is a line, unless there are quotation marks.
fn longest_record(bytes: &[u8]) -> u64 {
    if bytes.contains(&b'"') {
        return bytes.len() as u64;
    }
    let lines = bytes.split(|&b| b == b'\n' || b == b'\r');
    lines.map(<[u8]>::len).max().unwrap_or(0) as u64
}

/// Where the two vertices stand in each record, if this one is a header.
fn header_columns(record: &csv::StringRecord) -> Option<(usize, usize)> {
    let find = |words: &[&str]| {
        let is_named = |field: &str| words.iter().any(|word| field.eq_ignore_ascii_case(word));
        record.iter().position(is_named)
    };
    Some((find(&SOURCES)?, find(&TARGETS)?))
}

/// Reads the next record; false at the end.
fn read(
    reader: &mut csv::Reader<impl Read>,
    record: &mut csv::StringRecord,
) -> Result<bool, LoadError> {
    reader.read_record(record).map_err(|error| {
        let line = error.position().map(csv::Position::line);
        let kind = FormatErrorKind::Csv {
            message: error.to_string(),
        };
        line.map_or_else(
            || kind.clone().nowhere(),
            |line| kind.clone().at(line.max(1)),
        )
        .into()
    })
}
