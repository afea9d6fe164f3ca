//! Graphs that have names: `path-5`, `cycle-6`, `grid-3x4`, `torus-3x4`, `queens-5`, `petersen-5`.

use std::collections::BTreeSet;

use grundy_core::SpecError;

use crate::notation;

/// A graph on vertices 1, 2, 3, …
pub(super) struct NamedGraph {
    pub vertices: Vec<u64>,
    /// Each with the smaller vertex first.
    pub edges: BTreeSet<(u64, u64)>,
}

/// The graph with this name; `None` if `text` does not begin with the name of a kind of graph.
pub(super) fn parse(text: &str, most: usize) -> Result<Option<NamedGraph>, SpecError> {
    let trimmed = text.trim();
    let Some((kind, size)) = trimmed.split_once('-') else {
        return Ok(None);
    };
    let kind = kind.to_lowercase();
    let at = text.len() - text.trim_start().len() + kind.len() + 1;
    let one = |least: u128| notation::number(size, at, least..most as u128 + 1);
    let two = || -> Result<(u64, u64), SpecError> {
        let sides =
            notation::sides(size, 1..most as u128 + 1).map_err(|error| error.shifted(at))?;
        let sides = sides.filter(|(rows, columns)| rows * columns <= most as u64);
        sides.ok_or_else(|| {
            let expected = format!("rows by columns such as `3x4`, at most {most} vertices");
            SpecError::unexpected(size, &expected, at..at + size.len())
        })
    };
    Ok(Some(match kind.as_str() {
        "path" => grid(1, one(1)?, false),
        "cycle" => cycle(one(3)?),
        "grid" => two().map(|(rows, columns)| grid(rows, columns, false))?,
        "torus" => two().map(|(rows, columns)| grid(rows, columns, true))?,
        "queens" => {
            let side = notation::number(size, at, 1..most.isqrt() as u128 + 1)?;
            queens(side)
        }
        "petersen" => {
            let count = notation::number(size, at, 3..most as u128 / 2 + 1)?;
            petersen(count)
        }
        _ => return Ok(None),
    }))
}

fn graph(count: u64, edges: impl IntoIterator<Item = (u64, u64)>) -> NamedGraph {
    let edges = edges.into_iter().filter(|(a, b)| a != b);
    NamedGraph {
        vertices: (1..=count).collect(),
        edges: edges.map(|(a, b)| (a.min(b), a.max(b))).collect(),
    }
}

fn cycle(count: u64) -> NamedGraph {
    graph(count, (0..count).map(|a| (a + 1, (a + 1) % count + 1)))
}

fn grid(rows: u64, columns: u64, wraps: bool) -> NamedGraph {
    let vertex = |row: u64, column: u64| row % rows * columns + column % columns + 1;
    let cells = (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column)));
    let edges = cells.flat_map(|(row, column)| {
        let right = (wraps || column + 1 < columns).then(|| vertex(row, column + 1));
        let below = (wraps || row + 1 < rows).then(|| vertex(row + 1, column));
        [right, below]
            .into_iter()
            .flatten()
            .map(move |other| (row * columns + column + 1, other))
    });
    graph(rows * columns, edges)
}

fn queens(side: u64) -> NamedGraph {
    let all = side * side;
    let attacks = |a: u64, b: u64| {
        let (rows, columns) = ((a / side).abs_diff(b / side), (a % side).abs_diff(b % side));
        rows == 0 || columns == 0 || rows == columns
    };
    let pairs = (0..all).flat_map(|a| (0..a).map(move |b| (b, a)));
    let edges = pairs.filter(|&(a, b)| attacks(a, b));
    graph(all, edges.map(|(a, b)| (a + 1, b + 1)))
}

/// The generalized Petersen graph with steps of two: an outer cycle, spokes, and an inner star.
fn petersen(count: u64) -> NamedGraph {
    let edges = (0..count).flat_map(|a| {
        let inner = |a: u64| count + a % count + 1;
        [
            (a + 1, (a + 1) % count + 1),
            (a + 1, inner(a)),
            (inner(a), inner(a + 2)),
        ]
    });
    graph(2 * count, edges)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn graphs_have_as_many_edges_as_their_names_say() {
        let counts = |text: &str| {
            let graph = parse(text, 1000).unwrap().unwrap();
            (graph.vertices.len(), graph.edges.len())
        };
        assert_eq!(counts("path-5"), (5, 4));
        assert_eq!(counts("cycle-6"), (6, 6));
        assert_eq!(counts("grid-3x4"), (12, 17));
        assert_eq!(counts("torus-3x4"), (12, 24));
        assert_eq!(counts("queens-8"), (64, 728));
        assert_eq!(counts("petersen-5"), (10, 15));
        assert!(parse("1-2", 1000).unwrap().is_none());
        assert_eq!(parse("grid-3x", 1000).err().unwrap().span, 7..7);
        assert!(parse("path-1001", 1000).is_err());
    }
}
