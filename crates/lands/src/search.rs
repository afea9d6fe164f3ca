//! Depth-first proof-number search on couples of a land and a Nim heap.
//!
//! After Nagai (2002) for the search, Lemoine and Viennot (2010) for couples, and Čížek, Balko and others
//! (arXiv 2511.10339) for proof numbers in sums. The effort to win a couple is the least effort to lose an
//! option; the effort to lose it is the *greatest* effort to win an option, plus one for each other open one,
//! because options share most of what is to be proved. Options of several unknown lands are not stored: see
//! `sums.rs`.
//!
//! A won couple excludes a nimber of the land; a lost one settles its nimber. Nothing else is ever taken as
//! proved, so proof numbers only steer, and may be forgotten.

use grundy_core::{LimitReached, Limits, SearchProgress};

use crate::children::Child;
use crate::exact::Listing;
use crate::options::OptionLists;
use crate::rules::{LandList, LandRules};
use crate::table::{Effort, LandId, NEVER, Table};

/// What can be tuned; no setting changes an answer.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    /// Lands of at most so many lives get their nimbers by mex as soon as they are met.
    pub exact_lives: u32,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings { exact_lives: 9 }
    }
}

/// How far a search is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    /// Couples visited, counted at each visit.
    pub visits: u64,
    /// Lands whose options were listed.
    pub expansions: u64,
    /// Options that the rules gave.
    pub options: u64,
    /// Lands in the table.
    pub lands: u64,
    /// Lands whose nimber is known.
    pub exact: u64,
    /// Bytes that the tables take.
    pub bytes: u64,
    /// How often the tables were cleared of what was not proved.
    pub collections: u64,
}

/// Why the search stopped before the answer.
pub(crate) enum Stop {
    Limit(LimitReached),
    /// The tables are full: begin again with what was proved.
    Full,
}

/// A search with all that it has proved, which later questions use.
pub struct Search<'a, R: LandRules> {
    pub(crate) rules: &'a R,
    pub(crate) scratch: R::Scratch,
    pub(crate) settings: Settings,
    pub(crate) limits: Limits,
    pub(crate) table: Table,
    pub(crate) lists: OptionLists,
    pub(crate) listing: Listing,
    pub(crate) key: Vec<u8>,
    pub(crate) words: Vec<u32>,
    pub(crate) kept: Vec<u32>,
    pub(crate) unknown: Vec<LandId>,
    /// The open options of the couples on the path, as far as they are looked at.
    pub(crate) children: Vec<Child>,
    /// The lands of those options that have several.
    pub(crate) sums: Vec<LandId>,
    pub(crate) visits: u64,
    pub(crate) expansions: u64,
    pub(crate) generated: u64,
    pub(crate) collections: u64,
    /// The nimbers known when room was made last, and how often none had been found since.
    pub(crate) exact_before: u64,
    pub(crate) in_vain: u32,
    report: Box<dyn FnMut(&Progress) + Send + Sync + 'a>,
}

/// Visits between two looks at the clock.
const VISITS_BETWEEN_CHECKS: u64 = 1 << 10;

impl<'a, R: LandRules> Search<'a, R> {
    /// A search that knows nothing yet; it reports its progress now and then.
    pub fn new(
        rules: &'a R,
        settings: Settings,
        limits: Limits,
        report: impl FnMut(&Progress) + Send + Sync + 'a,
    ) -> Search<'a, R> {
        Search {
            rules,
            scratch: R::Scratch::default(),
            settings,
            limits,
            table: Table::default(),
            lists: OptionLists::default(),
            listing: Listing::default(),
            key: Vec::new(),
            words: Vec::new(),
            kept: Vec::new(),
            unknown: Vec::new(),
            children: Vec::new(),
            sums: Vec::new(),
            visits: 0,
            expansions: 0,
            generated: 0,
            collections: 0,
            exact_before: 0,
            in_vain: 0,
            report: Box::new(report),
        }
    }

    /// Sets the limits of what is asked from now on.
    pub fn set_limits(&mut self, limits: &Limits) {
        self.limits = limits.clone();
    }

    /// How far the search is.
    pub fn progress(&self) -> Progress {
        Progress {
            visits: self.visits,
            expansions: self.expansions,
            options: self.generated,
            lands: self.table.records.len() as u64,
            exact: self.table.exact,
            bytes: self.bytes(),
            collections: self.collections,
        }
    }

    /// True if the sum of some lands and a Nim heap is lost for the player to move under normal play.
    ///
    /// # Errors
    ///
    /// The limit that was reached; what was proved is kept.
    pub fn is_lost(&mut self, lands: &LandList, heap: u32) -> Result<bool, LimitReached> {
        loop {
            let ids = self.intern(lands);
            let unlimited = Effort {
                win: NEVER,
                lose: NEVER,
            };
            let start = self.sums.len();
            self.sums.extend_from_slice(&ids);
            let found = self.visit_sum(start, ids.len(), heap, unlimited);
            self.sums.truncate(start);
            match found {
                Ok(effort) => return Ok(effort.lose == 0),
                Err(Stop::Limit(limit)) => return Err(limit),
                Err(Stop::Full) => self.collect()?,
            }
        }
    }

    /// The nimber of the sum of some lands.
    ///
    /// # Errors
    ///
    /// The limit that was reached; what was proved is kept.
    pub fn nimber(&mut self, lands: &LandList) -> Result<u32, LimitReached> {
        let mut nimber = 0;
        for land in lands.iter() {
            let mut alone = LandList::default();
            alone.push_with(|bytes| bytes.extend_from_slice(land));
            nimber ^= loop {
                let next = self.first_open(&alone);
                if self.is_lost(&alone, next)? {
                    break next;
                }
            };
        }
        Ok(nimber)
    }

    /// The nimber of the sum of some lands, if it has been proved already.
    pub fn known_nimber(&mut self, lands: &LandList) -> Option<u32> {
        let ids = self.intern(lands);
        let mut nimbers = ids.iter().map(|&id| self.table.record(id).nimber());
        nimbers.try_fold(0, |sum, nimber| Some(sum ^ nimber?))
    }

    fn intern(&mut self, lands: &LandList) -> Vec<LandId> {
        let rules = self.rules;
        let intern = |land| self.table.intern(land, rules.lives(land));
        lands.iter().map(intern).collect()
    }

    /// The bytes that the tables take.
    pub(crate) fn bytes(&self) -> u64 {
        self.table.bytes() + self.lists.bytes()
    }

    /// Works on a couple until it is decided, or one of its efforts reaches its limit.
    pub(crate) fn visit(&mut self, land: LandId, heap: u32, limit: Effort) -> Result<Effort, Stop> {
        let known = self.table.effort(land, heap);
        if known.is_decided() {
            return Ok(known);
        }
        self.check()?;
        let [children, sums] = [self.children.len(), self.sums.len()];
        let found = self.visit_open(land, heap, limit, children);
        self.children.truncate(children);
        self.sums.truncate(sums);
        found
    }

    fn check(&mut self) -> Result<(), Stop> {
        self.visits += 1;
        if self.visits.is_multiple_of(VISITS_BETWEEN_CHECKS) {
            self.limits.check_time()?;
            self.limits
                .check_positions(self.table.records.len() as u64)?;
            let progress = self.progress();
            (self.report)(&progress);
            self.limits.watch.tell(&SearchProgress {
                expansions: progress.visits,
                nimbers: progress.exact,
                components: progress.lands,
                bytes: progress.bytes,
                proof: (0, 0),
            });
        }
        self.check_room()
    }

    fn visit_open(
        &mut self,
        land: LandId,
        heap: u32,
        limit: Effort,
        first: usize,
    ) -> Result<Effort, Stop> {
        if self.table.record(land).lives() <= self.settings.exact_lives {
            self.settle_exactly(land)?;
            return Ok(self.table.effort(land, heap));
        }
        if self.table.record(land).options == 0 {
            self.list_options(land, heap)?;
            if self.table.effort(land, heap) == Effort::WON {
                return Ok(Effort::WON);
            }
        }
        self.look_at_options(land, heap);
        loop {
            let summary = self.summary(first);
            let effort = summary.effort;
            if effort.win == 0 {
                self.table.exclude(land, heap);
                return Ok(Effort::WON);
            }
            if effort.lose == 0 {
                self.table.settle(land, heap);
                return Ok(Effort::LOST);
            }
            if effort.win >= limit.win || effort.lose >= limit.lose {
                self.table.note(land, heap, effort);
                return Ok(effort);
            }
            let open = (self.children.len() - first) as u32;
            let child = self.children[summary.best];
            let next = Effort {
                win: limit.lose - (open - 1),
                lose: limit.win.min(summary.second / 4 + summary.second + 1),
            };
            let found = if child.count == 1 {
                self.visit(child.land, child.heap, next)?
            } else {
                let [start, count] = [child.land, child.count].map(|number| number as usize);
                self.visit_sum(start, count, child.heap, next)?
            };
            if found.win == 0 {
                self.children.swap_remove(summary.best);
            } else {
                self.children[summary.best].effort = found;
            }
        }
    }
}
