//! Positions of Sprouts as people write them, after Applegate, Jacobson and Sleator, and Lemoine and Viennot.
//!
//! A number alone is so many isolated spots: `7`. Otherwise regions end with `}`, boundaries with `.` (which
//! may be left out before `}`), and a boundary lists the vertices along it that have lives left:
//!
//! | vertex | is |
//! |---|---|
//! | `0` | an isolated spot, a boundary of its own; `0*5.` is five of them |
//! | `1` | a vertex with one line, two lives |
//! | `2` | a vertex with two lines, one life, which matters in one place only |
//! | `a`, `b`, … | a vertex with one life that the boundary passes twice; the names count within the boundary |
//! | `A`, `B`, … | a vertex with one life that occurs twice in the position, on a border of two regions |
//!
//! After `z` and `Z` names go on with `a'` and `A'`. Lands may end with `]`, and the position with `!`, which
//! change nothing. Two spots joined by a line are `1a1a.}`; a spot joined to itself, with a spot on one side,
//! is `0.AB.}AB.}`. Whether a map can be drawn in the plane is not checked; the rules hold all the same.

use std::collections::HashMap;

use grundy_core::SpecError;

use super::map::{FIRST_LETTER, Map, ONE, TWO, twin_distance};
use crate::notation;

/// The most lives of a position.
const MOST_LIVES: usize = 360;
/// The most isolated spots of a position.
const MOST_SPOTS: usize = MOST_LIVES / 3;

/// Reads a position; nothing is reduced yet.
pub(super) fn parse(text: &str) -> Result<Map, SpecError> {
    let trimmed = text.trim();
    if trimmed.is_empty() {
        return Err(SpecError::missing("a position", "5", 0..text.len()));
    }
    if trimmed.contains('}') {
        let mut reader = Reader::new(text);
        reader.read()?;
        return Ok(reader.map);
    }
    let at = text.len() - text.trim_start().len();
    let spots = notation::number(trimmed, at, 0..MOST_SPOTS as u128 + 1)?;
    Ok(Map::of_spots(spots as u16))
}

/// Writes a map; where all are isolated spots of one region, their number.
pub(super) fn show(map: &Map) -> String {
    if map.regions.is_empty() {
        return "0".to_owned();
    }
    if map.regions.len() == 1 && map.tokens.is_empty() {
        return map.regions[0].spots.to_string();
    }
    let mut names = HashMap::new();
    let mut text = String::new();
    for region in 0..map.regions.len() {
        match map.regions[region].spots {
            0 => {}
            1 => text.push_str("0."),
            spots => text.push_str(&format!("0*{spots}.")),
        }
        for boundary in map.boundaries_of(region) {
            text.push_str(&show_boundary(map, boundary, &mut names));
            text.push('.');
        }
        text.push('}');
    }
    text
}

/// The vertices of a boundary; vertices on borders get names in order of appearance.
pub(super) fn show_boundary(map: &Map, boundary: usize, names: &mut HashMap<u16, usize>) -> String {
    let tokens = map.boundary(boundary);
    let mut twins: HashMap<u16, usize> = HashMap::new();
    let mut text = String::new();
    for (place, &token) in tokens.iter().enumerate() {
        let (first, known) = match token {
            ONE | TWO => {
                text.push(if token == ONE { '1' } else { '2' });
                continue;
            }
            _ if twin_distance(tokens, place) > 0 => (b'a', &mut twins),
            _ => (b'A', &mut *names),
        };
        let next = known.len();
        let number = *known.entry(token).or_insert(next);
        text.push(char::from(first + (number % 26) as u8));
        text.push_str(&"'".repeat(number / 26));
    }
    text
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
    map: Map,
    /// Letters of the position and of the boundary, with their numbers.
    names: HashMap<String, u16>,
    local_names: HashMap<String, u16>,
    /// For each letter: how often it occurs, and the last boundary.
    uses: Vec<(usize, usize)>,
    spots: u16,
    lives: usize,
    boundary_start: usize,
}

impl<'a> Reader<'a> {
    fn new(text: &'a str) -> Reader<'a> {
        Reader {
            text,
            at: 0,
            map: Map::default(),
            names: HashMap::new(),
            local_names: HashMap::new(),
            uses: Vec::new(),
            spots: 0,
            lives: 0,
            boundary_start: 0,
        }
    }

    fn read(&mut self) -> Result<(), SpecError> {
        while let Some(mark) = self.text[self.at..].chars().next() {
            let from = self.at;
            self.at += mark.len_utf8();
            match mark {
                ' ' | ']' => {}
                '!' if self.text[self.at..].trim().is_empty() => {}
                '.' => self.end_boundary(),
                '}' => {
                    self.end_boundary();
                    let spots = std::mem::take(&mut self.spots);
                    self.check_region(from)?;
                    self.map.end_region(spots);
                }
                '0' => self.read_spots(from)?,
                '1' => self.push(ONE, 2, from)?,
                '2' => self.push(TWO, 1, from)?,
                'a'..='z' | 'A'..='Z' => self.read_letter(mark, from)?,
                other => {
                    return Err(SpecError::unexpected(
                        &other.to_string(),
                        "vertices 0, 1, 2 or letters, `.` after a boundary, `}` after a region",
                        from..self.at,
                    ));
                }
            }
        }
        let ends_region = self.map.regions.last().is_some_and(|region| {
            usize::from(region.end) == self.map.boundary_ends.len()
                && self.map.tokens.len() == usize::from(self.map.last_boundary_end())
        });
        if !ends_region || self.spots > 0 {
            return Err(SpecError::missing(
                "`}` after the last region",
                "0.1a1a.}",
                self.at..self.at,
            ));
        }
        Ok(())
    }

    fn end_boundary(&mut self) {
        self.map.end_boundary();
        self.local_names.clear();
        self.boundary_start = self.map.tokens.len();
    }

    /// A line divides what lies in a region; sets of boundaries have so many bits.
    fn check_region(&self, at: usize) -> Result<(), SpecError> {
        let first = self.map.regions.last().map_or(0, |region| region.end);
        if self.map.boundary_ends.len() - usize::from(first) > MOST_SPOTS {
            let why = format!("a region has more than {MOST_SPOTS} boundaries");
            return Err(SpecError::illegal(&why, "use fewer", at..at + 1));
        }
        Ok(())
    }

    /// `0`, `0*5`: isolated spots, which are boundaries of their own.
    fn read_spots(&mut self, from: usize) -> Result<(), SpecError> {
        let rest = &self.text[self.at..];
        let mut count = 1;
        if let Some(digits) = rest.strip_prefix('*') {
            let length = digits.len()
                - digits
                    .trim_start_matches(|c: char| c.is_ascii_digit())
                    .len();
            let at = self.at + 1;
            count = notation::number(&digits[..length], at, 1..MOST_SPOTS as u128 + 1)?;
            self.at = at + length;
        }
        let is_alone = self.map.tokens.len() == self.boundary_start
            && self.text[self.at..].trim_start().starts_with(['.', '}']);
        if !is_alone {
            return Err(SpecError::illegal(
                "an isolated spot is a boundary of its own",
                "write `.` after it",
                from..self.at,
            ));
        }
        self.count_lives(3 * count as usize, from)?;
        self.spots += count as u16;
        Ok(())
    }

    fn read_letter(&mut self, mark: char, from: usize) -> Result<(), SpecError> {
        let rest = &self.text[self.at..];
        self.at += rest.len() - rest.trim_start_matches('\'').len();
        let name = &self.text[from..self.at];
        let names = if mark.is_ascii_lowercase() {
            &mut self.local_names
        } else {
            &mut self.names
        };
        let boundary = self.map.boundary_ends.len();
        let (letter, is_new) = match names.get(name) {
            Some(&letter) => (letter, false),
            None => {
                names.insert(name.to_owned(), self.map.letters);
                (self.map.letters, true)
            }
        };
        if is_new {
            self.map.letters += 1;
            self.uses.push((1, boundary));
            return self.push(FIRST_LETTER + letter, 1, from);
        }
        let (count, last) = self.uses[usize::from(letter)];
        let region_start = self.map.regions.last().map_or(0, |region| region.end);
        let why = if count > 1 {
            format!("`{name}` occurs more than twice")
        } else if last >= usize::from(region_start) && last != boundary {
            format!("`{name}` occurs in two boundaries of one region")
        } else {
            self.uses[usize::from(letter)] = (count + 1, boundary);
            return self.push(FIRST_LETTER + letter, 0, from);
        };
        let cure = "a vertex occurs twice along one boundary, or once in two regions";
        Err(SpecError::illegal(&why, cure, from..self.at))
    }

    fn push(&mut self, token: u16, lives: usize, from: usize) -> Result<(), SpecError> {
        self.count_lives(lives, from)?;
        self.map.tokens.push(token);
        Ok(())
    }

    fn count_lives(&mut self, lives: usize, from: usize) -> Result<(), SpecError> {
        self.lives += lives;
        if self.lives > MOST_LIVES {
            let why = format!("the spots have more than {MOST_LIVES} lives in all");
            return Err(SpecError::illegal(&why, "use fewer", from..self.at));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_point_at_what_is_wrong() {
        let place = |text| parse(text).unwrap_err().span;
        assert_eq!(place("0.AxA.}A.}"), 7..8);
        assert_eq!(place("A.A.}"), 2..3);
        assert_eq!(place("01.}"), 0..1);
        assert_eq!(place("1a1a.}0."), 8..8);
        assert_eq!(place("1?.}"), 1..2);
        assert_eq!(place("121"), 0..3);
    }

    #[test]
    fn what_is_read_is_shown() {
        for text in ["0", "1", "7", "1a1a.}", "0.AB.}AB.}", "0*3.2ab1ba.12.}"] {
            assert_eq!(show(&parse(text).unwrap()), text);
        }
        assert_eq!(
            show(&parse("0.0.0*2.AB}0.AB}]!").unwrap()),
            "0*4.AB.}0.AB.}"
        );
    }
}
