//! Positions that have fallen apart.

use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::PyTuple;

/// Several positions of one game side by side; a move is a move in one of them. Made by `split`.
#[pyclass(frozen, generic, module = "grundy")]
pub struct Split {
    parts: Py<PyTuple>,
}

impl Split {
    /// The parts.
    pub fn parts<'py>(&self, py: Python<'py>) -> &Bound<'py, PyTuple> {
        self.parts.bind(py)
    }
}

#[pymethods]
impl Split {
    /// These positions side by side.
    #[new]
    pub fn new(parts: Py<PyTuple>) -> Split {
        Split { parts }
    }

    /// The positions.
    #[getter(parts)]
    fn tuple(&self, py: Python<'_>) -> Py<PyTuple> {
        self.parts.clone_ref(py)
    }

    fn __eq__(&self, py: Python<'_>, other: &Bound<'_, PyAny>) -> PyResult<bool> {
        match other.cast::<Split>() {
            Ok(other) => self.parts(py).eq(other.get().parts(py)),
            Err(_) => Ok(false),
        }
    }

    /// Other than that of the tuple, which is another position.
    fn __hash__(&self, py: Python<'_>) -> PyResult<isize> {
        Ok(self.parts(py).hash()?.wrapping_mul(3) ^ 0x5911)
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let parts = self
            .parts(py)
            .iter()
            .map(|part| Ok(part.repr()?.to_string()));
        Ok(format!(
            "split({})",
            parts.collect::<PyResult<Vec<_>>>()?.join(", ")
        ))
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Py<PyTuple>)> {
        let make = py
            .import(intern!(py, "grundy"))?
            .getattr(intern!(py, "split"))?;
        Ok((make, self.parts.clone_ref(py)))
    }
}

/// The option in which a position falls apart into `parts`, for use in `grundy.Game.moves`.
///
/// Without parts nothing is left to move in.
#[pyfunction]
#[pyo3(signature = (*parts))]
pub fn split(parts: Bound<'_, PyTuple>) -> Split {
    Split::new(parts.unbind())
}
