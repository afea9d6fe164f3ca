//! Adjacency lists: a line `k v1 … vk` for each vertex, in order.
//!
//! A first line with a single number may say how many vertices there are.

use grundy_core::Limits;

use super::named::words;
use super::scan::{is_comment, read_number};
use super::{Format, FormatErrorKind, GraphFile, GraphSource, Labels, LoadError};
use crate::budget::Budget;
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
    source: &GraphSource,
    one_based: bool,
    limits: &Limits,
) -> Result<GraphFile, LoadError> {
    let base = u32::from(one_based);
    let text = source.contents(limits)?;
    let mut budget = Budget::new(limits, text.len() as u64)?;
    let vertices = count_rows(&text, &mut budget)?;
    let has_header = vertices < rows(&text).count() as u64;
    let (mut offsets, mut targets) = (Vec::new(), Vec::new());
    budget.push(&mut offsets, 0)?;
    for (start, row) in rows(&text).skip(usize::from(has_header)) {
        read_row(
            &text,
            start,
            row,
            (base, vertices),
            &mut targets,
            &mut budget,
        )?;
        budget.push(&mut offsets, targets.len() as u32)?;
    }
    let graph = Graph::from_parts(offsets, targets);
    let labels = Labels::Numbers { first: base };
    limits.check_bytes(budget.used_bytes() + graph.memory_bytes() + vertices)?;
    let file = GraphFile::from_graph_within(&graph, labels, Format::Adjacency, limits)?;
    Ok(file)
}

/// The lines that are neither blank nor comments, trimmed, and where they begin.
fn rows(text: &[u8]) -> impl Iterator<Item = (usize, &[u8])> {
    let start = text.as_ptr() as usize;
    text.split(|&b| b == b'\n')
        .map(<[u8]>::trim_ascii)
        .filter(|line| !line.is_empty() && !is_comment(line))
        .map(move |line| (line.as_ptr() as usize - start, line))
}

/// How many vertices there are: as many as rows, without a first line that says how many.
fn count_rows(text: &[u8], budget: &mut Budget) -> Result<u64, LoadError> {
    let mut found = 0;
    for (_, row) in rows(text) {
        budget.work(row.len() as u64)?;
        found += 1;
    }
    let Some((start, first)) = rows(text).next() else {
        return Err(FormatErrorKind::Empty.nowhere().into());
    };
    let most = u64::from(MOST_VERTICES);
    if found > most {
        let what = "vertices";
        return Err(FormatErrorKind::TooLarge { what, found, most }
            .nowhere()
            .into());
    }
    let is_single = !first.iter().any(u8::is_ascii_whitespace);
    match read_number(first).ok().filter(|_| is_single) {
        // A lone 0 is a vertex without moves, unless nothing follows and so no vertex is meant.
        Some(0) if found > 1 => Ok(found),
        Some(stated) if stated == found - 1 => Ok(stated),
        Some(stated) => {
            let kind = FormatErrorKind::WrongCount {
                what: "vertices",
                stated,
                found: found - 1,
            };
            Err(kind.at_bytes(text, start..start + first.len()).into())
        }
        None => Ok(found),
    }
}

/// Reads the row that begins at `start` of the text: a count, and so many targets.
fn read_row(
    text: &[u8],
    start: usize,
    row: &[u8],
    (base, vertices): (u32, u64),
    targets: &mut Vec<u32>,
    budget: &mut Budget,
) -> Result<(), LoadError> {
    let mut words = words(row).map(|(at, word)| (start + at..start + at + word.len(), word));
    let (place, first) = words.next().expect("a row is not blank");
    let stated = read_number(first).map_err(|kind| kind.at_bytes(text, place.clone()))?;
    let mut found = 0;
    for (place, word) in words {
        let vertex = read_number(word).map_err(|kind| kind.at_bytes(text, place.clone()))?;
        let inside = vertex
            .checked_sub(u64::from(base))
            .filter(|&v| v < vertices);
        let Some(v) = inside else {
            let kind = FormatErrorKind::VertexOutOfRange {
                vertex,
                first: u64::from(base),
                vertices,
            };
            return Err(kind.at_bytes(text, place).into());
        };
        budget.push(targets, v as u32)?;
        found += 1;
    }
    if stated != found {
        let kind = FormatErrorKind::WrongCount {
            what: "moves in this line",
            stated,
            found,
        };
        return Err(kind.at_bytes(text, place).into());
    }
    if targets.len() > u32::MAX as usize {
        let (found, most) = (targets.len() as u64, u64::from(u32::MAX));
        let what = "edges";
        return Err(FormatErrorKind::TooLarge { what, found, most }
            .nowhere()
            .into());
    }
    Ok(())
}
