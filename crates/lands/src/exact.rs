//! Listing the options of a land, and the nimbers of small lands by the definition: the mex of the options.

use grundy_core::LimitReached;

use crate::options::push_option;
use crate::rules::{LandList, LandRules};
use crate::search::{Search, Stop};
use crate::table::{Effort, LandId, Table};

/// Options between two looks at the clock.
const OPTIONS_BETWEEN_CHECKS: u64 = 1 << 12;

/// Options as lists of lands, of several lands at once: those listed last are taken away first.
#[derive(Default)]
pub(crate) struct Listing {
    lands: Vec<LandId>,
    /// Where each option begins and ends in `lands`.
    options: Vec<(u32, u32)>,
}

impl<R: LandRules> Search<'_, R> {
    /// Lists the options of a land: those of known value exclude it, the others are kept.
    ///
    /// If one of them is known to be worth `heap`, nothing is kept: the couple is won, as most are.
    pub(crate) fn list_options(&mut self, land: LandId, heap: u32) -> Result<(), Stop> {
        let first_land = self.listing.lands.len();
        let first = self.listing.options.len();
        let mut listed = self.generate(land, Some(heap));
        if listed.is_ok() && self.table.effort(land, heap) != Effort::WON {
            listed = self.settle_small(first);
            if listed.is_ok() {
                self.keep_open(land, first);
            }
        }
        self.listing.options.truncate(first);
        self.listing.lands.truncate(first_land);
        listed
    }

    /// Asks the rules for the options of a land; each is added to the listing. An option that is known to be
    /// worth `sought` ends it.
    fn generate(&mut self, land: LandId, sought: Option<u32>) -> Result<(), Stop> {
        self.expansions += 1;
        let Search {
            rules,
            scratch,
            table,
            listing,
            key,
            limits,
            generated,
            ..
        } = self;
        key.clear();
        key.extend_from_slice(table.key(land));
        let mut stopped = None;
        let mut visit = |lands: &LandList| {
            *generated += 1;
            if generated.is_multiple_of(OPTIONS_BETWEEN_CHECKS) {
                stopped = limits.check_time().err();
            }
            let start = listing.lands.len();
            let mut value = Some(0);
            for key in lands.iter() {
                let part = table.intern(key, rules.lives(key));
                listing.lands.push(part);
                value = value.zip(table.record(part).nimber()).map(|(a, b)| a ^ b);
            }
            if let Some(value) = value {
                listing.lands.truncate(start);
                table.exclude(land, value);
                return stopped.is_none() && sought != Some(value);
            }
            cancel_pairs(&mut listing.lands, start);
            let end = listing.lands.len();
            listing.options.push((start as u32, end as u32));
            stopped.is_none()
        };
        rules.visit_options(key, scratch, &mut visit);
        stopped.map_or(Ok(()), |limit| Err(Stop::Limit(limit)))
    }

    /// Finds the nimbers of all small lands among the options from `first` on.
    fn settle_small(&mut self, first: usize) -> Result<(), Stop> {
        let most = self.settings.exact_lives;
        for at in first..self.listing.options.len() {
            let (start, end) = self.listing.options[at];
            for place in start as usize..end as usize {
                let land = self.listing.lands[place];
                let record = self.table.record(land);
                if record.nimber().is_none() && record.lives() <= most {
                    self.settle_exactly(land)?;
                }
            }
        }
        Ok(())
    }

    /// The nimber of a small land: all its options have small lands only.
    pub(crate) fn settle_exactly(&mut self, land: LandId) -> Result<(), Stop> {
        let first_land = self.listing.lands.len();
        let first = self.listing.options.len();
        let listed = self
            .generate(land, None)
            .and_then(|()| self.settle_small(first));
        if listed.is_ok() {
            for at in first..self.listing.options.len() {
                let (start, end) = self.listing.options[at];
                let lands = &self.listing.lands[start as usize..end as usize];
                let value = lands.iter().fold(0, |sum, &land| {
                    let nimber = self.table.record(land).nimber();
                    sum ^ nimber.expect("small lands were settled")
                });
                self.table.exclude(land, value);
            }
            let nimber = self.table.least_possible(land);
            self.table.settle(land, nimber);
        }
        self.listing.options.truncate(first);
        self.listing.lands.truncate(first_land);
        listed
    }

    /// Keeps the options from `first` on whose value is not known.
    fn keep_open(&mut self, land: LandId, first: usize) {
        let Listing { lands, options } = &mut self.listing;
        let table = &mut self.table;
        let options = &mut options[first..];
        options.sort_unstable_by(|&(a, b), &(c, d)| {
            lands[a as usize..b as usize].cmp(&lands[c as usize..d as usize])
        });
        let words = &mut self.words;
        words.clear();
        let mut last: &[LandId] = &[LandId::MAX];
        let unknown = &mut self.unknown;
        for &(start, end) in options.iter() {
            let all = &lands[start as usize..end as usize];
            if std::mem::replace(&mut last, all) == all {
                continue;
            }
            unknown.clear();
            let value = known_part(table, all, unknown);
            if unknown.is_empty() {
                table.exclude(land, value);
            } else {
                push_option(value, unknown, words);
            }
        }
        let handle = self.lists.add(words);
        self.table.record_mut(land).options = handle;
    }
}

/// The xor of the nimbers that are known; the other lands are added to `unknown`.
pub(crate) fn known_part(table: &Table, lands: &[LandId], unknown: &mut Vec<LandId>) -> u32 {
    let mut value = 0;
    for &land in lands {
        match table.record(land).nimber() {
            Some(nimber) => value ^= nimber,
            None => unknown.push(land),
        }
    }
    value
}

/// Sorts the lands from `start` on, and takes out two that are equal, which are worth nothing together.
fn cancel_pairs(lands: &mut Vec<LandId>, start: usize) {
    if lands.len() < start + 2 {
        return;
    }
    lands[start..].sort_unstable();
    let mut kept = start;
    for at in start..lands.len() {
        if kept > start && lands[kept - 1] == lands[at] {
            kept -= 1;
        } else {
            lands[kept] = lands[at];
            kept += 1;
        }
    }
    lands.truncate(kept);
}

/// The limit that was reached, if the work stopped for one.
impl From<LimitReached> for Stop {
    fn from(limit: LimitReached) -> Stop {
        Stop::Limit(limit)
    }
}
