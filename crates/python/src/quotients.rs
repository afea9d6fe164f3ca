//! Misère quotients, with the table of the monoid as an array.

use grundy::Error;
use grundy::quotients::{self, CheckedQuotientRequest};
use grundy::report::{QuotientReport, to_json};
use numpy::{PyArray1, PyArrayMethods};
use pyo3::prelude::*;

use crate::errors::exception;
use crate::running::{GivenLimits, Progress, limits, run};

/// The report (JSON), the words of all elements, the table of products, whether each element is lost, the index of each
/// heap's element, and the exception that says which limit ended the search, if one did.
type Quotient<'py> = (
    String,
    Vec<String>,
    Bound<'py, PyAny>,
    Vec<bool>,
    Bound<'py, PyArray1<u16>>,
    Option<Py<PyAny>>,
);

/// The misère quotient of a heap game, of heaps up to `up_to` or of all.
#[pyfunction]
#[pyo3(signature = (ruleset, up_to, max_order, given, progress=None))]
pub fn quotient<'py>(
    py: Python<'py>,
    ruleset: &str,
    up_to: Option<u64>,
    max_order: Option<usize>,
    given: GivenLimits,
    progress: Option<Py<PyAny>>,
) -> PyResult<Quotient<'py>> {
    let limits = limits(given)?;
    let request = CheckedQuotientRequest {
        up_to,
        max_order,
        store: None,
        limits: limits.clone(),
    };
    let progress = Progress::new(progress);
    let found = run(py, &limits, &progress, || {
        quotients::quotient(ruleset, &request, &mut |_| progress.add_one())
    })?;
    let quotient = &found.quotient;
    let order = quotient.order();
    let words = quotient.elements().map(|element| quotient.word(element));
    let table = PyArray1::from_slice(py, quotient.table());
    let table = table.reshape([order, order])?.into_any();
    let lost = quotient.elements().map(|element| quotient.is_p(element));
    let heaps = (0..=quotient.largest_heap()).map_while(|heap| quotient.phi(heap));
    let heaps = heaps.map(|element| element.index() as u16);
    let heaps = PyArray1::from_vec(py, heaps.collect());
    let stopped: Option<Error> = quotients::failure(&found);
    let stopped = stopped.map(|error| exception(py, &error).into_value(py).into_any());
    Ok((
        to_json(&QuotientReport::new(&found, false)),
        words.collect(),
        table,
        lost.collect(),
        heaps,
        stopped,
    ))
}
