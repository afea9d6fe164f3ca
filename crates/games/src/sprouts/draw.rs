//! Drawing a line: the map after a move.
//!
//! A line joins two boundaries of a region into one, or joins a boundary with itself and cuts the region in
//! two. The new spot on the line has one life. A vertex at an end of the line loses a life: an isolated spot
//! becomes a `1`, a `1` becomes a letter because the walk now passes it twice, anything else is used up.

use super::map::{FIRST_LETTER, Map, ONE, Token};

/// A line within a region.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Line {
    pub(super) region: u16,
    pub(super) ends: Ends,
    /// What lies on the first side of a line that cuts the region; empty for other lines.
    pub(super) inside: Inside,
}

/// What a line joins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ends {
    /// Two isolated spots.
    Spots,
    /// An isolated spot and a vertex of a boundary.
    SpotTo(Corner),
    /// Vertices of two boundaries.
    Boundaries(Corner, Corner),
    /// An isolated spot and itself.
    Loop,
    /// Two vertices of one boundary, given by their places along it, or one vertex with two lives and itself.
    /// What stands from the first place to the second lies on the first side.
    Cut { boundary: u16, from: u16, to: u16 },
}

/// A place along a boundary: the number of the boundary in the map, and which of its tokens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Corner {
    pub(super) boundary: u16,
    pub(super) place: u16,
}

/// Isolated spots, and a set of boundaries counted from the first of their region.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Inside {
    pub(super) spots: u16,
    pub(super) boundaries: u128,
}

/// Writes the map after a move to `out`; nothing is reduced yet.
pub(super) fn draw(map: &Map, line: &Line, out: &mut Map) {
    out.clear();
    // The new spot, and one letter for each end.
    out.letters = map.letters + 3;
    let pen = Pen {
        map,
        new: FIRST_LETTER + map.letters,
        used: used_up(map, line),
    };
    for region in 0..map.regions.len() {
        if region == usize::from(line.region) {
            pen.draw_region(line, out);
        } else {
            for boundary in map.boundaries_of(region) {
                pen.copy_boundary(boundary, out);
            }
            out.end_region(map.regions[region].spots);
        }
    }
}

/// The letters at the ends of the line, which have no life left; [`ONE`] where there is none.
fn used_up(map: &Map, line: &Line) -> [Token; 2] {
    let at = |corner: Corner| {
        let token = map.boundary(corner.boundary.into())[usize::from(corner.place)];
        if token >= FIRST_LETTER { token } else { ONE }
    };
    match line.ends {
        Ends::Spots | Ends::Loop => [ONE, ONE],
        Ends::SpotTo(corner) => [at(corner), ONE],
        Ends::Boundaries(first, second) => [at(first), at(second)],
        Ends::Cut { boundary, from, to } => [from, to].map(|place| at(Corner { boundary, place })),
    }
}

struct Pen<'a> {
    map: &'a Map,
    /// The letter of the new spot; the next two are for the ends of the line.
    new: Token,
    used: [Token; 2],
}

impl Pen<'_> {
    fn draw_region(&self, line: &Line, out: &mut Map) {
        let region = usize::from(line.region);
        let spots = self.map.regions[region].spots;
        match line.ends {
            Ends::Spots => {
                out.tokens.extend([ONE, self.new, ONE, self.new]);
                out.end_boundary();
                self.copy_all_but(region, &[], out);
                out.end_region(spots - 2);
            }
            Ends::SpotTo(corner) => {
                let boundary = self.map.boundary(corner.boundary.into());
                let end = self.end(boundary[usize::from(corner.place)], 1);
                out.tokens.extend(end);
                out.tokens.extend([self.new, ONE, self.new]);
                out.tokens.extend(end);
                self.copy_around(boundary, corner.place, corner.place, out);
                out.end_boundary();
                self.copy_all_but(region, &[corner.boundary], out);
                out.end_region(spots - 1);
            }
            Ends::Boundaries(first, second) => {
                self.draw_bridge(first, second, out);
                self.copy_all_but(region, &[first.boundary, second.boundary], out);
                out.end_region(spots);
            }
            Ends::Loop => {
                for side in [true, false] {
                    out.tokens.extend([self.new + 1, self.new]);
                    out.end_boundary();
                    self.copy_side(line, None, side, spots - 1, out);
                }
            }
            Ends::Cut { boundary, from, to } => {
                self.draw_cut(line, boundary, [from, to], out);
            }
        }
    }

    /// What a vertex at an end of the line is along the new boundary: nothing if it has no life left.
    fn end(&self, token: Token, which: u16) -> Option<Token> {
        (token == ONE).then_some(self.new + which)
    }

    fn draw_bridge(&self, first: Corner, second: Corner, out: &mut Map) {
        let [a, b] = [first, second].map(|corner| self.map.boundary(corner.boundary.into()));
        let end_a = self.end(a[usize::from(first.place)], 1);
        let end_b = self.end(b[usize::from(second.place)], 2);
        out.tokens.extend(end_a);
        out.tokens.push(self.new);
        out.tokens.extend(end_b);
        self.copy_around(b, second.place, second.place, out);
        out.tokens.extend(end_b);
        out.tokens.push(self.new);
        out.tokens.extend(end_a);
        self.copy_around(a, first.place, first.place, out);
        out.end_boundary();
    }

    fn draw_cut(&self, line: &Line, cut: u16, [from, to]: [u16; 2], out: &mut Map) {
        let boundary = self.map.boundary(cut.into());
        let spots = self.map.regions[usize::from(line.region)].spots;
        if from == to {
            out.tokens.push(self.new);
            out.end_boundary();
            self.copy_side(line, Some(cut), true, spots, out);
            self.copy_around(boundary, from, from, out);
            out.tokens.push(self.new);
            out.end_boundary();
            self.copy_side(line, Some(cut), false, spots, out);
            return;
        }
        let ends = [
            self.end(boundary[usize::from(from)], 1),
            self.end(boundary[usize::from(to)], 2),
        ];
        for (side, start, stop) in [(true, from, to), (false, to, from)] {
            let [first, last] = if side { ends } else { [ends[1], ends[0]] };
            out.tokens.extend(first);
            self.copy_around(boundary, start, stop, out);
            out.tokens.extend(last);
            out.tokens.push(self.new);
            out.end_boundary();
            self.copy_side(line, Some(cut), side, spots, out);
        }
    }

    /// Copies the boundaries on one side of the line, and ends the region there.
    fn copy_side(&self, line: &Line, cut: Option<u16>, side: bool, spots: u16, out: &mut Map) {
        let all = self.map.boundaries_of(line.region.into());
        let first = all.start;
        for boundary in all {
            let is_inside = line.inside.boundaries >> (boundary - first) & 1 == 1;
            if is_inside == side && cut.map(usize::from) != Some(boundary) {
                self.copy_boundary(boundary, out);
            }
        }
        let inside = line.inside.spots;
        out.end_region(if side { inside } else { spots - inside });
    }

    fn copy_all_but(&self, region: usize, but: &[u16], out: &mut Map) {
        for boundary in self.map.boundaries_of(region) {
            if !but.contains(&(boundary as u16)) {
                self.copy_boundary(boundary, out);
            }
        }
    }

    fn copy_boundary(&self, boundary: usize, out: &mut Map) {
        self.copy(self.map.boundary(boundary), out);
        out.end_boundary();
    }

    /// Copies what stands strictly between two places, going round where the second is not behind the first.
    fn copy_around(&self, boundary: &[Token], from: u16, to: u16, out: &mut Map) {
        let [from, to] = [from, to].map(usize::from);
        if from < to {
            self.copy(&boundary[from + 1..to], out);
        } else {
            self.copy(&boundary[from + 1..], out);
            self.copy(&boundary[..to], out);
        }
    }

    fn copy(&self, tokens: &[Token], out: &mut Map) {
        if self.used == [ONE, ONE] {
            out.tokens.extend_from_slice(tokens);
            return;
        }
        for &token in tokens {
            if token < FIRST_LETTER || !self.used.contains(&token) {
                out.tokens.push(token);
            }
        }
    }
}
