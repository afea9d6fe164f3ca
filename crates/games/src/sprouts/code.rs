//! Lands as bytes: written in the order that the canonical form chose, and read back.
//!
//! Two bytes count the lives. Then for each region: its isolated spots; each boundary as its length and its
//! tokens; a zero. A token is 1 for a `1`, 2 for a `2`, an odd number from 3 on for a letter by the distance to
//! its twin, an even one from 4 on for a letter that joins regions, numbered in order of appearance. Numbers
//! from 128 on take two bytes.

use super::map::{FIRST_LETTER, Map, ONE, TWO, Token};

/// The count of lives before the form.
pub(super) mod lives {
    /// The two bytes.
    pub(in super::super) fn bytes(lives: usize) -> [u8; 2] {
        (lives as u16).to_be_bytes()
    }

    /// The lives of a land.
    pub(in super::super) fn of(land: &[u8]) -> u32 {
        match land {
            [high, low, ..] => u16::from_be_bytes([*high, *low]).into(),
            _ => 0,
        }
    }
}

/// Writes lands; numbers letters as they appear.
#[derive(Default)]
pub(super) struct Writer {
    names: Vec<u16>,
    named: u16,
}

const UNNAMED: u16 = u16::MAX;

impl Writer {
    /// Begins a land of a map with so many letters.
    pub(super) fn begin(&mut self, letters: usize) {
        self.names.clear();
        self.names.resize(letters, UNNAMED);
        self.named = 0;
    }

    /// Begins a region.
    pub(super) fn spots(&mut self, spots: u16, out: &mut Vec<u8>) {
        write_number(spots, out);
    }

    /// A boundary, read from one of its places on, perhaps backwards.
    pub(super) fn boundary(
        &mut self,
        tokens: &[Token],
        twins: &[u16],
        first: usize,
        is_reversed: bool,
        out: &mut Vec<u8>,
    ) {
        let length = tokens.len();
        write_number(length as u16, out);
        let mut place = first;
        for _ in 0..length {
            let token = tokens[place];
            let number = match (token, twins[place]) {
                (ONE, _) => 1,
                (TWO, _) => 2,
                (_, 0) => 4 + 2 * self.name(token - FIRST_LETTER),
                (_, twin) if is_reversed => 1 + 2 * (length as u16 - twin),
                (_, twin) => 1 + 2 * twin,
            };
            write_number(number, out);
            place = if is_reversed {
                place.checked_sub(1).unwrap_or(length - 1)
            } else if place + 1 == length {
                0
            } else {
                place + 1
            };
        }
    }

    /// Ends a region.
    pub(super) fn end_region(&mut self, out: &mut Vec<u8>) {
        out.push(0);
    }

    fn name(&mut self, letter: u16) -> u16 {
        let name = &mut self.names[usize::from(letter)];
        if *name == UNNAMED {
            *name = self.named;
            self.named += 1;
        }
        *name
    }
}

fn write_number(number: u16, out: &mut Vec<u8>) {
    if number < 128 {
        out.push(number as u8);
    } else {
        // At most 32767: positions are far smaller.
        out.extend([128 | (number >> 8) as u8, number as u8]);
    }
}

fn read_number(bytes: &mut std::slice::Iter<'_, u8>) -> Option<u16> {
    let first = u16::from(*bytes.next()?);
    if first < 128 {
        return Some(first);
    }
    Some((first - 128) << 8 | u16::from(*bytes.next()?))
}

/// Adds the regions of a land to a map.
pub(super) fn read(land: &[u8], map: &mut Map) {
    let mut bytes = land.get(2..).unwrap_or_default().iter();
    let first_shared = map.letters;
    let mut shared = 0;
    // Twins are numbered after the letters that join regions, of which there are fewer than bytes.
    let first_twin = first_shared + land.len() as u16;
    let mut twins = first_twin;
    let first_token = map.tokens.len();
    while let Some(spots) = read_number(&mut bytes) {
        while let Some(length) = read_number(&mut bytes).filter(|&length| length > 0) {
            let start = map.tokens.len();
            for place in 0..usize::from(length) {
                let number = read_number(&mut bytes).unwrap_or(2);
                let token = match number {
                    1 => ONE,
                    0 | 2 => TWO,
                    _ if number.is_multiple_of(2) => {
                        shared = shared.max(number / 2 - 1);
                        FIRST_LETTER + first_shared + (number - 4) / 2
                    }
                    _ => {
                        let other = place + usize::from(number / 2);
                        if other < usize::from(length) {
                            twins += 1;
                            FIRST_LETTER + twins - 1
                        } else {
                            map.tokens[start + other - usize::from(length)]
                        }
                    }
                };
                map.tokens.push(token);
            }
            map.end_boundary();
        }
        map.end_region(spots);
    }
    let gap = first_twin - first_shared - shared;
    for token in &mut map.tokens[first_token..] {
        if *token >= FIRST_LETTER + first_twin {
            *token -= gap;
        }
    }
    map.letters = twins - gap;
}
