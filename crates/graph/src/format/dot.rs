//! Graphs in DOT: a `digraph` of Graphviz, with `owner` and `result` as attributes of vertices.
//!
//! Vertices come in the order in which they are first named, unless all names are numbers.

use grundy_core::{Limits, Outcome};
use rustc_hash::FxHashMap;

use super::{Format, FormatError, FormatErrorKind, GraphFile, Labels, LoadError, Owners, Source};
use crate::{Graph, MOST_VERTICES};

/// Subgraphs within subgraphs, at most.
const MOST_NESTED: usize = 64;

/// Reads a graph in DOT.
pub(crate) fn load(source: &Source, limits: &Limits) -> Result<GraphFile, LoadError> {
    let bytes = source.read_all(limits)?;
    let text = String::from_utf8_lossy(&bytes);
    let mut parser = Parser::new(&text);
    parser.graph()?;
    Ok(parser.finish()?)
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
struct Parser<'t> {
    rest: &'t str,
    line: u64,
    token: Token,
    /// The line in which `token` stands.
    token_line: u64,
    names: Vec<String>,
    numbers: FxHashMap<String, u32>,
    edges: Vec<(u32, u32)>,
    owners: Vec<(u32, String)>,
    results: Vec<(u32, String, u64)>,
}

impl<'t> Parser<'t> {
    fn new(text: &'t str) -> Parser<'t> {
        Parser {
            rest: text,
            line: 1,
            token: Token::End,
            token_line: 1,
            names: Vec::new(),
            numbers: FxHashMap::default(),
            edges: Vec::new(),
            owners: Vec::new(),
            results: Vec::new(),
        }
    }

    /// `[strict] digraph [name] { … }` and nothing else.
    fn graph(&mut self) -> Result<(), FormatError> {
        self.advance()?;
        if self.is_word("strict") {
            self.advance()?;
        }
        if self.is_word("graph") {
            return Err(FormatErrorKind::Undirected.at(self.token_line));
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
    fn block(&mut self, depth: usize) -> Result<Vec<u32>, FormatError> {
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
                    return Err(FormatErrorKind::Truncated { missing: "`}`" }.at(self.line));
                }
                _ => self.statement(depth, &mut inside)?,
            }
        }
    }

    /// One statement; its vertices join `inside`.
    fn statement(&mut self, depth: usize, inside: &mut Vec<u32>) -> Result<(), FormatError> {
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
        inside.extend(&from);
        let mut is_chain = false;
        while let Token::Edge { is_directed } = self.token {
            if !is_directed {
                return Err(FormatErrorKind::Undirected.at(self.token_line));
            }
            self.advance()?;
            let Some(to) = self.operand(depth)? else {
                return Err(self.unexpected("a vertex"));
            };
            let pairs = from.iter().flat_map(|&a| to.iter().map(move |&b| (a, b)));
            self.edges.extend(pairs);
            inside.extend(&to);
            (from, is_chain) = (to, true);
        }
        let line = self.token_line;
        for (key, value) in self.attributes()? {
            match (key.as_str(), is_chain) {
                ("owner", false) => self.owners.extend(from.iter().map(|&v| (v, value.clone()))),
                ("result", false) => self
                    .results
                    .extend(from.iter().map(|&v| (v, value.clone(), line))),
                _ => {}
            }
        }
        Ok(())
    }

    /// A vertex, or the vertices of a subgraph; nothing for an assignment `a = b`.
    fn operand(&mut self, depth: usize) -> Result<Option<Vec<u32>>, FormatError> {
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
        self.vertex(name).map(|v| Some(vec![v]))
    }

    /// Any number of `[key = value, …]`.
    fn attributes(&mut self) -> Result<Vec<(String, String)>, FormatError> {
        let mut found = Vec::new();
        while self.token == Token::Mark('[') {
            self.advance()?;
            while self.token != Token::Mark(']') {
                let key = self.id()?;
                if self.token != Token::Mark('=') {
                    return Err(self.unexpected("`=`"));
                }
                self.advance()?;
                found.push((key, self.id()?));
                if matches!(self.token, Token::Mark(',' | ';')) {
                    self.advance()?;
                }
            }
            self.advance()?;
        }
        Ok(found)
    }

    fn id(&mut self) -> Result<String, FormatError> {
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

    fn vertex(&mut self, name: String) -> Result<u32, FormatError> {
        if let Some(&number) = self.numbers.get(&name) {
            return Ok(number);
        }
        let number = self.names.len() as u32;
        if number == MOST_VERTICES {
            return Err(self.unexpected("fewer vertices"));
        }
        self.names.push(name.clone());
        self.numbers.insert(name, number);
        Ok(number)
    }

    fn is_word(&self, word: &str) -> bool {
        let Token::Id { text, is_quoted } = &self.token else {
            return false;
        };
        !is_quoted && text.eq_ignore_ascii_case(word)
    }

    fn unexpected(&self, expected: &'static str) -> FormatError {
        let found = match &self.token {
            Token::Id { text, .. } => text.clone(),
            Token::Edge { is_directed: true } => "->".to_owned(),
            Token::Edge { is_directed: false } => "--".to_owned(),
            Token::Mark(mark) => mark.to_string(),
            Token::End => return FormatErrorKind::Truncated { missing: expected }.at(self.line),
        };
        FormatErrorKind::unexpected(found.as_bytes(), expected).at(self.token_line)
    }

    /// Reads the next token.
    fn advance(&mut self) -> Result<(), FormatError> {
        self.skip_blanks()?;
        self.token_line = self.line;
        let Some(first) = self.rest.chars().next() else {
            self.token = Token::End;
            return Ok(());
        };
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
                    let kind = FormatErrorKind::unexpected(found.as_bytes(), "a name");
                    return Err(kind.at(self.line));
                }
                let text = self.take(length).to_owned();
                let is_quoted = false;
                Token::Id { text, is_quoted }
            }
        };
        Ok(())
    }

    /// Takes `length` bytes, counting their lines.
    fn take(&mut self, length: usize) -> &'t str {
        let (taken, rest) = self.rest.split_at(length);
        self.line += taken.bytes().filter(|&b| b == b'\n').count() as u64;
        self.rest = rest;
        taken
    }

    fn skip_blanks(&mut self) -> Result<(), FormatError> {
        loop {
            let blank = self.rest.len() - self.rest.trim_start().len();
            self.take(blank);
            let to_line_end = self.rest.find('\n').unwrap_or(self.rest.len());
            if self.rest.starts_with("//") || self.rest.starts_with(['#', '%']) {
                self.take(to_line_end);
            } else if self.rest.starts_with("/*") {
                let Some(end) = self.rest.find("*/") else {
                    return Err(FormatErrorKind::Truncated { missing: "`*/`" }.at(self.line));
                };
                self.take(end + 2);
            } else {
                return Ok(());
            }
        }
    }

    fn quoted(&mut self) -> Result<Token, FormatError> {
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
        Err(FormatErrorKind::Truncated { missing: "`\"`" }.at(self.line))
    }

    /// A name in angle brackets, which nest.
    fn markup(&mut self) -> Result<Token, FormatError> {
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
        Err(FormatErrorKind::Truncated { missing: "`>`" }.at(self.line))
    }

    /// The graph with its vertices in order.
    fn finish(self) -> Result<GraphFile, FormatError> {
        if self.edges.len() > u32::MAX as usize {
            let what = "edges";
            let (found, most) = (self.edges.len() as u64, u64::from(u32::MAX));
            return Err(FormatErrorKind::TooLarge { what, found, most }.nowhere());
        }
        let (labels, place) = order(self.names);
        let at = |v: u32| place[v as usize];
        let edges: Vec<(u32, u32)> = self.edges.iter().map(|&(a, b)| (at(a), at(b))).collect();
        let graph = Graph::from_edge_list(place.len() as u32, &edges);
        let mut file = GraphFile::from_graph(&graph, labels, Format::Dot);
        let owners = self.owners.into_iter().map(|(v, name)| (at(v), name));
        file.owners = assign(owners, place.len())?;
        let mut results = FxHashMap::default();
        for (v, word, line) in self.results {
            let outcome = outcome(&word, at(v), file.owners.as_ref());
            let expected = "`win`, `lose`, `draw` or an owner as the result of a vertex";
            let outcome = outcome
                .ok_or_else(|| FormatErrorKind::unexpected(word.as_bytes(), expected).at(line))?;
            results.insert(at(v), outcome);
        }
        file.decided = results.into_iter().collect();
        file.decided.sort_unstable();
        Ok(file)
    }
}

/// What the vertices are called, and the place of each: in order of their numbers if all names are
/// numbers, else as they came.
fn order(names: Vec<String>) -> (Labels, Vec<u32>) {
    let as_number = |name: &String| name.parse::<u32>().ok().filter(|n| n.to_string() == *name);
    let Some(numbers) = names.iter().map(as_number).collect::<Option<Vec<u32>>>() else {
        let place = (0..names.len() as u32).collect();
        return (Labels::Names(names), place);
    };
    let mut sorted: Vec<usize> = (0..numbers.len()).collect();
    sorted.sort_unstable_by_key(|&v| numbers[v]);
    let mut place = vec![0; numbers.len()];
    for (at, &v) in sorted.iter().enumerate() {
        place[v] = at as u32;
    }
    let first = sorted.first().map_or(0, |&v| numbers[v]);
    let is_dense = sorted
        .last()
        .is_none_or(|&v| numbers[v] - first == numbers.len() as u32 - 1);
    if first <= 1 && is_dense {
        return (Labels::Numbers { first }, place);
    }
    let names = sorted.into_iter().map(|v| names[v].clone()).collect();
    (Labels::Names(names), place)
}

/// Owners from attributes; a vertex without one belongs to the first player.
fn assign(
    owners: impl Iterator<Item = (u32, String)>,
    vertices: usize,
) -> Result<Option<Owners>, FormatError> {
    let mut names: Vec<String> = Vec::new();
    let mut of = vec![0; vertices];
    for (v, name) in owners {
        if names.is_empty() && matches!(name.as_str(), "0" | "1") {
            names = vec!["0".to_owned(), "1".to_owned()];
        }
        let at = names.iter().position(|known| *known == name);
        let at = at.unwrap_or_else(|| {
            names.push(name.clone());
            names.len() - 1
        });
        if at > 1 {
            return Err(FormatErrorKind::ThirdPlayer { name }.nowhere());
        }
        of[v as usize] = at as u8;
    }
    if names.is_empty() {
        return Ok(None);
    }
    let mut names = names.into_iter();
    let names = [(); 2].map(|()| names.next().unwrap_or_else(|| "the other".to_owned()));
    Ok(Some(Owners { of, names }))
}

fn outcome(word: &str, v: u32, owners: Option<&Owners>) -> Option<Outcome> {
    match word {
        "win" => Some(Outcome::Win),
        "lose" => Some(Outcome::Lose),
        "draw" => Some(Outcome::Draw),
        _ => owners?.result_by_winner(word, v),
    }
}
