//! The position language: from what a person wrote to checked positions. The only gate.

use std::collections::BTreeMap;
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

use grundy_core::{Game, HeapRules, Interned, Limits, RulesError, SpecError, SpecErrorKind};
use grundy_games::{find, looks_like_code, nearest};
use grundy_graph::GraphRules;
use grundy_rules::{RuleLimits, StarRules};
use grundy_solve::{Component, Sum};

use crate::Error;

/// The longest text that is read as a position.
pub const LONGEST_TEXT_BYTES: usize = 1 << 20;
/// The most components of a sum.
const MOST_COMPONENTS: usize = 1000;

/// Whether positions may name files (rules, graphs).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Files {
    /// They may.
    #[default]
    Allow,
    /// They may not: the text comes from somebody who must not read this machine's files.
    Deny,
    /// They may name these texts, and nothing on this machine.
    Given(Arc<BTreeMap<String, String>>),
}

impl Files {
    /// The text given under this name; why not, if there is none or files are to be refused.
    fn given(&self, name: &str) -> Result<Option<&str>, &'static str> {
        match self {
            Files::Allow => Ok(None),
            Files::Deny => Err("files are not allowed here"),
            Files::Given(texts) => match texts.get(name) {
                Some(text) => Ok(Some(text)),
                None => Err("no text was given under this name"),
            },
        }
    }
}

/// A heap game by name.
pub struct NamedRules {
    /// The name with its parameters, as grundy writes it.
    pub name: String,
    /// What a move may do to a heap.
    pub rules: HeapRules,
    /// The game itself.
    pub game: Box<dyn Game>,
}

/// Reads positions; several texts are a sum, and so are texts with `+`.
///
/// # Examples
///
/// ```
/// # use grundy::spec::{Files, parse_sum};
/// let sum = parse_sum(&["kayles:5,5 + nim:6".to_owned()], Files::Deny).unwrap();
/// assert_eq!(sum.show(&sum.components), "kayles:5,5 + nim:6");
/// ```
///
/// # Errors
///
/// [`Error::Spec`] with the place.
pub fn parse_sum(texts: &[String], files: Files) -> Result<Sum, Error> {
    parse_sum_within(texts, files, &Limits::default())
}

/// As [`parse_sum`]; rules files obey these limits.
///
/// # Errors
///
/// As [`parse_sum`], and [`Error::Rules`] for a rules file that is wrong.
pub fn parse_sum_within(texts: &[String], files: Files, limits: &Limits) -> Result<Sum, Error> {
    let text = texts.join(" + ");
    let gate = Gate { files, limits };
    parse_text(&text, &gate).map_err(|trouble| trouble.in_text(&text))
}

/// The ruleset with this name, code or path.
///
/// # Errors
///
/// [`Error::Spec`] if there is none, or its parameters are wrong.
pub fn open_ruleset(ruleset: &str, files: Files) -> Result<Box<dyn Game>, Error> {
    open_ruleset_within(ruleset, files, &Limits::default())
}

/// As [`open_ruleset`]; a rules file obeys these limits.
///
/// # Errors
///
/// As [`open_ruleset`], and [`Error::Rules`] for a rules file that is wrong.
pub fn open_ruleset_within(
    ruleset: &str,
    files: Files,
    limits: &Limits,
) -> Result<Box<dyn Game>, Error> {
    let trimmed = ruleset.trim_end_matches(':');
    let gate = Gate { files, limits };
    open(trimmed, 0, &gate).map_err(|trouble| trouble.in_text(ruleset))
}

/// The rules in a `.star` file; `ruleset` may name the player to move behind a `/`.
///
/// # Errors
///
/// [`Error::Spec`] if the file cannot be read, [`Error::Rules`] if it is no rules.
pub fn star_rules(ruleset: &str, files: Files, limits: &Limits) -> Result<StarRules, Error> {
    let gate = Gate { files, limits };
    open_star(ruleset, 0, &gate).map_err(|trouble| trouble.in_text(ruleset))
}

/// True if `ruleset` names a rules file.
pub fn is_star(ruleset: &str) -> bool {
    star_path(ruleset).is_some()
}

/// Whether files may be read, and what rules in them may use up.
struct Gate<'l> {
    files: Files,
    limits: &'l Limits,
}

/// What can be wrong with a text: itself, or a rules file that it names.
enum Trouble {
    Spec(SpecError),
    Rules(RulesError),
}

impl Trouble {
    fn shifted(self, offset: usize) -> Trouble {
        match self {
            Trouble::Spec(error) => Trouble::Spec(error.shifted(offset)),
            rules => rules,
        }
    }

    fn in_text(self, text: &str) -> Error {
        match self {
            Trouble::Spec(error) => in_text(error, text),
            Trouble::Rules(error) => Error::Rules(error),
        }
    }
}

impl From<SpecError> for Trouble {
    fn from(error: SpecError) -> Trouble {
        Trouble::Spec(error)
    }
}

/// The heap game with this name or code.
///
/// # Errors
///
/// [`Error::Spec`] if there is none, or it is not played with heaps one at a time.
pub fn heap_rules(ruleset: &str) -> Result<NamedRules, Error> {
    let mut game = open_ruleset(ruleset, Files::Deny)?;
    let Some(rules) = game.heap_rules().cloned() else {
        let error = SpecError::illegal(
            "this game is not played with heaps one at a time",
            "use a heap game such as `kayles`, or a code such as `0.77`",
            0..ruleset.len(),
        );
        return Err(in_text(error, ruleset));
    };
    let name = match game.with_heaps(&[]) {
        Some(empty) => before_colon(&game.show(empty)).to_owned(),
        None => ruleset.to_ascii_lowercase(),
    };
    Ok(NamedRules { name, rules, game })
}

fn in_text(error: SpecError, text: &str) -> Error {
    Error::Spec {
        text: text.to_owned(),
        error,
    }
}

fn before_colon(text: &str) -> &str {
    text.split(':').next().unwrap_or(text)
}

fn parse_text(text: &str, gate: &Gate<'_>) -> Result<Sum, Trouble> {
    if text.len() > LONGEST_TEXT_BYTES {
        let why = format!("the text is longer than {LONGEST_TEXT_BYTES} bytes");
        return Err(SpecError::illegal(&why, "use a shorter position", 0..1).into());
    }
    if text.trim().is_empty() {
        return Err(SpecError::missing("a position", "nim:3,4,5", 0..text.len()).into());
    }
    let mut sum = Sum {
        games: Vec::new(),
        components: Vec::new(),
    };
    let mut names: Vec<String> = Vec::new();
    for span in components(text) {
        if sum.components.len() == MOST_COMPONENTS {
            let why = format!("more than {MOST_COMPONENTS} components");
            let cure = "put heaps into one component";
            return Err(SpecError::illegal(&why, cure, span).into());
        }
        let component = parse_component(&text[span.clone()], &mut sum, &mut names, gate)
            .map_err(|error| error.shifted(span.start))?;
        sum.components.push(component);
    }
    Ok(sum)
}

/// The places of the components: between `+` that stand outside brackets and quotes, trimmed.
fn components(text: &str) -> Vec<Range<usize>> {
    let mut spans = Vec::new();
    let (mut start, mut depth, mut quote) = (0, 0u32, None);
    let mut push = |from: usize, to: usize| {
        let part = &text[from..to];
        let begin = from + part.len() - part.trim_start().len();
        spans.push(begin..begin + part.trim().len());
    };
    for (at, c) in text.char_indices() {
        match (quote, c) {
            (Some(open), _) if c == open => quote = None,
            (Some(_), _) => {}
            (None, '"' | '\'') => quote = Some(c),
            (None, '(' | '[') => depth += 1,
            (None, ')' | ']') => depth = depth.saturating_sub(1),
            (None, '+') if depth == 0 => {
                push(start, at);
                start = at + 1;
            }
            _ => {}
        }
    }
    push(start, text.len());
    spans
}

fn parse_component(
    text: &str,
    sum: &mut Sum,
    names: &mut Vec<String>,
    gate: &Gate<'_>,
) -> Result<Component, Trouble> {
    if text.is_empty() {
        return Err(SpecError::missing("a component", "nim:3,4,5 + kayles:6", 0..0).into());
    }
    if let Some(place) = graph_place(text) {
        return parse_graph(text, place, sum, names, gate);
    }
    let (ruleset, position) = split_ruleset(text);
    let trimmed = ruleset.trim_end();
    // A rules file may have a default position.
    let position = position.or_else(|| is_star(trimmed).then_some(text.len()));
    let Some(at) = position else {
        // Opening it says what is wrong with the name, if anything is.
        open(trimmed, 0, gate)?;
        let example = find(trimmed.split('/').next().unwrap_or_default())
            .map_or("0.77:5,4", |game| game.example);
        let span = text.len()..text.len();
        return Err(SpecError::missing("`:` and a position", example, span).into());
    };
    // The names of games do not depend on case; those of files do.
    let name = match is_star(trimmed) {
        true => trimmed.to_owned(),
        false => trimmed.to_ascii_lowercase(),
    };
    let game = match names.iter().position(|known| *known == name) {
        Some(game) => game,
        None => {
            sum.games.push(open(trimmed, 0, gate)?);
            names.push(name);
            sum.games.len() - 1
        }
    };
    let id = sum.games[game]
        .parse(&text[at..])
        .map_err(|error| error.shifted(at))?;
    Ok(Component { game, id })
}

/// Where the file is named in a position on a graph: `graph:FILE@V`.
fn graph_place(text: &str) -> Option<usize> {
    const PREFIX: &str = "graph:";
    let head = text.get(..PREFIX.len())?;
    head.eq_ignore_ascii_case(PREFIX).then_some(PREFIX.len())
}

fn parse_graph(
    text: &str,
    at: usize,
    sum: &mut Sum,
    names: &mut Vec<String>,
    gate: &Gate<'_>,
) -> Result<Component, Trouble> {
    let Some((path, _)) = GraphRules::split(&text[at..]) else {
        let end = text.len()..text.len();
        return Err(SpecError::missing("`@` and a vertex", "graph:moves.txt@3", end).into());
    };
    let name = text[..at + path.len()].to_owned();
    let game = match names.iter().position(|known| *known == name) {
        Some(game) => game,
        None => {
            let rules = open_graph(path, gate).map_err(|error| error.shifted(at))?;
            sum.games.push(Interned::boxed(rules));
            names.push(name);
            sum.games.len() - 1
        }
    };
    let id = sum.games[game]
        .parse(&text[at..])
        .map_err(|error| error.shifted(at))?;
    Ok(Component { game, id })
}

fn open_graph(path: &str, gate: &Gate<'_>) -> Result<GraphRules, SpecError> {
    let unreadable = |why: String| {
        let path_text = path.to_owned();
        let kind = SpecErrorKind::File {
            path: path_text,
            why,
        };
        SpecError::new(kind, 0..path.len())
    };
    match gate.files.given(path.trim()) {
        Err(why) => Err(unreadable(why.to_owned())),
        Ok(None) => GraphRules::load(path),
        Ok(Some(text)) => {
            let file = crate::graphs::read_text(text, None, false, gate.limits);
            let file = file.map_err(|error| unreadable(error.to_string()))?;
            GraphRules::new(path.trim(), file)
        }
    }
}

/// The ruleset, and where the position behind its colon begins.
fn split_ruleset(text: &str) -> (&str, Option<usize>) {
    match text.find(':') {
        Some(colon) => (&text[..colon], Some(colon + 1)),
        None => (text, None),
    }
}

fn open(ruleset: &str, at: usize, gate: &Gate<'_>) -> Result<Box<dyn Game>, Trouble> {
    let span = at..at + ruleset.len();
    if ruleset.trim().is_empty() {
        return Err(SpecError::missing("the name of a game", "nim:3,4,5", span).into());
    }
    if is_star(ruleset) {
        return open_star(ruleset, at, gate).map(Interned::boxed);
    }
    if looks_like_code(ruleset) {
        let code = find("code").expect("codes are a game of the registry");
        return (code.make)(Some(ruleset)).map_err(|error| error.shifted(at).into());
    }
    let (name, parameters) = match ruleset.split_once('/') {
        Some((name, parameters)) => (name, Some(parameters)),
        None => (ruleset, None),
    };
    match find(name.trim()) {
        Some(game) => {
            (game.make)(parameters).map_err(|error| error.shifted(at + name.len() + 1).into())
        }
        None if gate.files == Files::Allow && Path::new(ruleset).is_file() => {
            Err(wrong_file(ruleset, at).into())
        }
        None => Err(unknown(ruleset, name, at).into()),
    }
}

/// Somebody meant this file, which holds nothing that can be opened by its name.
fn wrong_file(path: &str, at: usize) -> SpecError {
    let kind = SpecErrorKind::File {
        path: path.to_owned(),
        why: "not a stored sequence, nor a rules file, whose name would end in `.star`".to_owned(),
    };
    SpecError::new(kind, at..at + path.len())
}

/// The path of a rules file, and the player named behind a `/`.
fn star_path(ruleset: &str) -> Option<(&str, Option<&str>)> {
    const ENDING: &str = ".star";
    let trimmed = ruleset.trim();
    let end = trimmed.rfind(ENDING)? + ENDING.len();
    match &trimmed[end..] {
        "" => Some((trimmed, None)),
        rest => Some((&trimmed[..end], Some(rest.strip_prefix('/')?))),
    }
}

fn open_star(ruleset: &str, at: usize, gate: &Gate<'_>) -> Result<StarRules, Trouble> {
    let (path, player) = star_path(ruleset).unwrap_or((ruleset, None));
    let unreadable = |why: String| {
        let path = path.to_owned();
        SpecError::new(SpecErrorKind::File { path, why }, at..at + ruleset.len())
    };
    let source = match gate.files.given(path) {
        Err(why) => return Err(unreadable(why.to_owned()).into()),
        Ok(Some(text)) => text.to_owned(),
        Ok(None) => read_rules(path).map_err(|error| unreadable(error.to_string()))?,
    };
    let rules =
        StarRules::load(path, &source, &RuleLimits::within(gate.limits)).map_err(Trouble::Rules)?;
    match player {
        None => Ok(rules),
        Some(player) => rules
            .with_player(player)
            .map_err(|error| error.shifted(at + path.len() + 1).into()),
    }
}

/// The contents of a rules file; one that is far too long is not read to its end.
pub(crate) fn read_rules(path: &str) -> std::io::Result<String> {
    use std::io::Read;
    let mut source = String::new();
    let file = std::fs::File::open(path)?;
    file.take(grundy_rules::LONGEST_FILE_BYTES as u64 + 1)
        .read_to_string(&mut source)?;
    Ok(source)
}

fn unknown(ruleset: &str, name: &str, at: usize) -> SpecError {
    let is_number = |c: char| c.is_ascii_digit() || c == ',' || c == ' ';
    if ruleset.chars().all(is_number) {
        let example = format!("nim:{}", ruleset.trim());
        let span = at..at + ruleset.len();
        return SpecError::missing("the name of a game", &example, span);
    }
    // A path from the root has nothing before its first slash.
    let name = if name.is_empty() { ruleset } else { name };
    let kind = SpecErrorKind::UnknownGame {
        name: name.chars().take(40).collect(),
        nearest: nearest(name),
    };
    SpecError::new(kind, at..at + name.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_that_is_no_rules_is_named_as_such_only_where_files_may_be_named() {
        let path = std::env::temp_dir().join(format!("grundy-foreign-{}.seq", std::process::id()));
        std::fs::write(&path, "hello").unwrap();
        let name = path.to_str().unwrap();
        let said = |files| match open_ruleset(name, files) {
            Err(error) => error.to_string(),
            Ok(_) => panic!("{name} is no game"),
        };
        let (allowed, denied) = (said(Files::Allow), said(Files::Deny));
        std::fs::remove_file(&path).unwrap();
        assert!(allowed.contains("not a stored sequence"), "{allowed}");
        assert!(allowed.contains(name), "{allowed}");
        // Whether it exists is none of their business.
        assert_eq!(denied, said(Files::Allow), "{denied}");
        assert!(!denied.contains("``"), "{denied}");
    }
}
