//! Positions of a rules file as text: literals, or what the file's own `parse` and `show` make of them.

use std::sync::atomic::Ordering;

use grundy_core::{RulesError, SpecError, SpecErrorKind};

use crate::convert;
use crate::literal;
use crate::position::{Atom, StarPosition};
use crate::printing;
use crate::program::Function;
use crate::star_rules::StarRules;

impl StarRules {
    /// A position as a literal, which [`grundy_positions::Source::parse`] reads whatever the file's own `parse` does.
    pub fn literal(position: &StarPosition) -> String {
        format!("={}", literal::show(position))
    }

    /// The position that stands behind the colon.
    pub(crate) fn parse_text(&self, text: &str) -> Result<StarPosition, SpecError> {
        let position = self.read(text)?;
        self.inner.runaway.given(position.total());
        // Positions are shown where an error has no place to go: it is found here.
        if let Some(show) = &self.inner.show {
            let shown = self.own_text(show, &position);
            shown.map_err(|error| failed(error, 0..text.len()))?;
        }
        Ok(position)
    }

    /// The position as it stands behind the colon.
    pub(crate) fn show_text(&self, position: &StarPosition) -> String {
        if let Some(show) = &self.inner.show
            && !self.inner.show_failed.load(Ordering::Relaxed)
        {
            match self.own_text(show, position) {
                Ok(Some(text)) => return text,
                Ok(None) => {}
                // What fails for one position may take long for the others, too.
                Err(_) => self.inner.show_failed.store(true, Ordering::Relaxed),
            }
        }
        match &self.inner.parse {
            Some(_) => StarRules::literal(position),
            None => literal::show(position),
        }
    }

    /// A value that the file made, as a position of this game.
    fn read_text(&self, parse: &Function, text: &str) -> Result<StarPosition, RulesError> {
        self.inner.program.call(
            parse,
            |heap| vec![heap.alloc(text)],
            None,
            |value, _| Ok(convert::position(value, self.player).map_err(|error| error.to_string())?),
        )
    }

    /// What the file's `show` makes of each atom, if that is read back as the same position.
    fn own_text(
        &self,
        show: &Function,
        position: &StarPosition,
    ) -> Result<Option<String>, RulesError> {
        let mut text = String::new();
        for (index, atom) in position.atoms().iter().enumerate() {
            if index > 0 {
                text.push(',');
            }
            let shown = self.inner.program.call(
                show,
                |heap| {
                    vec![convert::to_value(
                        &StarPosition::new(0, std::slice::from_ref(atom)),
                        heap,
                    )]
                },
                Some(position),
                |value, _| match value.unpack_str() {
                    Some(shown) => Ok(shown.to_owned()),
                    None => {
                        let shown = convert::shown(value);
                        Err(format!("`{shown}` was returned; return a string").into())
                    }
                },
            )?;
            text.push_str(&shown);
        }
        // Alone and in a sum.
        let is_safe = !text.contains('+') && text.trim() == text;
        let read = self
            .read(&text)
            .map(|read| read.with_player(position.player()));
        Ok((is_safe && read.is_ok_and(|read| read == *position)).then_some(text))
    }

    /// The position that stands in `text`.
    fn read(&self, text: &str) -> Result<StarPosition, SpecError> {
        let trimmed = text.trim();
        if trimmed.is_empty() {
            return match &self.inner.start {
                Some(start) => Ok(start.with_player(self.player)),
                None => {
                    let what = "a position (the file has no `start`)";
                    Err(SpecError::missing(what, "5", 0..text.len()))
                }
            };
        }
        let offset = text.len() - text.trim_start().len();
        if let Some(literal) = trimmed.strip_prefix('=') {
            return literal::parse(literal, self.player).map_err(|error| error.shifted(offset + 1));
        }
        let Some(parse) = &self.inner.parse else {
            let sum = literal::parse(trimmed, self.player);
            let sum = sum.map_err(|error| error.shifted(offset))?;
            let other = self.as_tuple(&sum);
            let other = other.or_else(|| self.as_word(&sum, trimmed));
            return Ok(other.unwrap_or(sum));
        };
        self.read_text(parse, trimmed).map_err(|mut error| {
            let hint = "; `=` and a literal goes past the file's own `parse`";
            error.message.push_str(hint);
            failed(error, offset..offset + trimmed.len())
        })
    }

    /// `3,4` as the tuple `(3,4)`, where the rules know such a tuple and no such number.
    fn as_tuple(&self, sum: &StarPosition) -> Option<StarPosition> {
        let atoms = sum.atoms();
        let is_plain = |atom: &Atom| matches!(atom, Atom::Integer(_) | Atom::Text(_));
        if atoms.len() < 2 || !atoms.iter().all(is_plain) {
            return None;
        }
        let first = StarPosition::new(sum.player(), &atoms[..1]);
        let tuple = StarPosition::new(sum.player(), &[Atom::Tuple(atoms)]);
        printing::silently(|| {
            let is_unknown = self.options_of(&first).is_err_and(|error| !error.is_limit);
            (is_unknown && self.options_of(&tuple).is_ok()).then_some(tuple)
        })
    }

    /// `101` as the string `"101"`, where the rules know such a string and no such number.
    fn as_word(&self, number: &StarPosition, text: &str) -> Option<StarPosition> {
        number.integer()?;
        if self.inner.knows_numbers.load(Ordering::Relaxed) {
            return None;
        }
        printing::silently(|| match self.options_of(number) {
            Err(error) if !error.is_limit => {
                let word = StarPosition::new(number.player(), &[Atom::Text(text.to_owned())]);
                self.options_of(&word).is_ok().then_some(word)
            }
            _ => {
                self.inner.knows_numbers.store(true, Ordering::Relaxed);
                None
            }
        })
    }
}

/// An error in rules that were reading or writing the text at `span`.
fn failed(error: RulesError, span: std::ops::Range<usize>) -> SpecError {
    SpecError::new(SpecErrorKind::Rules(Box::new(error)), span)
}
