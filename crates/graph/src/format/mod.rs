//! Files that hold graphs: what formats there are, how to tell them apart, what is read from them.

mod adjacency;
pub mod binary;
mod checksum;
mod dot;
mod error;
mod json;
mod pairs;
mod scan;
mod source;

use grundy_core::Limits;

pub use error::{FormatError, FormatErrorKind, LoadError};
pub use source::Source;
pub(crate) use source::read_at;

pub(crate) use crate::graph_file::{GraphFile, Labels, Owners};

/// How a graph is written down.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Format {
    /// `n m`, then `m` lines `a b`.
    Counted,
    /// Lines `a b`.
    Edges,
    /// A line `k v1 … vk` for each vertex, perhaps after a line with their number.
    Adjacency,
    /// A `digraph` of Graphviz.
    Dot,
    /// `{"vertices":n,"edges":[[a,b],…],"owner":[…],"result":{…}}`.
    Json,
    /// The compact format of [`binary`].
    Binary,
}

impl Format {
    /// Every format.
    pub const ALL: [Format; 6] = [
        Format::Counted,
        Format::Edges,
        Format::Adjacency,
        Format::Dot,
        Format::Json,
        Format::Binary,
    ];

    /// The word for it on the command line.
    pub fn word(self) -> &'static str {
        match self {
            Format::Counted => "counted",
            Format::Edges => "edges",
            Format::Adjacency => "adjacency",
            Format::Dot => "dot",
            Format::Json => "json",
            Format::Binary => "binary",
        }
    }

    /// What a file in it looks like, in words.
    pub fn in_words(self) -> &'static str {
        match self {
            Format::Counted => "a list of edges with a header `n m`",
            Format::Edges => "a list of edges without a header",
            Format::Adjacency => "adjacency lists, `k v1 … vk` a line",
            Format::Dot => "DOT",
            Format::Json => "JSON",
            Format::Binary => "grundy's binary format",
        }
    }
}

/// Reads a graph; without `format` the contents tell.
///
/// # Errors
///
/// [`LoadError`]: the file cannot be read, is no graph, or is too large for `limits`.
pub fn load(
    source: &Source,
    format: Option<Format>,
    one_based: bool,
    limits: &Limits,
) -> Result<GraphFile, LoadError> {
    match format.map_or_else(|| detect(source), |format| Ok(Some(format)))? {
        None | Some(Format::Counted | Format::Edges) => {
            pairs::load(source, format, one_based, limits)
        }
        Some(Format::Adjacency) => adjacency::load(source, one_based, limits),
        Some(Format::Dot) => dot::load(source, limits),
        Some(Format::Json) => json::load(source, one_based, limits),
        Some(Format::Binary) => binary::load(source, limits),
    }
}

/// Walks a list of edges once; other formats do not come larger than memory.
pub(crate) fn survey_list<'s>(
    source: &'s Source,
    format: Option<Format>,
    one_based: bool,
    limits: &Limits,
) -> Result<(pairs::List<'s>, crate::counters::Counters), LoadError> {
    let found = format.map_or_else(|| detect(source), |format| Ok(Some(format)))?;
    match found {
        None | Some(Format::Counted | Format::Edges) => {
            pairs::survey(source, format, one_based, limits)
        }
        Some(_) => {
            let limit = limits.bytes;
            Err(grundy_core::LimitReached::Bytes { limit }.into())
        }
    }
}

/// What the first bytes say about the format; nothing for a list of edges, with or without header.
fn detect(source: &Source) -> Result<Option<Format>, LoadError> {
    const LOOK: usize = 1 << 16;
    let head = source.head(LOOK)?;
    if head.starts_with(&binary::MAGIC) {
        return Ok(Some(Format::Binary));
    }
    let text = skip_comments(&head);
    let starts = |word: &[u8]| {
        let word_of_text = text.get(..word.len()).unwrap_or_default();
        word_of_text.eq_ignore_ascii_case(word)
    };
    if starts(b"{") {
        return Ok(Some(Format::Json));
    }
    let dot: [&[u8]; 5] = [b"digraph", b"strict", b"graph", b"//", b"/*"];
    if dot.into_iter().any(starts) {
        return Ok(Some(Format::Dot));
    }
    let is_whole = (head.len() as u64) == source.len();
    if adjacency::looks_like(text, is_whole) {
        return Ok(Some(Format::Adjacency));
    }
    Ok(None)
}

/// What follows blank lines and lines that are comments in lists of edges.
fn skip_comments(mut text: &[u8]) -> &[u8] {
    loop {
        text = text.trim_ascii_start();
        if !scan::is_comment(text) {
            return text;
        }
        let end = text.iter().position(|&b| b == b'\n').unwrap_or(text.len());
        text = &text[end..];
    }
}
