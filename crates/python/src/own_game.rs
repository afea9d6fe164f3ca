//! A game that is written in Python.

use std::sync::{Arc, Mutex, MutexGuard};

use grundy::lines::Lines;
use grundy::positions::Source;
use grundy::report::{ValueReport, to_json};
use grundy::{Error, Files, Limits, Outcome, Play};
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;

use crate::errors::exception;
use crate::python_rules::{Functions, PythonRules};
use crate::running::{GivenLimits, limits};
use crate::table::PythonSource;

/// What the game is called in texts that only the door sees.
const NAME: &str = "own";

/// A game whose rules are Python functions, with what is known of its positions.
#[pyclass(frozen, module = "grundy._grundy")]
pub struct OwnGame {
    pub(crate) source: PythonSource,
    /// Values under normal play, kept between questions.
    lines: Mutex<Lines>,
}

#[pymethods]
impl OwnGame {
    #[new]
    #[pyo3(signature = (name, moves, canonical, show, result, describe))]
    fn new(
        py: Python<'_>,
        name: String,
        moves: Py<PyAny>,
        canonical: Option<Py<PyAny>>,
        show: Option<Py<PyAny>>,
        result: Option<Py<PyAny>>,
        describe: Option<Py<PyAny>>,
    ) -> PyResult<OwnGame> {
        let functions = Functions {
            moves,
            canonical,
            show,
            result,
            describe,
        };
        let source = PythonSource(Arc::new(PythonRules::new(py, name, functions)));
        let lines = Lines::new(Play::Normal, Files::Deny, Limits::default());
        let lines = Mutex::new(lines.with_game(NAME, source.game()));
        Ok(OwnGame { source, lines })
    }

    /// The numbers of the atoms of a position, as text.
    fn atoms(&self, position: &Bound<'_, PyAny>) -> PyResult<String> {
        let atoms = self.source.0.atoms(position)?.0;
        let atoms: Vec<String> = atoms.iter().map(u64::to_string).collect();
        Ok(atoms.join("/"))
    }

    /// The numbers of the atoms of the representative of a position, as text: equal for positions that count as the same.
    fn canonical(&self, py: Python<'_>, position: &Bound<'_, PyAny>) -> PyResult<String> {
        let atoms = self.source.0.atoms(position)?;
        let atoms = self.raised(py, Ok(self.source.canonical(&atoms)))?.0;
        let atoms: Vec<String> = atoms.iter().map(u64::to_string).collect();
        Ok(atoms.join("/"))
    }

    /// The position that consists of these atoms.
    fn position<'py>(&self, py: Python<'py>, atoms: Vec<u64>) -> PyResult<Bound<'py, PyAny>> {
        self.source.0.object(py, &atoms)
    }

    /// The outcome and the value (as JSON) of each position under normal play.
    fn solve(
        &self,
        py: Python<'_>,
        positions: Vec<Bound<'_, PyAny>>,
        given: GivenLimits,
    ) -> PyResult<Vec<(&'static str, String)>> {
        let limits = self.limits(limits(given)?);
        let mut found = Vec::with_capacity(positions.len());
        let mut lines = self.lines.try_lock().map_err(|_| {
            let message = "this game is being solved already; its functions must not ask grundy about the game itself";
            PyRuntimeError::new_err(message)
        })?;
        lines.set_limits(limits);
        for position in positions {
            let text = format!("{NAME}:@{}", self.atoms(&position)?);
            let answer = lines.outcome_and_value(&text);
            let (outcome, value) = self.raised(py, answer)?;
            found.push((word(outcome), to_json(&ValueReport(value))));
        }
        Ok(found)
    }
}

impl OwnGame {
    /// Limits for work that asks this game: on the thread that has the interpreter's lock, and ended by Ctrl-C.
    pub fn limits(&self, limits: Limits) -> Limits {
        self.source.0.serve(&limits);
        Limits {
            threads: 1,
            ..limits
        }
    }

    /// The answer, unless Python raised something on the way.
    pub fn raised<T>(&self, py: Python<'_>, answer: Result<T, Error>) -> PyResult<T> {
        match self.source.0.take_failure() {
            Some(failure) => Err(failure),
            None => answer.map_err(|error| exception(py, &error)),
        }
    }
}

/// The word for an outcome.
pub fn word(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Win => "win",
        Outcome::Lose => "lose",
        Outcome::Draw => "draw",
    }
}

/// What a mutex protects. Nobody waits for another thread here: it may need the interpreter's lock, which this one has.
pub fn locked<T>(mutex: &Mutex<T>) -> PyResult<MutexGuard<'_, T>> {
    mutex.try_lock().map_err(|_| {
        PyRuntimeError::new_err(
            "this object is being used by another call; make one for each thread",
        )
    })
}
