//! Games on graphs as removal games.

use std::collections::{BTreeMap, BTreeSet};

use grundy_core::{Removal, RemovalGame, RemovalPosition};

type Edges = BTreeSet<(u64, u64)>;

/// A move takes a vertex and its neighbours.
pub(super) fn vertices(vertices: &BTreeSet<u64>, edges: &Edges) -> RemovalPosition {
    let moves = |cells: &[u64], edges: &Edges| {
        let neighbours = neighbours(cells, edges);
        let around = neighbours.into_iter().zip(0..);
        let moves = around.map(|(mut removes, cell): (Vec<u32>, u32)| {
            removes.push(cell);
            Removal {
                needs: vec![cell],
                removes,
            }
        });
        moves.collect()
    };
    describe(vertices, edges, moves)
}

/// A move takes both ends of an edge.
pub(super) fn edges(vertices: &BTreeSet<u64>, edges: &Edges) -> RemovalPosition {
    let moves = |cells: &[u64], edges: &Edges| {
        let index = index_of(cells);
        let ends = edges.iter().map(|(a, b)| vec![index[a], index[b]]);
        let moves = ends.map(|ends| Removal {
            needs: ends.clone(),
            removes: ends,
        });
        moves.collect()
    };
    describe(vertices, edges, moves)
}

/// On the whole grid if the graph is part of one, so that equal pieces are found equal.
fn describe(
    vertices: &BTreeSet<u64>,
    edges: &Edges,
    moves: impl Fn(&[u64], &Edges) -> Vec<Removal>,
) -> RemovalPosition {
    if let Some(grid) = Grid::around(vertices, edges) {
        let cells: Vec<u64> = (grid.first..grid.first + grid.rows * grid.columns).collect();
        let mut game = RemovalGame::new(0, moves(&cells, &grid.edges()));
        let place = |cell: u64| ((cell / grid.columns) as u32, (cell % grid.columns) as u32);
        game.places = Some((0..cells.len() as u64).map(place).collect());
        game.cells = cells;
        let remaining = vertices.iter().map(|vertex| (vertex - grid.first) as u32);
        return RemovalPosition {
            game: game.into(),
            remaining: remaining.collect(),
        };
    }
    let cells: Vec<u64> = vertices.iter().copied().collect();
    let mut game = RemovalGame::new(0, moves(&cells, edges));
    game.cells = cells;
    game.whole()
}

fn index_of(cells: &[u64]) -> BTreeMap<u64, u32> {
    cells.iter().copied().zip(0..).collect()
}

fn neighbours(cells: &[u64], edges: &Edges) -> Vec<Vec<u32>> {
    let index = index_of(cells);
    let mut neighbours = vec![Vec::new(); cells.len()];
    for (a, b) in edges {
        let (a, b) = (index[a], index[b]);
        neighbours[a as usize].push(b);
        neighbours[b as usize].push(a);
    }
    neighbours
}

/// A rectangle of vertices, numbered row by row.
struct Grid {
    first: u64,
    rows: u64,
    columns: u64,
}

impl Grid {
    /// The grid that a graph is an induced part of, if its vertices are numbered so.
    fn around(vertices: &BTreeSet<u64>, edges: &Edges) -> Option<Grid> {
        const MOST: u64 = 4096;
        let last = *vertices.last().filter(|last| **last <= MOST)?;
        let columns = edges
            .iter()
            .map(|(a, b)| b - a)
            .max()
            .filter(|&step| step > 1);
        let columns = columns.unwrap_or(last);
        // Vertices are numbered from 1 by the named graphs, from 0 by some people.
        [1u64, 0].into_iter().find_map(|first| {
            let rows = (last.checked_sub(first)?) / columns.max(1) + 1;
            let columns = columns.max(1).min(last - first + 1);
            let is_small = rows * columns <= MOST;
            let grid = Grid {
                first,
                rows,
                columns,
            };
            (is_small && *vertices.first()? >= first && grid.induces(vertices, edges))
                .then_some(grid)
        })
    }

    fn induces(&self, vertices: &BTreeSet<u64>, edges: &Edges) -> bool {
        let has = |(a, b): &(u64, u64)| vertices.contains(a) && vertices.contains(b);
        self.edges().iter().filter(|edge| has(edge)).eq(edges)
    }

    fn edges(&self) -> Edges {
        let all = 0..self.rows * self.columns;
        all.flat_map(|cell| {
            let right = (cell % self.columns + 1 < self.columns).then_some(cell + 1);
            let below = (cell / self.columns + 1 < self.rows).then_some(cell + self.columns);
            let ends = [right, below].into_iter().flatten();
            ends.map(move |other| (self.first + cell, self.first + other))
        })
        .collect()
    }
}
