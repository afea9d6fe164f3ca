//! Positions as text: Starlark literals, bare words, sums between commas.
//!
//! `3,4` is a sum of two integers, `(3,4)` one tuple, `[3,4]` one list, `abc` and `"a b"` are strings.
//! No part at all, which a game with splits can come to, is written `split()`.

use std::fmt::Write;

use grundy_core::SpecError;
use grundy_positions::PositionRef;

use crate::position::{Atom, StarPosition};

/// How deep tuples and lists may be nested.
pub(crate) const DEEPEST: usize = 64;
/// The sum without parts.
const NO_PART: &str = "split()";
/// The most numbers, words and brackets that one position may hold.
const MOST_ITEMS: usize = 1_000_000;
/// The most digits of an integer.
const MOST_DIGITS: usize = 10_000;

/// Reads a sum of literals with `player` to move.
///
/// # Errors
///
/// [`SpecError`] with the place.
pub(crate) fn parse(text: &str, player: u8) -> Result<StarPosition, SpecError> {
    if text.trim() == NO_PART {
        return Ok(StarPosition::new(player, &[]));
    }
    let mut reader = Reader {
        text,
        at: 0,
        items: 0,
    };
    let mut atoms = Vec::new();
    loop {
        let start = reader.here();
        let atom = reader.atom(0)?;
        if matches!(atom, Atom::Truth(_) | Atom::Nothing) {
            return Err(SpecError::unexpected(
                &text[start..reader.at],
                "an integer, a string, or a tuple or list of positions",
                start..reader.at,
            ));
        }
        atoms.push(atom);
        match reader.peek() {
            None => return Ok(StarPosition::new(player, &atoms)),
            Some(',') => reader.at += 1,
            Some(_) => return Err(reader.unexpected("`,` and a further position of a sum")),
        }
    }
}

/// As [`show`], of a position that may be given by its number.
pub(crate) fn show_reference(which: PositionRef<'_, StarPosition>) -> String {
    match which {
        PositionRef::Number(number) => show(&StarPosition::numbered(number)),
        PositionRef::Position(position) => show(position),
    }
}

/// Writes a sum so that [`parse`] reads it back.
pub(crate) fn show(position: &StarPosition) -> String {
    let atoms = position.atoms();
    if atoms.is_empty() {
        return NO_PART.to_owned();
    }
    let mut text = String::new();
    for (index, atom) in atoms.iter().enumerate() {
        if index > 0 {
            text.push(',');
        }
        write(atom, &mut text);
    }
    text
}

/// Writes one atom.
pub(crate) fn show_atom(atom: &Atom) -> String {
    let mut text = String::new();
    write(atom, &mut text);
    text
}

fn write(atom: &Atom, text: &mut String) {
    match atom {
        Atom::Integer(number) => write!(text, "{number}").expect("strings take all"),
        Atom::Large(number) => write!(text, "{number}").expect("strings take all"),
        Atom::Truth(true) => text.push_str("True"),
        Atom::Truth(false) => text.push_str("False"),
        Atom::Nothing => text.push_str("None"),
        Atom::Text(word) if is_bare(word) => text.push_str(word),
        Atom::Text(word) => write_quoted(word, text),
        Atom::Tuple(items) => write_items(items, ('(', ')'), text),
        Atom::List(items) => write_items(items, ('[', ']'), text),
    }
}

fn write_items(items: &[Atom], (open, close): (char, char), text: &mut String) {
    text.push(open);
    for (index, item) in items.iter().enumerate() {
        if index > 0 {
            text.push(',');
        }
        write(item, text);
    }
    if items.len() == 1 && open == '(' {
        text.push(',');
    }
    text.push(close);
}

fn write_quoted(word: &str, text: &mut String) {
    text.push('"');
    for c in word.chars() {
        match c {
            '"' | '\\' => text.extend(['\\', c]),
            '\n' => text.push_str("\\n"),
            '\t' => text.push_str("\\t"),
            '\r' => text.push_str("\\r"),
            // Fit for a terminal.
            _ if c.is_control() => text.extend(c.escape_unicode()),
            _ => text.push(c),
        }
    }
    text.push('"');
}

/// The character that `{1b}` at the start of `text` stands for, and how long that is.
fn numbered_character(text: &str) -> Option<(char, usize)> {
    let (digits, _) = text.strip_prefix('{')?.split_once('}')?;
    let number = u32::from_str_radix(digits, 16).ok()?;
    Some((char::from_u32(number)?, digits.len() + 2))
}

/// True if `word` needs no quotes to be read as a string.
fn is_bare(word: &str) -> bool {
    let is_plain = |c: char| !c.is_whitespace() && !c.is_control() && !",()[]\"'+:\\".contains(c);
    !word.is_empty()
        && word.chars().all(is_plain)
        && !word.starts_with('=')
        && !looks_like_number(word)
        && !matches!(word, "True" | "False" | "None")
}

fn looks_like_number(word: &str) -> bool {
    let digits = word.strip_prefix('-').unwrap_or(word);
    digits.starts_with(|c: char| c.is_ascii_digit())
        && digits.chars().all(|c| c.is_ascii_digit() || c == '_')
}

struct Reader<'t> {
    text: &'t str,
    at: usize,
    items: usize,
}

impl Reader<'_> {
    fn rest(&self) -> &str {
        &self.text[self.at..]
    }

    /// The place of the next character that is not white space.
    fn here(&mut self) -> usize {
        self.at = self.text.len() - self.rest().trim_start().len();
        self.at
    }

    fn peek(&mut self) -> Option<char> {
        self.here();
        self.rest().chars().next()
    }

    fn unexpected(&mut self, expected: &str) -> SpecError {
        let start = self.here();
        let found = self.rest().chars().next().map(String::from);
        let found = found.unwrap_or_default();
        SpecError::unexpected(&found, expected, start..start + found.len())
    }

    fn atom(&mut self, depth: usize) -> Result<Atom, SpecError> {
        let start = self.here();
        self.items += 1;
        if depth > DEEPEST || self.items > MOST_ITEMS {
            let why = "the position is nested too deep or has too many items";
            return Err(SpecError::illegal(
                why,
                "write it flatter",
                start..start + 1,
            ));
        }
        match self.peek() {
            Some('(') => self.sequence(')', depth),
            Some('[') => self.sequence(']', depth),
            Some(quote @ ('"' | '\'')) => self.quoted(quote),
            Some(c) if !",)]:".contains(c) => self.word(),
            Some(_) => Err(self.unexpected("an integer, a word, or `(`")),
            None => Err(SpecError::missing("a position", "3", start..start)),
        }
    }

    fn sequence(&mut self, close: char, depth: usize) -> Result<Atom, SpecError> {
        self.at += 1;
        let (mut items, mut has_comma) = (Vec::new(), false);
        while self.peek() != Some(close) {
            items.push(self.atom(depth + 1)?);
            match self.peek() {
                Some(',') => {
                    self.at += 1;
                    has_comma = true;
                }
                Some(c) if c == close => {}
                _ => return Err(self.unexpected(&format!("`,` or `{close}`"))),
            }
        }
        self.at += 1;
        Ok(match (close, items.len(), has_comma) {
            (']', ..) => Atom::List(items),
            // As in Python, `(3)` is 3 and `(3,)` is a tuple.
            (_, 1, false) => items.remove(0),
            _ => Atom::Tuple(items),
        })
    }

    fn quoted(&mut self, quote: char) -> Result<Atom, SpecError> {
        let start = self.at;
        let mut word = String::new();
        let mut characters = self.rest().char_indices().skip(1);
        while let Some((at, c)) = characters.next() {
            let escaped = match c {
                _ if c == quote => {
                    self.at = start + at + 1;
                    return Ok(Atom::Text(word));
                }
                '\\' => characters.next().map(|(_, c)| c),
                _ => {
                    word.push(c);
                    continue;
                }
            };
            match escaped {
                Some('n') => word.push('\n'),
                Some('t') => word.push('\t'),
                Some('r') => word.push('\r'),
                Some('u') => match numbered_character(&self.text[start + at + 2..]) {
                    Some((character, length)) => {
                        word.push(character);
                        characters.nth(length - 1);
                    }
                    None => word.push('u'),
                },
                Some(c) => word.push(c),
                None => break,
            }
        }
        let end = self.text.len();
        let expected = format!("a closing `{quote}`");
        Err(SpecError::unexpected("", &expected, start..end))
    }

    /// An integer or a bare word; it ends before a comma, a bracket, a colon or white space.
    fn word(&mut self) -> Result<Atom, SpecError> {
        let start = self.at;
        let length = self
            .rest()
            .find(|c: char| ",()[]\"':".contains(c) || c.is_whitespace())
            .unwrap_or(self.rest().len());
        let word = &self.text[start..start + length];
        self.at = start + length;
        match word {
            "True" => return Ok(Atom::Truth(true)),
            "False" => return Ok(Atom::Truth(false)),
            "None" => return Ok(Atom::Nothing),
            _ if !looks_like_number(word) => return Ok(Atom::Text(word.to_owned())),
            _ => {}
        }
        let digits = word.replace('_', "");
        if let Ok(number) = digits.parse() {
            return Ok(Atom::Integer(number));
        }
        let large = (digits.len() <= MOST_DIGITS).then(|| digits.parse());
        match large {
            Some(Ok(number)) => Ok(Atom::Large(number)),
            _ => {
                let why = format!("an integer of more than {MOST_DIGITS} digits");
                let span = start..start + length;
                Err(SpecError::illegal(&why, "use a smaller one", span))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read_back() {
        for text in [
            "3",
            "3,4,5",
            "(3,4)",
            "[3,4]",
            "(3,)",
            "()",
            "..X..",
            "\"a b\"",
            "\"12\"",
            "\"x,y\",(a,b,-7,True,None)",
            "split()",
            "\"\"",
            "\"say \\\"hi\\\"\\n\"",
            "((1,[2,()]),x)",
            "\"\\u{1b}[31m\"",
            "99999999999999999999,(-99999999999999999999,1)",
        ] {
            assert_eq!(show(&parse(text, 0).unwrap()), text);
        }
    }

    #[test]
    fn brackets_around_one_thing_are_only_brackets() {
        assert_eq!(show(&parse(" ( 3 ) , 4 ", 1).unwrap()), "3,4");
    }

    #[test]
    fn errors_point_at_the_place() {
        let place = |text: &str| parse(text, 0).unwrap_err().span;
        assert_eq!(place("(3,4"), 4..4);
        assert_eq!(place("3,,4"), 2..3);
        assert_eq!(place("3,"), 2..2);
        assert_eq!(place("None"), 0..4);
        assert_eq!(place(&"9".repeat(10_001)), 0..10_001);
        assert_eq!(place("\"abc"), 0..4);
        assert_eq!(place("3 4"), 2..3);
        assert_eq!(place(""), 0..0);
        assert!(parse(&"(".repeat(100_000), 0).is_err());
    }
}
