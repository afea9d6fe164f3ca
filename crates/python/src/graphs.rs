//! Games on graphs that are NumPy arrays.

use grundy::graph::{ArrayError, ArrayNumber, GraphFile, LoopyValues, Owners};
use grundy::graph::{LoopyError, Solution as Solved};
use grundy::{Error, Limits, Outcome, Play};
use numpy::{Element, PyArray1, PyReadonlyArray1, PyReadonlyArray2};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;

use crate::running::{GivenLimits, Progress, limits, run};

/// The outcome, the remoteness and perhaps the value of every vertex.
#[pyclass(frozen, module = "grundy._grundy")]
pub struct Solution {
    solved: Solved,
    values: Option<LoopyValues>,
}

#[pymethods]
impl Solution {
    /// 0 for a win, 1 for a loss, 2 for a draw, for each vertex.
    fn outcomes<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<u8>> {
        PyArray1::from_vec(py, self.solved.outcomes())
    }

    /// Moves to the end for each vertex; 2^32 - 1 for a draw.
    fn remoteness<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<u32>> {
        PyArray1::from_vec(py, self.solved.remotenesses())
    }

    /// The finite value of each vertex, 2^32 - 1 where there is none; nothing if values were not asked for.
    fn values<'py>(&self, py: Python<'py>) -> Option<Bound<'py, PyArray1<u32>>> {
        let values = self.values.as_ref()?;
        Some(PyArray1::from_vec(py, values.finite_values()))
    }

    /// The finite values among the options of a vertex whose value is infinite.
    fn finite_followers(&self, vertex: u32) -> Option<Vec<u32>> {
        let values = self.values.as_ref()?;
        (vertex < self.solved.vertices()).then(|| values.finite_followers(vertex).to_vec())
    }
}

/// What is asked of a graph, beside its edges.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub struct Asked<'py> {
    misere: bool,
    values: bool,
    owners: Option<PyReadonlyArray1<'py, u8>>,
    decided: Vec<(u32, u8)>,
    given: GivenLimits,
}

impl Asked<'_> {
    fn solve(
        &self,
        py: Python<'_>,
        make: impl FnOnce(&Limits) -> Result<GraphFile, ArrayError> + Send,
    ) -> PyResult<Solution> {
        let limits = limits(self.given)?;
        let play = if self.misere {
            Play::Misere
        } else {
            Play::Normal
        };
        let owners = self.owners.as_ref().map(|owners| owners.as_slice());
        let owners = owners.transpose()?.map(<[u8]>::to_vec);
        let decided = self.decided.iter().map(|&(v, outcome)| {
            let outcome = match outcome {
                0 => Outcome::Win,
                1 => Outcome::Lose,
                _ => Outcome::Draw,
            };
            (v, outcome)
        });
        let decided: Vec<(u32, Outcome)> = decided.collect();
        let with_values = self.values;
        run(py, &limits, &Progress::new(None), || {
            let mut file = make(&limits)?;
            let names = ["0".to_owned(), "1".to_owned()];
            file.owners = owners.map(|of| Owners { of, names });
            file.decided = decided;
            let values = if with_values {
                Some(file.loopy_values(&limits).map_err(without_values)?)
            } else {
                None
            };
            let solved = file.into_solution(play, &limits)?;
            Ok(Solution { solved, values })
        })
    }
}

fn without_values(error: LoopyError) -> Error {
    match error {
        LoopyError::Limit(reached) => reached.into(),
        other => Error::Usage {
            message: other.to_string(),
        },
    }
}

/// Calls the function with the array as one of the types of numbers that graphs are made of.
macro_rules! with_numbers {
    ($array:expr, $kind:ident, $call:expr) => {{
        let array: &Bound<'_, PyAny> = $array;
        if let Ok($kind) = array.extract() {
            let found: PyResult<Solution> = $call($kind);
            return found;
        }
    }};
}

fn wrong_type(array: &Bound<'_, PyAny>) -> PyErr {
    let kind = array
        .getattr("dtype")
        .map_or_else(|_| "?".to_owned(), |d| d.to_string());
    PyTypeError::new_err(format!(
        "vertices are numbers of the types int32, int64, uint32 or uint64, not {kind}"
    ))
}

/// Solves the graph with an edge for each row (source, target) of an array of two columns.
#[pyfunction]
pub fn solve_pairs(
    py: Python<'_>,
    vertices: u32,
    pairs: &Bound<'_, PyAny>,
    asked: Asked<'_>,
) -> PyResult<Solution> {
    fn solve<N: Element + ArrayNumber>(
        py: Python<'_>,
        vertices: u32,
        pairs: &PyReadonlyArray2<'_, N>,
        asked: &Asked<'_>,
    ) -> PyResult<Solution> {
        let (pairs, rest) = pairs.as_slice()?.as_chunks::<2>();
        if !rest.is_empty() {
            return Err(PyTypeError::new_err("edges have two columns"));
        }
        asked.solve(py, |limits| GraphFile::from_pairs(vertices, pairs, limits))
    }
    with_numbers!(pairs, a, |a: PyReadonlyArray2<'_, i64>| solve(
        py, vertices, &a, &asked
    ));
    with_numbers!(pairs, a, |a: PyReadonlyArray2<'_, i32>| solve(
        py, vertices, &a, &asked
    ));
    with_numbers!(pairs, a, |a: PyReadonlyArray2<'_, u32>| solve(
        py, vertices, &a, &asked
    ));
    with_numbers!(pairs, a, |a: PyReadonlyArray2<'_, u64>| solve(
        py, vertices, &a, &asked
    ));
    Err(wrong_type(pairs))
}

/// Solves the graph with an edge from each source to the target at the same place; both arrays have the same type.
#[pyfunction]
pub fn solve_columns(
    py: Python<'_>,
    vertices: u32,
    sources: &Bound<'_, PyAny>,
    targets: &Bound<'_, PyAny>,
    asked: Asked<'_>,
) -> PyResult<Solution> {
    fn solve<N: Element + ArrayNumber>(
        py: Python<'_>,
        vertices: u32,
        sources: &PyReadonlyArray1<'_, N>,
        targets: &Bound<'_, PyAny>,
        asked: &Asked<'_>,
    ) -> PyResult<Solution> {
        let targets: PyReadonlyArray1<'_, N> =
            targets.extract().map_err(|_| wrong_type(targets))?;
        let (sources, targets) = (sources.as_slice()?, targets.as_slice()?);
        asked.solve(py, |limits| {
            GraphFile::from_columns(vertices, sources, targets, limits)
        })
    }
    with_numbers!(sources, a, |a: PyReadonlyArray1<'_, i64>| solve(
        py, vertices, &a, targets, &asked
    ));
    with_numbers!(sources, a, |a: PyReadonlyArray1<'_, i32>| solve(
        py, vertices, &a, targets, &asked
    ));
    with_numbers!(sources, a, |a: PyReadonlyArray1<'_, u32>| solve(
        py, vertices, &a, targets, &asked
    ));
    with_numbers!(sources, a, |a: PyReadonlyArray1<'_, u64>| solve(
        py, vertices, &a, targets, &asked
    ));
    Err(wrong_type(sources))
}

/// Solves the graph of compressed sparse rows; both arrays have the same type.
#[pyfunction]
pub fn solve_rows(
    py: Python<'_>,
    bounds: &Bound<'_, PyAny>,
    indices: &Bound<'_, PyAny>,
    asked: Asked<'_>,
) -> PyResult<Solution> {
    fn solve<N: Element + ArrayNumber>(
        py: Python<'_>,
        bounds: &Bound<'_, PyAny>,
        indices: &PyReadonlyArray1<'_, N>,
        asked: &Asked<'_>,
    ) -> PyResult<Solution> {
        let bounds: PyReadonlyArray1<'_, N> = bounds.extract().map_err(|_| wrong_type(bounds))?;
        let (bounds, indices) = (bounds.as_slice()?, indices.as_slice()?);
        asked.solve(py, |limits| GraphFile::from_rows(bounds, indices, limits))
    }
    with_numbers!(indices, a, |a: PyReadonlyArray1<'_, i64>| solve(
        py, bounds, &a, &asked
    ));
    with_numbers!(indices, a, |a: PyReadonlyArray1<'_, i32>| solve(
        py, bounds, &a, &asked
    ));
    with_numbers!(indices, a, |a: PyReadonlyArray1<'_, u32>| solve(
        py, bounds, &a, &asked
    ));
    with_numbers!(indices, a, |a: PyReadonlyArray1<'_, u64>| solve(
        py, bounds, &a, &asked
    ));
    Err(wrong_type(indices))
}
