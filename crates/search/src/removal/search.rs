//! The search of one removal game, whatever the number of its cells.

use std::convert::Infallible;
use std::path::Path;

use grundy_core::{LimitReached, Limits, RemovalGame};

use crate::bits::Bits;
use crate::components::Components;
use crate::couples::CoupleSearch;
use crate::crowd::Crowd;
use crate::meter::{Meter, Stop};
use crate::removal::Compiled;
use crate::stack::{on_a_large_stack, with_helpers};
use crate::store::{Store, StoreError};
use crate::tables::{Known, Tables};

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

    /// Keeps what is found in a file from now on; what it holds already is known then.
    ///
    /// # Errors
    ///
    /// [`StoreError`].
    pub fn keep_in(&mut self, path: &Path) -> Result<(), StoreError> {
        self.inner.keep_in(path)
    }

    /// Writes the file that what is found is kept in, if there is one.
    ///
    /// # Errors
    ///
    /// [`StoreError`], also of an attempt since the last call.
    pub fn save(&mut self) -> Result<(), StoreError> {
        self.inner.save()
    }

    /// The nimber of the position in which these cells remain, if it is known already.
    pub fn known(&self, remaining: &[u32]) -> Option<u32> {
        self.inner.known(remaining)
    }

    /// The least nimber that the position may have, as far as is known.
    pub fn at_least(&self, remaining: &[u32]) -> u32 {
        self.inner.at_least(remaining)
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
    fn keep_in(&mut self, path: &Path) -> Result<(), StoreError>;
    fn save(&mut self) -> Result<(), StoreError>;
    fn known(&self, remaining: &[u32]) -> Option<u32>;
    fn at_least(&self, remaining: &[u32]) -> u32;
    fn figures(&self) -> Figures;
}

struct Search<const W: usize> {
    description: RemovalGame,
    game: Compiled<W>,
    tables: Tables<Bits<W>>,
    store: Option<Store>,
    expansions: u64,
}

fn words<const W: usize>(game: &RemovalGame, limits: &Limits) -> Box<dyn Words> {
    Box::new(Search::<W> {
        description: game.clone(),
        game: Compiled::new(game).expect("the words hold its cells"),
        tables: Tables::new(limits.bytes),
        store: None,
        expansions: 0,
    })
}

impl<const W: usize> Search<W> {
    fn run<T: Send>(
        &mut self,
        limits: &Limits,
        ask: impl Fn(&mut CoupleSearch<'_, Compiled<W>>) -> Result<T, Stop<Infallible>> + Sync,
    ) -> Result<T, LimitReached> {
        let meter = Meter::new(limits);
        let (game, tables, store) = (&self.game, &self.tables, &self.store);
        let pause = || {
            if let Some(store) = store {
                store.write_if_due(tables);
            }
        };
        let can_help = limits.threads > 1 && !cfg!(target_family = "wasm");
        let work = |crowd: Option<&Crowd>| {
            let mut search = CoupleSearch::new(game, tables, &meter);
            search = match crowd {
                Some(crowd) => search.among(crowd),
                None if can_help => search.until_long(),
                None => search,
            };
            if store.is_some() {
                search = search.pausing(&pause);
            }
            let found = ask(&mut search);
            search.finish();
            found
        };
        let mut found = if W == 1 {
            work(None)
        } else {
            on_a_large_stack(|| work(None))
        };
        if matches!(found, Err(Stop::Superseded)) {
            let crowd = Crowd::default();
            found = with_helpers(&meter, limits.threads - 1, || work(Some(&crowd)));
        }
        if found.is_err()
            && let Some(store) = store
        {
            store.write_at_last(tables);
        }
        self.expansions += meter.expansions();
        found.map_err(|stop| match stop {
            Stop::Limit(reached) => reached,
            Stop::Cycle | Stop::TooDeep | Stop::Superseded => {
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

    fn keep_in(&mut self, path: &Path) -> Result<(), StoreError> {
        self.store = Some(Store::open(path, &self.description, &self.tables)?);
        Ok(())
    }

    fn save(&mut self) -> Result<(), StoreError> {
        let Some(store) = &self.store else {
            return Ok(());
        };
        store.take_error().map_or(Ok(()), Err)?;
        store.write(&self.tables)
    }

    fn known(&self, remaining: &[u32]) -> Option<u32> {
        let components = self.game.components(self.game.set(remaining));
        let both = self.tables.read();
        components.iter().try_fold(0, |sum, component| {
            let own = self
                .game
                .known(component)
                .or_else(|| match both.known(component)? {
                    Known::Exact(nimber) => Some(nimber),
                    Known::Not(_) => None,
                });
            Some(sum ^ own?)
        })
    }

    fn at_least(&self, remaining: &[u32]) -> u32 {
        let components = self.game.components(self.game.set(remaining));
        match (&components[..], self.known(remaining)) {
            (_, Some(nimber)) => nimber,
            ([component], None) => match self.tables.read().known(component) {
                Some(Known::Not(excluded)) => excluded.mex(),
                _ => 0,
            },
            _ => 0,
        }
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
