//! Coordinates in a layered layout: every vertex as near to the middle of its neighbours as its own
//! neighbours in the layer let it.
//!
//! With the order in a layer fixed, the places that are nearest to the wanted ones in least squares and
//! keep their distances are an isotonic regression, which pooling neighbours finds exactly.

use crate::graph_curves::Point;
use crate::graph_layered::Layering;

/// Distances in a layered layout.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Spacing {
    /// Between the borders of neighbours in a layer.
    pub(crate) gap: f64,
    /// Around a bend.
    pub(crate) bend: f64,
    /// From layer to layer, at least.
    pub(crate) layer: f64,
}

impl Default for Spacing {
    fn default() -> Spacing {
        Spacing {
            gap: 26.0,
            bend: 9.0,
            layer: 84.0,
        }
    }
}

/// Passes down and up over all layers.
const PASSES: usize = 200;

/// A point for every vertex and bend.
pub(crate) fn coordinates(
    layering: &Layering,
    half_widths: &[f64],
    spacing: Spacing,
) -> Vec<Point> {
    let half = |v: usize| match half_widths.get(v) {
        Some(half) => half + spacing.gap / 2.0,
        None => spacing.bend,
    };
    let mut x = vec![0.0; layering.above.len()];
    for layer in &layering.layers {
        let mut right = 0.0;
        for &v in layer {
            x[v] = right + half(v);
            right += 2.0 * half(v);
        }
        layer.iter().for_each(|&v| x[v] -= right / 2.0);
    }
    let count = layering.layers.len();
    for pass in 0..PASSES {
        for step in 0..count {
            let layer = if pass % 2 == 0 {
                step
            } else {
                count - 1 - step
            };
            // In the last passes both sides count, for balance.
            let sides = match pass {
                pass if pass + 40 >= PASSES => [true, true],
                pass => [pass % 2 == 0, pass % 2 == 1],
            };
            settle(layering, layer, sides, &half, &mut x);
        }
    }
    let y = heights(layering, &x, spacing);
    let mut points = vec![Point::default(); x.len()];
    for (layer, &y) in layering.layers.iter().zip(&y) {
        for &v in layer {
            points[v] = Point { x: x[v], y };
        }
    }
    points
}

/// Moves the vertices of one layer to where their neighbours above and below want them.
fn settle(
    layering: &Layering,
    layer: usize,
    sides: [bool; 2],
    half: &impl Fn(usize) -> f64,
    x: &mut [f64],
) {
    // Long edges are to be straight: what joins two bends pulls hardest.
    let pull = |a: usize, b: usize| match (a >= layering.real, b >= layering.real) {
        (true, true) => 8.0,
        (false, false) => 1.0,
        _ => 2.0,
    };
    let row = &layering.layers[layer];
    let mut wanted = Vec::with_capacity(row.len());
    let mut offset = 0.0;
    for (at, &v) in row.iter().enumerate() {
        if at > 0 {
            offset += half(row[at - 1]) + half(v);
        }
        let mut weight = 0.0;
        let mut sum = 0.0;
        for (is_used, neighbours) in sides.iter().zip([&layering.above[v], &layering.below[v]]) {
            for &next in neighbours.iter().filter(|_| *is_used) {
                weight += pull(v, next);
                sum += pull(v, next) * x[next];
            }
        }
        // A vertex that nobody wants anywhere stays, but gives way.
        let (target, weight) = match weight {
            0.0 => (x[v], 0.01),
            weight => (sum / weight, weight),
        };
        wanted.push((target - offset, weight, offset));
    }
    for (&v, place) in row.iter().zip(pooled(&wanted)) {
        x[v] = place;
    }
}

/// Pools neighbours until places rise; adds the offsets back.
fn pooled(wanted: &[(f64, f64, f64)]) -> Vec<f64> {
    // Each pool: its mean, its weight, its size.
    let mut pools: Vec<(f64, f64, usize)> = Vec::new();
    for &(target, weight, _) in wanted {
        let mut pool = (target, weight, 1);
        while let Some(&(mean, before, size)) = pools.last() {
            if mean <= pool.0 {
                break;
            }
            let both = before + pool.1;
            pool = (
                (mean * before + pool.0 * pool.1) / both,
                both,
                size + pool.2,
            );
            pools.pop();
        }
        pools.push(pool);
    }
    let places = pools
        .iter()
        .flat_map(|&(mean, _, size)| std::iter::repeat_n(mean, size));
    places
        .zip(wanted)
        .map(|(place, (_, _, offset))| place + offset)
        .collect()
}

/// The height of each layer: far enough from the one above that no edge is too flat.
fn heights(layering: &Layering, x: &[f64], spacing: Spacing) -> Vec<f64> {
    let mut y = 0.0;
    let mut heights = Vec::with_capacity(layering.layers.len());
    for layer in &layering.layers {
        let widths = layer.iter().flat_map(|&v| {
            let above = layering.above[v].iter();
            above.map(move |&upper| (x[v] - x[upper]).abs())
        });
        let widest = widths.fold(0.0, f64::max);
        if !heights.is_empty() {
            y += (widest * 0.24).clamp(spacing.layer, spacing.layer * 2.6);
        }
        heights.push(y);
    }
    heights
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pooling_keeps_the_order_and_the_mean() {
        // Two that want to change places meet in the middle; the third is free.
        let wanted = [(10.0, 1.0, 0.0), (0.0, 1.0, 5.0), (50.0, 1.0, 9.0)];
        assert_eq!(pooled(&wanted), [5.0, 10.0, 59.0]);
    }

    #[test]
    fn neighbours_in_a_layer_keep_their_distance() {
        let layering = Layering {
            layers: vec![vec![0], vec![1, 2, 3]],
            above: vec![vec![], vec![0], vec![0], vec![0]],
            below: vec![vec![1, 2, 3], vec![], vec![], vec![]],
            real: 4,
        };
        let spacing = Spacing::default();
        let points = coordinates(&layering, &[20.0; 4], spacing);
        let least = 40.0 + spacing.gap;
        assert!(points[2].x - points[1].x >= least - 1e-6);
        assert!(points[3].x - points[2].x >= least - 1e-6);
        assert!(
            (points[2].x - points[0].x).abs() < 1e-6,
            "the parent stands in the middle"
        );
    }
}
