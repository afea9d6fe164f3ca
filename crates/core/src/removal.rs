//! Removal games: positions are sets of cells, and a move takes cells away.
//!
//! A move is legal while every cell that it needs remains. Cram, Node Kayles, Chomp and every poset game are
//! of this kind. Such a game is pure data, so that one engine can search them all.

use std::sync::Arc;

/// The cells and moves of a removal game.
///
/// # Examples
///
/// ```
/// use grundy_core::{Removal, RemovalGame};
///
/// // Dominoes on a strip of three cells.
/// let domino = |a: u32| Removal { needs: vec![a, a + 1], removes: vec![a, a + 1] };
/// let strip = RemovalGame::new(3, vec![domino(0), domino(1)]);
/// assert!(strip.is_well_formed());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RemovalGame {
    /// A name for each cell, all different; moves refer to cells by their index here.
    ///
    /// Positions of the same game call the same cell by the same name, so that what was found for one
    /// position can be used for another.
    pub cells: Vec<u64>,
    /// The moves.
    pub moves: Vec<Removal>,
    /// The row and column of each cell, where the cells lie on a board.
    pub places: Option<Vec<(u32, u32)>>,
    /// Permutations of the cells that map moves to moves, where the author knows some; cell `i` becomes
    /// cell `permutation[i]`. The engine checks them, and omits those that are wrong.
    pub symmetries: Vec<Vec<u32>>,
}

/// One move of a [`RemovalGame`].
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Removal {
    /// The move is legal while all of these remain.
    pub needs: Vec<u32>,
    /// These are gone after it; at least one of them must be among `needs`.
    pub removes: Vec<u32>,
}

/// A position of a [`RemovalGame`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RemovalPosition {
    /// The game, which all positions on the same board may share.
    pub game: Arc<RemovalGame>,
    /// The cells that remain, by index.
    pub remaining: Vec<u32>,
}

impl RemovalGame {
    /// A game on cells without places, named by their indices.
    pub fn new(cells: usize, moves: Vec<Removal>) -> RemovalGame {
        RemovalGame {
            cells: (0..cells as u64).collect(),
            moves,
            places: None,
            symmetries: Vec::new(),
        }
    }

    /// True if names differ, every index is a cell, and every move takes away a cell that it needs, so
    /// that play comes to an end.
    pub fn is_well_formed(&self) -> bool {
        let count = self.cells.len();
        let mut names = self.cells.clone();
        names.sort_unstable();
        names.dedup();
        let is_cell = |cell: &u32| (*cell as usize) < count;
        let has_one_per_cell = |length: usize| length == count;
        names.len() == count
            && self
                .places
                .as_ref()
                .is_none_or(|places| has_one_per_cell(places.len()))
            && self
                .symmetries
                .iter()
                .all(|map| has_one_per_cell(map.len()) && map.iter().all(is_cell))
            && self.moves.iter().all(|played| {
                played.needs.iter().chain(&played.removes).all(is_cell)
                    && played
                        .needs
                        .iter()
                        .any(|cell| played.removes.contains(cell))
            })
    }

    /// The position in which every cell remains.
    pub fn whole(self) -> RemovalPosition {
        let remaining = (0..self.cells.len() as u32).collect();
        RemovalPosition {
            game: Arc::new(self),
            remaining,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn removal(needs: &[u32], removes: &[u32]) -> Removal {
        Removal {
            needs: needs.to_vec(),
            removes: removes.to_vec(),
        }
    }

    #[test]
    fn a_move_that_takes_nothing_it_needs_could_be_made_for_ever() {
        assert!(RemovalGame::new(2, vec![removal(&[0], &[0, 1])]).is_well_formed());
        assert!(!RemovalGame::new(2, vec![removal(&[0], &[1])]).is_well_formed());
        assert!(!RemovalGame::new(2, vec![removal(&[], &[1])]).is_well_formed());
        assert!(!RemovalGame::new(2, vec![removal(&[0, 2], &[0])]).is_well_formed());
    }
}
