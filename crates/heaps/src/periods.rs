//! Periods by name: found, proved, and checked again.

use std::path::Path;
use std::time::Duration;

use grundy_core::Limits;
use grundy_report::{Error, PeriodReport};
use grundy_sequence::store::StoredSearch;

use crate::certificates::confirm_period;
use crate::sequences::open;
use grundy_spec::{Files, heap_rules};

pub use grundy_sequence::FoundPeriod;

/// Certificates that come with grundy, each of which took long to find; `examples/certificates` says how.
const SHIPPED: [&str; 4] = [
    include_str!("../../../examples/certificates/0.104.json"),
    include_str!("../../../examples/certificates/0.106.json"),
    include_str!("../../../examples/certificates/0.16.json"),
    include_str!("../../../examples/certificates/0.454.json"),
];

/// The period of a ruleset that a certificate which comes with grundy states, if it takes more than `most` values to
/// find it anew.
///
/// # Examples
///
/// ```
/// # use grundy_heaps::periods::shipped;
/// assert_eq!(shipped("0.106", 5_000_000).unwrap().period, Some(328_226_140_474));
/// assert!(shipped("0.16", 5_000_000).is_none(), "found in no time");
/// ```
pub fn shipped(ruleset: &str, most: u64) -> Option<PeriodReport> {
    let name = heap_rules(ruleset).ok()?.name;
    let known = SHIPPED.iter().find_map(|text| {
        let (of, certificate) = PeriodReport::read_certificate(text).ok()?;
        (of == name).then_some(certificate)
    })?;
    (known.period.checked_to > most).then(|| PeriodReport {
        from_certificate: true,
        ..PeriodReport::new(&FoundPeriod::checked_again(name, known))
    })
}

/// Looks for a period of this ruleset in the values of heaps 0 to `to` at most, and proves it.
///
/// Stops early when `patience` runs out; that is no error.
///
/// # Examples
///
/// ```
/// # use grundy_core::Limits;
/// # use grundy_heaps::periods::find;
/// let found = find("kayles", 1000, None, &Limits::default(), &mut |_| {})?;
/// let period = found.certificate.expect("kayles is periodic").period;
/// assert_eq!((period.preperiod, period.period), (71, 12));
/// # Ok::<(), grundy_report::Error>(())
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
) -> Result<FoundPeriod, Error> {
    let sequence = open(ruleset, 0, Files::Allow, limits)?;
    confirmed(
        sequence.find_period(to, patience, limits, progress)?,
        limits,
    )
}

/// What was found, unless the independent checker refutes it.
fn confirmed(found: FoundPeriod, limits: &Limits) -> Result<FoundPeriod, Error> {
    confirm_period(&PeriodReport::new(&found), limits)?;
    Ok(found)
}

/// Looks for a period while the values stream by, in the store at `path`, resuming where it stands.
///
/// # Errors
///
/// As [`find`]; [`Error::Input`] if the file is damaged or about something else; [`Error::Usage`] if the
/// rules allow no such search. After [`Error::Limit`], the same call resumes the search.
pub fn find_in_store(
    ruleset: &str,
    path: &Path,
    to: u64,
    limits: &Limits,
    progress: &mut dyn FnMut(u64),
) -> Result<FoundPeriod, Error> {
    let named = heap_rules(ruleset)?;
    let opened = StoredSearch::open(path, &named.name, &named.rules);
    let Some(mut run) = opened.map_err(|error| Error::in_store(error, path, 0))? else {
        return Err(Error::Usage {
            message: format!(
                "`{ruleset}`: only games that split heaps in two, by finitely many digits, can be searched in a store; search without one"
            ),
        });
    };
    let result = run.advance(to, limits, progress);
    let found = run.found_period(named.name);
    result.map_err(|error| Error::in_store(error, path, run.search().position()))?;
    confirmed(found, limits)
}

/// Checks a certificate (the text of its JSON object): computes the values anew and shows the theorem
/// from them.
///
/// # Errors
///
/// [`Error::Input`] if it is no certificate, [`Error::Refuted`] if it does not hold, [`Error::Limit`].
pub fn check(file: &str, text: &str, limits: &Limits) -> Result<FoundPeriod, Error> {
    let read = PeriodReport::read_certificate(text);
    let (name, certificate) = read.map_err(|error| Error::input(file, None, &error))?;
    let named = heap_rules(&name)?;
    let checked = certificate.check(&named.rules, limits);
    match checked.map_err(|reached| Error::at_heap(reached, 0))? {
        Ok(()) => confirmed(FoundPeriod::checked_again(named.name, certificate), limits),
        Err(refuted) => Err(Error::Refuted {
            message: format!("{file}: {}", refuted.in_words(&certificate)),
        }),
    }
}
