//! Every line that can be drawn, without most of those that differ only by a symmetry.
//!
//! Boundaries of a region that read the same (no vertex on a border) can be exchanged, so only the first of
//! them is an end of a line, and of how many lie on either side only the number counts. A boundary that
//! repeats itself begins a line only within its first period.

use super::draw::{Corner, Ends, Inside, Line};
use super::map::{FIRST_LETTER, Map, ONE, Token, twin_distance};

/// Set in a token that stands for a letter by the distance to its twin.
const TWIN: Token = 1 << 15;

/// What is used again from one list of lines to the next.
#[derive(Default)]
pub(super) struct Lines {
    /// The tokens of the map, letters with a twin in the same boundary by distance.
    shapes: Vec<Token>,
    /// For each boundary, the first one of its region that reads the same.
    first_same: Vec<u16>,
    /// For each boundary, after how many tokens it repeats itself.
    periods: Vec<u16>,
    /// Boundaries that can be exchanged: a prefix of each group may lie inside.
    groups: Vec<Group>,
    /// Sets of boundaries: for each group, the empty set and each longer prefix.
    prefixes: Vec<u128>,
}

struct Group {
    /// Where its prefixes begin.
    start: usize,
    size: usize,
    chosen: usize,
}

impl Lines {
    /// Visits the lines of a map until `visit` answers false.
    pub(super) fn visit(&mut self, map: &Map, visit: &mut impl FnMut(&Line) -> bool) -> bool {
        self.prepare(map);
        (0..map.regions.len()).all(|region| {
            self.visit_joins(map, region, visit) && self.visit_cuts(map, region, visit)
        })
    }

    fn prepare(&mut self, map: &Map) {
        self.shapes.clear();
        self.first_same.clear();
        self.periods.clear();
        for region in 0..map.regions.len() {
            let boundaries = map.boundaries_of(region);
            for boundary in boundaries.clone() {
                let tokens = map.boundary(boundary);
                for place in 0..tokens.len() {
                    let distance = twin_distance(tokens, place) as Token;
                    self.shapes.push(match distance {
                        0 => tokens[place],
                        _ => TWIN | distance,
                    });
                }
                let shape = &self.shapes[map.places(boundary)];
                let same = (boundaries.start..boundary)
                    .find(|&other| self.shapes[map.places(other)] == *shape);
                self.first_same.push(same.unwrap_or(boundary) as u16);
                self.periods.push(period(shape) as u16);
            }
        }
    }

    fn is_first(&self, boundary: usize) -> bool {
        usize::from(self.first_same[boundary]) == boundary
    }

    /// Lines between two boundaries.
    fn visit_joins(&self, map: &Map, region: usize, visit: &mut impl FnMut(&Line) -> bool) -> bool {
        let spots = map.regions[region].spots;
        let boundaries = map.boundaries_of(region);
        let mut join = |ends| {
            visit(&Line {
                region: region as u16,
                ends,
                inside: Inside::default(),
            })
        };
        if spots >= 2 && !join(Ends::Spots) {
            return false;
        }
        for first in boundaries.clone() {
            if !self.is_first(first) {
                continue;
            }
            for corner in self.corners(first) {
                if spots > 0 && !join(Ends::SpotTo(corner)) {
                    return false;
                }
                // Of boundaries that read the same, the second one stands for all but the first.
                let mut is_joined = false;
                for second in first + 1..boundaries.end {
                    let same = self.first_same[second];
                    let is_repeated = if usize::from(same) == first {
                        std::mem::replace(&mut is_joined, true)
                    } else {
                        !self.is_first(second)
                    };
                    if is_repeated {
                        continue;
                    }
                    let mut others = self.corners(second);
                    if !others.all(|other| join(Ends::Boundaries(corner, other))) {
                        return false;
                    }
                }
            }
        }
        true
    }

    fn corners(&self, boundary: usize) -> impl Iterator<Item = Corner> + use<> {
        let places = 0..self.periods[boundary];
        places.map(move |place| Corner {
            boundary: boundary as u16,
            place,
        })
    }

    /// Lines from a boundary to itself.
    fn visit_cuts(
        &mut self,
        map: &Map,
        region: usize,
        visit: &mut impl FnMut(&Line) -> bool,
    ) -> bool {
        let spots = map.regions[region].spots;
        if spots > 0 {
            self.group(map, region, None);
            if !self.visit_sides(region, Ends::Loop, spots - 1, true, visit) {
                return false;
            }
        }
        for boundary in map.boundaries_of(region) {
            if !self.is_first(boundary) {
                continue;
            }
            self.group(map, region, Some(boundary));
            let tokens = map.boundary(boundary);
            let length = tokens.len();
            let period = usize::from(self.periods[boundary]);
            for from in 0..period {
                let steps = usize::from(tokens[from] != ONE)..=length / 2;
                for step in steps {
                    let to = (from + step) % length;
                    // The same line, begun at its other end.
                    let is_half = step * 2 == length;
                    if is_half && to % period < from {
                        continue;
                    }
                    if step > 0 && tokens[from] >= FIRST_LETTER && tokens[from] == tokens[to] {
                        continue;
                    }
                    let ends = Ends::Cut {
                        boundary: boundary as u16,
                        from: from as u16,
                        to: to as u16,
                    };
                    let is_symmetric = is_half && to % period == from || step == 0 && length == 1;
                    if !self.visit_sides(region, ends, spots, is_symmetric, visit) {
                        return false;
                    }
                }
            }
        }
        true
    }

    /// Groups the boundaries of a region that can be exchanged, without the one that is cut.
    fn group(&mut self, map: &Map, region: usize, cut: Option<usize>) {
        self.groups.clear();
        self.prefixes.clear();
        let boundaries = map.boundaries_of(region);
        let first = boundaries.start;
        for boundary in boundaries.clone() {
            if !self.is_first(boundary) {
                continue;
            }
            let start = self.prefixes.len();
            let mut prefix = 0u128;
            self.prefixes.push(prefix);
            for other in boundary..boundaries.end {
                if usize::from(self.first_same[other]) == boundary && Some(other) != cut {
                    prefix |= 1 << (other - first);
                    self.prefixes.push(prefix);
                }
            }
            let size = self.prefixes.len() - start - 1;
            if size > 0 {
                self.groups.push(Group {
                    start,
                    size,
                    chosen: 0,
                });
            }
        }
    }

    /// Visits a line with everything that may lie on its first side; where both sides are alike, only with
    /// the lesser half.
    fn visit_sides(
        &mut self,
        region: usize,
        ends: Ends,
        spots: u16,
        is_symmetric: bool,
        visit: &mut impl FnMut(&Line) -> bool,
    ) -> bool {
        loop {
            let mut boundaries = 0;
            for group in &self.groups {
                boundaries |= self.prefixes[group.start + group.chosen];
            }
            // The first group that is not divided evenly says which half is the lesser one.
            let order = self
                .groups
                .iter()
                .map(|group| (group.chosen * 2).cmp(&group.size));
            let order = order.fold(std::cmp::Ordering::Equal, |order, next| order.then(next));
            for inside in 0..=spots {
                let order = order.then((inside * 2).cmp(&spots));
                if is_symmetric && order.is_gt() {
                    continue;
                }
                let line = Line {
                    region: region as u16,
                    ends,
                    inside: Inside {
                        spots: inside,
                        boundaries,
                    },
                };
                if !visit(&line) {
                    return false;
                }
            }
            if !self.next_choice() {
                return true;
            }
        }
    }

    /// Counts on; false, with nothing chosen, after the last choice.
    fn next_choice(&mut self) -> bool {
        for group in &mut self.groups {
            if group.chosen < group.size {
                group.chosen += 1;
                return true;
            }
            group.chosen = 0;
        }
        false
    }
}

/// After how many tokens a cyclic text repeats itself.
fn period(shape: &[Token]) -> usize {
    let length = shape.len();
    (1..length)
        .find(|&period| {
            length.is_multiple_of(period) && shape[period..] == shape[..length - period]
        })
        .unwrap_or(length)
}
