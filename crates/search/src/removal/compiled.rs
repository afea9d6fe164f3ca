//! A removal game as bit sets, ready to be searched.

use grundy_core::RemovalGame;

use crate::bits::Bits;
use crate::removal::board::Board;
use crate::removal::symmetry::Images;

/// A removal game on at most `64 * W` cells.
pub struct Compiled<const W: usize> {
    /// The bit of each cell of the description.
    pub(super) bit_of: Vec<u16>,
    pub(super) kind: Kind<W>,
    pub(super) shape: Shape<W>,
}

/// What moves are like.
pub enum Kind<const W: usize> {
    /// A move takes both ends of an edge of a graph: Cram, Arc Kayles.
    Edges(Graph<W>),
    /// A move takes a vertex of a graph and all its neighbours: Node Kayles, queens.
    Vertices(Graph<W>),
    /// Any others.
    Moves(Vec<CompiledMove<W>>),
}

/// Which cells are joined to which.
pub struct Graph<const W: usize> {
    pub neighbours: Vec<Bits<W>>,
    /// True if each cell is joined to those beside, above and below it on the board.
    pub is_grid: bool,
    pub first_column: Bits<W>,
    pub last_column: Bits<W>,
    pub columns: usize,
}

/// One move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CompiledMove<const W: usize> {
    pub needs: Bits<W>,
    pub removes: Bits<W>,
}

/// How equal components are found equal.
pub enum Shape<const W: usize> {
    /// They may lie anywhere on a board.
    Board(Board<W>),
    /// They are images of each other under a permutation of all cells; there may be none.
    Images(Images<W>),
}

impl<const W: usize> Compiled<W> {
    /// Compiles a game that [`RemovalGame::is_well_formed`]; `None` if it has more than `64 * W` cells.
    pub fn new(game: &RemovalGame) -> Option<Compiled<W>> {
        if game.cells.len() > 64 * W {
            return None;
        }
        let layout = crate::removal::symmetry::layout(game, 64 * W);
        let moves: Vec<CompiledMove<W>> = game
            .moves
            .iter()
            .map(|played| {
                let bits = |cells: &[u32]| -> Bits<W> {
                    let bits = cells.iter().map(|&cell| layout.bit_of[cell as usize]);
                    bits.map(usize::from).collect()
                };
                let needs = bits(&played.needs);
                CompiledMove {
                    needs,
                    removes: bits(&played.removes),
                }
            })
            .collect();
        let cells: Bits<W> = layout.bit_of.iter().map(|&bit| usize::from(bit)).collect();
        let shape = match &layout.board {
            Some(board) => Shape::Board(Board::new(
                board.rows,
                board.columns,
                board.has_mirrors,
                board.can_turn,
            )),
            None => Shape::Images(Images::new(&layout.symmetries)),
        };
        let columns = match &shape {
            Shape::Board(board) => board.columns,
            Shape::Images(_) => 0,
        };
        Some(Compiled {
            bit_of: layout.bit_of,
            kind: kind_of(moves, cells, columns),
            shape,
        })
    }

    /// The set of these cells of the description.
    pub fn set(&self, cells: &[u32]) -> Bits<W> {
        let bits = cells.iter().map(|&cell| self.bit_of[cell as usize]);
        bits.map(usize::from).collect()
    }
}

fn kind_of<const W: usize>(
    mut moves: Vec<CompiledMove<W>>,
    cells: Bits<W>,
    columns: usize,
) -> Kind<W> {
    moves.sort_unstable_by_key(|played| (played.needs, played.removes));
    moves.dedup();
    if let Some(neighbours) = edges(&moves) {
        return Kind::Edges(Graph::new(neighbours, cells, columns));
    }
    if let Some(neighbours) = vertices(&moves, cells) {
        return Kind::Vertices(Graph::new(neighbours, cells, columns));
    }
    Kind::Moves(moves)
}

fn edges<const W: usize>(moves: &[CompiledMove<W>]) -> Option<Vec<Bits<W>>> {
    let mut neighbours = vec![Bits::EMPTY; 64 * W];
    for played in moves {
        if played.needs != played.removes || played.needs.len() != 2 {
            return None;
        }
        let (a, b) = (played.needs.lowest(), played.needs.highest());
        neighbours[a] = neighbours[a].or(Bits::one(b));
        neighbours[b] = neighbours[b].or(Bits::one(a));
    }
    Some(neighbours)
}

fn vertices<const W: usize>(moves: &[CompiledMove<W>], cells: Bits<W>) -> Option<Vec<Bits<W>>> {
    let mut neighbours = vec![Bits::EMPTY; 64 * W];
    let mut seen = Bits::EMPTY;
    for played in moves {
        if played.needs.len() != 1
            || played.needs.meets(seen)
            || !played.needs.is_within(played.removes)
        {
            return None;
        }
        seen = seen.or(played.needs);
        neighbours[played.needs.lowest()] = played.removes.without(played.needs);
    }
    let is_mutual = |a: usize| neighbours[a].iter().all(|b| neighbours[b].has(a));
    (seen == cells && cells.iter().all(is_mutual)).then_some(neighbours)
}

impl<const W: usize> Graph<W> {
    fn new(neighbours: Vec<Bits<W>>, cells: Bits<W>, columns: usize) -> Graph<W> {
        let mut graph = Graph {
            neighbours,
            is_grid: false,
            first_column: Bits::EMPTY,
            last_column: Bits::EMPTY,
            columns,
        };
        if columns > 0 {
            let column = |wanted: usize| -> Bits<W> {
                cells
                    .iter()
                    .filter(|cell| cell % columns == wanted)
                    .collect()
            };
            graph.first_column = column(0);
            graph.last_column = column(columns - 1);
            graph.is_grid = cells.iter().all(|cell| {
                let beside = graph.beside(Bits::one(cell));
                graph.neighbours[cell]
                    == beside[0]
                        .or(beside[1])
                        .or(beside[2])
                        .or(beside[3])
                        .and(cells)
            });
        }
        graph
    }

    /// On a grid: the set moved one cell to each side. Bits beyond the last row may appear.
    #[inline]
    pub fn beside(&self, set: Bits<W>) -> [Bits<W>; 4] {
        [
            set.without(self.last_column).shifted_up(1),
            set.without(self.first_column).shifted_down(1),
            set.shifted_up(self.columns),
            set.shifted_down(self.columns),
        ]
    }

    /// The cells of `within` that are connected to its lowest cell.
    #[inline]
    pub fn flood(&self, within: Bits<W>) -> Bits<W> {
        let mut reached = Bits::one(within.lowest());
        if self.is_grid {
            loop {
                let beside = reached.without(self.last_column).shifted_up(1);
                let beside = beside.or(reached.without(self.first_column).shifted_down(1));
                let next = reached.or(beside).and(within);
                let above = next
                    .shifted_up(self.columns)
                    .or(next.shifted_down(self.columns));
                let next = next.or(above.and(within));
                if next == reached {
                    return reached;
                }
                reached = next;
            }
        }
        let mut open = reached;
        while !open.is_empty() {
            let cell = open.lowest();
            open = open.without(Bits::one(cell));
            let new = self.neighbours[cell].and(within).without(reached);
            reached = reached.or(new);
            open = open.or(new);
        }
        reached
    }

    /// The number of edges among `cells`.
    #[inline]
    pub fn edge_count(&self, cells: Bits<W>) -> u32 {
        if self.is_grid {
            let [right, _, below, _] = self.beside(cells);
            return right.and(cells).len() + below.and(cells).len();
        }
        let degrees = cells
            .iter()
            .map(|cell| self.neighbours[cell].and(cells).len());
        degrees.sum::<u32>() / 2
    }
}
