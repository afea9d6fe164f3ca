//! How boundaries read from each of their vertices on, in both orientations, as rolling hashes.
//!
//! A vertex counts as a code: fixed for `1` and `2`, by the distance to its twin for a letter that occurs
//! twice along the boundary, and its colour for a letter that joins regions. Only what depends on colours is
//! hashed again when they change.

use super::canonical::Canoniser;
use super::map::{FIRST_LETTER, Map};

/// The two occurrences of a letter between regions.
pub(super) type Shared = [Occurrence; 2];

#[derive(Clone, Copy)]
pub(super) struct Occurrence {
    pub(super) place: u16,
    pub(super) boundary: u16,
    pub(super) region: u16,
}

/// The multiplier of the rolling hash.
const BASE: u64 = 0x9E37_79B9_7F4A_7C15;
/// What the tokens count as: `1`, `2`, any letter at first.
const CODES: [u64; 3] = [
    0x2545_F491_4F6C_DD1D,
    0xD6E8_FEB8_6659_FD93,
    0xA076_1D64_78BD_642F,
];
fn add_mixed(sums: &mut [u64; 2], hashes: [u64; 2]) {
    for (sum, hash) in sums.iter_mut().zip(hashes) {
        *sum = sum.wrapping_add(mix(hash));
    }
}

pub(super) fn mix(hash: u64) -> u64 {
    let hash = (hash ^ hash >> 32).wrapping_mul(0xFF51_AFD7_ED55_8CCD);
    hash ^ hash >> 29
}

impl Canoniser {
    /// Finds the letters between regions, and hashes what does not depend on them.
    pub(super) fn prepare(&mut self, map: &Map) {
        let tokens = map.tokens.len();
        while self.powers.len() <= tokens {
            let next = self.powers.last().map_or(1, |last| last.wrapping_mul(BASE));
            self.powers.push(next);
        }
        self.twins.clear();
        self.twins.resize(tokens, 0);
        self.codes.resize(tokens, [0; 2]);
        self.readings.resize(tokens, [0; 2]);
        self.boundary_hashes.resize(map.boundary_ends.len(), [0; 2]);
        self.region_hashes.resize(map.regions.len(), [0; 2]);
        self.fixed_hashes.resize(map.regions.len(), [0; 2]);
        self.met.clear();
        self.met.resize(map.letters.into(), None);
        self.shared.clear();
        self.coloured.clear();
        for at in 0..self.regions.len() {
            let region = self.regions[at];
            let mut hashes = [u64::from(map.regions[usize::from(region)].spots); 2];
            for boundary in map.boundaries_of(region.into()) {
                if self.read_boundary(map, region, boundary) {
                    self.coloured.push((boundary as u16, region));
                    continue;
                }
                let hash = self.hash_boundary(map.places(boundary));
                self.boundary_hashes[boundary] = hash;
                add_mixed(&mut hashes, hash);
            }
            self.fixed_hashes[usize::from(region)] = hashes;
            self.region_hashes[usize::from(region)] = hashes.map(mix);
        }
        self.colours.clear();
        self.colours.resize(self.shared.len(), CODES[2]);
    }

    /// Finds the codes of the tokens of a boundary, its twins and letters; true if it has letters between
    /// regions.
    fn read_boundary(&mut self, map: &Map, region: u16, boundary: usize) -> bool {
        let places = map.places(boundary);
        let length = places.len();
        let mut letters = 0;
        for place in places {
            let token = map.tokens[place];
            if token < FIRST_LETTER {
                self.codes[place] = [CODES[usize::from(token)]; 2];
                continue;
            }
            let here = Occurrence {
                place: place as u16,
                boundary: boundary as u16,
                region,
            };
            let met = &mut self.met[usize::from(token - FIRST_LETTER)];
            match met.replace(here) {
                Some(other) if usize::from(other.boundary) == boundary => {
                    letters -= 1;
                    let first = usize::from(other.place);
                    let twin = place - first;
                    self.twins[first] = twin as u16;
                    self.twins[place] = (length - twin) as u16;
                    // Powers serve as codes of distances; reversed, the twin is the rest of the way off.
                    let codes = [twin, length - twin].map(|steps| mix(self.powers[steps]));
                    self.codes[first] = codes;
                    self.codes[place] = [codes[1], codes[0]];
                }
                other => {
                    letters += 1;
                    self.codes[place] = [CODES[2]; 2];
                    self.shared.extend(other.map(|other| [other, here]));
                }
            }
        }
        letters > 0
    }

    /// Changes the colour of a letter.
    pub(super) fn set_colour(&mut self, shared: usize, colour: u64) {
        self.colours[shared] = colour;
        for seen in self.shared[shared] {
            self.codes[usize::from(seen.place)] = [colour; 2];
        }
    }

    /// Hashes what depends on colours.
    pub(super) fn hash_coloured(&mut self, map: &Map) {
        if self.coloured.is_empty() {
            return;
        }
        for &region in &self.regions {
            self.region_hashes[usize::from(region)] = self.fixed_hashes[usize::from(region)];
        }
        for at in 0..self.coloured.len() {
            let (boundary, region) = self.coloured[at];
            let hash = self.hash_boundary(map.places(boundary.into()));
            self.boundary_hashes[usize::from(boundary)] = hash;
            add_mixed(&mut self.region_hashes[usize::from(region)], hash);
        }
        for &region in &self.regions {
            let hashes = &mut self.region_hashes[usize::from(region)];
            *hashes = hashes.map(mix);
        }
    }

    fn hash_boundary(&mut self, places: std::ops::Range<usize>) -> [u64; 2] {
        let codes = &self.codes[places.clone()];
        let readings = &mut self.readings[places];
        let length = codes.len();
        // A boundary of one token or two reads the same both ways; most are so short.
        if let ([[code, _]], [reading]) = (codes, &mut *readings) {
            *reading = [*code; 2];
            return [mix(*code); 2];
        }
        if let ([[a, _], [b, _]], [first, second]) = (codes, &mut *readings) {
            *first = [a.wrapping_mul(BASE).wrapping_add(*b); 2];
            *second = [b.wrapping_mul(BASE).wrapping_add(*a); 2];
            return [mix(first[0]).wrapping_add(mix(second[0])); 2];
        }
        let mut hashes = [0u64; 2];
        for code in codes {
            hashes[0] = hashes[0].wrapping_mul(BASE).wrapping_add(code[0]);
        }
        for code in codes.iter().rev() {
            hashes[1] = hashes[1].wrapping_mul(BASE).wrapping_add(code[1]);
        }
        // Moving on by one token takes it from the front and puts it to the back.
        let turn = self.powers[length].wrapping_sub(1);
        let moved_on = |hash: u64, code: u64| {
            let taken = code.wrapping_mul(turn);
            hash.wrapping_mul(BASE).wrapping_sub(taken)
        };
        let mut sums = [0u64; 2];
        for step in 0..length {
            let back = length - 1 - step;
            readings[step][0] = hashes[0];
            readings[back][1] = hashes[1];
            add_mixed(&mut sums, hashes);
            hashes[0] = moved_on(hashes[0], codes[step][0]);
            hashes[1] = moved_on(hashes[1], codes[back][1]);
        }
        sums
    }

    /// Gives each letter a new colour: its old one, and how its surroundings read from it.
    pub(super) fn colour(&mut self) {
        for at in 0..self.shared.len() {
            let mut colour = self.colours[at];
            for seen in &self.shared[at] {
                for side in [0, 1] {
                    let region = self.region_hashes[usize::from(seen.region)][side];
                    let boundary = self.boundary_hashes[usize::from(seen.boundary)][side];
                    let reading = self.readings[usize::from(seen.place)][side];
                    let sum = region
                        .wrapping_add(boundary.wrapping_mul(CODES[0]))
                        .wrapping_add(reading.wrapping_mul(CODES[1]));
                    colour = colour.wrapping_add(mix(sum));
                }
            }
            self.set_colour(at, mix(colour));
        }
    }
}
