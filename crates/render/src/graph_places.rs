//! Where the vertices of a graph go, as numbers: for interfaces that draw it themselves.
//!
//! Graphs that can be read are laid out as in the pictures. Larger ones are drawn as strata: a row for each number of
//! moves to the end, the ends at the bottom, vertices from which play need not end at the top.

use std::collections::BTreeMap;

use grundy_report::{GraphCurve, GraphPlaces};

use crate::graph_drawing::{Class, Drawing, Vertex};
use crate::graph_layout::{Layout, Style};
use crate::graph_svg::path_of;

/// More vertices, or edges, are drawn as strata.
const MOST_READ: (usize, usize) = (400, 1_500);

/// The distance of vertices, and of rows, in strata.
const APART: f64 = 22.0;

/// White around everything.
const MARGIN: f64 = 26.0;

/// Places for a graph: the names of its vertices, its edges, and how far each vertex is from the end, if it is decided.
///
/// # Examples
///
/// ```
/// use grundy_render::graph_places::places;
/// use grundy_render::graph_svg::Style;
/// let names = ["0", "1"].map(str::to_owned);
/// let placed = places(&names, &[(0, 1)], &[Some(1), Some(0)], Style::Auto);
/// assert!(placed.points[0].1 < placed.points[1].1, "moves lead down");
/// ```
pub fn places(
    names: &[String],
    edges: &[(u32, u32)],
    remoteness: &[Option<u32>],
    style: Style,
) -> GraphPlaces {
    if names.len() > MOST_READ.0 || edges.len() > MOST_READ.1 {
        return strata(names.len(), edges, remoteness);
    }
    let drawing = Drawing {
        caption: String::new(),
        vertices: names
            .iter()
            .map(|name| Vertex::new(name.clone(), Class::Open))
            .collect(),
        edges: edges
            .iter()
            .map(|&(from, to)| (from as usize, to as usize))
            .collect(),
    };
    let mut layout = Layout::new(&drawing, style);
    layout.shift(MARGIN, MARGIN);
    GraphPlaces {
        width: whole(layout.width + 2.0 * MARGIN),
        height: whole(layout.height + 2.0 * MARGIN),
        points: layout
            .outlines
            .iter()
            .map(|outline| (whole(outline.centre.x), whole(outline.centre.y)))
            .collect(),
        curves: layout
            .edges
            .iter()
            .map(|edge| GraphCurve {
                from: edge.from as u32,
                to: edge.to as u32,
                path: path_of(&edge.curve),
            })
            .collect(),
    }
}

/// A row for each number of moves to the end; long rows are broken. Each vertex stands near those below that it leads to.
fn strata(vertices: usize, edges: &[(u32, u32)], remoteness: &[Option<u32>]) -> GraphPlaces {
    let mut rows: BTreeMap<u32, Vec<usize>> = BTreeMap::new();
    for v in 0..vertices {
        let row = remoteness.get(v).copied().flatten().unwrap_or(u32::MAX);
        rows.entry(row).or_default().push(v);
    }
    let mut options = vec![Vec::new(); vertices];
    for &(from, to) in edges {
        options[from as usize].push(to as usize);
    }
    let longest = ((vertices as f64 * 1.8).sqrt().ceil() as usize).max(12);
    let mut across = vec![0.5; vertices];
    let mut lines: Vec<Vec<usize>> = Vec::new();
    for (_, mut row) in rows {
        let wanted = |v: usize| {
            let sum: f64 = options[v].iter().map(|&to| across[to]).sum();
            sum / options[v].len().max(1) as f64
        };
        row.sort_by_cached_key(|&v| ((wanted(v) * 1e6) as u64, v));
        for line in row.chunks(row.len().div_ceil(row.len().div_ceil(longest))) {
            for (at, &v) in line.iter().enumerate() {
                across[v] = (at as f64 + 0.5) / line.len() as f64;
            }
            lines.push(line.to_vec());
        }
    }
    let tall = lines.len() as f64 * APART;
    // Wider than high: many rows are spread.
    let wide = (longest as f64 * APART).max(tall * 1.5);
    let mut points = vec![(0, 0); vertices];
    for (line, members) in lines.iter().enumerate() {
        for &v in members {
            let y = MARGIN + tall - (line as f64 + 0.5) * APART;
            points[v] = (whole(MARGIN + across[v] * wide), whole(y));
        }
    }
    GraphPlaces {
        width: whole(wide + 2.0 * MARGIN),
        height: whole(tall + 2.0 * MARGIN),
        points,
        curves: Vec::new(),
    }
}

fn whole(number: f64) -> u32 {
    number.max(0.0).round() as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(count: usize) -> Vec<String> {
        (0..count).map(|v| v.to_string()).collect()
    }

    #[test]
    fn every_vertex_of_a_large_graph_has_a_place_of_its_own_and_ends_are_lowest() {
        let count = 5_000_u32;
        let edges: Vec<_> = (1..count).map(|v| (v, v / 3)).collect();
        let remoteness: Vec<_> = (0..count)
            .map(|v| (v % 7 != 3).then(|| v.checked_ilog(3).map_or(0, |n| n + 1)))
            .collect();
        let placed = places(&names(count as usize), &edges, &remoteness, Style::Auto);
        let mut points = placed.points.clone();
        points.sort_unstable();
        points.dedup();
        assert_eq!(points.len(), count as usize);
        assert!(placed.points.iter().all(|&(_, y)| y <= placed.points[0].1));
        assert!(
            points
                .iter()
                .all(|&(x, y)| x < placed.width && y < placed.height)
        );
    }

    #[test]
    fn small_graphs_are_laid_out_as_in_pictures() {
        let placed = places(
            &names(3),
            &[(0, 1), (1, 2), (0, 2)],
            &[None; 3],
            Style::Auto,
        );
        assert_eq!(placed.curves.len(), 3);
        assert!(placed.points[0].1 < placed.points[1].1 && placed.points[1].1 < placed.points[2].1);
        assert!(
            placed
                .curves
                .iter()
                .all(|curve| curve.path.starts_with('M'))
        );
        assert!(places(&[], &[], &[], Style::Force).points.is_empty());
    }
}
