//! Quotients that are checked before they are shown, kept in a store if one is named, with genera.

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use grundy_core::{HeapRules, LimitReached, Limits};

use crate::{
    Checked, GameClosure, Genera, Genus, Heaps, Quotient, QuotientCheckError, QuotientError,
    QuotientProgress, QuotientSearchRequest, QuotientStoreError, Stopped, Temper, check,
    quotient_of, search,
};

/// Heaps whose genus is looked for.
const GENERA: u64 = 30;
/// Positions that may be searched for genera.
const GENUS_POSITIONS: u64 = 10_000;
/// How long the checks after a limit was reached may take.
const GRACE: Duration = Duration::from_millis(700);
/// How often a store is written.
const SECONDS_PER_STORE: u64 = 2;

/// What quotient is asked for.
#[derive(Clone, Debug, Default)]
pub struct CheckedQuotientRequest {
    /// Heaps up to this one; `None` for all.
    pub up_to: Option<u64>,
    /// The most elements that a monoid may have.
    pub max_order: Option<usize>,
    /// A file that keeps the quotient between runs.
    pub store: Option<PathBuf>,
    /// When to give up.
    pub limits: Limits,
}

/// A quotient with what is known about it.
pub struct CheckedQuotient {
    /// The ruleset, or the games.
    pub name: String,
    /// The quotient.
    pub quotient: Quotient,
    /// What was asked for: heaps up to this one, or `None` for all.
    pub up_to: Option<u64>,
    /// How far it was checked; `None` if a limit ended the check.
    pub checked: Option<Checked>,
    /// The genus and temper of the first heaps.
    pub genera: Vec<(Genus, Temper)>,
    /// The games behind the heaps' numbers, where they are not heaps.
    pub games: Option<Vec<String>>,
    /// What ended the search before it was done.
    pub stopped: Option<Stopped>,
}

impl CheckedQuotient {
    /// The largest heap that the answer is about; `None` for all.
    pub fn heaps(&self) -> Option<u64> {
        match (self.stopped, self.quotient.period(), self.up_to) {
            (None, Some(_), up_to) => up_to,
            _ => Some(self.quotient.largest_heap()),
        }
    }

    /// The word of a heap's element; `None` for heaps that the quotient does not cover.
    pub fn word_of(&self, heap: u64) -> Option<String> {
        let element = self.quotient.phi(heap)?;
        Some(self.quotient.word(element))
    }
}

/// Why there is no quotient to show.
#[derive(Debug)]
#[non_exhaustive]
pub enum CheckedQuotientError {
    /// The quotient that was found is wrong.
    Refuted {
        /// The ruleset, or the games.
        name: String,
        /// What is wrong.
        wrong: QuotientCheckError,
    },
    /// The store holds a quotient that is wrong.
    StoredWrong(QuotientCheckError),
    /// The store cannot be used.
    Store(QuotientStoreError),
    /// A limit ended the check of a stored quotient.
    Limit(LimitReached),
}

impl fmt::Display for CheckedQuotientError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CheckedQuotientError::Refuted { name, wrong } => {
                write!(f, "the quotient of {name} fails its check: {wrong}")
            }
            CheckedQuotientError::StoredWrong(wrong) => {
                write!(f, "the stored quotient is wrong: {wrong}")
            }
            CheckedQuotientError::Store(error) => error.fmt(f),
            CheckedQuotientError::Limit(reached) => reached.fmt(f),
        }
    }
}

impl std::error::Error for CheckedQuotientError {}

impl From<QuotientStoreError> for CheckedQuotientError {
    fn from(error: QuotientStoreError) -> CheckedQuotientError {
        CheckedQuotientError::Store(error)
    }
}

/// The misère quotient of the heap game called `name`.
///
/// A limit is no error here: the answer then is about fewer heaps than asked for, and says so.
///
/// # Errors
///
/// [`CheckedQuotientError`] if the store cannot be used, or the quotient fails its check.
pub fn checked_quotient(
    name: &str,
    rules: &HeapRules,
    request: &CheckedQuotientRequest,
    watch: &mut dyn FnMut(&QuotientProgress<'_>),
) -> Result<CheckedQuotient, CheckedQuotientError> {
    let resume = match &request.store {
        Some(path) => load(path, name, rules, &request.limits)?,
        None => None,
    };
    let search_request = QuotientSearchRequest {
        up_to: request.up_to,
        max_order: request.max_order,
        // Going back to fewer heaps means starting again.
        resume: resume.filter(|known| {
            request
                .up_to
                .is_none_or(|to| known.largest_heap() <= to || known.period().is_some())
        }),
    };
    let mut keeper = Keeper::new(request.store.as_deref(), name);
    let found = search(rules, search_request, &request.limits, &mut |progress| {
        watch(&progress);
        keeper.keep(&progress);
    });
    let (quotient, stopped) = parts(found);
    keeper.finish(&quotient)?;
    answer(name.to_owned(), rules, quotient, stopped, request)
}

/// The misère quotient of games written as lists of options, and of all that follows from them.
///
/// # Errors
///
/// [`CheckedQuotientError`] if the quotient fails its check.
pub fn checked_quotient_of_games(
    games: &GameClosure,
    request: &CheckedQuotientRequest,
) -> Result<CheckedQuotient, CheckedQuotientError> {
    let search_request = QuotientSearchRequest {
        max_order: request.max_order,
        ..QuotientSearchRequest::default()
    };
    let (quotient, stopped) = parts(quotient_of(games, search_request, &request.limits));
    let count = games.count().unwrap_or(0);
    let roots: Vec<&str> = games.roots().iter().map(|&root| games.text(root)).collect();
    let mut found = answer(roots.join("; "), games, quotient, stopped, request)?;
    let texts = (0..=count).map(|game| games.text(game).to_owned());
    found.games = Some(texts.collect());
    Ok(found)
}

fn parts(found: Result<Quotient, QuotientError>) -> (Quotient, Option<Stopped>) {
    match found {
        Ok(quotient) => (quotient, None),
        Err(error) => (*error.partial, Some(error.stopped)),
    }
}

fn answer(
    name: String,
    heaps: &dyn Heaps,
    quotient: Quotient,
    stopped: Option<Stopped>,
    request: &CheckedQuotientRequest,
) -> Result<CheckedQuotient, CheckedQuotientError> {
    let limits = match stopped {
        Some(_) => Limits {
            cancel: Default::default(),
            ..request.limits.clone()
        }
        .within(GRACE),
        None => request.limits.clone(),
    };
    let checked = match check(heaps, &quotient, &limits) {
        Ok(checked) => Some(checked),
        Err(QuotientCheckError::Limit(_)) => None,
        Err(wrong) => return Err(CheckedQuotientError::Refuted { name, wrong }),
    };
    let genera = genera(heaps, &quotient, &limits);
    Ok(CheckedQuotient {
        name,
        quotient,
        up_to: request.up_to,
        checked,
        genera,
        games: None,
        stopped,
    })
}

/// The genera of the first heaps, as far as they can be had cheaply.
fn genera(heaps: &dyn Heaps, quotient: &Quotient, limits: &Limits) -> Vec<(Genus, Temper)> {
    let mut limits = limits.clone();
    limits.positions = limits.positions.min(GENUS_POSITIONS);
    genera_to(heaps, quotient.largest_heap().min(GENERA), &limits).0
}

/// The genera and tempers of heaps up to `to`, as far as the limits allow, and the limit that was reached.
///
/// # Examples
///
/// ```
/// # use grundy_core::HeapRules;
/// # use grundy_misere::genera_to;
/// let kayles = HeapRules::with_tail(&[0, 7, 7], &[]);
/// let (genera, reached) = genera_to(&kayles, 5, &Default::default());
/// assert_eq!(genera[5].0.to_string(), "4^146");
/// assert!(reached.is_none());
/// ```
pub fn genera_to(
    heaps: &dyn Heaps,
    to: u64,
    limits: &Limits,
) -> (Vec<(Genus, Temper)>, Option<LimitReached>) {
    let mut search = Genera::new(heaps);
    let mut genera = Vec::new();
    for heap in 0..=to {
        match search.of(&[heap as usize], limits) {
            Ok(found) => genera.push(found),
            Err(reached) => return (genera, Some(reached)),
        }
    }
    (genera, None)
}

/// The quotient in a store, checked; `None` if there is no file yet.
fn load(
    path: &Path,
    name: &str,
    heaps: &dyn Heaps,
    limits: &Limits,
) -> Result<Option<Quotient>, CheckedQuotientError> {
    let Some(quotient) = Quotient::load(path, name, limits)? else {
        return Ok(None);
    };
    match check(heaps, &quotient, limits) {
        Ok(_) => Ok(Some(quotient)),
        Err(QuotientCheckError::Limit(reached)) => Err(CheckedQuotientError::Limit(reached)),
        Err(wrong) => Err(CheckedQuotientError::StoredWrong(wrong)),
    }
}

/// Writes the quotient to a store now and then.
struct Keeper<'a> {
    path: Option<&'a Path>,
    name: &'a str,
    next: Instant,
    failure: Option<io::Error>,
}

impl<'a> Keeper<'a> {
    fn new(path: Option<&'a Path>, name: &'a str) -> Keeper<'a> {
        Keeper {
            path,
            name,
            next: Instant::now() + Duration::from_secs(SECONDS_PER_STORE),
            failure: None,
        }
    }

    fn keep(&mut self, progress: &QuotientProgress<'_>) {
        if self.path.is_none() || Instant::now() < self.next {
            return;
        }
        self.next = Instant::now() + Duration::from_secs(SECONDS_PER_STORE);
        let written = self.write(&progress.quotient());
        self.failure = written.err().or(self.failure.take());
    }

    fn write(&self, quotient: &Quotient) -> io::Result<()> {
        match self.path {
            Some(path) => quotient.save(path, self.name),
            None => Ok(()),
        }
    }

    fn finish(self, quotient: &Quotient) -> Result<(), QuotientStoreError> {
        let written = self.write(quotient);
        match written.err().or(self.failure) {
            Some(error) => Err(QuotientStoreError::Io(error)),
            None => Ok(()),
        }
    }
}
