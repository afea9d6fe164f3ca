//! The canonical form of a land: the same bytes for maps that differ only in names, order and orientation.
//!
//! The boundaries of a region may be turned, and reversed all at once; regions and boundaries have no order;
//! letters that join regions have no names. Letters are told apart by colours: each gets a new colour out of
//! how its two boundaries read from it in both orientations, until no more letters differ; letters that still
//! look alike are told apart by choosing one of them. Readings are compared by rolling hashes of all
//! rotations, so that order and orientation follow from colours at once. The hashes only choose an order: the
//! bytes describe the land completely, and lands are equal only if their bytes are. A collision, or an unlucky
//! choice where [`Choice::First`] tries only one, means two forms of the same land, and no wrong answer.

use super::code::{Writer, lives};
use super::map::{Map, ONE, letter};
use super::readings::{Occurrence, Shared, mix};

/// How to tell letters apart that look alike.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Choice {
    /// Choose any one of them: quick, and right where they are alike by a symmetry.
    First,
    /// Try each of them (so many tries at most) and keep the least form.
    Each(usize),
}

/// What is used again from one land to the next.
#[derive(Default)]
pub(super) struct Canoniser {
    /// The regions of the land.
    pub(super) regions: Vec<u16>,
    /// For each token of the map, how far its twin is; 0 if there is none.
    pub(super) twins: Vec<u16>,
    /// For each token, what it counts as in a hash, in both orientations.
    pub(super) codes: Vec<[u64; 2]>,
    /// For each token, the hash of its boundary read from there on, in both orientations.
    pub(super) readings: Vec<[u64; 2]>,
    /// For each boundary, its hash in both orientations.
    pub(super) boundary_hashes: Vec<[u64; 2]>,
    /// For each region, its hash in both orientations.
    pub(super) region_hashes: Vec<[u64; 2]>,
    /// For each region, the part of its hash that does not depend on colours.
    pub(super) fixed_hashes: Vec<[u64; 2]>,
    /// Boundaries with letters between regions, and their regions.
    pub(super) coloured: Vec<(u16, u16)>,
    /// Where each letter was met first.
    pub(super) met: Vec<Option<Occurrence>>,
    /// Letters between regions, with the places where they occur.
    pub(super) shared: Vec<Shared>,
    /// The colour of each of them.
    pub(super) colours: Vec<u64>,
    pub(super) sorted: Vec<u64>,
    pub(super) powers: Vec<u64>,
    pub(super) writer: Writer,
}

/// What is added to the colour of a letter that was chosen.
const CHOSEN: u64 = 0xE703_7ED1_A0B4_28DB;

impl Canoniser {
    /// Appends the canonical form of the land that consists of some regions of a reduced map.
    pub(super) fn write(
        &mut self,
        map: &Map,
        regions: impl Iterator<Item = u16>,
        choice: Choice,
        out: &mut Vec<u8>,
    ) {
        self.regions.clear();
        self.regions.extend(regions);
        self.prepare(map);
        let start = out.len();
        let mut tries = match choice {
            Choice::First => 1,
            Choice::Each(tries) => tries,
        };
        let distinct = self.shared.len().min(1);
        self.refine_and_write(map, distinct, &mut tries, start, out);
    }

    /// Tells letters apart until all differ, then writes the form unless there is a lesser one.
    fn refine_and_write(
        &mut self,
        map: &Map,
        mut distinct: usize,
        tries: &mut usize,
        start: usize,
        out: &mut Vec<u8>,
    ) {
        let letters = self.shared.len();
        loop {
            self.hash_coloured(map);
            if distinct >= letters {
                return self.write_form(map, start, out);
            }
            self.colour();
            let now = self.count_distinct();
            if now == distinct {
                break;
            }
            distinct = now;
        }
        let alike = self.least_alike();
        let saved: Option<Vec<u64>> = (*tries > 1).then(|| self.colours.clone());
        for chosen in 0..letters {
            if self.colours[chosen] != alike {
                continue;
            }
            self.set_colour(chosen, mix(alike ^ CHOSEN));
            self.refine_and_write(map, distinct + 1, tries, start, out);
            *tries -= usize::from(*tries > 1);
            match &saved {
                Some(saved) if *tries > 1 => {
                    for (at, &colour) in saved.iter().enumerate() {
                        self.set_colour(at, colour);
                    }
                }
                _ => return,
            }
        }
    }

    /// The least colour that several letters have.
    fn least_alike(&self) -> u64 {
        let pairs = self.sorted.windows(2);
        let mut alike = pairs.filter(|pair| pair[0] == pair[1]);
        alike.next().expect("some letters are alike")[0]
    }

    fn count_distinct(&mut self) -> usize {
        self.sorted.clone_from(&self.colours);
        self.sorted.sort_unstable();
        let changes = self.sorted.windows(2).filter(|pair| pair[0] != pair[1]);
        1 + changes.count()
    }

    /// Writes the form in the order of the hashes; keeps what stands there if that is less.
    fn write_form(&mut self, map: &Map, start: usize, out: &mut Vec<u8>) {
        let end = out.len();
        self.writer.begin(map.letters.into());
        let hashes = &self.region_hashes;
        let oriented = |region: u16| {
            let [forward, backward] = hashes[usize::from(region)];
            if forward <= backward {
                (forward, 0)
            } else {
                (backward, 1)
            }
        };
        self.regions
            .sort_unstable_by_key(|&region| oriented(region).0);
        out.extend_from_slice(&lives_of(map, &self.regions));
        for &region in &self.regions {
            let (_, side) = oriented(region);
            self.writer
                .spots(map.regions[usize::from(region)].spots, out);
            let order = &mut self.sorted;
            order.clear();
            order.extend(map.boundaries_of(region.into()).map(|b| b as u64));
            order.sort_unstable_by_key(|&b| self.boundary_hashes[b as usize][side]);
            for &boundary in order.iter() {
                let boundary = boundary as usize;
                let places = map.places(boundary);
                let readings = &self.readings[places.clone()];
                let first = (0..readings.len()).min_by_key(|&place| readings[place][side]);
                self.writer.boundary(
                    &map.tokens[places.clone()],
                    &self.twins[places],
                    first.unwrap_or(0),
                    side == 1,
                    out,
                );
            }
            self.writer.end_region(out);
        }
        if end > start {
            if out[end..] < out[start..end] {
                out.drain(start..end);
            } else {
                out.truncate(end);
            }
        }
    }
}

/// The lives of a land, as they stand before its form.
fn lives_of(map: &Map, regions: &[u16]) -> [u8; 2] {
    let mut halves = 0;
    for &region in regions {
        halves += 6 * usize::from(map.regions[usize::from(region)].spots);
        for boundary in map.boundaries_of(region.into()) {
            for &token in map.boundary(boundary) {
                halves += match letter(token) {
                    Some(_) => 1,
                    None if token == ONE => 4,
                    None => 2,
                };
            }
        }
    }
    lives::bytes(halves / 2)
}

#[cfg(test)]
mod tests {
    use super::super::code;
    use super::super::draw::draw;
    use super::super::lands::Workshop;
    use super::super::lines::Lines;
    use super::super::map::FIRST_LETTER;
    use super::*;

    /// Numbers that look random, the same in each run.
    struct Numbers(u64);

    impl Numbers {
        fn below(&mut self, bound: usize) -> usize {
            self.0 = self
                .0
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1);
            (self.0 >> 33) as usize % bound
        }

        fn shuffle<T>(&mut self, list: &mut [T]) {
            for at in 1..list.len() {
                list.swap(at, self.below(at + 1));
            }
        }
    }

    /// The same land, written otherwise: in another order, from other places on, with other names, and with some
    /// regions reversed.
    fn disguised(map: &Map, numbers: &mut Numbers) -> Map {
        let mut names: Vec<u16> = (0..map.letters).collect();
        numbers.shuffle(&mut names);
        let mut regions: Vec<usize> = (0..map.regions.len()).collect();
        numbers.shuffle(&mut regions);
        let mut out = Map::default();
        for region in regions {
            let is_reversed = numbers.below(2) == 1;
            let mut boundaries: Vec<usize> = map.boundaries_of(region).collect();
            numbers.shuffle(&mut boundaries);
            for boundary in boundaries {
                let mut tokens = map.boundary(boundary).to_vec();
                let turn = numbers.below(tokens.len());
                tokens.rotate_left(turn);
                if is_reversed {
                    tokens.reverse();
                }
                let renamed = tokens.iter().map(|&token| match letter(token) {
                    Some(number) => FIRST_LETTER + names[number],
                    None => token,
                });
                out.tokens.extend(renamed);
                out.end_boundary();
            }
            out.end_region(map.regions[region].spots);
        }
        out.letters = map.letters;
        out
    }

    #[test]
    fn a_land_has_one_form_however_it_is_written() {
        let mut numbers = Numbers(7);
        for game in 0..300 {
            let mut map = Map::of_spots(3 + game % 5);
            for _ in 0..1 + game % 9 {
                let mut lines = Vec::new();
                Lines::default().visit(&map, &mut |line| {
                    lines.push(*line);
                    true
                });
                if lines.is_empty() {
                    break;
                }
                let mut drawn = Map::default();
                draw(&map, &lines[numbers.below(lines.len())], &mut drawn);
                let lands = Workshop::lands_of(drawn, Choice::Each(1_000));
                let other = disguised(&map, &mut numbers);
                let forms = [map.clone(), other].map(|map| {
                    let lands = Workshop::lands_of(map, Choice::Each(1_000));
                    let mut lands: Vec<Vec<u8>> = lands.iter().map(<[u8]>::to_vec).collect();
                    lands.sort_unstable();
                    lands
                });
                assert_eq!(forms[0], forms[1], "{map:?}");
                map = Map::default();
                for land in lands.iter() {
                    code::read(land, &mut map);
                }
            }
        }
    }
}
