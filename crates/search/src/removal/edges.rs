//! Moves that take both ends of an edge: Cram, Arc Kayles.
//!
//! A cell is a *leaf* if it has one neighbour left. Of several leaves of the same cell x one is enough. For let a and
//! b be leaves of x, and drop b. Every move that needs b takes x and b; the move that takes x and a is still there,
//! and leaves the same edges: after either, a or b is left without neighbours. Every other move is there
//! before and after, and leads to two positions that again differ by a leaf of x too many, or by a cell without
//! neighbours. So both positions have the same nimber, by induction.

use crate::bits::Bits;
use crate::components::Options;
use crate::removal::Compiled;
use crate::removal::compiled::Graph;

/// The options, in rounds: moves next to many others first, since they leave the smallest components.
pub fn push_options<const W: usize>(
    game: &Compiled<W>,
    graph: &Graph<W>,
    cells: Bits<W>,
    round: u32,
    options: &mut Options<Bits<W>>,
) -> bool {
    if graph.is_grid {
        push_round_on_grid(game, graph, cells, round, options);
        return round < 2;
    }
    for cell in cells.iter() {
        for other in graph.neighbours[cell]
            .and(cells)
            .iter()
            .filter(|&other| other > cell)
        {
            push_option(game, graph, cells, cell, other, options);
        }
    }
    false
}

fn push_round_on_grid<const W: usize>(
    game: &Compiled<W>,
    graph: &Graph<W>,
    cells: Bits<W>,
    round: u32,
    options: &mut Options<Bits<W>>,
) {
    let [a, b, c, d] = graph.beside(cells);
    let many = cells.and(a.and(b).and(c.or(d)).or(c.and(d).and(a.or(b))));
    let [_, many_right, _, many_below] = graph.beside(many);
    let of_round = |moves: Bits<W>, other: Bits<W>| match round {
        0 => moves.and(many).and(other),
        1 => moves.and(many.xor(other)),
        _ => moves.without(many).without(other),
    };
    for cell in of_round(cells.and(b), many_right).iter() {
        push_option(game, graph, cells, cell, cell + 1, options);
    }
    for cell in of_round(cells.and(d), many_below).iter() {
        push_option(game, graph, cells, cell, cell + graph.columns, options);
    }
}

#[inline]
fn push_option<const W: usize>(
    game: &Compiled<W>,
    graph: &Graph<W>,
    cells: Bits<W>,
    cell: usize,
    other: usize,
    options: &mut Options<Bits<W>>,
) {
    let taken = Bits::one(cell).or(Bits::one(other));
    push_components(game, graph, cells.without(taken), options);
    options.end_option();
}

pub fn push_components<const W: usize>(
    game: &Compiled<W>,
    graph: &Graph<W>,
    cells: Bits<W>,
    options: &mut Options<Bits<W>>,
) {
    let mut left = without_extra_leaves(graph, cells);
    while !left.is_empty() {
        let component = graph.flood(left);
        left = left.without(component);
        game.push_component(component, options);
    }
}

/// The cells that have neighbours, with one leaf for each cell at most.
#[inline]
fn without_extra_leaves<const W: usize>(graph: &Graph<W>, cells: Bits<W>) -> Bits<W> {
    if graph.is_grid {
        return on_grid(graph, cells);
    }
    let degree = |cell: usize| graph.neighbours[cell].and(cells);
    let joined: Bits<W> = cells
        .iter()
        .filter(|&cell| !degree(cell).is_empty())
        .collect();
    let mut kept = joined;
    let mut served = Bits::EMPTY;
    for cell in joined.iter().filter(|&cell| degree(cell).len() == 1) {
        let centre = degree(cell);
        if centre.is_within(served) {
            kept = kept.without(Bits::one(cell));
        } else {
            served = served.or(centre);
        }
    }
    kept
}

/// The same with all cells at once.
#[inline]
fn on_grid<const W: usize>(graph: &Graph<W>, cells: Bits<W>) -> Bits<W> {
    let [a, b, c, d] = graph.beside(cells);
    let (ab, cd) = (a.xor(b), c.xor(d));
    let joined = cells.and(a.or(b).or(c).or(d));
    // An odd number of neighbours, and no two opposite ones: exactly one.
    let leaves = cells.and(ab.xor(cd)).without(a.and(b)).without(c.and(d));
    let [a, b, c, d] = graph.beside(leaves);
    let two = a.and(b).or(c.and(d)).or(a.or(b).and(c.or(d)));
    let mut kept = joined;
    for centre in two.and(cells).iter() {
        let extra = graph.neighbours[centre].and(leaves);
        kept = kept.without(extra.without(Bits::one(extra.lowest())));
    }
    kept
}
