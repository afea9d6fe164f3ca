//! Lists of edges between names: lines `a b`, or a single name for a vertex without edges.

use grundy_core::Limits;

use super::names::NamedGraph;
use super::scan::{is_comment, read_number};
use super::{Format, FormatErrorKind, GraphFile, GraphSource, LoadError};
use crate::budget::Budget;

/// True if the first line is one or two words that are not both numbers.
pub(crate) fn looks_like(text: &[u8]) -> bool {
    let line = text.split(|&b| b == b'\n').next().unwrap_or_default();
    let words: Vec<&[u8]> = words(line).map(|(_, word)| word).take(3).collect();
    let is_text = std::str::from_utf8(line).is_ok_and(|line| !line.contains(char::is_control));
    let are_numbers = words.iter().all(|word| read_number(word).is_ok());
    let begins_as_name = words
        .iter()
        .all(|word| !matches!(word[0], b'-' | b'[' | b'{' | b'('));
    is_text && words.len() == 2 && !are_numbers && begins_as_name
}

/// Reads a list of edges between names.
pub(crate) fn load(source: &GraphSource, limits: &Limits) -> Result<GraphFile, LoadError> {
    let bytes = source.contents(limits)?;
    let mut budget = Budget::new(limits, bytes.len() as u64)?;
    let mut graph = NamedGraph::default();
    let mut start = 0;
    for line in bytes.split(|&b| b == b'\n') {
        let offset = start;
        start += line.len() + 1;
        budget.work(1)?;
        if is_comment(line.trim_ascii_start()) {
            continue;
        }
        let mut ends = words(line).map(|(at, word)| (offset + at, word));
        let Some(from) = ends.next() else {
            continue;
        };
        let name = |(at, word): (usize, &[u8])| match std::str::from_utf8(word) {
            Ok(_) => Ok(String::from_utf8_lossy(word).into_owned()),
            Err(_) => {
                let kind = FormatErrorKind::unexpected(word, "a name in UTF-8");
                Err(kind.at_bytes(&bytes, at..at + word.len()))
            }
        };
        let from = graph.vertex(&name(from)?, &mut budget)?;
        let Some(to) = ends.next() else {
            continue;
        };
        let to = graph.vertex(&name(to)?, &mut budget)?;
        graph.edge(from, to, &mut budget)?;
        if let Some((at, word)) = ends.next() {
            let expected = "two names, `a b`, and nothing else in the line";
            let kind = FormatErrorKind::unexpected(word, expected);
            return Err(kind.at_bytes(&bytes, at..at + word.len()).into());
        }
    }
    if graph.is_empty() {
        return Err(FormatErrorKind::Empty.nowhere().into());
    }
    graph.finish(Format::Names, &bytes, &mut budget)
}

/// The words of a line and where they begin.
pub(crate) fn words(line: &[u8]) -> impl Iterator<Item = (usize, &[u8])> {
    let is_word = |word: &&[u8]| !word.is_empty();
    let start = line.as_ptr() as usize;
    line.split(u8::is_ascii_whitespace)
        .filter(is_word)
        .map(move |word| (word.as_ptr() as usize - start, word))
}
