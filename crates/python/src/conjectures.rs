//! Claims that are Python functions, and patterns.

use grundy::conjectures::{self, GuessRequest, check_claim};
use grundy::conjectures::{Conjecture, NumberNotation, Property};
use grundy::core::{Limits, RulesError};
use grundy::report::{CheckReport, GuessReport, to_json};
use grundy::{Error, Files, Play};
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use std::cell::RefCell;

use crate::errors::exception;
use crate::own_game::OwnGame;
use crate::running::{GivenLimits, Progress, limits, run};

fn play(misere: bool) -> Play {
    if misere { Play::Misere } else { Play::Normal }
}

/// Tests a claim on all positions of `count` numbers up to `to`: the report as JSON. The claim is called with the numbers;
/// it says whether the position is lost, or, if `is_value`, what it is worth.
#[pyfunction]
#[allow(clippy::too_many_arguments, reason = "the package calls it with names")]
pub fn check(
    py: Python<'_>,
    ruleset: &str,
    own: Option<Py<OwnGame>>,
    claim: Py<PyAny>,
    is_value: bool,
    text: String,
    to: Option<u64>,
    count: usize,
    misere: bool,
    given: GivenLimits,
) -> PyResult<String> {
    let limits = limits(given)?;
    let failure: RefCell<Option<PyErr>> = RefCell::new(None);
    let failed = |error: PyErr| {
        let message = error.to_string();
        *failure.borrow_mut() = Some(error);
        RulesError {
            file: "the claim".to_owned(),
            line: None,
            position: None,
            message,
            excerpt: None,
            is_limit: false,
        }
    };
    let said = |numbers: &[u64]| claim.bind(py).call1(PyTuple::new(py, numbers)?);
    let lost = |numbers: &[u64]| said(numbers)?.is_truthy();
    let value = |numbers: &[u64]| said(numbers)?.extract::<u128>();
    let property = if is_value {
        Property::Value(Box::new(|candidate| {
            value(&candidate.numbers).map_err(failed)
        }))
    } else {
        Property::Lost(Box::new(|candidate| {
            lost(&candidate.numbers).map_err(failed)
        }))
    };
    let play = play(misere);
    let own = own.as_ref().map(|own| own.borrow(py));
    let table = match &own {
        Some(own) => {
            let limits = own.limits(limits);
            Ok(conjectures::table_of(own.source.game(), play, limits))
        }
        // The claim is asked on this thread, which has the interpreter's lock.
        None => {
            let limits = Limits {
                threads: 1,
                ..limits
            };
            conjectures::table(ruleset, &Files::Allow, play, &limits)
        }
    };
    let checked = table.and_then(|mut table| {
        check_claim(
            &mut table,
            count,
            NumberNotation::Heaps,
            to,
            Conjecture { text, property },
        )
    });
    if let Some(failure) = failure.take() {
        return Err(failure);
    }
    let checked = checked.map_err(Error::from);
    let checked = match &own {
        Some(own) => own.raised(py, checked),
        None => checked.map_err(|error| exception(py, &error)),
    }?;
    Ok(to_json(&CheckReport::new(ruleset, play, &checked)))
}

/// Looks for patterns: the report as JSON.
#[pyfunction]
#[allow(clippy::too_many_arguments, reason = "the package calls it with names")]
pub fn guess(
    py: Python<'_>,
    ruleset: &str,
    own: Option<Py<OwnGame>>,
    from: u64,
    to: Option<u64>,
    count: Option<usize>,
    misere: bool,
    given: GivenLimits,
) -> PyResult<String> {
    let limits = limits(given)?;
    let mut request = GuessRequest {
        from,
        to,
        heaps: count,
        play: play(misere),
        limits: limits.clone(),
        ..GuessRequest::new(ruleset)
    };
    let guessed = match own {
        None => run(py, &limits, &Progress::new(None), || {
            conjectures::guess(&request, Files::Allow).map_err(Error::from)
        })?,
        Some(own) => {
            let own = own.borrow(py);
            request.limits = own.limits(limits);
            let (play, limits) = (request.play, request.limits.clone());
            let mut table = conjectures::table_of(own.source.game(), play, limits);
            let guessed: Result<_, Error> =
                conjectures::guess_in(&mut table, &request).map_err(Error::from);
            own.raised(py, guessed)?
        }
    };
    Ok(to_json(&GuessReport::new(ruleset, from, &guessed)))
}
