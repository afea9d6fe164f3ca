//! The position language: from what a person wrote to checked positions. The only gate.

use std::ops::Range;

use grundy_core::{Game, HeapRules, SpecError, SpecErrorKind};
use grundy_games::{find, looks_like_code, nearest};
use grundy_solve::{Component, Sum};

use crate::Error;

/// The longest text that is read as a position.
pub const LONGEST_TEXT_BYTES: usize = 1 << 20;
/// The most components of a sum.
const MOST_COMPONENTS: usize = 1000;

/// Whether positions may name files (rules, graphs).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Files {
    /// They may.
    #[default]
    Allow,
    /// They may not: the text comes from somebody who must not read this machine's files.
    Deny,
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
    let text = texts.join(" + ");
    parse_text(&text, files).map_err(|error| in_text(error, &text))
}

/// The ruleset with this name, code or path.
///
/// # Errors
///
/// [`Error::Spec`] if there is none, or its parameters are wrong.
pub fn open_ruleset(ruleset: &str, files: Files) -> Result<Box<dyn Game>, Error> {
    let trimmed = ruleset.trim_end_matches(':');
    open(trimmed, 0, files).map_err(|error| in_text(error, ruleset))
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

fn parse_text(text: &str, files: Files) -> Result<Sum, SpecError> {
    if text.len() > LONGEST_TEXT_BYTES {
        let why = format!("the text is longer than {LONGEST_TEXT_BYTES} bytes");
        return Err(SpecError::illegal(&why, "use a shorter position", 0..1));
    }
    if text.trim().is_empty() {
        return Err(SpecError::missing("a position", "nim:3,4,5", 0..text.len()));
    }
    let mut sum = Sum {
        games: Vec::new(),
        components: Vec::new(),
    };
    let mut names: Vec<String> = Vec::new();
    for span in components(text) {
        if sum.components.len() == MOST_COMPONENTS {
            let why = format!("more than {MOST_COMPONENTS} components");
            return Err(SpecError::illegal(
                &why,
                "put heaps into one component",
                span,
            ));
        }
        let component = parse_component(&text[span.clone()], &mut sum, &mut names, files)
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
    files: Files,
) -> Result<Component, SpecError> {
    if text.is_empty() {
        return Err(SpecError::missing(
            "a component",
            "nim:3,4,5 + kayles:6",
            0..0,
        ));
    }
    let (ruleset, position) = split_ruleset(text);
    let trimmed = ruleset.trim_end();
    let Some(at) = position else {
        // Opening it says what is wrong with the name, if anything is.
        open(trimmed, 0, files)?;
        let example = find(trimmed.split('/').next().unwrap_or_default())
            .map_or("0.77:5,4", |game| game.example);
        let span = text.len()..text.len();
        return Err(SpecError::missing("`:` and a position", example, span));
    };
    let name = trimmed.to_ascii_lowercase();
    let game = match names.iter().position(|known| *known == name) {
        Some(game) => game,
        None => {
            sum.games.push(open(trimmed, 0, files)?);
            names.push(name);
            sum.games.len() - 1
        }
    };
    let id = sum.games[game]
        .parse(&text[at..])
        .map_err(|error| error.shifted(at))?;
    Ok(Component { game, id })
}

/// The ruleset, and where the position behind its colon begins.
fn split_ruleset(text: &str) -> (&str, Option<usize>) {
    match text.find(':') {
        Some(colon) => (&text[..colon], Some(colon + 1)),
        None => (text, None),
    }
}

fn open(ruleset: &str, at: usize, _files: Files) -> Result<Box<dyn Game>, SpecError> {
    let span = at..at + ruleset.len();
    if ruleset.trim().is_empty() {
        return Err(SpecError::missing("the name of a game", "nim:3,4,5", span));
    }
    if looks_like_code(ruleset) {
        let code = find("code").expect("codes are a game of the registry");
        return (code.make)(Some(ruleset)).map_err(|error| error.shifted(at));
    }
    let (name, parameters) = match ruleset.split_once('/') {
        Some((name, parameters)) => (name, Some(parameters)),
        None => (ruleset, None),
    };
    match find(name.trim()) {
        Some(game) => (game.make)(parameters).map_err(|error| error.shifted(at + name.len() + 1)),
        None => Err(unknown(ruleset, name, at)),
    }
}

fn unknown(ruleset: &str, name: &str, at: usize) -> SpecError {
    let is_number = |c: char| c.is_ascii_digit() || c == ',' || c == ' ';
    if ruleset.chars().all(is_number) {
        let example = format!("nim:{}", ruleset.trim());
        let span = at..at + ruleset.len();
        return SpecError::missing("the name of a game", &example, span);
    }
    let kind = SpecErrorKind::UnknownGame {
        name: name.chars().take(40).collect(),
        nearest: nearest(name),
    };
    SpecError::new(kind, at..at + name.len())
}
