//! Where everything in a drawing goes: the choice of a layout, components side by side, edges as curves.

use std::collections::BTreeMap;

use crate::graph_coordinates::Spacing;
use crate::graph_curves::{Curve, Outline, Point};
use crate::graph_drawing::Drawing;
use crate::graph_force::forced;
use crate::graph_layered::{backward_edges, layered};

/// How to place vertices.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Style {
    /// Layers, unless too many edges would have to point upwards.
    #[default]
    Auto,
    /// Moves lead downwards where they can.
    Layered,
    /// Distances on paper follow distances in the graph.
    Force,
}

/// Half the height of a vertex.
const HALF_HEIGHT: f64 = 19.0;

/// Room between components.
const BETWEEN: f64 = 34.0;

/// The points of vertices, and for each edge the points it passes on its way.
pub(crate) struct Placement {
    pub(crate) points: Vec<Point>,
    pub(crate) routes: Vec<Vec<Point>>,
}

/// A finished layout, all coordinates positive.
#[derive(Debug)]
pub(crate) struct Layout {
    pub(crate) width: f64,
    pub(crate) height: f64,
    pub(crate) outlines: Vec<Outline>,
    pub(crate) edges: Vec<Edge>,
}

/// An edge with its curve; parallel edges are one.
#[derive(Debug)]
pub(crate) struct Edge {
    pub(crate) from: usize,
    pub(crate) to: usize,
    pub(crate) count: usize,
    pub(crate) curve: Curve,
}

impl Layout {
    /// Lays out a drawing.
    pub(crate) fn new(drawing: &Drawing, style: Style) -> Layout {
        let mut counts: BTreeMap<(usize, usize), usize> = BTreeMap::new();
        for &edge in &drawing.edges {
            *counts.entry(edge).or_default() += 1;
        }
        let mut parts: Vec<Part> = components(drawing.vertices.len(), &drawing.edges)
            .into_iter()
            .map(|members| Part::new(drawing, members, &counts, style))
            .collect();
        // Tall ones first; the sort is stable, so equals stay in the order of their vertices.
        parts.sort_by(|a, b| b.height.total_cmp(&a.height));
        let (width, height) = pack(&mut parts);
        let mut outlines: Vec<Option<Outline>> = vec![None; drawing.vertices.len()];
        let mut edges = Vec::new();
        for part in parts {
            for (v, outline) in part.members.into_iter().zip(part.outlines) {
                outlines[v] = Some(outline);
            }
            edges.extend(part.edges);
        }
        edges.sort_by_key(|edge| (edge.from, edge.to));
        let outlines: Option<Vec<Outline>> = outlines.into_iter().collect();
        Layout {
            width,
            height,
            outlines: outlines.expect("every vertex is in a component"),
            edges,
        }
    }

    /// Moves everything.
    pub(crate) fn shift(&mut self, x: f64, y: f64) {
        for outline in &mut self.outlines {
            outline.centre = outline.centre.moved(x, y);
        }
        for edge in &mut self.edges {
            edge.curve.shift(x, y);
        }
    }
}

/// One component, laid out with its top left corner at the origin.
struct Part {
    members: Vec<usize>,
    outlines: Vec<Outline>,
    edges: Vec<Edge>,
    width: f64,
    height: f64,
}

impl Part {
    fn new(
        drawing: &Drawing,
        members: Vec<usize>,
        counts: &BTreeMap<(usize, usize), usize>,
        style: Style,
    ) -> Part {
        let local: BTreeMap<usize, usize> =
            members.iter().enumerate().map(|(at, &v)| (v, at)).collect();
        let inside = |&(&(from, _), _): &(&(usize, usize), &usize)| local.contains_key(&from);
        let edges: Vec<((usize, usize), usize)> = counts
            .iter()
            .filter(inside)
            .map(|(&(from, to), &count)| ((local[&from], local[&to]), count))
            .collect();
        let half_widths: Vec<f64> = members.iter().map(|&v| half_width(drawing, v)).collect();
        let has_loop = |v: usize| edges.iter().any(|&(edge, _)| edge == (v, v));
        // A loop stands to the right; the room it takes is kept free on both sides.
        let room: Vec<f64> = (0..members.len())
            .map(|v| half_widths[v] + if has_loop(v) { 18.0 } else { 0.0 })
            .collect();
        let plain: Vec<(usize, usize)> = edges
            .iter()
            .map(|edge| edge.0)
            .filter(|e| e.0 != e.1)
            .collect();
        let is_layered = match style {
            Style::Layered => true,
            Style::Force => false,
            Style::Auto => is_mostly_acyclic(members.len(), &plain),
        };
        let in_layers = is_layered.then(|| layered(&room, &plain, Spacing::default()));
        let (placement, is_layered) = match in_layers.flatten() {
            Some(placement) => (placement, true),
            None => (forced(&room, &plain), false),
        };
        let outline = |v: usize| Outline {
            centre: placement.points[v],
            half_width: half_widths[v],
            half_height: HALF_HEIGHT,
            shape: drawing.vertices[members[v]].shape,
        };
        let outlines: Vec<Outline> = (0..members.len()).map(outline).collect();
        let mut routes = placement.routes.into_iter();
        let mut curves = Vec::new();
        for &((from, to), count) in &edges {
            let curve = if from == to {
                Curve::self_loop(&outlines[from])
            } else {
                let route = routes.next().expect("a route for each edge");
                let has_reverse = plain.binary_search(&(to, from)).is_ok();
                let curve = curve(&outlines, (from, to), &route, has_reverse, is_layered);
                curve.clipped(&outlines[from], &outlines[to])
            };
            let (from, to) = (members[from], members[to]);
            curves.push(Edge {
                from,
                to,
                count,
                curve,
            });
        }
        Part::at_origin(members, outlines, curves)
    }

    fn at_origin(members: Vec<usize>, outlines: Vec<Outline>, edges: Vec<Edge>) -> Part {
        let corners = outlines.iter().flat_map(|outline| {
            let (x, y) = (outline.half_width, outline.half_height);
            [outline.centre.moved(-x, -y), outline.centre.moved(x, y)]
        });
        let on_curves = edges.iter().flat_map(|edge| edge.curve.samples());
        let (mut least, mut most) = (
            Point {
                x: f64::MAX,
                y: f64::MAX,
            },
            Point {
                x: f64::MIN,
                y: f64::MIN,
            },
        );
        for point in corners.chain(on_curves) {
            least = Point {
                x: least.x.min(point.x),
                y: least.y.min(point.y),
            };
            most = Point {
                x: most.x.max(point.x),
                y: most.y.max(point.y),
            };
        }
        let mut part = Part {
            members,
            outlines,
            edges,
            width: most.x - least.x,
            height: most.y - least.y,
        };
        part.shift(-least.x, -least.y);
        part
    }

    fn shift(&mut self, x: f64, y: f64) {
        for outline in &mut self.outlines {
            outline.centre = outline.centre.moved(x, y);
        }
        for edge in &mut self.edges {
            edge.curve.shift(x, y);
        }
    }
}

/// Whether few enough edges would point upwards for layers to help.
fn is_mostly_acyclic(vertices: usize, edges: &[(usize, usize)]) -> bool {
    vertices <= 3 || backward_edges(vertices, edges) * 6 <= edges.len()
}

/// The curve of an edge that joins two vertices.
fn curve(
    outlines: &[Outline],
    (from, to): (usize, usize),
    route: &[Point],
    has_reverse: bool,
    is_layered: bool,
) -> Curve {
    let (start, end) = (outlines[from].centre, outlines[to].centre);
    if !route.is_empty() {
        let points: Vec<Point> = [&[start], route, &[end]].concat();
        return Curve::through_layers(&points);
    }
    if has_reverse {
        // To the left as seen from its beginning: the reverse edge goes to the other side.
        return Curve::bowed(start, end, (start.distance(end) * 0.12).clamp(9.0, 26.0));
    }
    if is_layered {
        Curve::through_layers(&[start, end])
    } else {
        around(outlines, from, to)
    }
}

/// A line between two vertices that is bowed if it would run through others.
fn around(outlines: &[Outline], from: usize, to: usize) -> Curve {
    let (start, end) = (outlines[from].centre, outlines[to].centre);
    let hits = |curve: &Curve| {
        let samples: Vec<Point> = curve.samples().collect();
        let is_hit = |&(v, outline): &(usize, &Outline)| {
            let reach = outline.half_width + 5.0;
            let near = |point: &Point| {
                let (x, y) = (point.x - outline.centre.x, point.y - outline.centre.y);
                x * x + y * y < reach * reach
            };
            v != from && v != to && samples.iter().any(near)
        };
        outlines.iter().enumerate().filter(is_hit).count()
    };
    // The straight line is nearly always free.
    let straight = Curve::bowed(start, end, 0.0);
    if hits(&straight) == 0 {
        return straight;
    }
    let bows = [0.0, 24.0, -24.0, 46.0, -46.0, 72.0, -72.0];
    let curves = bows.map(|bow| Curve::bowed(start, end, bow));
    let best = curves.into_iter().min_by_key(hits);
    best.expect("there are curves to choose from")
}

fn half_width(drawing: &Drawing, v: usize) -> f64 {
    let vertex = &drawing.vertices[v];
    let label = vertex.label.chars().count() as f64 * 4.4;
    let mark = (vertex.note.chars().count() + 2) as f64 * 3.1;
    (label + 7.0).max(mark + 7.0).max(HALF_HEIGHT)
}

/// The vertices of each weakly connected component, ascending.
fn components(vertices: usize, edges: &[(usize, usize)]) -> Vec<Vec<usize>> {
    let mut parent: Vec<usize> = (0..vertices).collect();
    fn root(parent: &mut [usize], mut v: usize) -> usize {
        while parent[v] != v {
            parent[v] = parent[parent[v]];
            v = parent[v];
        }
        v
    }
    for &(from, to) in edges {
        let (a, b) = (root(&mut parent, from), root(&mut parent, to));
        parent[a.max(b)] = a.min(b);
    }
    let mut members: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for v in 0..vertices {
        members.entry(root(&mut parent, v)).or_default().push(v);
    }
    members.into_values().collect()
}

/// Sets components side by side in rows; the size of the whole.
fn pack(parts: &mut [Part]) -> (f64, f64) {
    let area = |part: &Part| (part.width + BETWEEN) * (part.height + BETWEEN);
    let (total, largest) = parts
        .iter()
        .map(area)
        .fold((0.0, 0.0_f64), |(sum, most), area| {
            (sum + area, most.max(area))
        });
    let widest = parts.iter().map(|part| part.width).fold(0.0, f64::max);
    // Small ones go below a large one; many that are alike fill a page that is wider than high.
    let row_width = widest.max(((total - largest) * 1.6).sqrt());
    let (mut x, mut y, mut row_height, mut width) = (0.0, 0.0, 0.0_f64, 0.0_f64);
    for part in parts {
        if x > 0.0 && x + part.width > row_width {
            (x, y, row_height) = (0.0, y + row_height + BETWEEN, 0.0);
        }
        part.shift(x, y);
        width = width.max(x + part.width);
        row_height = row_height.max(part.height);
        x += part.width + BETWEEN;
    }
    (width, y + row_height)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph_drawing::{Class, Vertex};

    fn drawing(vertices: usize, edges: &[(usize, usize)]) -> Drawing {
        Drawing {
            caption: String::new(),
            vertices: (0..vertices)
                .map(|v| Vertex::new(v.to_string(), Class::Open))
                .collect(),
            edges: edges.to_vec(),
        }
    }

    /// Small random graphs of every density, loops and parallel edges among them.
    fn some_graphs() -> impl Iterator<Item = Drawing> {
        let mut state = 0x1234_5678_9abc_def1_u64;
        let mut below = move |bound: usize| {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            (state >> 20) as usize % bound
        };
        (0..60).map(move |_| {
            let vertices = 1 + below(30);
            let edges: Vec<_> = (0..below(70))
                .map(|_| (below(vertices), below(vertices)))
                .collect();
            drawing(vertices, &edges)
        })
    }

    #[test]
    fn vertices_never_overlap_and_nothing_leaves_the_page() {
        for (drawing, style) in some_graphs().flat_map(|d| {
            [Style::Auto, Style::Layered, Style::Force].map(|style| (d.clone(), style))
        }) {
            let layout = Layout::new(&drawing, style);
            let outlines = &layout.outlines;
            for a in 0..outlines.len() {
                for b in a + 1..outlines.len() {
                    let apart = outlines[a].centre.distance(outlines[b].centre);
                    let least = outlines[a].half_width + outlines[b].half_width;
                    assert!(apart >= least, "{style:?} {:?}", drawing.edges);
                }
            }
            for point in layout.edges.iter().flat_map(|edge| edge.curve.samples()) {
                assert!(
                    point.x >= -0.1 && point.x <= layout.width + 0.1,
                    "{point:?}"
                );
                assert!(
                    point.y >= -0.1 && point.y <= layout.height + 0.1,
                    "{point:?}"
                );
            }
        }
    }

    #[test]
    fn parallel_edges_are_one_with_a_number() {
        let layout = Layout::new(&drawing(2, &[(0, 1), (0, 1), (1, 1)]), Style::Auto);
        let edges: Vec<_> = layout
            .edges
            .iter()
            .map(|e| (e.from, e.to, e.count))
            .collect();
        assert_eq!(edges, [(0, 1, 2), (1, 1, 1)]);
    }

    #[test]
    fn edges_in_both_directions_are_drawn_apart() {
        for style in [Style::Layered, Style::Force] {
            let layout = Layout::new(&drawing(2, &[(0, 1), (1, 0)]), style);
            let middles: Vec<Point> = layout.edges.iter().map(|e| e.curve.middle()).collect();
            assert!(middles[0].distance(middles[1]) > 10.0, "{style:?}");
        }
    }
}
