//! Files that hold graphs: what formats there are, how to tell them apart, what is read from them.

mod adjacency;
pub mod binary;
mod checksum;
mod compressed;
mod csv;
mod dot;
mod error;
mod json;
mod json_reader;
mod named;
mod names;
mod open;
mod pairs;
mod pairs_error;
mod parts;
mod scan;
mod slice;
mod source;

use grundy_core::Limits;

pub(crate) use compressed::decompress;
pub use compressed::{decompressed, is_compressed};
pub use error::{FormatError, FormatErrorKind, LoadError};
pub use parts::{FileKind, FirstLine, ListShape, PartCount};
pub use slice::ListHead;
pub use source::GraphSource;
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
    /// Lines `a b` of names.
    Names,
    /// Comma-separated values: two columns, or a header with `source` and `target`.
    Csv,
    /// A `digraph` of Graphviz.
    Dot,
    /// `{"vertices":n,"edges":[[a,b],…],"owner":[…],"result":{…}}`.
    Json,
    /// The node-link JSON of networkx: `{"directed":true,"nodes":[{"id":…},…],"links":[{"source":…,"target":…},…]}`.
    NodeLink,
    /// The compact format of [`binary`].
    Binary,
}

impl Format {
    /// Every format.
    pub const ALL: [Format; 9] = [
        Format::Counted,
        Format::Edges,
        Format::Adjacency,
        Format::Names,
        Format::Csv,
        Format::Dot,
        Format::Json,
        Format::NodeLink,
        Format::Binary,
    ];

    /// The word for it on the command line.
    pub fn word(self) -> &'static str {
        match self {
            Format::Counted => "counted",
            Format::Edges => "edges",
            Format::Adjacency => "adjacency",
            Format::Names => "names",
            Format::Csv => "csv",
            Format::Dot => "dot",
            Format::Json => "json",
            Format::NodeLink => "node-link",
            Format::Binary => "binary",
        }
    }

    /// What a file in it looks like, in words.
    pub fn in_words(self) -> &'static str {
        match self {
            Format::Counted => "a list of edges with a header `n m`",
            Format::Edges => "a list of edges without a header",
            Format::Adjacency => "adjacency lists, `k v1 … vk` a line",
            Format::Names => "a list of edges between names",
            Format::Csv => "comma-separated values",
            Format::Dot => "DOT",
            Format::Json => "JSON",
            Format::NodeLink => "node-link JSON, as networkx writes it",
            Format::Binary => "grundy's binary format",
        }
    }
}

/// Reads a graph; without `format` the contents tell. Files compressed by gzip or zstd are read as if
/// they were not.
///
/// # Errors
///
/// [`LoadError`]: the file cannot be read, is not a graph, or is too large for `limits`.
pub fn load(
    source: &GraphSource,
    format: Option<Format>,
    one_based: bool,
    limits: &Limits,
) -> Result<GraphFile, LoadError> {
    if let Some(source) = compressed::decompress(source, limits)? {
        return load_plain(&source, format, one_based, limits);
    }
    load_plain(source, format, one_based, limits)
}

/// Reads a graph that is not compressed.
fn load_plain(
    source: &GraphSource,
    format: Option<Format>,
    one_based: bool,
    limits: &Limits,
) -> Result<GraphFile, LoadError> {
    match format.map_or_else(|| detect(source), |format| Ok(Some(format)))? {
        None | Some(Format::Counted | Format::Edges) => {
            pairs::load(source, format, one_based, limits)
        }
        Some(Format::Adjacency) => adjacency::load(source, one_based, limits),
        Some(Format::Names) => named::load(source, limits),
        Some(Format::Csv) => csv::load(source, limits),
        Some(Format::Dot) => dot::load(source, limits),
        Some(Format::Json | Format::NodeLink) => json::load(source, one_based, limits),
        Some(Format::Binary) => binary::load(source, limits),
    }
}

/// True if the vertices of a file that was read as counting from 0 look as if they count from 1.
///
/// That is so if a list that states the number n of its vertices has a vertex n and none 0, or one
/// that does not has edges but none at vertex 0.
///
/// # Errors
///
/// [`LoadError::Io`] or [`LoadError::Limit`]; a file that is not a graph either way does not look so.
pub fn looks_one_based(
    source: &GraphSource,
    format: Option<Format>,
    limits: &Limits,
) -> Result<bool, LoadError> {
    let is_a_graph = |loaded: Result<GraphFile, LoadError>| match loaded {
        Ok(_) => Ok(true),
        Err(LoadError::Format(_)) => Ok(false),
        Err(error) => Err(error),
    };
    match load(source, format, false, limits) {
        Ok(file) => Ok(file.looks_one_based()),
        Err(LoadError::Format(error)) => match error.kind {
            FormatErrorKind::VertexOutOfRange {
                vertex,
                first: 0,
                vertices,
            } if vertex == vertices => is_a_graph(load(source, format, true, limits)),
            _ => Ok(false),
        },
        Err(error) => Err(error),
    }
}

/// Walks a list of edges once; other formats are read into memory.
pub(crate) fn survey_list<'s>(
    source: &'s GraphSource,
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
fn detect(source: &GraphSource) -> Result<Option<Format>, LoadError> {
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
    if csv::looks_like(text) {
        return Ok(Some(Format::Csv));
    }
    if named::looks_like(text) {
        return Ok(Some(Format::Names));
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
