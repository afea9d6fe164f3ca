//! Moves that take a vertex and its neighbours: Node Kayles, pieces that must not attack each other.
//!
//! Two vertices that are joined and have the same other neighbours are *twins*; one of them is enough. For taking
//! either leaves the same graph, and whatever takes one takes the other: each is a neighbour of exactly the
//! vertices that the other is a neighbour of, and of the other itself. Vertices that are not joined must not be merged
//! that way: taking one leaves the other.

use crate::bits::Bits;
use crate::components::Options;
use crate::removal::Compiled;
use crate::removal::compiled::Graph;

/// The options, in rounds: vertices with many neighbours first, since they leave the smallest components.
pub fn push_options<const W: usize>(
    game: &Compiled<W>,
    graph: &Graph<W>,
    cells: Bits<W>,
    round: u32,
    options: &mut Options<Bits<W>>,
) -> bool {
    let degree = |cell: usize| graph.neighbours[cell].and(cells).len();
    let degrees: u32 = cells.iter().map(degree).sum();
    let count = cells.len();
    for cell in cells.iter() {
        if (degree(cell) * count <= degrees) != (round == 1) {
            continue;
        }
        let taken = Bits::one(cell).or(graph.neighbours[cell]);
        push_components(game, graph, cells.without(taken), options);
        options.end_option();
    }
    round < 1
}

pub fn push_components<const W: usize>(
    game: &Compiled<W>,
    graph: &Graph<W>,
    cells: Bits<W>,
    options: &mut Options<Bits<W>>,
) {
    let mut left = cells;
    while !left.is_empty() {
        let component = graph.flood(left);
        left = left.without(component);
        game.push_component(without_twins(graph, component), options);
    }
}

/// One of each set of twins.
#[inline]
fn without_twins<const W: usize>(graph: &Graph<W>, cells: Bits<W>) -> Bits<W> {
    let mut kept = cells;
    let around = |cell: usize| graph.neighbours[cell].and(cells).or(Bits::one(cell));
    if graph.is_grid {
        // A grid has no triangles: twins are joined to nothing else.
        return if cells.len() == 2 {
            Bits::one(cells.lowest())
        } else {
            cells
        };
    }
    for cell in cells.iter() {
        if !kept.has(cell) {
            continue;
        }
        let own = around(cell);
        for other in own.and(kept).iter().filter(|&other| other > cell) {
            if around(other) == own {
                kept = kept.without(Bits::one(other));
            }
        }
    }
    kept
}
