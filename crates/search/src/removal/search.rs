//! The search of one removal game, whatever the number of its cells.

use std::convert::Infallible;

use grundy_core::{LimitReached, Limits, RemovalGame};

use crate::bits::Bits;
use crate::couples::CoupleSearch;
use crate::meter::{Meter, Stop};
use crate::removal::Compiled;
use crate::stack::on_a_large_stack;
use crate::tables::Tables;

/// Nimbers and outcomes of the positions of one removal game; what was found is remembered.
pub struct RemovalSearch {
    inner: Box<dyn Words>,
}

impl RemovalSearch {
    /// A search in which nothing has been found; `None` if the game has too many cells or is not
    /// [well formed](RemovalGame::is_well_formed).
    pub fn new(game: &RemovalGame, limits: &Limits) -> Option<RemovalSearch> {
        if !game.is_well_formed() {
            return None;
        }
        let inner = match game.cells.len() {
            ..=64 => words::<1>(game, limits),
            65..=128 => words::<2>(game, limits),
            129..=256 => words::<4>(game, limits),
            257..=1024 => words::<16>(game, limits),
            1025..=MOST_CELLS => words::<64>(game, limits),
            _ => return None,
        };
        Some(RemovalSearch { inner })
    }

    /// The nimber of the position in which these cells remain.
    ///
    /// # Errors
    ///
    /// [`LimitReached`].
    pub fn nimber(&mut self, remaining: &[u32], limits: &Limits) -> Result<u32, LimitReached> {
        self.inner.nimber(remaining, limits)
    }

    /// True if that position, with a Nim heap beside it, is lost for the player to move.
    ///
    /// # Errors
    ///
    /// [`LimitReached`].
    pub fn is_lost(
        &mut self,
        remaining: &[u32],
        heap: u32,
        limits: &Limits,
    ) -> Result<bool, LimitReached> {
        self.inner.is_lost(remaining, heap, limits)
    }

    /// What the search did so far.
    pub fn figures(&self) -> Figures {
        self.inner.figures()
    }
}

/// The most cells of a game that is searched.
const MOST_CELLS: usize = 4096;

/// What a search did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Figures {
    /// Couples expanded.
    pub expansions: u64,
    /// Components whose nimbers are known.
    pub nimbers: u64,
    /// Components of which something is known.
    pub components: u64,
    /// Bytes that tables take.
    pub bytes: u64,
}

/// A search on sets of a fixed number of words, which is forgotten here.
trait Words: Send {
    fn nimber(&mut self, remaining: &[u32], limits: &Limits) -> Result<u32, LimitReached>;
    fn is_lost(
        &mut self,
        remaining: &[u32],
        heap: u32,
        limits: &Limits,
    ) -> Result<bool, LimitReached>;
    fn figures(&self) -> Figures;
}

struct Search<const W: usize> {
    game: Compiled<W>,
    tables: Tables<Bits<W>>,
    expansions: u64,
}

fn words<const W: usize>(game: &RemovalGame, limits: &Limits) -> Box<dyn Words> {
    Box::new(Search::<W> {
        game: Compiled::new(game).expect("the words hold its cells"),
        tables: Tables::new(limits.bytes),
        expansions: 0,
    })
}

impl<const W: usize> Search<W> {
    fn run<T: Send>(
        &mut self,
        limits: &Limits,
        ask: impl FnOnce(&mut CoupleSearch<'_, Compiled<W>>) -> Result<T, Stop<Infallible>> + Send,
    ) -> Result<T, LimitReached> {
        let meter = Meter::new(limits);
        let (game, tables) = (&self.game, &self.tables);
        let work = || {
            let mut search = CoupleSearch::new(game, tables, &meter);
            let found = ask(&mut search);
            search.finish();
            found
        };
        let found = if W == 1 {
            work()
        } else {
            on_a_large_stack(work)
        };
        self.expansions += meter.expansions();
        found.map_err(|stop| match stop {
            Stop::Limit(reached) => reached,
            Stop::Cycle | Stop::TooDeep => {
                unreachable!("each move takes one of at most {MOST_CELLS} cells")
            }
        })
    }
}

impl<const W: usize> Words for Search<W> {
    fn nimber(&mut self, remaining: &[u32], limits: &Limits) -> Result<u32, LimitReached> {
        let components = self.game.components(self.game.set(remaining));
        self.run(limits, |search| {
            components
                .iter()
                .try_fold(0, |sum, component| Ok(sum ^ search.nimber(component)?))
        })
    }

    fn is_lost(
        &mut self,
        remaining: &[u32],
        heap: u32,
        limits: &Limits,
    ) -> Result<bool, LimitReached> {
        let components = self.game.components(self.game.set(remaining));
        self.run(limits, |search| search.is_lost(&components, heap))
    }

    fn figures(&self) -> Figures {
        let (nimbers, components, _) = self.tables.counts();
        Figures {
            expansions: self.expansions,
            nimbers,
            components,
            bytes: self.tables.bytes(),
        }
    }
}
