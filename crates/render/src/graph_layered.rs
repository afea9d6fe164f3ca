//! A layered layout: moves lead downwards, long edges bend around what is in their way.
//!
//! After Sugiyama, Tagawa and Toda (1981). Cycles are broken by the ordering of Eades, Lin and Smyth
//! (1993), layers come from longest paths and are then tightened, crossings are reduced by medians, and
//! coordinates (`graph_coordinates.rs`) by least squares.

use crate::graph_coordinates::{Spacing, coordinates};
use crate::graph_crossings::reduce_crossings;
use crate::graph_curves::Point;
use crate::graph_layout::Placement;

/// A layer's vertices from left to right, and of each the neighbours above and below.
#[derive(Debug, Default)]
pub(crate) struct Layering {
    /// The vertices of each layer from left to right. Those from the number of real vertices on are
    /// bends of long edges.
    pub(crate) layers: Vec<Vec<usize>>,
    pub(crate) above: Vec<Vec<usize>>,
    pub(crate) below: Vec<Vec<usize>>,
    /// Vertices that are not bends.
    pub(crate) real: usize,
}

/// Edges of a graph that a layered layout has to turn round.
pub(crate) fn backward_edges(vertices: usize, edges: &[(usize, usize)]) -> usize {
    let rank = ranks(vertices, edges);
    edges
        .iter()
        .filter(|(from, to)| rank[*from] > rank[*to])
        .count()
}

/// Layers with more bends than this would be slow to order, and nobody could follow the edges.
const MOST_BENDS: isize = 20_000;

/// Places a connected graph without self-loops and parallel edges; `half_widths` of its vertices. None
/// if its edges would pass too many layers.
pub(crate) fn layered(
    half_widths: &[f64],
    edges: &[(usize, usize)],
    spacing: Spacing,
) -> Option<Placement> {
    let vertices = half_widths.len();
    let rank = ranks(vertices, edges);
    let downward: Vec<(usize, usize)> = edges
        .iter()
        .map(|&(from, to)| {
            if rank[from] < rank[to] {
                (from, to)
            } else {
                (to, from)
            }
        })
        .collect();
    let layer = assign_layers(vertices, &downward);
    let passed = downward
        .iter()
        .map(|&(from, to)| layer[to] - layer[from] - 1);
    if passed.sum::<isize>() > MOST_BENDS {
        return None;
    }
    let (mut layering, bends) = with_bends(vertices, &downward, &layer);
    reduce_crossings(&mut layering);
    let points = coordinates(&layering, half_widths, spacing);
    let routes = edges.iter().zip(bends).map(|(&(from, to), bends)| {
        let mut route: Vec<Point> = bends.map(|bend| points[bend]).collect();
        if rank[from] > rank[to] {
            route.reverse();
        }
        route
    });
    let routes = routes.collect();
    Some(Placement {
        points: points[..vertices].to_vec(),
        routes,
    })
}

/// An order of the vertices against which few edges point: sources first, sinks last, and where there
/// are neither, the vertex with the most edges out beyond those in.
fn ranks(vertices: usize, edges: &[(usize, usize)]) -> Vec<usize> {
    let (mut out, mut into) = (vec![Vec::new(); vertices], vec![Vec::new(); vertices]);
    for &(from, to) in edges {
        out[from].push(to);
        into[to].push(from);
    }
    let mut out_left: Vec<isize> = out.iter().map(|list| list.len() as isize).collect();
    let mut in_left: Vec<isize> = into.iter().map(|list| list.len() as isize).collect();
    let mut rank = vec![None; vertices];
    let (mut first, mut last) = (0, vertices);
    while first < last {
        let open = || (0..vertices).filter(|&v| rank[v].is_none());
        let sink = open().find(|&v| out_left[v] == 0);
        let source = || open().find(|&v| in_left[v] == 0);
        // The lowest number among equals, so that the drawing does not depend on chance.
        let lean = |&v: &usize| (in_left[v] - out_left[v], v);
        let (chosen, at) = match sink {
            Some(v) => (v, last - 1),
            None => (
                source()
                    .or_else(|| open().min_by_key(lean))
                    .expect("one is open"),
                first,
            ),
        };
        match sink {
            Some(_) => last -= 1,
            None => first += 1,
        }
        rank[chosen] = Some(at);
        out[chosen].iter().for_each(|&to| in_left[to] -= 1);
        into[chosen].iter().for_each(|&from| out_left[from] -= 1);
    }
    let all: Option<Vec<usize>> = rank.into_iter().collect();
    all.expect("every vertex was ranked")
}

/// A layer for each vertex, 0 at the top, such that edges lead downwards and are short.
fn assign_layers(vertices: usize, edges: &[(usize, usize)]) -> Vec<isize> {
    let (mut out, mut into) = (vec![Vec::new(); vertices], vec![Vec::new(); vertices]);
    for &(from, to) in edges {
        out[from].push(to);
        into[to].push(from);
    }
    let mut waiting: Vec<usize> = into.iter().map(Vec::len).collect();
    let mut order: Vec<usize> = (0..vertices).filter(|&v| waiting[v] == 0).collect();
    let mut next = 0;
    while let Some(&v) = order.get(next) {
        next += 1;
        for &to in &out[v] {
            waiting[to] -= 1;
            if waiting[to] == 0 {
                order.push(to);
            }
        }
    }
    // Longest paths to the bottom, so that the ends of the game stand on the ground.
    let mut layer = vec![0isize; vertices];
    for &v in order.iter().rev() {
        layer[v] = out[v].iter().map(|&to| layer[to] - 1).min().unwrap_or(0);
    }
    for _ in 0..20 {
        let mut has_moved = false;
        for &v in &order {
            let wanted = match (into[v].len(), out[v].len()) {
                (above, below) if above > below => {
                    into[v].iter().map(|&from| layer[from] + 1).max()
                }
                (above, below) if above < below => out[v].iter().map(|&to| layer[to] - 1).min(),
                _ => None,
            };
            if let Some(wanted) = wanted.filter(|&wanted| wanted != layer[v]) {
                layer[v] = wanted;
                has_moved = true;
            }
        }
        if !has_moved {
            break;
        }
    }
    let top = layer.iter().copied().min().unwrap_or(0);
    layer.iter().map(|layer| layer - top).collect()
}

/// The layers with a bend for every layer that an edge passes, and each edge's bends from top to bottom.
fn with_bends(
    vertices: usize,
    edges: &[(usize, usize)],
    layer: &[isize],
) -> (Layering, Vec<std::ops::Range<usize>>) {
    let count = layer.iter().max().map_or(0, |last| *last as usize + 1);
    let mut layering = Layering {
        layers: vec![Vec::new(); count],
        above: vec![Vec::new(); vertices],
        below: vec![Vec::new(); vertices],
        real: vertices,
    };
    for (v, &layer) in layer.iter().enumerate() {
        layering.layers[layer as usize].push(v);
    }
    let mut bends = Vec::new();
    for &(from, to) in edges {
        let first = layering.above.len();
        let mut last = from;
        for passed in layer[from] + 1..layer[to] {
            let bend = layering.above.len();
            layering.above.push(Vec::new());
            layering.below.push(Vec::new());
            layering.layers[passed as usize].push(bend);
            layering.join(last, bend);
            last = bend;
        }
        layering.join(last, to);
        bends.push(first..layering.above.len());
    }
    (layering, bends)
}

impl Layering {
    fn join(&mut self, upper: usize, lower: usize) {
        self.below[upper].push(lower);
        self.above[lower].push(upper);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn edges_of_an_acyclic_graph_all_lead_downwards() {
        let edges = [(0, 1), (0, 2), (1, 3), (2, 3), (0, 3), (4, 3)];
        assert_eq!(backward_edges(5, &edges), 0);
        let placement = layered(&[20.0; 5], &edges, Spacing::default()).unwrap();
        for (from, to) in edges {
            assert!(
                placement.points[from].y < placement.points[to].y,
                "{from} {to}"
            );
        }
        // The long edge has a bend, the short ones have none.
        let bends: Vec<usize> = placement.routes.iter().map(Vec::len).collect();
        assert_eq!(bends, [0, 0, 0, 0, 1, 0]);
    }

    #[test]
    fn too_many_bends_are_no_layers() {
        let path = (0..299).map(|v| (v, v + 1));
        let edges: Vec<(usize, usize)> =
            path.chain((0..200).map(|v| (v / 2, 299 - v / 2))).collect();
        assert!(layered(&[20.0; 300], &edges, Spacing::default()).is_none());
    }

    #[test]
    fn a_cycle_is_broken_at_one_edge() {
        assert_eq!(backward_edges(4, &[(0, 1), (1, 2), (2, 3), (3, 0)]), 1);
        assert_eq!(backward_edges(2, &[(0, 1), (1, 0)]), 1);
    }
}
