//! How a piece moves: the sets of steps, named as in chess and its variants.

use grundy_core::LimitReached;

use super::map::{Cell, Map};
use crate::budget::Budget;

/// The moves of a piece.
///
/// Only walls and the edge of the map block a move: pieces do not stand in each other's way, a
/// diagonal step between two walls is legal, and only the cell where a move ends counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MoveSet {
    /// One step in eight directions.
    King,
    /// One step in four directions.
    Wazir,
    /// One step along a diagonal.
    Ferz,
    /// Two steps in one direction and one across; it leaps over walls.
    Knight,
    /// Any number of free cells in four directions.
    Rook,
    /// Any number of free cells along a diagonal.
    Bishop,
    /// As rook or bishop.
    Queen,
}

const STRAIGHT: [(i32, i32); 4] = [(-1, 0), (0, -1), (0, 1), (1, 0)];
const DIAGONAL: [(i32, i32); 4] = [(-1, -1), (-1, 1), (1, -1), (1, 1)];
const EIGHT: [(i32, i32); 8] = [
    (-1, -1),
    (-1, 0),
    (-1, 1),
    (0, -1),
    (0, 1),
    (1, -1),
    (1, 0),
    (1, 1),
];
const LEAPS: [(i32, i32); 8] = [
    (-2, -1),
    (-2, 1),
    (-1, -2),
    (-1, 2),
    (1, -2),
    (1, 2),
    (2, -1),
    (2, 1),
];

impl MoveSet {
    /// Every set, with its name and its moves in words.
    pub const ALL: [(MoveSet, &'static str, &'static str); 7] = [
        (MoveSet::King, "king", "one step in 8 directions"),
        (MoveSet::Wazir, "wazir", "one step in 4 directions"),
        (MoveSet::Ferz, "ferz", "one step along a diagonal"),
        (MoveSet::Knight, "knight", "a chess knight's leap"),
        (MoveSet::Rook, "rook", "any distance in 4 directions"),
        (MoveSet::Bishop, "bishop", "any distance along a diagonal"),
        (MoveSet::Queen, "queen", "any distance in 8 directions"),
    ];

    /// The name, as the command line takes it.
    pub fn name(self) -> &'static str {
        let row = MoveSet::ALL.iter().find(|row| row.0 == self);
        row.expect("every set is in the table").1
    }

    /// The set of this name.
    pub fn from_name(name: &str) -> Option<MoveSet> {
        let row = MoveSet::ALL.iter().find(|row| row.1 == name);
        row.map(|row| row.0)
    }

    /// The directions as (rows down, columns right).
    pub(super) fn directions(self) -> &'static [(i32, i32)] {
        match self {
            MoveSet::King | MoveSet::Queen => &EIGHT,
            MoveSet::Wazir | MoveSet::Rook => &STRAIGHT,
            MoveSet::Ferz | MoveSet::Bishop => &DIAGONAL,
            MoveSet::Knight => &LEAPS,
        }
    }

    /// The greatest number of steps in one direction on `map`.
    pub(super) fn reach(self, map: &Map) -> usize {
        match self {
            MoveSet::Rook | MoveSet::Bishop | MoveSet::Queen => {
                map.width().max(map.height()).saturating_sub(1)
            }
            _ => 1,
        }
    }

    /// Every cell that a piece on `cell` can move to, nearest first in each direction.
    pub fn targets(self, map: &Map, cell: Cell) -> impl Iterator<Item = Cell> {
        let reach = self.reach(map);
        self.directions().iter().flat_map(move |&direction| {
            let step = move |&from: &Cell| map.neighbour(from, direction);
            std::iter::successors(step(&cell), step).take(reach)
        })
    }
}

/// Every cell that pieces on `starts` can ever reach, ascending. Moves are symmetric, so this is
/// also every cell from which a start can be reached. A slide is a sequence of steps each of which is
/// a move of its own, so single steps reach the same cells.
pub(super) fn reachable(
    map: &Map,
    moves: MoveSet,
    starts: &[Cell],
    budget: &mut Budget,
) -> Result<Vec<Cell>, LimitReached> {
    let mut seen = vec![false; map.width() * map.height()];
    let mut found = Vec::new();
    for &start in starts {
        if !std::mem::replace(&mut seen[start as usize], true) {
            budget.push(&mut found, start)?;
        }
    }
    let mut next = 0;
    while let Some(&cell) = found.get(next) {
        next += 1;
        for &direction in moves.directions() {
            if let Some(target) = map.neighbour(cell, direction)
                && !std::mem::replace(&mut seen[target as usize], true)
            {
                budget.push(&mut found, target)?;
            }
        }
    }
    found.sort_unstable();
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_are_symmetric() {
        let map: Map = "P..#.\n.#...\n..#..\n#...T".parse().unwrap();
        for (moves, name, _) in MoveSet::ALL {
            for from in (0..20).filter(|&cell| !map.is_wall(cell)) {
                for to in moves.targets(&map, from) {
                    let back = moves.targets(&map, to).any(|cell| cell == from);
                    assert!(back, "{name}: {from} to {to}");
                }
            }
        }
    }

    #[test]
    fn a_slide_ends_at_a_wall_and_a_leap_does_not() {
        let map: Map = "P.#.\n..#T\n....".parse().unwrap();
        let targets = |moves: MoveSet| {
            let mut cells: Vec<Cell> = moves.targets(&map, 0).collect();
            cells.sort_unstable();
            cells
        };
        assert_eq!(targets(MoveSet::Rook), [1, 4, 8]);
        assert_eq!(targets(MoveSet::Queen), [1, 4, 5, 8, 10]);
        assert_eq!(targets(MoveSet::Knight), [9]);
        assert_eq!(targets(MoveSet::Ferz), [5]);
    }

    #[test]
    fn names_are_read_back() {
        for (moves, name, _) in MoveSet::ALL {
            assert_eq!(MoveSet::from_name(name), Some(moves));
            assert_eq!(moves.name(), name);
        }
        assert_eq!(MoveSet::from_name("pawn"), None);
    }
}
