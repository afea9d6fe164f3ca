//! Games written as lists of options, and all that can be reached from them, as a family of heaps.

use std::ops::Range;

use grundy_core::SpecError;
use rustc_hash::FxHashMap;

use crate::heaps::Heaps;

/// Games and all their followers, each a heap of a family; the empty game has number 0.
#[derive(Clone, Debug, Default)]
pub struct GameClosure {
    /// The options of game 1, 2, …; 0 is the game without options.
    options: Vec<Vec<usize>>,
    texts: Vec<String>,
    numbers: FxHashMap<Vec<usize>, usize>,
    roots: Vec<usize>,
    /// The numbers of the Nim heaps 0, 1, 2, … that are there.
    nim_heaps: Vec<usize>,
}

/// The largest Nim heap that a text may name.
const LARGEST_NIM: u64 = 1000;
/// How deep brackets may be nested.
const DEEPEST: usize = 100;

impl GameClosure {
    /// Reads games separated by semicolons or spaces: a list of options in brackets, or a number for
    /// a Nim heap.
    ///
    /// # Examples
    ///
    /// ```
    /// # use grundy_misere::{GameClosure, Heaps};
    /// let games = GameClosure::parse("[[2],0]").unwrap();
    /// assert_eq!(games.count(), Some(4)); // 1, 2, [2] and [[2],0]
    /// ```
    ///
    /// # Errors
    ///
    /// A [`SpecError`] that points at the place.
    pub fn parse(text: &str) -> Result<GameClosure, SpecError> {
        let mut closure = GameClosure {
            nim_heaps: vec![0],
            ..GameClosure::default()
        };
        let mut reader = Reader { text, at: 0 };
        loop {
            reader.skip(|c| c.is_whitespace() || c == ';');
            if reader.at == text.len() {
                break;
            }
            let root = reader.game(&mut closure, 0)?;
            closure.roots.push(root);
        }
        if closure.roots.is_empty() {
            return Err(SpecError::missing("a game", "[[2],0]", 0..text.len()));
        }
        Ok(closure)
    }

    /// The numbers of the games that were written; 0 for the empty one.
    pub fn roots(&self) -> &[usize] {
        &self.roots
    }

    /// The game with a number from 1 on, as a list of options.
    pub fn text(&self, game: usize) -> &str {
        match game.checked_sub(1) {
            Some(at) => &self.texts[at],
            None => "0",
        }
    }

    fn intern(&mut self, mut options: Vec<usize>) -> usize {
        options.sort_unstable();
        options.dedup();
        if options.is_empty() {
            return 0;
        }
        if let Some(&number) = self.numbers.get(&options) {
            return number;
        }
        let number = self.options.len() + 1;
        let text = if options == self.nim_heaps {
            self.nim_heaps.push(number);
            options.len().to_string()
        } else {
            let parts: Vec<&str> = options.iter().rev().map(|&o| self.text(o)).collect();
            format!("[{}]", parts.join(","))
        };
        self.texts.push(text);
        self.options.push(options.clone());
        self.numbers.insert(options, number);
        number
    }

    fn nim(&mut self, size: usize) -> usize {
        while self.nim_heaps.len() <= size {
            self.intern(self.nim_heaps.clone());
        }
        self.nim_heaps[size]
    }
}

impl Heaps for GameClosure {
    fn count(&self) -> Option<usize> {
        Some(self.options.len())
    }

    fn for_each_option(&self, heap: usize, visit: &mut dyn FnMut(&[usize]) -> bool) {
        for &option in &self.options[heap - 1] {
            let goes_on = match option {
                0 => visit(&[]),
                number => visit(&[number]),
            };
            if !goes_on {
                return;
            }
        }
    }
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
}

impl Reader<'_> {
    fn skip(&mut self, is_skipped: impl Fn(char) -> bool) {
        let rest = &self.text[self.at..];
        self.at += rest.len() - rest.trim_start_matches(is_skipped).len();
    }

    fn peek(&self) -> Option<char> {
        self.text[self.at..].chars().next()
    }

    fn span(&self) -> Range<usize> {
        self.at..self.at + self.peek().map_or(0, char::len_utf8)
    }

    fn unexpected(&self, expected: &str) -> SpecError {
        let found = &self.text[self.span()];
        SpecError::unexpected(found, expected, self.span())
    }

    fn game(&mut self, closure: &mut GameClosure, depth: usize) -> Result<usize, SpecError> {
        match self.peek() {
            Some('[') if depth < DEEPEST => self.list(closure, depth),
            Some('[') => Err(SpecError::illegal(
                "the brackets are nested too deeply",
                "write a smaller game",
                self.span(),
            )),
            Some('0'..='9') => self.heap(closure),
            _ => Err(self.unexpected("`[` or the size of a Nim heap")),
        }
    }

    fn heap(&mut self, closure: &mut GameClosure) -> Result<usize, SpecError> {
        let start = self.at;
        self.skip(|c| c.is_ascii_digit());
        let digits = &self.text[start..self.at];
        match digits.parse::<u64>() {
            Ok(size) if size <= LARGEST_NIM => Ok(closure.nim(size as usize)),
            _ => {
                let range = format!("0 to {LARGEST_NIM}");
                Err(SpecError::out_of_range(digits, &range, start..self.at))
            }
        }
    }

    fn list(&mut self, closure: &mut GameClosure, depth: usize) -> Result<usize, SpecError> {
        self.at += 1;
        let mut options = Vec::new();
        loop {
            self.skip(char::is_whitespace);
            if self.peek() == Some(']') && options.is_empty() {
                break;
            }
            options.push(self.game(closure, depth + 1)?);
            self.skip(char::is_whitespace);
            match self.peek() {
                Some(',') => self.at += 1,
                Some(']') => break,
                _ => return Err(self.unexpected("`,` or `]`")),
            }
        }
        self.at += 1;
        Ok(closure.intern(options))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{QuotientSearchRequest, quotient_of};
    use grundy_core::Limits;

    #[test]
    fn a_wild_game_has_the_quotient_that_the_definition_confirms() {
        let games = GameClosure::parse("[[2],0]").unwrap();
        assert_eq!(games.text(games.roots()[0]), "[[2],0]");
        let quotient =
            quotient_of(&games, QuotientSearchRequest::default(), &Limits::default()).unwrap();
        assert_eq!((quotient.order(), quotient.p_portion().len()), (14, 4));
        assert!(!quotient.is_tame());
        crate::check(&games, &quotient, &Limits::default()).unwrap();
    }

    #[test]
    fn nim_heaps_have_tame_quotients() {
        for (text, order) in [("0", 1), ("1", 2), ("2", 6), ("3", 6), ("4", 10), ("8", 18)] {
            let games = GameClosure::parse(text).unwrap();
            let quotient =
                quotient_of(&games, QuotientSearchRequest::default(), &Limits::default()).unwrap();
            assert_eq!(
                (quotient.order(), quotient.is_tame()),
                (order, true),
                "{text}"
            );
        }
    }

    #[test]
    fn wrong_texts_are_refused_at_the_place() {
        for (text, place) in [
            ("", 0..0),
            ("[2", 2..2),
            ("[2;3]", 2..3),
            ("x", 0..1),
            ("[,]", 1..2),
        ] {
            let error = GameClosure::parse(text).unwrap_err();
            assert_eq!(error.span, place, "{text}");
        }
        assert!(GameClosure::parse("99999999999999999999").is_err());
        assert!(GameClosure::parse(&"[".repeat(5000)).is_err());
    }
}
