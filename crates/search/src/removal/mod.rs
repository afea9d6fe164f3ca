//! Removal games on bit sets: what [`grundy_core::RemovalGame`] describes, as components to be searched.
//!
//! A position is the set of cells that remain. Cells that no legal move needs do not matter and are dropped. The rest
//! falls apart into components: no legal move touches two of them, so each player always moves in one, and the
//! position is their sum.

mod board;
mod compiled;
mod edges;
mod moves;
mod search;
mod symmetry;
mod vertices;

pub use compiled::Compiled;
pub use search::{Figures, RemovalSearch};

use std::convert::Infallible;

use crate::bits::Bits;
use crate::components::{Components, Options};
use compiled::{Kind, Shape};

impl<const W: usize> Compiled<W> {
    /// The components of a position, each by its canonical key.
    pub fn components(&self, cells: Bits<W>) -> Vec<Bits<W>> {
        let mut options = Options::default();
        self.push_components(cells, &mut options);
        options.end_option();
        options.iter().flatten().copied().collect()
    }

    fn push_components(&self, cells: Bits<W>, options: &mut Options<Bits<W>>) {
        match &self.kind {
            Kind::Edges(graph) => edges::push_components(self, graph, cells, options),
            Kind::Vertices(graph) => vertices::push_components(self, graph, cells, options),
            Kind::Moves(list) => {
                let live = moves::live(list, cells);
                moves::push_components(self, &live, options);
            }
        }
    }

    /// Adds a component that is not worth 0 by symmetry.
    #[inline]
    fn push_component(&self, cells: Bits<W>, options: &mut Options<Bits<W>>) {
        match &self.shape {
            Shape::Board(board) => {
                let piece = board.to_corner(cells);
                if board.has_mirrors
                    && board.half_turn(piece) == piece.cells
                    && self.is_zero_by_half_turn(piece)
                {
                    return;
                }
                options.push(board.canonical(piece));
            }
            Shape::Images(images) => options.push(images.canonical(cells)),
        }
    }

    /// True if no move of a piece that is its own image by half a turn interferes with its image: then the second
    /// player answers each move by its image, and makes the last move.
    ///
    /// After a move and its image the piece is symmetric again, and has no moves that it did not have before, so
    /// the answer is always there.
    fn is_zero_by_half_turn(&self, piece: board::Piece<W>) -> bool {
        let Shape::Board(board) = &self.shape else {
            return false;
        };
        let last = (piece.height - 1) * board.columns + piece.width - 1;
        let image = |cells: Bits<W>| -> Bits<W> { cells.iter().map(|cell| last - cell).collect() };
        match &self.kind {
            // Only edges near the centre can meet their images: both ends of one lie within one step of it.
            Kind::Edges(graph) => piece.cells.iter().all(|cell| {
                let turned = last - cell;
                cell != turned && !graph.neighbours[cell].has(turned)
                    || graph.neighbours[cell].and(piece.cells).is_empty()
            }),
            Kind::Vertices(graph) => piece.cells.iter().all(|cell| {
                let turned = last - cell;
                cell != turned && !graph.neighbours[cell].has(turned)
            }),
            Kind::Moves(list) => {
                let mut live = list
                    .iter()
                    .filter(|played| played.needs.is_within(piece.cells));
                live.all(|played| !played.removes.meets(image(played.needs)))
            }
        }
    }
}

impl<const W: usize> Components for Compiled<W> {
    type Key = Bits<W>;
    type Error = Infallible;

    #[inline]
    fn options(
        &self,
        component: &Bits<W>,
        round: u32,
        options: &mut Options<Bits<W>>,
    ) -> Result<bool, Infallible> {
        Ok(match &self.kind {
            Kind::Edges(graph) => edges::push_options(self, graph, *component, round, options),
            Kind::Vertices(graph) => {
                vertices::push_options(self, graph, *component, round, options)
            }
            Kind::Moves(list) => {
                moves::push_options(self, list, *component, options);
                false
            }
        })
    }

    #[inline]
    fn size(&self, component: &Bits<W>) -> u32 {
        match &self.kind {
            Kind::Edges(graph) => graph.edge_count(*component),
            // Found by trial: Node Kayles on a 3x30 grid takes 81,000 expansions, without the fifth 121,000.
            Kind::Vertices(_) => component.len() * 6 / 5,
            Kind::Moves(_) => component.len(),
        }
    }

    #[inline]
    fn known(&self, component: &Bits<W>) -> Option<u32> {
        match &self.kind {
            Kind::Edges(_) => (component.len() == 2).then_some(1),
            Kind::Vertices(_) => (component.len() == 1).then_some(1),
            Kind::Moves(_) => None,
        }
    }
}
