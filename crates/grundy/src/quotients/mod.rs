//! Misère quotients as the doors ask for them: by the name of a ruleset, checked before they are shown.

pub mod bench;
mod drawing;
mod json;
mod text;

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use grundy_core::{LimitReached, Limits};
use grundy_misere::{
    CheckError, Checked, GameClosure, Genera, Genus, Heaps, Progress, Quotient, QuotientError,
    Request, Stopped, Temper, check, quotient_of, search,
};

use crate::Error;
use crate::spec::heap_rules;

/// Heaps whose genus is looked for.
const GENERA: u64 = 30;
/// Positions that may be searched for genera.
const GENUS_POSITIONS: u64 = 10_000;
/// How long the checks after a limit was reached may take.
const GRACE: Duration = Duration::from_millis(700);
/// How often a store is written.
const SECONDS_PER_STORE: u64 = 2;

/// What is asked.
#[derive(Clone, Debug, Default)]
pub struct QuotientQuestion {
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
pub struct QuotientAnswer {
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

impl QuotientAnswer {
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

    /// What ended the search before it was done, as a failure.
    pub fn failure(&self) -> Option<Error> {
        let heap = self.quotient.largest_heap();
        let progress = format!("the quotient of heaps up to {heap} is printed");
        Some(match self.stopped? {
            Stopped::Limit(reached) => Error::Limit {
                reached,
                progress: Some(progress),
            },
            other => Error::Refuted {
                message: format!("{other} ({progress})"),
            },
        })
    }
}

/// The misère quotient of a heap game.
///
/// A limit is no error here: the answer then is about fewer heaps than asked for, and says so.
///
/// # Errors
///
/// [`Error`] if there is no such heap game, or the store cannot be used.
///
/// # Examples
///
/// ```
/// # use grundy::quotients::{QuotientQuestion, quotient};
/// let answer = quotient("kayles", &QuotientQuestion::default(), &mut |_| ()).unwrap();
/// assert_eq!(answer.quotient.order(), 40);
/// assert!(answer.checked.is_some());
/// ```
pub fn quotient(
    ruleset: &str,
    question: &QuotientQuestion,
    watch: &mut dyn FnMut(&Progress<'_>),
) -> Result<QuotientAnswer, Error> {
    let named = heap_rules(ruleset)?;
    let resume = match &question.store {
        Some(path) => load(path, &named.name, &named.rules, &question.limits)?,
        None => None,
    };
    let request = Request {
        up_to: question.up_to,
        max_order: question.max_order,
        // Going back to fewer heaps means starting again.
        resume: resume.filter(|known| {
            question
                .up_to
                .is_none_or(|to| known.largest_heap() <= to || known.period().is_some())
        }),
    };
    let mut keeper = Keeper::new(question.store.as_deref(), &named.name);
    let found = search(&named.rules, request, &question.limits, &mut |progress| {
        watch(&progress);
        keeper.keep(&progress);
    });
    let (quotient, stopped) = parts(found);
    keeper.finish(&quotient)?;
    answer(named.name, &named.rules, quotient, stopped, question)
}

/// The misère quotient of games written as lists of options, and of all that follows from them.
///
/// # Errors
///
/// [`Error::Spec`] if the text is wrong.
pub fn quotient_of_games(text: &str, question: &QuotientQuestion) -> Result<QuotientAnswer, Error> {
    let games = GameClosure::parse(text).map_err(|error| Error::Spec {
        text: text.to_owned(),
        error,
    })?;
    let request = Request {
        max_order: question.max_order,
        ..Request::default()
    };
    let (quotient, stopped) = parts(quotient_of(&games, request, &question.limits));
    let count = games.count().unwrap_or(0);
    let roots: Vec<&str> = games.roots().iter().map(|&root| games.text(root)).collect();
    let mut found = answer(roots.join("; "), &games, quotient, stopped, question)?;
    found.games = Some(
        (0..=count)
            .map(|game| games.text(game).to_owned())
            .collect(),
    );
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
    question: &QuotientQuestion,
) -> Result<QuotientAnswer, Error> {
    let limits = match stopped {
        Some(_) => Limits {
            cancel: Default::default(),
            ..question.limits.clone()
        }
        .within(GRACE),
        None => question.limits.clone(),
    };
    let checked = match check(heaps, &quotient, &limits) {
        Ok(checked) => Some(checked),
        Err(CheckError::Limit(_)) => None,
        Err(wrong) => {
            let message = format!("the quotient of {name} fails its check: {wrong}");
            return Err(Error::Refuted { message });
        }
    };
    let genera = genera(heaps, &quotient, &limits);
    Ok(QuotientAnswer {
        name,
        quotient,
        up_to: question.up_to,
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
    genera_of(heaps, quotient.largest_heap().min(GENERA), &limits).0
}

/// The genera of heaps up to `to`, and the limit that was reached before.
fn genera_of(
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

/// The genera of the first heaps of a game, with no quotient.
pub struct GeneraAnswer {
    /// The ruleset.
    pub name: String,
    /// The genus and temper of heaps 0, 1, …
    pub genera: Vec<(Genus, Temper)>,
    /// What ended the search before it was done.
    pub stopped: Option<LimitReached>,
}

/// The genera of heaps up to `to`, as far as the limits allow.
///
/// # Errors
///
/// [`Error`] if there is no such heap game.
///
/// # Examples
///
/// ```
/// # use grundy::quotients::genera_to;
/// let answer = genera_to("kayles", 5, &Default::default()).unwrap();
/// assert_eq!(answer.genera[5].0.to_string(), "4^146");
/// ```
pub fn genera_to(ruleset: &str, to: u64, limits: &Limits) -> Result<GeneraAnswer, Error> {
    let named = heap_rules(ruleset)?;
    let (genera, stopped) = genera_of(&named.rules, to, limits);
    Ok(GeneraAnswer {
        name: named.name,
        genera,
        stopped,
    })
}

/// The quotient in a store, checked; `None` if there is no file yet.
fn load(
    path: &Path,
    name: &str,
    heaps: &dyn Heaps,
    limits: &Limits,
) -> Result<Option<Quotient>, Error> {
    let bad = |message: String| Error::Input {
        file: path.display().to_string(),
        line: None,
        message,
    };
    let text = match fs::read(path) {
        Ok(bytes) => String::from_utf8(bytes)
            .map_err(|_| bad("this is not a stored quotient; use another file".to_owned()))?,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(source) => return Err(io_error(path, source)),
    };
    let (ruleset, quotient) =
        Quotient::from_store(&text).map_err(|error| bad(error.to_string()))?;
    if ruleset != name {
        return Err(bad(format!(
            "this is the quotient of `{ruleset}`, not of `{name}`; use another file"
        )));
    }
    match check(heaps, &quotient, limits) {
        Ok(_) => Ok(Some(quotient)),
        Err(CheckError::Limit(reached)) => Err(reached.into()),
        Err(wrong) => Err(bad(format!("the stored quotient is wrong: {wrong}"))),
    }
}

fn io_error(path: &Path, source: io::Error) -> Error {
    Error::Io {
        path: path.to_owned(),
        source,
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

    fn keep(&mut self, progress: &Progress<'_>) {
        if self.path.is_none() || Instant::now() < self.next {
            return;
        }
        self.next = Instant::now() + Duration::from_secs(SECONDS_PER_STORE);
        let written = self.write(&progress.quotient());
        self.failure = written.err().or(self.failure.take());
    }

    /// Replaces the file as a whole, so that a kill leaves the old one or the new one.
    fn write(&self, quotient: &Quotient) -> io::Result<()> {
        let Some(path) = self.path else {
            return Ok(());
        };
        let mut name = path.as_os_str().to_owned();
        name.push(".new");
        let new = PathBuf::from(name);
        fs::write(&new, quotient.to_store(self.name))?;
        fs::rename(&new, path)
    }

    fn finish(self, quotient: &Quotient) -> Result<(), Error> {
        let written = self.write(quotient);
        match (self.path, written.err().or(self.failure)) {
            (Some(path), Some(source)) => Err(io_error(path, source)),
            _ => Ok(()),
        }
    }
}
