//! Positions of removal games, valued by the search on bit sets.

use std::collections::BTreeSet;
use std::sync::Arc;

use grundy_core::{LimitReached, Limits, Removal, RemovalGame, RemovalPosition};
use grundy_search::RemovalSearch;
use rustc_hash::FxHashMap;

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
    /// [`LimitReached`].
    pub fn nimber(
        &mut self,
        position: &RemovalPosition,
        limits: &Limits,
    ) -> Result<Option<u32>, LimitReached> {
        let Some((board, remaining)) = self.board(position, limits) else {
            return Ok(None);
        };
        board.search.nimber(&remaining, limits).map(Some)
    }

    /// True if a position with a Nim heap beside it is lost for the player to move; `None` as above.
    ///
    /// # Errors
    ///
    /// [`LimitReached`].
    pub fn is_lost(
        &mut self,
        position: &RemovalPosition,
        heap: u32,
        limits: &Limits,
    ) -> Result<Option<bool>, LimitReached> {
        let Some((board, remaining)) = self.board(position, limits) else {
            return Ok(None);
        };
        board.search.is_lost(&remaining, heap, limits).map(Some)
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

impl Board {
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
