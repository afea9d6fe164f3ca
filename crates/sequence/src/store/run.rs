//! A long computation that keeps itself in a store.

use std::fmt;
use std::io::ErrorKind;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use grundy_core::{HeapRules, LimitReached, Limits};
use grundy_files::{Disk, RealDisk};

use super::{BLOCK, Contents, Keep, Store, StoreError, contents};
use crate::choose::Producer;
use crate::{BadState, Certificate, EngineStats, FoundPeriod, PeriodSearch};

/// The shortest and the longest time between two commits; a hundredth of the run in between.
const BETWEEN_COMMITS: (Duration, Duration) = (Duration::from_secs(1), Duration::from_secs(60));

/// A computation in a store.
pub struct StoredRun {
    store: Store,
    producer: Producer,
    keep: Keep,
}

/// Why a stored computation cannot be resumed, or its values not be read.
#[derive(Debug)]
#[non_exhaustive]
pub enum RunError {
    /// The store cannot be used.
    Store(StoreError),
    /// It is about another game.
    OtherGame {
        /// What it holds.
        found: Contents,
    },
    /// It holds a search where a sequence was asked for, or the other way round.
    OtherWork {
        /// What it holds.
        found: Contents,
    },
    /// It keeps something else than was asked for.
    OtherKeep {
        /// What it keeps.
        keep: Keep,
    },
    /// It keeps no values, and values were to be read.
    NoValues,
    /// A value was to be read that it does not hold.
    NotStored {
        /// The heap.
        heap: u64,
        /// The number of values that it holds.
        count: u64,
    },
    /// A limit ended the work; all of it is committed.
    Limit(LimitReached),
}

impl fmt::Display for RunError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RunError::Store(error) => error.fmt(f),
            RunError::OtherGame { found } => {
                write!(f, "{found}, not of this ruleset; it is left as it is")
            }
            RunError::OtherWork {
                found: found @ Contents::Search(_),
            } => write!(
                f,
                "{found}, which holds no values; a search for the period resumes it, and it is left as it is"
            ),
            RunError::OtherWork {
                found: found @ Contents::Sequence(_),
            } => write!(
                f,
                "{found}, not a search for a period; computing the values resumes it, and it is left as it is"
            ),
            RunError::OtherKeep { keep } => {
                write!(
                    f,
                    "was made to keep the {}; it is left as it is",
                    keep.word()
                )
            }
            RunError::NoValues => f.write_str(
                "keeps only the state to resume from, no values; make a store that keeps values",
            ),
            RunError::NotStored { heap, count } => write!(
                f,
                "heap {heap} is not stored: there are {count} values, from heap 0 on"
            ),
            RunError::Limit(reached) => reached.fmt(f),
        }
    }
}

impl std::error::Error for RunError {}

impl From<StoreError> for RunError {
    fn from(error: StoreError) -> RunError {
        RunError::Store(error)
    }
}

impl From<LimitReached> for RunError {
    fn from(reached: LimitReached) -> RunError {
        RunError::Limit(reached)
    }
}

impl From<BadState> for RunError {
    fn from(_: BadState) -> RunError {
        RunError::Store(StoreError::Damaged { at: 0 })
    }
}

impl StoredRun {
    /// Goes on with the store at `path`, or makes one.
    ///
    /// # Errors
    ///
    /// [`RunError`]; a file that cannot be resumed is left unchanged.
    pub fn open(
        path: &Path,
        name: &str,
        rules: &HeapRules,
        keep: Option<Keep>,
        limits: &Limits,
    ) -> Result<StoredRun, RunError> {
        StoredRun::open_on(Arc::new(RealDisk), path, name, rules, keep, limits)
    }

    /// As [`StoredRun::open`], written by a disk that the caller chooses.
    ///
    /// # Errors
    ///
    /// As [`StoredRun::open`].
    pub fn open_on(
        disk: Arc<dyn Disk>,
        path: &Path,
        name: &str,
        rules: &HeapRules,
        keep: Option<Keep>,
        limits: &Limits,
    ) -> Result<StoredRun, RunError> {
        let contents = Contents::Sequence(name.to_owned());
        let mut store = open(disk, path, &contents, rules, keep.unwrap_or(Keep::Values))?;
        if keep.is_some_and(|keep| keep != store.keep()) {
            return Err(RunError::OtherKeep { keep: store.keep() });
        }
        let producer = match store.state()? {
            None => Producer::new(rules),
            Some(state) => Producer::resume(rules, &state, || all_values(&mut store), limits)?,
        };
        if producer.position() != store.committed().count {
            return Err(BadState.into());
        }
        let keep = store.keep();
        Ok(StoredRun {
            store,
            producer,
            keep,
        })
    }

    /// Computes until heap `to` is stored; `progress` hears how many values there are.
    ///
    /// # Errors
    ///
    /// [`RunError`]; after [`RunError::Limit`], what was computed is committed.
    pub fn advance(
        &mut self,
        to: u64,
        limits: &Limits,
        mut progress: impl FnMut(u64),
    ) -> Result<(), RunError> {
        let started = Instant::now();
        let mut committed = started;
        let mut result = Ok(());
        let mut values = Vec::new();
        while result.is_ok() && self.producer.position() <= to {
            values.clear();
            let left = (to - self.producer.position()).saturating_add(1);
            let goal = usize::try_from(left).unwrap_or(BLOCK).min(BLOCK);
            let (shortest, longest) = BETWEEN_COMMITS;
            let due = (started.elapsed() / 100).clamp(shortest, longest);
            // Slow methods fill a block over several commits; fast ones pass on many between two.
            while result.is_ok() && values.len() < goal && committed.elapsed() < due {
                let most = (goal - values.len()).min(1 << 14);
                result = self.producer.extend(most, &mut values, limits);
            }
            self.store.append(&values)?;
            progress(self.producer.position());
            if committed.elapsed() >= due {
                self.commit()?;
                committed = Instant::now();
            }
        }
        if self.producer.position() != self.store.committed().count {
            self.commit()?;
        }
        Ok(result?)
    }

    /// The store.
    pub fn store(&self) -> &Store {
        &self.store
    }

    /// What is known of how the method works.
    pub fn stats(&self) -> EngineStats {
        self.producer.stats()
    }

    fn commit(&mut self) -> Result<(), StoreError> {
        let state = self.producer.save(self.keep == Keep::Values);
        self.store.commit(&state)
    }
}

/// A search for a period in a store.
pub struct StoredSearch {
    store: Store,
    search: PeriodSearch,
    /// What was found, now or by an earlier run.
    found: Option<Certificate>,
}

impl StoredSearch {
    /// Goes on with the store at `path`, or makes one; `None` if the rules allow no such search.
    ///
    /// # Errors
    ///
    /// [`RunError`]; a file that cannot be resumed is left unchanged.
    pub fn open(
        path: &Path,
        name: &str,
        rules: &HeapRules,
    ) -> Result<Option<StoredSearch>, RunError> {
        StoredSearch::open_on(Arc::new(RealDisk), path, name, rules)
    }

    /// As [`StoredSearch::open`], written by a disk that the caller chooses.
    ///
    /// # Errors
    ///
    /// As [`StoredSearch::open`].
    pub fn open_on(
        disk: Arc<dyn Disk>,
        path: &Path,
        name: &str,
        rules: &HeapRules,
    ) -> Result<Option<StoredSearch>, RunError> {
        if !PeriodSearch::can_stream(rules) {
            return Ok(None);
        }
        let contents = Contents::Search(name.to_owned());
        let mut store = open(disk, path, &contents, rules, Keep::State)?;
        let (search, found) = match store.state()? {
            None => (PeriodSearch::new(rules.clone()), None),
            Some(state) => contents::resume(rules, &state)?,
        };
        Ok(Some(StoredSearch {
            store,
            search,
            found,
        }))
    }

    /// Searches up to heap `to`, unless an earlier run has found; `progress` hears how many values
    /// there are.
    ///
    /// # Errors
    ///
    /// [`RunError`]; after [`RunError::Limit`], what was computed is committed.
    pub fn advance(
        &mut self,
        to: u64,
        limits: &Limits,
        mut progress: impl FnMut(u64),
    ) -> Result<Option<Certificate>, RunError> {
        if self.found.is_some() {
            return Ok(self.found.clone());
        }
        let started = Instant::now();
        let mut committed = started;
        while self.found.is_none() && self.search.position() <= to {
            match self.search.advance(to, limits) {
                Ok(found) => self.found = found,
                Err(reached) => {
                    self.commit()?;
                    return Err(reached.into());
                }
            }
            progress(self.search.position());
            let (shortest, longest) = BETWEEN_COMMITS;
            if committed.elapsed() >= (started.elapsed() / 100).clamp(5 * shortest, longest) {
                self.commit()?;
                committed = Instant::now();
            }
        }
        self.commit()?;
        Ok(self.found.clone())
    }

    /// What was found so far about the ruleset called `name`.
    pub fn found_period(&self, name: String) -> FoundPeriod {
        FoundPeriod {
            name,
            certificate: self.found.clone(),
            observed: None,
            looked_to: self.search.position().saturating_sub(1),
            method: self.search.stats().method,
        }
    }

    /// The search.
    pub fn search(&self) -> &PeriodSearch {
        &self.search
    }

    fn commit(&mut self) -> Result<(), StoreError> {
        let state = contents::save(&self.search, self.found.as_ref());
        self.store.commit_at(self.search.position(), &state)
    }
}

/// The store at `path`, or a new one; refused if it holds anything else.
fn open(
    disk: Arc<dyn Disk>,
    path: &Path,
    contents: &Contents,
    rules: &HeapRules,
    keep: Keep,
) -> Result<Store, RunError> {
    if !path.exists() {
        match Store::create(disk.clone(), path, &contents.name(), rules, keep) {
            // Another process was faster.
            Err(StoreError::Io(error)) if error.kind() == ErrorKind::AlreadyExists => {}
            created => return Ok(created?),
        }
    }
    let store = Store::open_on(disk, path)?;
    let found = store.holds();
    if found.is_search() != contents.is_search() {
        return Err(RunError::OtherWork { found });
    }
    if store.is_about(rules) {
        Ok(store)
    } else {
        Err(RunError::OtherGame { found })
    }
}

fn all_values(store: &mut Store) -> Result<Vec<u32>, RunError> {
    let mut values = Vec::new();
    for block in 0..store.block_count() {
        values.extend(store.block(block)?.1);
    }
    Ok(values)
}
