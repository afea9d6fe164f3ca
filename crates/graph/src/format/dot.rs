//! Graphs in DOT: a `digraph` of Graphviz, with `owner` and `result` as attributes of vertices.
//!
//! Vertices come in the order in which they are first named, unless all names are numbers.

use std::ops::Range;

use grundy_core::Limits;

use super::names::{NamedGraph, Stated};
use super::{Format, FormatErrorKind, GraphFile, GraphSource, LoadError};
use crate::budget::Budget;
use crate::graph_file::name_bytes;

/// Subgraphs within subgraphs, at most.
const MOST_NESTED: usize = 64;

/// Reads a graph in DOT.
pub(crate) fn load(source: &GraphSource, limits: &Limits) -> Result<GraphFile, LoadError> {
    let bytes = source.contents(limits)?;
    // The text, and a name that may be nearly all of it.
    let mut budget = Budget::new(limits, 2 * bytes.len() as u64)?;
    if std::str::from_utf8(&bytes).is_err() {
        // A byte that is not text becomes a character of three bytes, in a text that doubles as it
        // grows, and again in the names.
        budget.take(10 * bytes.len() as u64)?;
    }
    let text = String::from_utf8_lossy(&bytes);
    let mut parser = Parser::new(&text, budget);
    parser.graph()?;
    let Parser {
        graph, mut budget, ..
    } = parser;
    graph.finish(Format::Dot, text.as_bytes(), &mut budget)
}

/// A token of DOT.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Token {
    /// A name, a number or a quoted text.
    Id { text: String, is_quoted: bool },
    /// `->` or `--`.
    Edge { is_directed: bool },
    /// One of `{ } [ ] ; , = :`.
    Mark(char),
    /// Nothing more.
    End,
}

/// What has been read so far.
struct Parser<'t, 'l> {
    text: &'t str,
    rest: &'t str,
    token: Token,
    /// Where `token` stands in the text.
    token_place: Range<usize>,
    graph: NamedGraph,
    budget: Budget<'l>,
}

impl<'t, 'l> Parser<'t, 'l> {
    fn new(text: &'t str, budget: Budget<'l>) -> Parser<'t, 'l> {
        Parser {
            text,
            rest: text,
            token: Token::End,
            token_place: 0..0,
            graph: NamedGraph::default(),
            budget,
        }
    }

    /// `[strict] digraph [name] { … }` and nothing else.
    fn graph(&mut self) -> Result<(), LoadError> {
        self.advance()?;
        if self.is_word("strict") {
            self.advance()?;
        }
        if self.is_word("graph") {
            return Err(self.fail(FormatErrorKind::Undirected));
        }
        if !self.is_word("digraph") {
            return Err(self.unexpected("`digraph`"));
        }
        self.advance()?;
        if matches!(self.token, Token::Id { .. }) {
            self.advance()?;
        }
        if self.token != Token::Mark('{') {
            return Err(self.unexpected("`{`"));
        }
        self.block(0)?;
        match self.token {
            Token::End => Ok(()),
            _ => Err(self.unexpected("nothing after the graph")),
        }
    }

    /// `{ statements }`; all vertices in it.
    fn block(&mut self, depth: usize) -> Result<Vec<u32>, LoadError> {
        if depth > MOST_NESTED {
            return Err(self.unexpected("fewer subgraphs within subgraphs"));
        }
        self.advance()?;
        let mut inside = Vec::new();
        loop {
            match self.token {
                Token::Mark('}') => {
                    self.advance()?;
                    inside.sort_unstable();
                    inside.dedup();
                    return Ok(inside);
                }
                Token::Mark(';') => self.advance()?,
                Token::End => {
                    return Err(self.truncated("`}`"));
                }
                _ => self.statement(depth, &mut inside)?,
            }
        }
    }

    /// One statement; its vertices join `inside`.
    fn statement(&mut self, depth: usize, inside: &mut Vec<u32>) -> Result<(), LoadError> {
        if ["graph", "node", "edge"]
            .iter()
            .any(|word| self.is_word(word))
        {
            self.advance()?;
            return self.attributes().map(|_| ());
        }
        let mut from = match self.operand(depth)? {
            Some(vertices) => vertices,
            None => return Ok(()),
        };
        self.join(inside, &from)?;
        let mut is_chain = false;
        while let Token::Edge { is_directed } = self.token {
            if !is_directed {
                return Err(self.fail(FormatErrorKind::Undirected));
            }
            self.advance()?;
            let Some(to) = self.operand(depth)? else {
                return Err(self.unexpected("a vertex"));
            };
            for &a in &from {
                for &b in &to {
                    self.graph.edge(a, b, &mut self.budget)?;
                }
            }
            self.join(inside, &to)?;
            (from, is_chain) = (to, true);
        }
        for (key, value, place) in self.attributes()? {
            if is_chain {
                continue;
            }
            for &vertex in &from {
                match key.as_str() {
                    "owner" => self.graph.own(vertex, &value, &mut self.budget)?,
                    "result" => {
                        let stated = Stated {
                            vertex,
                            word: value.clone(),
                            place: Some(place),
                        };
                        self.graph.state(stated, &mut self.budget)?;
                    }
                    _ => {}
                }
            }
        }
        Ok(())
    }

    /// Adds the vertices of a part of a statement to those of the block that it is in.
    fn join(&mut self, inside: &mut Vec<u32>, more: &[u32]) -> Result<(), LoadError> {
        for &v in more {
            self.budget.push(inside, v)?;
        }
        Ok(())
    }

    /// A vertex, or the vertices of a subgraph; nothing for an assignment `a = b`.
    fn operand(&mut self, depth: usize) -> Result<Option<Vec<u32>>, LoadError> {
        if self.is_word("subgraph") {
            self.advance()?;
            if matches!(self.token, Token::Id { .. }) {
                self.advance()?;
            }
            if self.token != Token::Mark('{') {
                return Err(self.unexpected("`{`"));
            }
        }
        if self.token == Token::Mark('{') {
            return self.block(depth + 1).map(Some);
        }
        let name = self.id()?;
        if self.token == Token::Mark('=') {
            self.advance()?;
            self.id()?;
            return Ok(None);
        }
        // A port says where the arrow touches the picture of the vertex.
        while self.token == Token::Mark(':') {
            self.advance()?;
            self.id()?;
        }
        let vertex = self.graph.vertex(&name, &mut self.budget)?;
        Ok(Some(vec![vertex]))
    }

    /// Any number of `[key = value, …]`, with the place of each value.
    fn attributes(&mut self) -> Result<Vec<(String, String, usize)>, LoadError> {
        let mut found = Vec::new();
        while self.token == Token::Mark('[') {
            self.advance()?;
            while self.token != Token::Mark(']') {
                let key = self.id()?;
                if self.token != Token::Mark('=') {
                    return Err(self.unexpected("`=`"));
                }
                self.advance()?;
                let place = self.token_place.start;
                let value = self.id()?;
                if matches!(key.as_str(), "owner" | "result") {
                    self.budget.take(name_bytes(value.len()))?;
                    self.budget.push(&mut found, (key, value, place))?;
                }
                if matches!(self.token, Token::Mark(',' | ';')) {
                    self.advance()?;
                }
            }
            self.advance()?;
        }
        Ok(found)
    }

    fn id(&mut self) -> Result<String, LoadError> {
        match std::mem::replace(&mut self.token, Token::End) {
            Token::Id { text, .. } => {
                self.advance()?;
                Ok(text)
            }
            other => {
                self.token = other;
                Err(self.unexpected("a name"))
            }
        }
    }

    fn is_word(&self, word: &str) -> bool {
        let Token::Id { text, is_quoted } = &self.token else {
            return false;
        };
        !is_quoted && text.eq_ignore_ascii_case(word)
    }

    /// An error at the present token.
    fn fail(&self, kind: FormatErrorKind) -> LoadError {
        let text = self.text.as_bytes();
        kind.at_bytes(text, self.token_place.clone()).into()
    }

    /// The text ends where something should follow.
    fn truncated(&self, missing: &'static str) -> LoadError {
        let end = self.text.len();
        let kind = FormatErrorKind::Truncated { missing };
        kind.at_bytes(self.text.as_bytes(), end..end).into()
    }

    fn unexpected(&self, expected: &'static str) -> LoadError {
        if self.token == Token::End {
            return self.truncated(expected);
        }
        let found = &self.text[self.token_place.clone()];
        self.fail(FormatErrorKind::unexpected(found.as_bytes(), expected))
    }

    /// Reads the next token.
    fn advance(&mut self) -> Result<(), LoadError> {
        self.skip_blanks()?;
        self.budget.work(1)?;
        let start = self.text.len() - self.rest.len();
        self.token_place = start..start;
        let Some(first) = self.rest.chars().next() else {
            self.token = Token::End;
            return Ok(());
        };
        self.token_place.end = start + first.len_utf8();
        self.token = match first {
            '{' | '}' | '[' | ']' | ';' | ',' | '=' | ':' => {
                self.take(1);
                Token::Mark(first)
            }
            '-' if self.rest.starts_with("->") || self.rest.starts_with("--") => {
                let is_directed = self.take(2) == "->";
                Token::Edge { is_directed }
            }
            '"' => self.quoted()?,
            '<' => self.markup()?,
            _ => {
                let is_part =
                    |c: char| c.is_alphanumeric() || c == '_' || c == '.' || !c.is_ascii();
                let sign = usize::from(first == '-');
                let end = self.rest[sign..].find(|c| !is_part(c));
                let length = end.map_or(self.rest.len(), |end| end + sign);
                if length == sign {
                    let found = first.to_string();
                    return Err(self.fail(FormatErrorKind::unexpected(found.as_bytes(), "a name")));
                }
                let text = self.take(length).to_owned();
                let is_quoted = false;
                Token::Id { text, is_quoted }
            }
        };
        self.token_place.end = self.text.len() - self.rest.len();
        Ok(())
    }

    /// Takes `length` bytes.
    fn take(&mut self, length: usize) -> &'t str {
        let (taken, rest) = self.rest.split_at(length);
        self.rest = rest;
        taken
    }

    fn skip_blanks(&mut self) -> Result<(), LoadError> {
        loop {
            let blank = self.rest.len() - self.rest.trim_start().len();
            self.take(blank);
            if self.rest.starts_with("//") || self.rest.starts_with(['#', '%']) {
                let to_line_end = self.rest.find('\n').unwrap_or(self.rest.len());
                self.take(to_line_end);
            } else if self.rest.starts_with("/*") {
                let Some(end) = self.rest.find("*/") else {
                    return Err(self.truncated("`*/`"));
                };
                self.take(end + 2);
            } else {
                return Ok(());
            }
        }
    }

    fn quoted(&mut self) -> Result<Token, LoadError> {
        let mut text = String::new();
        let mut characters = self.rest.char_indices().skip(1);
        while let Some((at, character)) = characters.next() {
            match character {
                '"' => {
                    self.take(at + 1);
                    let is_quoted = true;
                    return Ok(Token::Id { text, is_quoted });
                }
                '\\' => match characters.next() {
                    Some((_, '"')) => text.push('"'),
                    Some((_, '\n')) => {}
                    Some((_, other)) => text.extend(['\\', other]),
                    None => break,
                },
                _ => text.push(character),
            }
        }
        Err(self.truncated("`\"`"))
    }

    /// A name in angle brackets, which nest.
    fn markup(&mut self) -> Result<Token, LoadError> {
        let mut depth = 0usize;
        for (at, character) in self.rest.char_indices() {
            match character {
                '<' => depth += 1,
                '>' => depth -= 1,
                _ => {}
            }
            if depth == 0 {
                let text = self.take(at + 1).to_owned();
                let is_quoted = true;
                return Ok(Token::Id { text, is_quoted });
            }
        }
        Err(self.truncated("`>`"))
    }
}
