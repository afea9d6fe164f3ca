//! Periods by name: found, proved, written down, and checked again.

use std::borrow::Cow;
use std::path::Path;
use std::time::{Duration, Instant};

use grundy_core::{HeapRules, Limits};
use grundy_sequence::store::StoredSearch;
use grundy_sequence::{
    Certificate, EngineError, Hash, Observation, Period, Refuted, Search, Theorem, Values,
    WindowProof,
};
use serde_json::{Value, json};

use crate::Error;
use crate::sequences::{Sequence, at_heap};
use crate::spec::{Files, heap_rules};
use crate::stored::run_error;

/// Values between two looks at the clock of somebody's patience.
const FIRST_LOOK: u64 = 1 << 12;

/// Beyond this, values are not kept where the method can do without.
const LONGEST_TABLE: u64 = 1 << 23;

/// What a look for a period found.
#[derive(Clone, Debug)]
pub struct PeriodReport {
    /// The ruleset as grundy writes it.
    pub name: String,
    /// The proof, if there is one.
    pub certificate: Option<Certificate>,
    /// A recurrence that was seen and is not proved.
    pub observed: Option<Observation>,
    /// The largest heap whose value was looked at.
    pub looked_to: u64,
    /// The method that computed the values.
    pub method: Cow<'static, str>,
}

/// Looks for a period of this ruleset in the values of heaps 0 to `to` at most, and proves it.
///
/// Stops early when `patience` runs out; that is no error.
///
/// # Examples
///
/// ```
/// # use grundy::{core::Limits, periods::find};
/// let report = find("kayles", 1000, None, &Limits::default(), &mut |_| {})?;
/// let period = report.certificate.expect("kayles is periodic").period;
/// assert_eq!((period.preperiod, period.period), (71, 12));
/// # Ok::<(), grundy::Error>(())
/// ```
///
/// # Errors
///
/// [`Error::Spec`]; [`Error::Limit`] when one of `limits` is reached before the answer.
pub fn find(
    ruleset: &str,
    to: u64,
    patience: Option<Duration>,
    limits: &Limits,
    progress: &mut dyn FnMut(u64),
) -> Result<PeriodReport, Error> {
    let sequence = Sequence::open_within(ruleset, 0, Files::Allow, limits)?;
    find_in(sequence, to, patience, limits, progress)
}

/// As [`find`], in a sequence that has been opened.
///
/// # Errors
///
/// As [`find`].
pub fn find_in(
    sequence: Sequence,
    to: u64,
    patience: Option<Duration>,
    limits: &Limits,
    progress: &mut dyn FnMut(u64),
) -> Result<PeriodReport, Error> {
    let deadline = patience.map(|patience| Instant::now() + patience);
    match sequence.rules().cloned() {
        Some(rules) => find_in_heaps(sequence.name, rules, to, deadline, limits, progress),
        None => observe(sequence, to, deadline, limits),
    }
}

/// Looks in a table; where that becomes long and the method allows, while the values stream by.
fn find_in_heaps(
    name: String,
    rules: HeapRules,
    to: u64,
    deadline: Option<Instant>,
    limits: &Limits,
    progress: &mut dyn FnMut(u64),
) -> Result<PeriodReport, Error> {
    let is_late = || deadline.is_some_and(|deadline| Instant::now() >= deadline);
    let mut values = Values::new(rules.clone());
    let mut count = FIRST_LOOK;
    let mut result = Ok(());
    while result.is_ok() && values.period().is_none() && !is_late() {
        let known = values.values().len() as u64;
        if known > to {
            break;
        }
        if known >= LONGEST_TABLE
            && values.stats().largest_witness.is_some()
            && let Some(search) = Search::new(&rules)
        {
            return stream(name, search, to, deadline, limits, progress);
        }
        result = values.extend(count.min(to.saturating_add(1)), limits);
        count += (count / 4).max(FIRST_LOOK);
        progress(values.values().len() as u64);
    }
    values.look();
    let table = values.values();
    let found = values.period().cloned();
    if let (Err(reached), None) = (result, &found) {
        return Err(at_heap(reached, table.len() as u64));
    }
    Ok(PeriodReport {
        name,
        observed: match found {
            None => Observation::find(table),
            Some(_) => None,
        },
        certificate: found.map(|period| Certificate::new(period, table)),
        looked_to: (table.len() as u64).saturating_sub(1),
        method: values.method(),
    })
}

/// Goes on with a search until it finds, or `to` or the deadline is reached.
fn stream(
    name: String,
    mut search: Search,
    to: u64,
    deadline: Option<Instant>,
    limits: &Limits,
    progress: &mut dyn FnMut(u64),
) -> Result<PeriodReport, Error> {
    let is_late = || deadline.is_some_and(|deadline| Instant::now() >= deadline);
    let mut certificate = None;
    while certificate.is_none() && search.position() <= to && !is_late() {
        certificate = match search.advance(limits) {
            Ok(found) => found,
            Err(error) => return Err(search_error(error, &search)),
        };
        progress(search.position());
    }
    Ok(PeriodReport {
        name,
        certificate,
        observed: None,
        looked_to: search.position().saturating_sub(1),
        method: search.stats().method,
    })
}

/// Looks for a period while the values stream by, in the store at `path`, going on where it stands.
///
/// # Errors
///
/// As [`find`]; [`Error::Input`] if the file is damaged or about something else; [`Error::Usage`] if the
/// rules allow no such search. After [`Error::Limit`], the same call goes on.
pub fn find_in_store(
    ruleset: &str,
    path: &Path,
    to: u64,
    limits: &Limits,
    progress: &mut dyn FnMut(u64),
) -> Result<PeriodReport, Error> {
    let named = heap_rules(ruleset)?;
    let opened = StoredSearch::open(path, &named.name, &named.rules);
    let Some(mut run) = opened.map_err(|error| run_error(error, path, 0))? else {
        return Err(Error::Usage {
            message: format!(
                "`{ruleset}`: only games that split heaps in two, by finitely many digits, can be searched in a store; leave --store away"
            ),
        });
    };
    let result = run.advance(to, limits, progress);
    let position = run.search().position();
    Ok(PeriodReport {
        name: named.name,
        certificate: result.map_err(|error| run_error(error, path, position))?,
        observed: None,
        looked_to: position.saturating_sub(1),
        method: run.search().stats().method,
    })
}

fn search_error(error: EngineError, search: &Search) -> Error {
    match error {
        EngineError::Limit(reached) => at_heap(reached, search.position()),
        error => Error::Usage {
            message: format!("heap {}: {error}", search.position()),
        },
    }
}

/// Looks at positions of rules that have no theorem: nothing can be proved.
fn observe(
    mut sequence: Sequence,
    to: u64,
    deadline: Option<Instant>,
    limits: &Limits,
) -> Result<PeriodReport, Error> {
    let mut values = Vec::new();
    while sequence.position() <= to && deadline.is_none_or(|deadline| Instant::now() < deadline) {
        sequence.read(1, &mut values, limits)?;
    }
    let table: Vec<u32> = values
        .iter()
        .map_while(|&v| u32::try_from(v).ok())
        .collect();
    Ok(PeriodReport {
        observed: Observation::find(&table),
        certificate: None,
        looked_to: sequence.position().saturating_sub(1),
        method: sequence.stats().method,
        name: sequence.name,
    })
}

impl PeriodReport {
    /// The report as one JSON object; with a proof, it is a certificate that [`check`] takes.
    pub fn json(&self) -> Value {
        match &self.certificate {
            Some(Certificate {
                period,
                hash,
                window,
            }) => json!({
                "schema": 1,
                "ruleset": self.name,
                "periodic": true,
                "preperiod": period.preperiod,
                "period": period.period,
                "saltus": period.saltus,
                "last_exception": period.last_exception(),
                "proved": true,
                "checked_to": period.checked_to,
                "theorem": period.theorem.word(),
                "theorem_in_words": period.theorem.to_string(),
                "hash": hash.to_string(),
                "window": window.map(|window| json!({
                    "start": window.start,
                    "length": window.length,
                    "mask": window.mask,
                    "position_parity": window.position_parity,
                    "last_rare": window.last_rare,
                    "largest_witness": window.largest_witness,
                })),
                "method": self.method,
            }),
            None => json!({
                "schema": 1,
                "ruleset": self.name,
                "periodic": null,
                "preperiod": null,
                "period": null,
                "saltus": null,
                "last_exception": null,
                "proved": false,
                "checked_to": self.looked_to,
                "observed": self.observed.map(|seen| json!({
                    "preperiod": seen.preperiod,
                    "period": seen.period,
                    "saltus": seen.saltus,
                })),
                "method": self.method,
            }),
        }
    }
}

/// Checks a certificate (the text of its JSON object): computes the values anew and shows the theorem
/// from them.
///
/// # Errors
///
/// [`Error::Input`] if it is no certificate, [`Error::Refuted`] if it does not hold, [`Error::Limit`].
pub fn check(file: &str, text: &str, limits: &Limits) -> Result<PeriodReport, Error> {
    let bad = |message: &str| Error::Input {
        file: file.to_owned(),
        line: None,
        message: message.to_owned(),
    };
    let object: Value =
        serde_json::from_str(text).map_err(|error| bad(&format!("not a JSON object: {error}")))?;
    let (name, certificate) = read(&object).map_err(|key| {
        bad(&format!(
            "not a certificate: `{key}` is missing or wrong; `grundy period RULESET --json` writes them"
        ))
    })?;
    let named = heap_rules(&name)?;
    let result = certificate.check(&named.rules, limits);
    let refuted = |message: String| Err(Error::Refuted { message });
    match result.map_err(|reached| at_heap(reached, 0))? {
        Ok(()) => Ok(PeriodReport {
            name: named.name,
            looked_to: certificate.period.checked_to,
            certificate: Some(certificate),
            observed: None,
            method: Cow::Borrowed("recomputed"),
        }),
        Err(Refuted::Hash { found }) => refuted(format!(
            "{file}: the values have the hash {found}, not {}",
            certificate.hash
        )),
        Err(_) => refuted(format!(
            "{file}: the values do not show what the certificate claims by `{}`",
            certificate.period.theorem.word()
        )),
    }
}

/// The ruleset and the claim of a certificate, or the key that is wrong.
fn read(object: &Value) -> Result<(String, Certificate), &'static str> {
    let number = |key: &'static str| object[key].as_u64().ok_or(key);
    let text = |key: &'static str| object[key].as_str().ok_or(key);
    let period = Period {
        preperiod: number("preperiod")?,
        period: number("period")?,
        saltus: number("saltus")?,
        theorem: Theorem::from_word(text("theorem")?).ok_or("theorem")?,
        checked_to: number("checked_to")?,
    };
    // What follows from the rest must agree with it.
    if object["last_exception"] != json!(period.last_exception()) {
        return Err("last_exception");
    }
    for key in ["periodic", "proved"] {
        if object[key] != json!(true) {
            return Err(key);
        }
    }
    if object["schema"] != json!(1) {
        return Err("schema");
    }
    let hash = u64::from_str_radix(text("hash")?, 16).map_err(|_| "hash")?;
    if (period.theorem == Theorem::Window) == object["window"].is_null() {
        return Err("window");
    }
    let certificate = Certificate {
        period,
        hash: Hash(hash),
        window: read_window(&object["window"])?,
    };
    Ok((text("ruleset")?.to_owned(), certificate))
}

fn read_window(object: &Value) -> Result<Option<WindowProof>, &'static str> {
    if object.is_null() {
        return Ok(None);
    }
    let number = |key: &'static str| object[key].as_u64().ok_or(key);
    Ok(Some(WindowProof {
        start: number("start")?,
        length: number("length")?,
        mask: u32::try_from(number("mask")?).map_err(|_| "mask")?,
        position_parity: object["position_parity"]
            .as_bool()
            .ok_or("position_parity")?,
        last_rare: number("last_rare")?,
        largest_witness: number("largest_witness")?,
    }))
}
