//! A layout for graphs that are all cycles: distances on paper follow distances in the graph.
//!
//! Stress is reduced pair by pair with falling steps (Zheng, Pawar and Goodman, 2018), which needs no
//! starting layout; then vertices that are too close are pushed apart.

use crate::graph_curves::Point;
use crate::graph_layout::Placement;

/// The length that an edge should have.
const EDGE: f64 = 96.0;

/// Sweeps over all pairs.
const SWEEPS: i32 = 40;

/// Places a connected graph without self-loops and parallel edges; `half_widths` of its vertices.
pub(crate) fn forced(half_widths: &[f64], edges: &[(usize, usize)]) -> Placement {
    let count = half_widths.len();
    let distances = distances(count, edges);
    let mut points = spiral(count);
    let mut pairs: Vec<(usize, usize)> = (0..count)
        .flat_map(|a| (a + 1..count).map(move |b| (a, b)))
        .collect();
    let farthest = distances
        .iter()
        .flatten()
        .copied()
        .max()
        .unwrap_or(1)
        .max(1);
    let (first_step, last_step) = (f64::from(farthest).powi(2), 0.1_f64);
    let mut random = Shuffle(0x2545_f491_4f6c_dd1d);
    for sweep in 0..SWEEPS {
        random.shuffle(&mut pairs);
        let progress = f64::from(sweep) / f64::from(SWEEPS - 1);
        let step = first_step * (last_step / first_step).powf(progress);
        for &(a, b) in &pairs {
            let wanted = f64::from(distances[a][b]);
            let share = (step / (wanted * wanted)).min(1.0);
            pull(&mut points, a, b, wanted * EDGE, share);
        }
    }
    lie_down(&mut points);
    push_apart(&mut points, half_widths);
    Placement {
        points,
        routes: vec![Vec::new(); edges.len()],
    }
}

/// Steps between every two vertices, directions disregarded.
fn distances(count: usize, edges: &[(usize, usize)]) -> Vec<Vec<u32>> {
    let mut neighbours = vec![Vec::new(); count];
    for &(from, to) in edges {
        neighbours[from].push(to);
        neighbours[to].push(from);
    }
    let from = |start: usize| {
        let mut steps = vec![u32::MAX; count];
        steps[start] = 0;
        let mut queue = vec![start];
        let mut next = 0;
        while let Some(&v) = queue.get(next) {
            next += 1;
            for &to in &neighbours[v] {
                if steps[to] == u32::MAX {
                    steps[to] = steps[v] + 1;
                    queue.push(to);
                }
            }
        }
        steps
    };
    (0..count).map(from).collect()
}

/// Points that are all different and in no special position.
fn spiral(count: usize) -> Vec<Point> {
    let point = |at: usize| {
        let (angle, radius) = (at as f64 * 2.399_963, 30.0 * (at as f64 + 0.5).sqrt());
        Point {
            x: radius * angle.cos(),
            y: radius * angle.sin(),
        }
    };
    (0..count).map(point).collect()
}

/// Moves two points `share` of the way to being `wanted` apart.
fn pull(points: &mut [Point], a: usize, b: usize, wanted: f64, share: f64) {
    let distance = points[a].distance(points[b]).max(1e-6);
    let by = share * (distance - wanted) / (2.0 * distance);
    let (x, y) = (
        (points[b].x - points[a].x) * by,
        (points[b].y - points[a].y) * by,
    );
    points[a] = points[a].moved(x, y);
    points[b] = points[b].moved(-x, -y);
}

/// Turns the points so that they lie along the x axis, as screens do.
fn lie_down(points: &mut [Point]) {
    let count = points.len().max(1) as f64;
    let (x, y) = points
        .iter()
        .fold((0.0, 0.0), |sum, point| (sum.0 + point.x, sum.1 + point.y));
    let centre = Point {
        x: x / count,
        y: y / count,
    };
    let (mut xx, mut xy, mut yy) = (0.0, 0.0, 0.0);
    for point in points.iter_mut() {
        *point = point.moved(-centre.x, -centre.y);
        xx += point.x * point.x;
        xy += point.x * point.y;
        yy += point.y * point.y;
    }
    let angle = -0.5 * (2.0 * xy).atan2(xx - yy);
    let (sine, cosine) = angle.sin_cos();
    for point in points {
        *point = Point {
            x: point.x * cosine - point.y * sine,
            y: point.x * sine + point.y * cosine,
        };
    }
}

/// Moves vertices apart that overlap or nearly do.
fn push_apart(points: &mut [Point], half_widths: &[f64]) {
    for _ in 0..60 {
        let mut has_moved = false;
        for a in 0..points.len() {
            for b in a + 1..points.len() {
                let wanted = half_widths[a] + half_widths[b] + 22.0;
                if points[a].distance(points[b]) < wanted {
                    pull(points, a, b, wanted, 1.0);
                    has_moved = true;
                }
            }
        }
        if !has_moved {
            break;
        }
    }
}

/// A fixed sequence of random numbers, so that a graph is always drawn the same.
struct Shuffle(u64);

impl Shuffle {
    fn shuffle(&mut self, pairs: &mut [(usize, usize)]) {
        for at in (1..pairs.len()).rev() {
            self.0 ^= self.0 << 13;
            self.0 ^= self.0 >> 7;
            self.0 ^= self.0 << 17;
            pairs.swap(at, (self.0 >> 16) as usize % (at + 1));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_ring_is_drawn_as_a_ring() {
        let edges: Vec<(usize, usize)> = (0..12).map(|v| (v, (v + 1) % 12)).collect();
        let points = forced(&[18.0; 12], &edges).points;
        let lengths: Vec<f64> = edges
            .iter()
            .map(|&(a, b)| points[a].distance(points[b]))
            .collect();
        let (least, most) = lengths.iter().fold((f64::MAX, 0.0_f64), |ends, &length| {
            (ends.0.min(length), ends.1.max(length))
        });
        assert!(most < 1.3 * least, "{lengths:?}");
        assert!(
            points[0].distance(points[6]) > 2.5 * least,
            "opposite vertices are far apart"
        );
    }
}
