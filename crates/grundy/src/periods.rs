//! Periods by name: found, proved, written down, and checked again.

use std::borrow::Cow;
use std::time::{Duration, Instant};

use grundy_core::{HeapRules, Limits};
use grundy_sequence::{Certificate, Hash, Observation, Period, Refuted, Theorem, Values};
use serde_json::{Value, json};

use crate::Error;
use crate::sequences::{Sequence, at_heap};
use crate::spec::heap_rules;

/// Values between two looks at the clock of somebody's patience.
const FIRST_LOOK: u64 = 1 << 12;

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
/// let report = find("kayles", 1000, None, &Limits::default())?;
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
) -> Result<PeriodReport, Error> {
    let sequence = Sequence::open(ruleset, 0)?;
    let deadline = patience.map(|patience| Instant::now() + patience);
    match sequence.rules().cloned() {
        Some(rules) => find_in_heaps(sequence.name, rules, to, deadline, limits),
        None => observe(sequence, to, deadline, limits),
    }
}

fn find_in_heaps(
    name: String,
    rules: HeapRules,
    to: u64,
    deadline: Option<Instant>,
    limits: &Limits,
) -> Result<PeriodReport, Error> {
    let mut values = Values::new(rules);
    let mut count = FIRST_LOOK;
    loop {
        let target = count.min(to.saturating_add(1));
        let result = values.extend(target, limits);
        result.map_err(|reached| at_heap(reached, values.values().len() as u64))?;
        let is_late = deadline.is_some_and(|deadline| Instant::now() >= deadline);
        if values.period().is_some() || target > to || is_late {
            break;
        }
        count += (count / 4).max(FIRST_LOOK);
    }
    values.look();
    let table = values.values();
    let found = values.period().cloned();
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
            Some(Certificate { period, hash }) => json!({
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
    let hash = u64::from_str_radix(text("hash")?, 16).map_err(|_| "hash")?;
    let certificate = Certificate {
        period,
        hash: Hash(hash),
    };
    Ok((text("ruleset")?.to_owned(), certificate))
}
