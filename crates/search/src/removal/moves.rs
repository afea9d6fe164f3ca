//! Moves of any kind: each a set of cells that it needs, and a set that it removes.

use crate::bits::Bits;
use crate::components::Options;
use crate::removal::Compiled;
use crate::removal::compiled::CompiledMove;

/// The moves that are legal in a position.
pub fn live<const W: usize>(moves: &[CompiledMove<W>], cells: Bits<W>) -> Vec<CompiledMove<W>> {
    let live = moves.iter().filter(|played| played.needs.is_within(cells));
    live.copied().collect()
}

pub fn push_options<const W: usize>(
    game: &Compiled<W>,
    moves: &[CompiledMove<W>],
    cells: Bits<W>,
    options: &mut Options<Bits<W>>,
) {
    let here = live(moves, cells);
    let mut left = Vec::with_capacity(here.len());
    for played in &here {
        // What is legal after a move was legal before it.
        left.clear();
        left.extend(
            here.iter()
                .filter(|other| !other.needs.meets(played.removes))
                .copied(),
        );
        push_components(game, &left, options);
        options.end_option();
    }
}

/// The components of the position in which exactly `live` moves are legal.
pub fn push_components<const W: usize>(
    game: &Compiled<W>,
    live: &[CompiledMove<W>],
    options: &mut Options<Bits<W>>,
) {
    let needed = live
        .iter()
        .fold(Bits::EMPTY, |cells, played| cells.or(played.needs));
    let touched = |played: &CompiledMove<W>| played.needs.or(played.removes.and(needed));
    let mut left = needed;
    while !left.is_empty() {
        let mut component = Bits::one(left.lowest());
        loop {
            let grown = live
                .iter()
                .map(touched)
                .filter(|cells| cells.meets(component));
            let grown = grown.fold(component, Bits::or);
            if grown == component {
                break;
            }
            component = grown;
        }
        left = left.without(component);
        game.push_component(component, options);
    }
}
