//! A removal game as the checker reads it: moves as sets, components, reductions.
//!
//! A position is the set of cells that remain. Cells that no legal move needs are dropped: whether they remain
//! changes nothing. Cells are *linked* if some legal move needs the one, and needs or removes the other, which itself
//! is needed by a legal move. No legal move touches two classes of linked cells, so a position is the sum of
//! them, its *components*.
//!
//! Two reductions, each proved by induction on the number of cells:
//!
//! - All moves take the two ends of an edge: of several cells whose only neighbour is x, all but the first are
//!   dropped. Each move that takes x and a dropped cell leaves the same edges as the one that takes x and the first.
//! - All moves take a vertex and its neighbours: of two vertices that are joined and have the same other neighbours,
//!   the second is dropped. Choosing either leaves the same graph, and a move that takes one takes the other.

use grundy_core::RemovalGame;

use crate::cells::Cells;
use crate::frame::Frame;

pub(crate) struct Model<const W: usize> {
    /// In the order of the description.
    moves: Vec<Played<W>>,
    kind: Kind<W>,
    frame: Frame<W>,
    /// The number that the model gives each cell of the description, and back.
    number_of: Vec<u32>,
    cell_of: Vec<u32>,
}

#[derive(Clone, Copy)]
pub(crate) struct Played<const W: usize> {
    pub needs: Cells<W>,
    pub removes: Cells<W>,
}

enum Kind<const W: usize> {
    /// Each move takes the two ends of an edge.
    Edges(Vec<Cells<W>>),
    /// Each move takes a vertex and its neighbours.
    Vertices(Vec<Cells<W>>),
    Others,
}

impl<const W: usize> Model<W> {
    pub(crate) fn new(game: &RemovalGame) -> Model<W> {
        let number_of = Frame::<W>::numbers(game);
        let mut cell_of = vec![0; 64 * W];
        for (cell, &number) in (0..).zip(&number_of) {
            cell_of[number as usize] = cell;
        }
        let set = |cells: &[u32]| cells.iter().map(|&cell| number_of[cell as usize]).collect();
        let moves: Vec<Played<W>> = game
            .moves
            .iter()
            .map(|played| Played {
                needs: set(&played.needs),
                removes: set(&played.removes),
            })
            .collect();
        let all: Cells<W> = number_of.iter().copied().collect();
        Model {
            kind: kind(&moves, all),
            frame: Frame::new(game, &number_of),
            moves,
            number_of,
            cell_of,
        }
    }

    /// The set of some cells of the description.
    pub(crate) fn set(&self, cells: &[u32]) -> Cells<W> {
        cells
            .iter()
            .map(|&cell| self.number_of[cell as usize])
            .collect()
    }

    /// The cells of a set, as the description numbers them; `None` if it has others.
    pub(crate) fn cells(&self, set: Cells<W>) -> Option<Vec<u32>> {
        let known: Cells<W> = self.number_of.iter().copied().collect();
        let cells = || {
            set.iter()
                .map(|number| self.cell_of[number as usize])
                .collect()
        };
        set.is_within(known).then(cells)
    }

    /// The move with this number, if it is legal.
    pub(crate) fn legal(&self, number: u32, cells: Cells<W>) -> Option<Played<W>> {
        let played = self.moves.get(number as usize)?;
        played.needs.is_within(cells).then_some(*played)
    }

    /// The legal moves, each with its number.
    pub(crate) fn legal_moves(&self, cells: Cells<W>) -> impl Iterator<Item = (u32, Played<W>)> {
        let numbered = (0..).zip(&self.moves);
        numbered
            .filter(move |(_, played)| played.needs.is_within(cells))
            .map(|(number, played)| (number, *played))
    }

    /// Adds the components of a position in normal form, without those that are worth 0 by symmetry.
    pub(crate) fn components(&self, cells: Cells<W>, found: &mut Vec<Cells<W>>) {
        match &self.kind {
            Kind::Edges(neighbours) => {
                let left = without_spare_leaves(neighbours, cells);
                self.connected(neighbours, left, found, |component| component);
            }
            Kind::Vertices(neighbours) => {
                self.connected(neighbours, cells, found, |component| {
                    without_twins(neighbours, component)
                });
            }
            Kind::Others => self.linked(cells, found),
        }
    }

    /// The nimber of a component that needs no entry.
    #[inline]
    pub(crate) fn obvious(&self, component: Cells<W>) -> Option<u32> {
        let is_single_move = match self.kind {
            Kind::Edges(_) => component.count() == 2,
            Kind::Vertices(_) => component.count() == 1,
            Kind::Others => false,
        };
        is_single_move.then_some(1)
    }

    fn push(&self, component: Cells<W>, found: &mut Vec<Cells<W>>) {
        let is_safe = |cells: Cells<W>, image: &dyn Fn(Cells<W>) -> Cells<W>| {
            self.legal_moves(cells)
                .all(|(_, played)| !played.removes.meets(image(played.needs)))
        };
        found.extend(self.frame.normal(component, is_safe));
    }

    /// The connected components of the graph.
    fn connected(
        &self,
        neighbours: &[Cells<W>],
        cells: Cells<W>,
        found: &mut Vec<Cells<W>>,
        reduce: impl Fn(Cells<W>) -> Cells<W>,
    ) {
        let mut left = cells;
        while let Some(first) = left.pop() {
            let mut component = Cells::one(first);
            let mut open = component;
            while let Some(cell) = open.pop() {
                let new = neighbours[cell as usize].and(left);
                left = left.minus(new);
                component = component.or(new);
                open = open.or(new);
            }
            self.push(reduce(component), found);
        }
    }

    /// The classes of linked cells.
    fn linked(&self, cells: Cells<W>, found: &mut Vec<Cells<W>>) {
        let legal: Vec<Played<W>> = self.legal_moves(cells).map(|(_, played)| played).collect();
        let needed = legal
            .iter()
            .fold(Cells::NONE, |all, played| all.or(played.needs));
        let mut classes: Vec<Cells<W>> = Vec::new();
        for played in &legal {
            let mut class = played.needs.or(played.removes.and(needed));
            classes.retain(|other| {
                let is_apart = !other.meets(class);
                if !is_apart {
                    class = class.or(*other);
                }
                is_apart
            });
            classes.push(class);
        }
        classes
            .into_iter()
            .for_each(|class| self.push(class, found));
    }
}

fn kind<const W: usize>(moves: &[Played<W>], all: Cells<W>) -> Kind<W> {
    let mut neighbours = vec![Cells::NONE; 64 * W];
    if moves
        .iter()
        .all(|m| m.needs == m.removes && m.needs.count() == 2)
    {
        for played in moves {
            for cell in played.needs.iter() {
                let other = played.needs.minus(Cells::one(cell));
                neighbours[cell as usize] = neighbours[cell as usize].or(other);
            }
        }
        return Kind::Edges(neighbours);
    }
    let mut chosen = Cells::NONE;
    for played in moves {
        let Some(cell) = played.needs.first().filter(|_| played.needs.count() == 1) else {
            return Kind::Others;
        };
        if chosen.has(cell) || !played.removes.has(cell) {
            return Kind::Others;
        }
        chosen = chosen.or(played.needs);
        neighbours[cell as usize] = played.removes.minus(played.needs);
    }
    let mut pairs = all
        .iter()
        .flat_map(|a| neighbours[a as usize].iter().map(move |b| (a, b)));
    let is_mutual = pairs.all(|(a, b)| neighbours[b as usize].has(a));
    if chosen == all && is_mutual {
        Kind::Vertices(neighbours)
    } else {
        Kind::Others
    }
}

/// The cells that have neighbours, and for each cell at most one whose only neighbour it is.
fn without_spare_leaves<const W: usize>(neighbours: &[Cells<W>], cells: Cells<W>) -> Cells<W> {
    let mut kept = cells;
    let mut served = Cells::NONE;
    for cell in cells.iter() {
        let around = neighbours[cell as usize].and(cells);
        match around.count() {
            0 => kept = kept.minus(Cells::one(cell)),
            1 if around.meets(served) => kept = kept.minus(Cells::one(cell)),
            1 => served = served.or(around),
            _ => {}
        }
    }
    kept
}

/// One of each set of joined vertices with the same other neighbours.
fn without_twins<const W: usize>(neighbours: &[Cells<W>], cells: Cells<W>) -> Cells<W> {
    let around = |cell: u32| neighbours[cell as usize].and(cells).or(Cells::one(cell));
    let mut kept = cells;
    for cell in cells.iter() {
        if kept.has(cell) {
            let own = around(cell);
            let others = own.and(kept).minus(Cells::one(cell));
            let twins = others
                .iter()
                .filter(|&other| other > cell && around(other) == own);
            kept = kept.minus(twins.collect());
        }
    }
    kept
}
