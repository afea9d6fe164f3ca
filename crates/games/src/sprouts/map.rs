//! A position in its working form: regions, their boundaries, and the vertices along each boundary.
//!
//! Only vertices with lives are kept. Isolated spots (three lives) are counted for each region; a boundary
//! lists, in the order of a walk around it with the region on the same side, its other vertices: `1` for two
//! lives, and for one life `2` or a letter. A letter occurs exactly twice, in one boundary (a vertex that the
//! walk passes on both sides) or in two regions (a vertex on the border between them).

/// A vertex in a boundary: [`ONE`], [`TWO`], or [`FIRST_LETTER`] plus the number of a letter.
pub(super) type Token = u16;

/// A vertex with one edge, so with two lives.
pub(super) const ONE: Token = 0;
/// A vertex with one life that matters in one place only.
pub(super) const TWO: Token = 1;
/// The first of the letters.
pub(super) const FIRST_LETTER: Token = 2;

/// Regions, boundaries and vertices in flat lists, which are used again and again.
#[derive(Clone, Debug, Default)]
pub(super) struct Map {
    /// The vertices of all boundaries, one boundary after the other.
    pub(super) tokens: Vec<Token>,
    /// Where each boundary ends in `tokens`.
    pub(super) boundary_ends: Vec<u16>,
    /// The regions in order.
    pub(super) regions: Vec<Region>,
    /// Letters are numbered below this.
    pub(super) letters: u16,
}

/// A region: its isolated spots, and where its boundaries end in the list of all boundaries.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Region {
    pub(super) spots: u16,
    pub(super) end: u16,
}

impl Map {
    /// A single region with isolated spots.
    pub(super) fn of_spots(spots: u16) -> Map {
        let mut map = Map::default();
        map.end_region(spots);
        map
    }

    pub(super) fn clear(&mut self) {
        self.tokens.clear();
        self.boundary_ends.clear();
        self.regions.clear();
        self.letters = 0;
    }

    /// Ends the boundary to which tokens were pushed; an empty one is not kept.
    pub(super) fn end_boundary(&mut self) {
        let end = self.tokens.len() as u16;
        if end > self.last_boundary_end() {
            self.boundary_ends.push(end);
        }
    }

    /// Ends the region to which boundaries were added.
    pub(super) fn end_region(&mut self, spots: u16) {
        let end = self.boundary_ends.len() as u16;
        self.regions.push(Region { spots, end });
    }

    /// Where the next boundary begins in `tokens`.
    pub(super) fn last_boundary_end(&self) -> u16 {
        self.boundary_ends.last().copied().unwrap_or(0)
    }

    /// The places of a boundary in `tokens`.
    pub(super) fn places(&self, boundary: usize) -> std::ops::Range<usize> {
        let start = match boundary {
            0 => 0,
            _ => self.boundary_ends[boundary - 1],
        };
        start as usize..self.boundary_ends[boundary] as usize
    }

    /// The vertices of a boundary.
    pub(super) fn boundary(&self, boundary: usize) -> &[Token] {
        &self.tokens[self.places(boundary)]
    }

    /// The boundaries of a region.
    pub(super) fn boundaries_of(&self, region: usize) -> std::ops::Range<usize> {
        let start = match region {
            0 => 0,
            _ => self.regions[region - 1].end,
        };
        start as usize..self.regions[region].end as usize
    }
}

/// The number of a letter, if the token is one.
pub(super) fn letter(token: Token) -> Option<usize> {
    token.checked_sub(FIRST_LETTER).map(usize::from)
}

/// How far the other occurrence of a letter is along the same boundary; 0 if it is elsewhere or there is none.
pub(super) fn twin_distance(boundary: &[Token], place: usize) -> usize {
    if boundary[place] < FIRST_LETTER {
        return 0;
    }
    let length = boundary.len();
    let same = |&step: &usize| {
        let other = place + step;
        boundary[if other < length {
            other
        } else {
            other - length
        }] == boundary[place]
    };
    (1..length).find(same).unwrap_or(0)
}
