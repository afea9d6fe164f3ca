//! Points and smooth curves, and where a curve leaves one vertex and enters another.

use crate::graph_drawing::Shape;

/// A point of the drawing; y grows downwards.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Point {
    pub(crate) x: f64,
    pub(crate) y: f64,
}

impl Point {
    /// The point `share` of the way to `other`.
    pub(crate) fn towards(self, other: Point, share: f64) -> Point {
        Point {
            x: self.x + (other.x - self.x) * share,
            y: self.y + (other.y - self.y) * share,
        }
    }

    /// The point moved by `(x, y)`.
    pub(crate) fn moved(self, x: f64, y: f64) -> Point {
        Point {
            x: self.x + x,
            y: self.y + y,
        }
    }

    /// The distance to `other`.
    pub(crate) fn distance(self, other: Point) -> f64 {
        (self.x - other.x).hypot(self.y - other.y)
    }
}

/// Where a vertex is and how much room it takes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Outline {
    pub(crate) centre: Point,
    pub(crate) half_width: f64,
    pub(crate) half_height: f64,
    pub(crate) shape: Shape,
}

impl Outline {
    fn contains(&self, point: Point) -> bool {
        let x = (point.x - self.centre.x) / self.half_width;
        let y = (point.y - self.centre.y) / self.half_height;
        match self.shape {
            Shape::Round => x * x + y * y < 1.0,
            Shape::Box => x.abs().max(y.abs()) < 1.0,
        }
    }
}

/// The slope of an edge at its vertices, as a share of that of the straight line.
const END_SLOPE: f64 = 0.45;

/// One cubic Bézier piece.
type Cubic = [Point; 4];

/// A chain of cubic Bézier pieces, each beginning where the last one ends.
#[derive(Clone, Debug)]
pub(crate) struct Curve {
    pub(crate) pieces: Vec<Cubic>,
}

impl Curve {
    /// A curve through `points`, which lie in different layers, one below or above the other.
    ///
    /// `x` is a cubic function of `y` between two points. Its slopes are harmonic means (Fritsch and
    /// Butland, 1984), so that the curve never swings out beyond the points it passes; at the ends it is
    /// steeper than the straight line, to keep clear of the neighbours of its vertices.
    pub(crate) fn through_layers(points: &[Point]) -> Curve {
        let slope = |pair: &[Point]| (pair[1].x - pair[0].x) / (pair[1].y - pair[0].y);
        let slopes: Vec<f64> = points.windows(2).map(slope).collect();
        let at = |point: usize| match (point.checked_sub(1), slopes.get(point)) {
            (Some(before), Some(&after)) if slopes[before] * after > 0.0 => {
                2.0 * slopes[before] * after / (slopes[before] + after)
            }
            (Some(_), Some(_)) => 0.0,
            (Some(last), None) => slopes[last] * END_SLOPE,
            (None, _) => slopes[0] * END_SLOPE,
        };
        let piece = |(first, pair): (usize, &[Point])| {
            let (from, to) = (pair[0], pair[1]);
            let third = (to.y - from.y) / 3.0;
            [
                from,
                from.moved(at(first) * third, third),
                to.moved(-at(first + 1) * third, -third),
                to,
            ]
        };
        Curve {
            pieces: points.windows(2).enumerate().map(piece).collect(),
        }
    }

    /// A curve between two points whose middle lies `bow` to the left of the straight line.
    pub(crate) fn bowed(from: Point, to: Point, bow: f64) -> Curve {
        let length = from.distance(to).max(1e-9);
        let (x, y) = ((to.y - from.y) / length, (from.x - to.x) / length);
        // The middle of a cubic is three quarters of the way out to its two inner points.
        let out = bow * 4.0 / 3.0;
        let inner = |share| from.towards(to, share).moved(x * out, y * out);
        Curve {
            pieces: vec![[from, inner(0.3), inner(0.7), to]],
        }
    }

    /// A loop at the right of a vertex.
    pub(crate) fn self_loop(outline: &Outline) -> Curve {
        let (across, down) = (outline.half_width * 0.82, outline.half_height * 0.57);
        let start = outline.centre.moved(across, -down);
        let end = outline.centre.moved(across, down);
        let piece = [start, start.moved(34.0, -20.0), end.moved(34.0, 20.0), end];
        Curve {
            pieces: vec![piece],
        }
    }

    /// Cuts off what lies within the vertices at both ends.
    pub(crate) fn clipped(mut self, from: &Outline, to: &Outline) -> Curve {
        if let Some(first) = self.pieces.first_mut() {
            *first = split(*first, boundary(*first, |point| from.contains(point))).1;
        }
        if let Some(last) = self.pieces.last_mut() {
            *last = split(*last, boundary(*last, |point| !to.contains(point))).0;
        }
        self
    }

    /// Cuts `length` off the end, for an arrowhead; the curve, its old end, and where that points from.
    pub(crate) fn shortened(mut self, length: f64) -> (Curve, Point, Point) {
        let last = self.pieces.last_mut().expect("a curve has a piece");
        let tip = last[3];
        let end = boundary(*last, |point| point.distance(tip) > length);
        *last = split(*last, end).0;
        let from = last[3];
        (self, tip, from)
    }

    /// The middle of the curve, by pieces.
    pub(crate) fn middle(&self) -> Point {
        let count = self.pieces.len();
        match count % 2 {
            0 => self.pieces[count / 2][0],
            _ => at(self.pieces[count / 2], 0.5),
        }
    }

    /// Points along the curve, ends included.
    pub(crate) fn samples(&self) -> impl Iterator<Item = Point> {
        self.pieces
            .iter()
            .flat_map(|&piece| (0..=16).map(move |step| at(piece, f64::from(step) / 16.0)))
    }

    /// Every point of the curve moved by `(x, y)`.
    pub(crate) fn shift(&mut self, x: f64, y: f64) {
        for point in self.pieces.iter_mut().flatten() {
            *point = point.moved(x, y);
        }
    }
}

fn at(piece: Cubic, share: f64) -> Point {
    split(piece, share).0[3]
}

/// De Casteljau's construction: the two parts of a piece.
fn split([a, b, c, d]: Cubic, share: f64) -> (Cubic, Cubic) {
    let (ab, bc, cd) = (
        a.towards(b, share),
        b.towards(c, share),
        c.towards(d, share),
    );
    let (abc, bcd) = (ab.towards(bc, share), bc.towards(cd, share));
    let middle = abc.towards(bcd, share);
    ([a, ab, abc, middle], [middle, bcd, cd, d])
}

/// The share of the piece up to which `holds`, which is true at its beginning.
fn boundary(piece: Cubic, holds: impl Fn(Point) -> bool) -> f64 {
    // The last sample that still holds comes first: a curve may leave a vertex and touch it again.
    let samples = 64;
    let share = |step: usize| step as f64 / samples as f64;
    let first_past = (0..=samples).find(|&step| !holds(at(piece, share(step))));
    let Some(past) = first_past else { return 1.0 };
    if past == 0 {
        return 0.0;
    }
    let (mut low, mut high) = (share(past - 1), share(past));
    for _ in 0..24 {
        let middle = (low + high) / 2.0;
        if holds(at(piece, middle)) {
            low = middle;
        } else {
            high = middle;
        }
    }
    high
}

#[cfg(test)]
mod tests {
    use super::*;

    fn circle(x: f64, y: f64) -> Outline {
        Outline {
            centre: Point { x, y },
            half_width: 10.0,
            half_height: 10.0,
            shape: Shape::Round,
        }
    }

    #[test]
    fn a_clipped_curve_begins_and_ends_on_the_outlines() {
        let (from, to) = (circle(0.0, 0.0), circle(30.0, 90.0));
        for curve in [
            Curve::bowed(from.centre, to.centre, 15.0),
            Curve::through_layers(&[from.centre, Point { x: -20.0, y: 40.0 }, to.centre]),
        ] {
            let clipped = curve.clipped(&from, &to);
            let start = clipped.pieces[0][0];
            let end = clipped.pieces[clipped.pieces.len() - 1][3];
            assert!((start.distance(from.centre) - 10.0).abs() < 0.01);
            assert!((end.distance(to.centre) - 10.0).abs() < 0.01);
            let (_, tip, back) = clipped.shortened(6.0);
            assert!((tip.distance(back) - 6.0).abs() < 0.01);
        }
    }

    #[test]
    fn a_curve_through_layers_never_swings_out() {
        let points = [
            (0.0, 0.0),
            (50.0, 80.0),
            (60.0, 160.0),
            (60.0, 240.0),
            (-30.0, 320.0),
        ];
        let points = points.map(|(x, y)| Point { x, y });
        for point in Curve::through_layers(&points).samples() {
            let layer = ((point.y / 80.0) as usize).min(3);
            let (a, b) = (points[layer].x, points[layer + 1].x);
            assert!(
                point.x >= a.min(b) - 1e-9 && point.x <= a.max(b) + 1e-9,
                "{point:?}"
            );
        }
    }

    #[test]
    fn a_bow_is_as_wide_as_asked() {
        let (from, to) = (Point { x: 0.0, y: 0.0 }, Point { x: 100.0, y: 0.0 });
        let middle = Curve::bowed(from, to, 12.0).middle();
        assert!((middle.x - 50.0).abs() < 1e-9 && (middle.y.abs() - 12.0).abs() < 1e-9);
    }
}
