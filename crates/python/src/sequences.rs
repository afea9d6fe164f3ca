//! Nim-sequences as arrays, their periods, and surveys.

use std::path::PathBuf;
use std::sync::Mutex;
use std::time::Instant;

use grundy::report::{EngineReport, PeriodReport, SurveyReport, to_json};
use grundy::sequence::store::{self, Keep};
use grundy::sequence::{Surveyed, short_octal_codes};
use grundy::{Error, Files, Limits, periods, sequences};
use numpy::PyArray1;
use pyo3::exceptions::PyOverflowError;
use pyo3::prelude::*;

use crate::errors::exception;
use crate::own_game::{OwnGame, locked};
use crate::running::{GivenLimits, Progress, limits, run};

/// Values that are read at a time.
const AT_A_TIME: usize = 1 << 16;

/// A nim-sequence that is read from the front.
#[pyclass(frozen, module = "grundy._grundy")]
pub struct Sequence {
    sequence: Mutex<sequences::Sequence>,
    own: Option<Py<OwnGame>>,
    given: GivenLimits,
}

/// Values in the narrowest type that holds them all.
enum Values {
    U8(Vec<u8>),
    U16(Vec<u16>),
    U32(Vec<u32>),
    U64(Vec<u64>),
}

impl Values {
    fn len(&self) -> usize {
        match self {
            Values::U8(values) => values.len(),
            Values::U16(values) => values.len(),
            Values::U32(values) => values.len(),
            Values::U64(values) => values.len(),
        }
    }

    /// Appends values, and widens all of them first where that is needed.
    fn extend(&mut self, more: &[u64]) {
        let largest = more.iter().copied().max().unwrap_or(0);
        self.widen_for(largest);
        match self {
            Values::U8(values) => values.extend(more.iter().map(|&value| value as u8)),
            Values::U16(values) => values.extend(more.iter().map(|&value| value as u16)),
            Values::U32(values) => values.extend(more.iter().map(|&value| value as u32)),
            Values::U64(values) => values.extend_from_slice(more),
        }
    }

    fn widen_for(&mut self, largest: u64) {
        loop {
            *self = match self {
                Values::U8(values) if largest > u8::MAX.into() => Values::U16(widened(values)),
                Values::U16(values) if largest > u16::MAX.into() => Values::U32(widened(values)),
                Values::U32(values) if largest > u32::MAX.into() => Values::U64(widened(values)),
                _ => return,
            }
        }
    }

    fn into_array(self, py: Python<'_>) -> Bound<'_, PyAny> {
        match self {
            Values::U8(values) => PyArray1::from_vec(py, values).into_any(),
            Values::U16(values) => PyArray1::from_vec(py, values).into_any(),
            Values::U32(values) => PyArray1::from_vec(py, values).into_any(),
            Values::U64(values) => PyArray1::from_vec(py, values).into_any(),
        }
    }
}

/// The same values in a wider type, with as much room.
fn widened<N: Copy, W: From<N>>(values: &[N]) -> Vec<W> {
    let mut wide = Vec::with_capacity(values.len().max(AT_A_TIME));
    wide.extend(values.iter().map(|&value| W::from(value)));
    wide
}

#[pymethods]
impl Sequence {
    /// The values of the heaps `from`, `from + 1`, … of a ruleset, of a store file, or of a game written in Python.
    #[new]
    fn new(
        py: Python<'_>,
        ruleset: &str,
        own: Option<Py<OwnGame>>,
        from: u64,
        given: GivenLimits,
    ) -> PyResult<Sequence> {
        let sequence = match &own {
            Some(own) => sequences::of_game(own.borrow(py).source.game(), ruleset, from),
            None => sequences::open(ruleset, from, Files::Allow, &far(limits(given)?))
                .map_err(|error| exception(py, &error))?,
        };
        Ok(Sequence {
            sequence: Mutex::new(sequence),
            own,
            given,
        })
    }

    /// The name as grundy writes it.
    fn name(&self) -> PyResult<String> {
        Ok(locked(&self.sequence)?.name.clone())
    }

    /// The heap whose value comes next.
    fn position(&self) -> PyResult<u64> {
        Ok(locked(&self.sequence)?.position())
    }

    /// The heaps whose values are known.
    fn computed(&self) -> PyResult<u64> {
        Ok(locked(&self.sequence)?.computed())
    }

    /// The next `count` values as an array; an exception that ends the work early has those found by then as `found`.
    #[pyo3(signature = (count, progress=None))]
    fn read<'py>(
        &self,
        py: Python<'py>,
        count: u64,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let limits = far(limits(self.given)?);
        let count = usize::try_from(count)
            .map_err(|_| PyOverflowError::new_err("an array cannot have so many values"))?;
        limits
            .check_bytes(count as u64)
            .map_err(|reached| exception(py, &reached.into()))?;
        let mut values = Values::U8(Vec::new());
        let progress = Progress::new(progress);
        let mut sequence = locked(&self.sequence)?;
        let sequence: &mut sequences::Sequence = &mut sequence;
        let answer = match &self.own {
            None => run(py, &limits, &progress, || {
                read(sequence, count, &mut values, &limits, &progress)
            }),
            Some(own) => {
                let own = own.borrow(py);
                let limits = own.limits(limits);
                let answer = read(sequence, count, &mut values, &limits, &progress);
                own.raised(py, answer)
            }
        };
        let values = values.into_array(py);
        match answer {
            Ok(()) => Ok(values),
            Err(failed) => {
                failed.value(py).setattr("found", values)?;
                Err(failed)
            }
        }
    }

    /// Figures about the next `count` values, which are computed and dropped: the report as JSON.
    #[pyo3(signature = (count, progress=None))]
    fn statistics(
        &self,
        py: Python<'_>,
        count: u64,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<String> {
        let limits = far(limits(self.given)?);
        let progress = Progress::new(progress);
        let start = Instant::now();
        let mut sequence = locked(&self.sequence)?;
        let sequence: &mut sequences::Sequence = &mut sequence;
        match &self.own {
            None => run(py, &limits, &progress, || {
                pass(sequence, count, &limits, &progress)
            })?,
            Some(own) => {
                let own = own.borrow(py);
                let passed = pass(sequence, count, &own.limits(limits), &progress);
                own.raised(py, passed)?;
            }
        }
        let seconds = start.elapsed().as_secs_f64();
        Ok(to_json(&EngineReport::new(
            &sequence.stats(),
            count,
            seconds,
        )))
    }
}

/// Computes `count` values and keeps none of them here.
fn pass(
    sequence: &mut sequences::Sequence,
    count: u64,
    limits: &Limits,
    progress: &Progress,
) -> Result<(), Error> {
    let mut chunk = Vec::with_capacity(AT_A_TIME);
    let mut done = 0;
    while done < count {
        chunk.clear();
        let most = (count - done).min(AT_A_TIME as u64) as usize;
        let answer = sequence.read(most, &mut chunk, limits);
        done += chunk.len() as u64;
        progress.set(done);
        answer?;
    }
    Ok(())
}

/// Positions of a sequence are not counted: its array is.
fn far(limits: Limits) -> Limits {
    Limits {
        positions: if limits.positions == Limits::default().positions {
            u64::MAX
        } else {
            limits.positions
        },
        ..limits
    }
}

fn read(
    sequence: &mut sequences::Sequence,
    count: usize,
    values: &mut Values,
    limits: &Limits,
    progress: &Progress,
) -> Result<(), Error> {
    if let Values::U8(values) = values {
        values.reserve_exact(count);
    }
    let mut chunk = Vec::with_capacity(AT_A_TIME);
    while values.len() < count {
        chunk.clear();
        let most = (count - values.len()).min(AT_A_TIME);
        let answer = sequence.read(most, &mut chunk, limits);
        values.extend(&chunk);
        progress.set(values.len() as u64);
        answer?;
    }
    Ok(())
}

/// Looks for a period and proves it: the report as JSON, which is a certificate if it is proved.
#[pyfunction]
#[pyo3(signature = (ruleset, own, to, given, progress=None))]
pub fn find_period(
    py: Python<'_>,
    ruleset: &str,
    own: Option<Py<OwnGame>>,
    to: u64,
    given: GivenLimits,
    progress: Option<Py<PyAny>>,
) -> PyResult<String> {
    let limits = far(limits(given)?);
    let found = match own {
        None => {
            let progress = Progress::new(progress);
            run(py, &limits, &progress, || {
                periods::find(ruleset, to, None, &limits, &mut |n| progress.set(n))
            })?
        }
        Some(own) => {
            let own = own.borrow(py);
            let sequence = sequences::of_game(own.source.game(), ruleset, 0);
            let limits = own.limits(limits);
            let found = sequence.find_period(to, None, &limits, &mut |_| ());
            own.raised(py, found.map_err(Error::from))?
        }
    };
    Ok(to_json(&PeriodReport::new(&found)))
}

/// Checks a certificate: computes the values anew and shows the theorem from them.
#[pyfunction]
pub fn check_period(py: Python<'_>, certificate: &str, given: GivenLimits) -> PyResult<()> {
    let limits = far(limits(given)?);
    run(py, &limits, &Progress::new(None), || {
        periods::check("the certificate", certificate, &limits).map(|_| ())
    })
}

/// True if the file holds a stored sequence.
#[pyfunction]
pub fn is_store(path: PathBuf) -> bool {
    store::is_store(&path)
}

/// Computes values up to heap `to` in a store file, resuming where it stands: the report as JSON.
#[pyfunction]
#[pyo3(signature = (ruleset, path, to, given, progress=None))]
pub fn compute_in_store(
    py: Python<'_>,
    ruleset: &str,
    path: PathBuf,
    to: u64,
    given: GivenLimits,
    progress: Option<Py<PyAny>>,
) -> PyResult<String> {
    let limits = far(limits(given)?);
    let progress = Progress::new(progress);
    let report = run(py, &limits, &progress, || {
        let keep = Some(Keep::Values);
        sequences::compute_in_store(ruleset, &path, keep, to, &limits, |n| progress.set(n))
    })?;
    Ok(to_json(&report))
}

/// All short octal codes at once: the report as JSON.
#[pyfunction]
#[pyo3(signature = (to, given, progress=None))]
pub fn survey(
    py: Python<'_>,
    to: u64,
    given: GivenLimits,
    progress: Option<Py<PyAny>>,
) -> PyResult<String> {
    let limits = far(limits(given)?);
    let progress = Progress::new(progress);
    let rows = run(py, &limits, &progress, || {
        let codes = short_octal_codes();
        Ok(grundy::sequence::survey(&codes, to, &limits, &|| {
            progress.add_one();
        })?)
    })?;
    let shown: Vec<&Surveyed> = rows.iter().collect();
    Ok(to_json(&SurveyReport::new(to, &rows, &shown)))
}
