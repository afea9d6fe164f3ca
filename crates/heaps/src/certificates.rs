//! Certificates of periods and quotients, confirmed by the independent checker before anybody sees them.
//!
//! The checker (`grundy_checker`) shares no code with what finds periods and quotients. A claim that it refutes is
//! never shown. What it cannot check (it reads fewer rulesets, and takes longer) is not refuted.

use grundy_checker::{CheckError, CheckLimits, ReachedLimit};
use grundy_core::{HeapRules, LimitReached, Limits};
use grundy_misere::{CertifiedGame, Quotient, QuotientCertificate};
use grundy_report::{Error, PeriodReport, to_json};

pub use grundy_checker::QuotientCheck;

/// Steps that a claim is worth before it is shown; [`check_quotient`] and `grundy period --check` take as many as
/// their limits allow.
const STEPS_BEFORE_SHOWING: u64 = 2_000_000_000;

/// Whether the checker confirmed a claim.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Confirmation {
    /// It holds.
    Confirmed,
    /// The checker cannot say: why.
    NotChecked(String),
}

/// Has the checker look at a period that is about to be shown.
///
/// # Errors
///
/// [`Error::Refuted`] if the claim does not hold, which is a bug in what found it.
pub fn confirm_period(report: &PeriodReport, limits: &Limits) -> Result<Confirmation, Error> {
    if !report.proved {
        return Ok(Confirmation::NotChecked("nothing is claimed".to_owned()));
    }
    let checked = with_limits(limits, STEPS_BEFORE_SHOWING, |limits| {
        grundy_checker::check_period(&to_json(report), limits)
    });
    confirmation(&report.ruleset, checked.map(|_| ()))
}

/// The certificate of a quotient, as JSON, confirmed by the checker.
///
/// # Errors
///
/// [`Error::Refuted`] if the quotient is wrong, which is a bug in what found it.
pub fn quotient_certificate(
    name: &str,
    rules: &HeapRules,
    quotient: &Quotient,
    limits: &Limits,
) -> Result<(String, Confirmation), Error> {
    let game = CertifiedGame::from(rules);
    let text = QuotientCertificate::new(name, game, quotient).to_json();
    let checked = with_limits(limits, STEPS_BEFORE_SHOWING, |limits| {
        grundy_checker::check_quotient(&text, limits)
    });
    let confirmation = confirmation(name, checked.map(|_| ()))?;
    Ok((text, confirmation))
}

/// Checks the text of a quotient's certificate.
///
/// # Errors
///
/// [`Error::Input`] if it is not a certificate, [`Error::Refuted`] if it does not hold, [`Error::Limit`].
pub fn check_quotient(file: &str, text: &str, limits: &Limits) -> Result<QuotientCheck, Error> {
    let checked = with_limits(limits, u64::MAX, |limits| {
        grundy_checker::check_quotient(text, limits)
    });
    checked.map_err(|error| match error {
        CheckError::Refuted(_) => Error::Refuted {
            message: format!("{file}: {error}"),
        },
        CheckError::LimitReached { limit } => Error::from(reached(limit, limits)),
        error => Error::Input {
            file: file.to_owned(),
            line: None,
            message: format!("not a certificate of a quotient: {error}"),
        },
    })
}

fn with_limits<T>(
    limits: &Limits,
    steps: u64,
    check: impl FnOnce(CheckLimits<'_>) -> Result<T, CheckError>,
) -> Result<T, CheckError> {
    check(CheckLimits {
        steps,
        bytes: limits.bytes,
        cancel: &|| limits.check_time().is_err(),
    })
}

fn reached(limit: ReachedLimit, limits: &Limits) -> LimitReached {
    let by_time = limits.check_time().err();
    by_time.unwrap_or(match limit {
        ReachedLimit::Bytes => LimitReached::Bytes {
            limit: limits.bytes,
        },
        _ => LimitReached::Interrupted,
    })
}

fn confirmation(name: &str, checked: Result<(), CheckError>) -> Result<Confirmation, Error> {
    match checked {
        Ok(()) => Ok(Confirmation::Confirmed),
        Err(
            error @ (CheckError::UnknownRuleset { .. }
            | CheckError::NotSupported { .. }
            | CheckError::LimitReached { .. }),
        ) => Ok(Confirmation::NotChecked(error.to_string())),
        Err(error) => Err(Error::Refuted {
            message: format!("what was found about {name} fails the independent check: {error}"),
        }),
    }
}
