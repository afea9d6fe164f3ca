//! Errors of the engine as exceptions of the package: `grundy._errors` has one class per kind.

use grundy::report::to_json;
use grundy::{Error, ErrorClass};
use pyo3::exceptions::PyKeyboardInterrupt;
use pyo3::prelude::*;

/// The exception for an error; an interruption is a `KeyboardInterrupt`.
pub fn exception(py: Python<'_>, error: &Error) -> PyErr {
    if error.class() == ErrorClass::Interrupted {
        return PyKeyboardInterrupt::new_err(());
    }
    let made = py
        .import("grundy._errors")
        .and_then(|errors| errors.getattr("from_report"))
        .and_then(|make| make.call1((to_json(&error.report()),)));
    match made {
        Ok(exception) => PyErr::from_value(exception),
        Err(failed) => failed,
    }
}
