//! Fewer crossings in a layered layout: vertices move to the middle of their neighbours.

use crate::graph_layered::Layering;

/// Sweeps down and up; more of them change little.
const SWEEPS: usize = 24;

/// Beyond this many vertices and bends in a layer, neighbours are not tried the other way round.
const WIDEST_TO_EXCHANGE: usize = 400;

/// Reorders the vertices of each layer so that few edges cross.
pub(crate) fn reduce_crossings(layering: &mut Layering) {
    let mut place = vec![0; layering.above.len()];
    order_by_search(layering);
    number(layering, &mut place);
    let mut best = (crossings(layering, &place), layering.layers.clone());
    for sweep in 0..SWEEPS {
        let downwards = sweep % 2 == 0;
        let count = layering.layers.len();
        for step in 1..count {
            let layer = if downwards { step } else { count - 1 - step };
            sort_by_barycentre(layering, layer, downwards, &mut place);
        }
        exchange(layering, &mut place);
        let found = crossings(layering, &place);
        if found < best.0 {
            best = (found, layering.layers.clone());
        }
        if best.0 == 0 {
            break;
        }
    }
    layering.layers = best.1;
}

/// Orders each layer by when a depth-first search meets its vertices: trees have no crossings then.
fn order_by_search(layering: &mut Layering) {
    let count = layering.above.len();
    let mut met = vec![usize::MAX; count];
    let mut clock = 0;
    for start in layering.layers.concat() {
        let mut open = vec![start];
        while let Some(v) = open.pop() {
            if met[v] != usize::MAX {
                continue;
            }
            met[v] = clock;
            clock += 1;
            let neighbours = layering.above[v].iter().chain(&layering.below[v]);
            open.extend(neighbours.rev().filter(|&&next| met[next] == usize::MAX));
        }
    }
    for layer in &mut layering.layers {
        layer.sort_by_key(|&v| met[v]);
    }
}

fn number(layering: &Layering, place: &mut [usize]) {
    for layer in &layering.layers {
        for (at, &v) in layer.iter().enumerate() {
            place[v] = at;
        }
    }
}

/// Sorts one layer by the mean place of each vertex's neighbours; those without any keep theirs.
fn sort_by_barycentre(layering: &mut Layering, layer: usize, downwards: bool, place: &mut [usize]) {
    let neighbours = if downwards {
        &layering.above
    } else {
        &layering.below
    };
    let mut keyed: Vec<(f64, usize)> = Vec::new();
    for &v in &layering.layers[layer] {
        let places = neighbours[v].iter().map(|&next| place[next] as f64);
        let key = match neighbours[v].len() {
            0 => place[v] as f64,
            count => places.sum::<f64>() / count as f64,
        };
        keyed.push((key, v));
    }
    keyed.sort_by(|a, b| a.0.total_cmp(&b.0));
    layering.layers[layer] = keyed.into_iter().map(|(_, v)| v).collect();
    for (at, &v) in layering.layers[layer].iter().enumerate() {
        place[v] = at;
    }
}

/// Exchanges neighbours in a layer as long as that removes crossings.
fn exchange(layering: &mut Layering, place: &mut [usize]) {
    for _ in 0..8 {
        let mut is_better = false;
        for layer in 0..layering.layers.len() {
            if layering.layers[layer].len() > WIDEST_TO_EXCHANGE {
                continue;
            }
            for at in 1..layering.layers[layer].len() {
                let (left, right) = (layering.layers[layer][at - 1], layering.layers[layer][at]);
                let between = |a: usize, b: usize| {
                    crossings_between(&layering.above[a], &layering.above[b], place)
                        + crossings_between(&layering.below[a], &layering.below[b], place)
                };
                if between(right, left) < between(left, right) {
                    layering.layers[layer].swap(at - 1, at);
                    place.swap(left, right);
                    is_better = true;
                }
            }
        }
        if !is_better {
            break;
        }
    }
}

/// Crossings of the edges of a vertex with those of the vertex to its right.
fn crossings_between(left: &[usize], right: &[usize], place: &[usize]) -> usize {
    let beyond = |&from: &usize| right.iter().filter(|&&to| place[to] < place[from]).count();
    left.iter().map(beyond).sum()
}

/// All crossings between neighbouring layers.
fn crossings(layering: &Layering, place: &[usize]) -> usize {
    let mut total = 0;
    for pair in layering.layers.windows(2) {
        // How many edges so far end at each place or beyond: a Fenwick tree over places.
        let mut tree = vec![0usize; pair[1].len() + 1];
        let mut drawn = 0;
        for &upper in &pair[0] {
            let mut ends: Vec<usize> = layering.below[upper].iter().map(|&v| place[v]).collect();
            ends.sort_unstable();
            for &end in &ends {
                let mut at = end + 1;
                let mut not_beyond = 0;
                while at > 0 {
                    not_beyond += tree[at];
                    at &= at - 1;
                }
                total += drawn - not_beyond;
            }
            for &end in &ends {
                let mut at = end + 1;
                while at < tree.len() {
                    tree[at] += 1;
                    at += at & at.wrapping_neg();
                }
                drawn += 1;
            }
        }
    }
    total
}

#[cfg(test)]
mod tests {
    use super::*;

    fn two_layers(edges: &[(usize, usize)], upper: usize, lower: usize) -> Layering {
        let mut layering = Layering {
            layers: vec![(0..upper).collect(), (upper..upper + lower).collect()],
            above: vec![Vec::new(); upper + lower],
            below: vec![Vec::new(); upper + lower],
            real: upper + lower,
        };
        for &(from, to) in edges {
            layering.below[from].push(upper + to);
            layering.above[upper + to].push(from);
        }
        layering
    }

    fn count(layering: &Layering) -> usize {
        let mut place = vec![0; layering.above.len()];
        number(layering, &mut place);
        crossings(layering, &place)
    }

    #[test]
    fn crossings_are_counted_as_by_hand() {
        assert_eq!(count(&two_layers(&[(0, 1), (1, 0)], 2, 2)), 1);
        // Every upper vertex to every lower one, three by three: nine.
        let all: Vec<_> = (0..9).map(|k| (k / 3, k % 3)).collect();
        assert_eq!(count(&two_layers(&all, 3, 3)), 9);
        assert_eq!(count(&two_layers(&[(0, 0), (0, 1), (1, 1)], 2, 2)), 0);
    }

    #[test]
    fn crossings_that_can_go_are_gone() {
        let edges = [(0, 3), (1, 2), (2, 1), (3, 0), (0, 2)];
        let mut layering = two_layers(&edges, 4, 4);
        assert!(count(&layering) > 0);
        reduce_crossings(&mut layering);
        assert_eq!(count(&layering), 0);
    }
}
