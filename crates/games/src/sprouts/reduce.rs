//! Reductions that leave the game the same, move for move, and the lands that a map falls apart into.
//!
//! In this order, until nothing changes: a letter whose other occurrence is gone is a `2`; so are two
//! occurrences side by side, because nothing lies between them; empty boundaries go; a region with fewer than
//! two lives goes, as no line fits into it. In a region with two or three lives it does not matter which
//! vertices the lives belong to, nor how boundaries run: a line uses two lives and adds one, and what is left
//! of the three are again two lives in one region. So such a region becomes one boundary of single lives; with
//! three lives and no vertex on a border it is written as an isolated spot.
//!
//! All this holds for misère play, too: options correspond one to one.

use super::map::{FIRST_LETTER, Map, ONE, TWO, letter};

/// No region.
const NOWHERE: u16 = u16::MAX;

/// What is used again from one map to the next.
#[derive(Default)]
pub(super) struct Reducer {
    spare: Map,
    /// How often each letter occurs.
    occurrences: Vec<u8>,
    /// The region in which a letter was met last.
    seen_in: Vec<u16>,
    /// For each region, a region of the same land with a smaller number, or itself.
    leaders: Vec<u16>,
}

impl Reducer {
    /// Reduces a map.
    pub(super) fn reduce(&mut self, map: &mut Map) {
        while {
            let again = self.pass(map);
            std::mem::swap(map, &mut self.spare);
            again
        } {}
    }

    /// Writes the map to `spare`, reduced once; true if it must be done again.
    fn pass(&mut self, map: &Map) -> bool {
        let letters = usize::from(map.letters);
        self.occurrences.clear();
        self.occurrences.resize(letters, 0);
        for number in map.tokens.iter().filter_map(|&token| letter(token)) {
            self.occurrences[number] += 1;
        }
        self.seen_in.clear();
        self.seen_in.resize(letters, NOWHERE);
        let out = &mut self.spare;
        out.clear();
        out.letters = map.letters;
        let mut again = false;
        for region in 0..map.regions.len() {
            let first_token = out.tokens.len();
            let first_boundary = out.boundary_ends.len();
            let spots = map.regions[region].spots;
            let mut lives = 3 * usize::from(spots);
            let mut shared = 0;
            for boundary in map.boundaries_of(region) {
                let start = out.tokens.len();
                copy_reduced(map.boundary(boundary), &self.occurrences, out);
                for &token in &out.tokens[start..] {
                    let Some(number) = letter(token) else {
                        lives += if token == ONE { 2 } else { 1 };
                        continue;
                    };
                    if self.seen_in[number] == region as u16 {
                        shared -= 1;
                    } else {
                        self.seen_in[number] = region as u16;
                        lives += 1;
                        shared += 1;
                    }
                }
                out.end_boundary();
            }
            if lives < 2 {
                again |= out.tokens[first_token..]
                    .iter()
                    .any(|&token| token >= FIRST_LETTER);
                out.tokens.truncate(first_token);
                out.boundary_ends.truncate(first_boundary);
            } else if lives <= 3 {
                let is_spot = lives == 3 && shared == 0;
                flatten(
                    out,
                    first_token,
                    first_boundary,
                    if is_spot { 0 } else { lives - shared },
                );
                out.end_region(is_spot.into());
            } else {
                out.end_region(spots);
            }
        }
        again
    }

    /// Finds the lands of a reduced map: for each region, the least region of its land.
    pub(super) fn lands(&mut self, map: &Map) -> &[u16] {
        self.seen_in.clear();
        self.seen_in.resize(map.letters.into(), NOWHERE);
        self.leaders.clear();
        for region in 0..map.regions.len() {
            self.leaders.push(region as u16);
            for boundary in map.boundaries_of(region) {
                for number in map
                    .boundary(boundary)
                    .iter()
                    .filter_map(|&token| letter(token))
                {
                    let other = std::mem::replace(&mut self.seen_in[number], region as u16);
                    if other != NOWHERE && other != region as u16 {
                        self.join(other, region as u16);
                    }
                }
            }
        }
        // Each points to a smaller one, which is settled already.
        for region in 0..self.leaders.len() {
            self.leaders[region] = self.leaders[usize::from(self.leaders[region])];
        }
        &self.leaders
    }

    fn join(&mut self, first: u16, second: u16) {
        let [a, b] = [first, second].map(|region| self.leader(region));
        self.leaders[usize::from(a.max(b))] = a.min(b);
    }

    fn leader(&self, mut region: u16) -> u16 {
        while self.leaders[usize::from(region)] != region {
            region = self.leaders[usize::from(region)];
        }
        region
    }
}

/// Copies a boundary without pairs side by side, and with a `2` for letters that occur once.
fn copy_reduced(boundary: &[u16], occurrences: &[u8], out: &mut Map) {
    let start = out.tokens.len();
    for &token in boundary {
        match letter(token) {
            Some(number) if occurrences[number] == 1 => out.tokens.push(TWO),
            Some(_) if out.tokens.len() > start && out.tokens.last() == Some(&token) => {
                *out.tokens.last_mut().expect("just read") = TWO;
            }
            _ => out.tokens.push(token),
        }
    }
    let last = out.tokens.len().wrapping_sub(1);
    if out.tokens.len() > start + 1
        && out.tokens[start] >= FIRST_LETTER
        && out.tokens[start] == out.tokens[last]
    {
        out.tokens.pop();
        out.tokens[start] = TWO;
    }
}

/// Makes one boundary of a region that has been written: so many `2`s, and its letters that occur elsewhere, too.
fn flatten(out: &mut Map, first_token: usize, first_boundary: usize, twos: usize) {
    let mut shared = [TWO; 3];
    let mut count = 0;
    let tokens = &out.tokens[first_token..];
    for (place, token) in tokens.iter().enumerate() {
        let is_alone = !tokens[..place].contains(token) && !tokens[place + 1..].contains(token);
        if *token >= FIRST_LETTER && is_alone {
            shared[count] = *token;
            count += 1;
        }
    }
    out.tokens.truncate(first_token);
    out.boundary_ends.truncate(first_boundary);
    out.tokens.extend(std::iter::repeat_n(TWO, twos));
    out.tokens.extend_from_slice(&shared[..count]);
    out.end_boundary();
}
