//! Positions of removal games, valued by the search on bit sets.

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;

use grundy_core::{LimitReached, Limits, Removal, RemovalGame, RemovalPosition};
use grundy_proofs::{Claim, Entries, Oracle, write_entries};
use grundy_search::{RemovalSearch, StoreError};
use rustc_hash::FxHashMap;

use crate::SolveError;

/// The searches of one game: most often one, which all positions of a sum and their options share.
#[derive(Default)]
pub struct Removals {
    boards: Vec<Board>,
}

struct Board {
    game: Arc<RemovalGame>,
    index: FxHashMap<u64, u32>,
    search: RemovalSearch,
}

/// Boards that are kept at once.
const MOST_BOARDS: usize = 8;

impl Removals {
    /// The nimber of a position; `None` if it is too large to be searched.
    ///
    /// # Errors
    ///
    /// [`SolveError`] when a limit is reached.
    pub fn nimber(
        &mut self,
        position: &RemovalPosition,
        limits: &Limits,
    ) -> Result<Option<u32>, SolveError> {
        let Some((board, remaining)) = self.board(position, limits) else {
            return Ok(None);
        };
        let found = board.search.nimber(&remaining, limits);
        found
            .map(Some)
            .map_err(|reached| board.stopped(reached, &remaining))
    }

    /// True if a position with a Nim heap beside it is lost for the player to move; `None` as above.
    ///
    /// # Errors
    ///
    /// [`SolveError`] when a limit is reached.
    pub fn is_lost(
        &mut self,
        position: &RemovalPosition,
        heap: u32,
        limits: &Limits,
    ) -> Result<Option<bool>, SolveError> {
        let Some((board, remaining)) = self.board(position, limits) else {
            return Ok(None);
        };
        let found = board.search.is_lost(&remaining, heap, limits);
        found
            .map(Some)
            .map_err(|reached| board.stopped(reached, &remaining))
    }

    /// Keeps what is found on the board of a position in a file; false if it is too large to be searched.
    ///
    /// # Errors
    ///
    /// [`StoreError`].
    pub fn keep_in(
        &mut self,
        position: &RemovalPosition,
        file: &Path,
        limits: &Limits,
    ) -> Result<bool, StoreError> {
        match self.board(position, limits) {
            Some((board, _)) => board.search.keep_in(file).map(|()| true),
            None => Ok(false),
        }
    }

    /// Writes these files.
    ///
    /// # Errors
    ///
    /// [`StoreError`].
    pub fn save(&mut self) -> Result<(), StoreError> {
        self.boards
            .iter_mut()
            .try_for_each(|board| board.search.save())
    }

    /// The entries that show a claim about a position; `None` if it is too large.
    ///
    /// # Errors
    ///
    /// [`SolveError`] when a limit is reached.
    pub fn proof_entries(
        &mut self,
        position: &RemovalPosition,
        claim: Claim,
        limits: &Limits,
    ) -> Result<Option<Entries>, SolveError> {
        let Some((board, remaining)) = self.board(position, limits) else {
            return Ok(None);
        };
        let game = board.game.clone();
        let mut oracle = Searched {
            search: &mut board.search,
            limits,
        };
        match write_entries(&game, &remaining, claim, &mut oracle) {
            Ok(entries) => Ok(Some(entries?)),
            Err(_) => Ok(None),
        }
    }

    /// Components whose nimbers are known, in all searches.
    pub fn nimbers(&self) -> u64 {
        self.boards
            .iter()
            .map(|board| board.search.figures().nimbers)
            .sum()
    }

    /// The board on which a position lies, and its cells there.
    fn board(
        &mut self,
        position: &RemovalPosition,
        limits: &Limits,
    ) -> Option<(&mut Board, Vec<u32>)> {
        let fitting = self.boards.iter().enumerate();
        let found = fitting
            .filter_map(|(at, board)| Some((at, board.cells_of(position)?)))
            .next();
        if let Some((at, cells)) = found {
            return Some((&mut self.boards[at], cells));
        }
        let game = position.game.clone();
        let search = RemovalSearch::new(&game, limits)?;
        let index = game.cells.iter().copied().zip(0..).collect();
        if self.boards.len() == MOST_BOARDS {
            self.boards.remove(0);
        }
        self.boards.push(Board {
            game,
            index,
            search,
        });
        let board = self.boards.last_mut().expect("just added");
        Some((board, position.remaining.clone()))
    }
}

/// A search as those who write proofs ask it.
struct Searched<'b> {
    search: &'b mut RemovalSearch,
    limits: &'b Limits,
}

impl Oracle for Searched<'_> {
    type Error = LimitReached;

    fn known(&mut self, cells: &[u32]) -> Option<u32> {
        self.search.known(cells)
    }

    fn nimber(&mut self, cells: &[u32]) -> Result<u32, LimitReached> {
        self.search.nimber(cells, self.limits)
    }

    fn has_nimber(&mut self, cells: &[u32], nimber: u32) -> Result<bool, LimitReached> {
        self.search.is_lost(cells, nimber, self.limits)
    }
}

impl Board {
    /// The error of a search that a limit ended: what is known by then.
    fn stopped(&self, reached: LimitReached, remaining: &[u32]) -> SolveError {
        let figures = self.search.figures();
        let least = self.search.at_least(remaining);
        SolveError::Limit {
            reached,
            during: format!(
                "while searching for nimbers: {} components of {} have theirs{}",
                figures.nimbers,
                figures.components,
                match least {
                    0 => String::new(),
                    least => format!("; the position is worth at least {least}"),
                }
            ),
        }
    }

    /// The cells of a position on this board, if the moves of both correspond there.
    fn cells_of(&self, position: &RemovalPosition) -> Option<Vec<u32>> {
        if Arc::ptr_eq(&self.game, &position.game) || self.game == position.game {
            return Some(position.remaining.clone());
        }
        let names = position
            .remaining
            .iter()
            .map(|&cell| position.game.cells[cell as usize]);
        let cells: Option<Vec<u32>> = names.map(|name| self.index.get(&name).copied()).collect();
        let cells = cells?;
        let here: BTreeSet<u32> = cells.iter().copied().collect();
        let there: FxHashMap<u32, u32> = position
            .remaining
            .iter()
            .copied()
            .zip(cells.iter().copied())
            .collect();
        let own = legal(&self.game, |cell| here.contains(&cell).then_some(cell));
        (own == legal(&position.game, |cell| there.get(&cell).copied())).then_some(cells)
    }
}

/// The moves that are legal on the cells that `name` knows, by these names, without what else they remove.
fn legal(game: &RemovalGame, name: impl Fn(u32) -> Option<u32>) -> BTreeSet<Removal> {
    let sorted = |mut cells: Vec<u32>| {
        cells.sort_unstable();
        cells.dedup();
        cells
    };
    let moves = game.moves.iter();
    moves
        .filter_map(|played| {
            let needs: Option<Vec<u32>> = played.needs.iter().map(|&cell| name(cell)).collect();
            let removes = played.removes.iter().filter_map(|&cell| name(cell));
            Some(Removal {
                needs: sorted(needs?),
                removes: sorted(removes.collect()),
            })
        })
        .collect()
}
