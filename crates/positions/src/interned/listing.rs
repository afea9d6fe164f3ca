//! Options listed ahead, in blocks and by threads.

use grundy_core::Limits;

use super::{FIRST, Interned, MANY_BYTES, PARTS};
use crate::{Game, Id, ListedOptions, Listing, OptionLists, OptionsError, PositionRef, Source};

impl<S: Source> Interned<S> {
    /// Adds the options of `ids` from the first on, not yet interned: of all, or until there are very many.
    /// Few may be followed by others.
    fn listed(
        &self,
        ids: &[Id],
        apart: bool,
        limits: &Limits,
        mut found: ListedOptions<S::Position>,
    ) -> Result<ListedOptions<S::Position>, OptionsError> {
        let which = ids.iter().map(|&id| self.positions.get(id.0));
        let positions: Vec<PositionRef<'_, S::Position>> = which.collect();
        let is_new = |number| !self.positions.has_number(number);
        let ahead: Option<&dyn Fn(u64) -> bool> = if ids.len() < FIRST {
            Some(&is_new)
        } else {
            None
        };
        while found.positions() < positions.len()
            && found.parts() < 4 * PARTS
            && found.bytes() < MANY_BYTES
        {
            limits.check_time()?;
            let rest = &positions[found.positions()..];
            self.rules.list(rest, apart, ahead, &mut found)?;
        }
        Ok(found)
    }

    /// The same for shares of `ids`, each on a thread of its own where that pays.
    fn listed_by_threads(
        &mut self,
        ids: &[Id],
        apart: bool,
        limits: &Limits,
    ) -> Vec<Result<ListedOptions<S::Position>, OptionsError>> {
        let threads = self.threads_for(ids.len(), limits);
        if threads < 2 {
            let spare = std::mem::take(&mut self.spare);
            return vec![self.listed(ids, apart, limits, spare)];
        }
        let this = &*self;
        std::thread::scope(|scope| {
            let share = ids.len().div_ceil(threads);
            let workers: Vec<_> = ids
                .chunks(share)
                .map(|ids| {
                    scope.spawn(move || this.listed(ids, apart, limits, ListedOptions::default()))
                })
                .collect();
            let joined = workers.into_iter().map(|worker| worker.join());
            joined
                .map(|listed| listed.unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
                .collect()
        })
    }

    fn threads_for(&self, positions: usize, limits: &Limits) -> usize {
        /// Positions that a thread must be given to be worth starting.
        const WORTH_A_THREAD: usize = 16;
        limits.threads.min(positions / WORTH_A_THREAD).max(1)
    }

    /// How many positions to list at once, going by those listed last.
    pub(super) fn block(&self, limits: &Limits) -> usize {
        (PARTS * limits.threads.max(1) / (self.parts_each + 1)).max(FIRST)
    }

    /// As [`Game::list`], by threads.
    pub(super) fn list_block(
        &mut self,
        ids: &[Id],
        apart: bool,
        limits: &Limits,
    ) -> Result<Listing, OptionsError> {
        let share = ids.len().div_ceil(self.threads_for(ids.len(), limits));
        let found = self.listed_by_threads(ids, apart, limits);
        let mut all = Listing::default();
        for (ids, found) in ids.chunks(share.max(1)).zip(found) {
            let mut found = found?;
            // What others found behind a gap is thrown away; it will be asked for again.
            let is_whole = found.positions() == ids.len();
            all.lists.append(self.intern_parts(&mut found));
            let ahead = found.ahead().iter();
            all.ahead = ahead
                .map(|&number| Id(self.positions.insert_number(number)))
                .collect();
            found.clear();
            // What became large is given back: nobody counts it.
            if found.bytes() < MANY_BYTES {
                self.spare = found;
            }
            self.check(0, limits)?;
            if !is_whole {
                break;
            }
        }
        Ok(all)
    }

    /// Interns what was found.
    fn intern_parts(&mut self, found: &mut ListedOptions<S::Position>) -> OptionLists<Id> {
        found.map(|part| match part {
            Ok(number) => Id(self.positions.insert_number(number)),
            Err(position) => {
                let id = self.intern(position);
                self.canonical(id)
            }
        })
    }

    /// As [`Game::list`], through the list of whole options.
    pub(super) fn list_from_options(
        &mut self,
        ids: &[Id],
        apart: bool,
        limits: &Limits,
    ) -> Result<Listing, OptionsError> {
        let mut all = OptionLists::default();
        for &id in ids {
            for option in self.options(id, limits)? {
                match apart.then(|| self.parts(option)).flatten() {
                    Some(parts) => parts
                        .iter()
                        .for_each(|&part| all.push(self.canonical(part))),
                    None => all.push(self.canonical(option)),
                }
                all.end_option();
            }
            all.end_position();
            if all.parts().len() > PARTS {
                break;
            }
        }
        Ok(Listing {
            lists: all,
            ahead: Vec::new(),
        })
    }
}
