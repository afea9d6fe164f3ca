//! Adjacency lists: a line `k v1 … vk` for each vertex, in order.
//!
//! A first line with a single number may say how many vertices there are.

use grundy_core::Limits;

use super::scan::{is_comment, read_number};
use super::{Format, FormatErrorKind, GraphFile, Labels, LoadError, Source};
use crate::{Graph, MOST_VERTICES};

/// True if the lines can only be adjacency lists: each begins with the count of the rest, and not
/// all of them are pairs.
pub(crate) fn looks_like(text: &[u8], is_whole: bool) -> bool {
    let mut lines: Vec<&[u8]> = text.split(|&b| b == b'\n').collect();
    if !is_whole {
        lines.pop();
    }
    let rows = lines
        .into_iter()
        .map(<[u8]>::trim_ascii)
        .filter(|line| !line.is_empty() && !is_comment(line));
    let mut all_pairs = true;
    for (index, line) in rows.enumerate() {
        let mut words = line
            .split(u8::is_ascii_whitespace)
            .filter(|word| !word.is_empty());
        let Some(Ok(count)) = words.next().map(read_number) else {
            return false;
        };
        let rest = words.count() as u64;
        all_pairs &= rest == 1;
        let is_header = index == 0 && rest == 0;
        if count != rest && !is_header {
            return false;
        }
    }
    !all_pairs
}

/// Reads adjacency lists.
pub(crate) fn load(
    source: &Source,
    one_based: bool,
    limits: &Limits,
) -> Result<GraphFile, LoadError> {
    let base = u32::from(one_based);
    let text = source.read_all(limits)?;
    let mut rows = Vec::new();
    for (line, text) in (1..).zip(text.split(|&b| b == b'\n')) {
        let text = text.trim_ascii();
        if !text.is_empty() && !is_comment(text) {
            rows.push((line, text));
        }
    }
    let rows = without_header(&rows)?;
    let (mut offsets, mut targets) = (vec![0], Vec::new());
    for &(line, text) in rows {
        read_row(text, base, rows.len(), &mut targets).map_err(|kind| kind.at(line))?;
        offsets.push(targets.len() as u32);
    }
    let graph = Graph::from_adjacency(offsets, targets);
    let labels = Labels::Numbers { first: base };
    Ok(GraphFile::from_graph(&graph, labels, Format::Adjacency))
}

/// A line number and what stands in the line.
type Row<'a> = (u64, &'a [u8]);

/// The rows behind a first line that says how many there are.
fn without_header<'r, 't>(rows: &'r [Row<'t>]) -> Result<&'r [Row<'t>], LoadError> {
    let Some(&(line, first)) = rows.first() else {
        return Err(FormatErrorKind::Empty.nowhere().into());
    };
    if rows.len() > MOST_VERTICES as usize {
        let kind = FormatErrorKind::TooLarge {
            what: "vertices",
            found: rows.len() as u64,
            most: u64::from(MOST_VERTICES),
        };
        return Err(kind.nowhere().into());
    }
    let is_single = !first.iter().any(u8::is_ascii_whitespace);
    let stated = read_number(first).ok().filter(|_| is_single);
    let found = rows.len() as u64 - 1;
    match stated {
        // A lone 0 is a vertex without moves, unless nothing follows and so no vertex is meant.
        Some(0) if found > 0 => Ok(rows),
        Some(stated) if stated == found => Ok(&rows[1..]),
        Some(stated) => {
            let what = "vertices";
            Err(FormatErrorKind::WrongCount {
                what,
                stated,
                found,
            }
            .at(line)
            .into())
        }
        None => Ok(rows),
    }
}

fn read_row(
    text: &[u8],
    base: u32,
    vertices: usize,
    targets: &mut Vec<u32>,
) -> Result<(), FormatErrorKind> {
    let mut words = text
        .split(u8::is_ascii_whitespace)
        .filter(|word| !word.is_empty());
    let stated = read_number(words.next().unwrap_or_default())?;
    let mut found = 0;
    for word in words {
        let vertex = read_number(word)?;
        let is_vertex = |v: &u64| *v < vertices as u64;
        match vertex.checked_sub(u64::from(base)).filter(is_vertex) {
            Some(v) => targets.push(v as u32),
            None => {
                return Err(FormatErrorKind::VertexOutOfRange {
                    vertex,
                    first: u64::from(base),
                    vertices: vertices as u64,
                });
            }
        }
        found += 1;
    }
    if stated != found {
        let what = "moves in this line";
        return Err(FormatErrorKind::WrongCount {
            what,
            stated,
            found,
        });
    }
    if targets.len() > u32::MAX as usize {
        return Err(FormatErrorKind::TooLarge {
            what: "edges",
            found: targets.len() as u64,
            most: u64::from(u32::MAX),
        });
    }
    Ok(())
}
