//! The rules that Python defines, and Python objects as the numbers of positions.
//!
//! A small integer is its own number, doubled; every other object gets an odd number when it is first found. So a
//! game on integers costs neither objects nor look-ups. The interpreter's lock is taken wherever Python is asked. What Python
//! raises is kept in [`PythonRules::failure`] and raised again by the door.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock};

use grundy::Limits;
use grundy::core::{Ending, Outcome, RulesError};
use pyo3::exceptions::{PyException, PyTypeError};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyInt, PyList, PyString, PyTuple};

use crate::split::Split;

/// The largest integer that is its own number.
const LARGEST_NUMBER: i64 = 1 << 40;
/// Numbers that may be remembered as options of atoms.
const MOST_REMEMBERED: usize = 1 << 23;

/// What Python defines.
pub struct PythonRules {
    pub name: String,
    moves: Py<PyAny>,
    pub canonical: Option<Py<PyAny>>,
    show: Option<Py<PyAny>>,
    pub result: Option<Py<PyAny>>,
    pub describe: Option<Py<PyAny>>,
    found: Mutex<Found>,
    failure: Mutex<Option<PyErr>>,
    takes_tuple: OnceLock<bool>,
    /// What stops the work that asks at present.
    cancel: Mutex<Arc<AtomicBool>>,
}

/// The objects found so far.
struct Found {
    index: Py<PyDict>,
    objects: Vec<Py<PyAny>>,
    canonical: HashMap<u64, u64>,
    /// Options of atoms that are parts of positions, and how many numbers they are.
    options: HashMap<u64, Arc<[Atoms]>>,
    remembered: usize,
}

/// The functions of a Python game; those that it does not define are missing.
pub struct Functions {
    /// The options of a position.
    pub moves: Py<PyAny>,
    /// The representative of the positions that count as the same.
    pub canonical: Option<Py<PyAny>>,
    /// The text of a position.
    pub show: Option<Py<PyAny>>,
    /// How the game ends at a position.
    pub result: Option<Py<PyAny>>,
    /// The sentence of a move.
    pub describe: Option<Py<PyAny>>,
}

impl PythonRules {
    /// Rules in which no position has been found yet.
    pub fn new(py: Python<'_>, name: String, functions: Functions) -> PythonRules {
        PythonRules {
            name,
            moves: functions.moves,
            canonical: functions.canonical,
            show: functions.show,
            result: functions.result,
            describe: functions.describe,
            found: Mutex::new(Found {
                index: PyDict::new(py).unbind(),
                objects: Vec::new(),
                canonical: HashMap::new(),
                options: HashMap::new(),
                remembered: 0,
            }),
            failure: Mutex::new(None),
            takes_tuple: OnceLock::new(),
            cancel: Mutex::default(),
        }
    }

    /// Work with these limits asks from now on; Ctrl-C in a function of the game stops it.
    pub fn serve(&self, limits: &Limits) {
        if let Ok(mut cancel) = self.cancel.lock() {
            *cancel = limits.cancel.clone();
        }
    }

    /// What Python raised since it was asked last.
    pub fn take_failure(&self) -> Option<PyErr> {
        self.failure.lock().ok()?.take()
    }

    /// The atoms of an object: one, or those of a split.
    pub fn atoms(&self, object: &Bound<'_, PyAny>) -> PyResult<Atoms> {
        let mut atoms = Vec::with_capacity(1);
        self.add_atoms(object, &mut atoms)?;
        Ok(Atoms(atoms))
    }

    /// The object of some atoms.
    pub fn object<'py>(&self, py: Python<'py>, atoms: &[u64]) -> PyResult<Bound<'py, PyAny>> {
        match atoms {
            [atom] => self.atom_object(py, *atom),
            _ => {
                let parts = atoms.iter().map(|&atom| self.atom_object(py, atom));
                let parts = PyTuple::new(py, parts.collect::<PyResult<Vec<_>>>()?)?;
                Ok(Bound::new(py, Split::new(parts.unbind()))?.into_any())
            }
        }
    }

    fn add_atoms(&self, object: &Bound<'_, PyAny>, atoms: &mut Vec<u64>) -> PyResult<()> {
        if object.is_exact_instance_of::<PyInt>() {
            atoms.push(self.number_of(object)?);
        } else if let Ok(split) = object.cast_exact::<Split>() {
            for part in split.get().parts(object.py()).iter() {
                self.add_atoms(&part, atoms)?;
            }
        } else {
            atoms.push(self.number_of(object)?);
        }
        Ok(())
    }

    /// The number of an object that is no split.
    pub fn number_of(&self, object: &Bound<'_, PyAny>) -> PyResult<u64> {
        let py = object.py();
        if object.is_exact_instance_of::<PyInt>() || object.is_exact_instance_of::<PyBool>() {
            if let Ok(value) = object.extract::<i64>()
                && (0..LARGEST_NUMBER).contains(&value)
            {
                return Ok(2 * value as u64);
            }
        } else if !object.is_instance_of::<PyTuple>()
            && !object.is_instance_of::<PyString>()
            && let Ok(integer) = object.call_method0(intern!(py, "__index__"))
        {
            // An integer of NumPy equals one of Python, so it is the same position.
            return self.number_of(&integer);
        }
        let index = self.found().index.clone_ref(py).into_bound(py);
        // Python code (`__hash__`, `__eq__`) runs here: nothing is locked.
        if let Some(number) = index.get_item(object)? {
            return number.extract();
        }
        let number = {
            let mut found = self.found();
            found.objects.push(object.clone().unbind());
            2 * (found.objects.len() as u64 - 1) + 1
        };
        index.set_item(object, number)?;
        Ok(number)
    }

    fn atom_object<'py>(&self, py: Python<'py>, atom: u64) -> PyResult<Bound<'py, PyAny>> {
        if atom.is_multiple_of(2) {
            return Ok((atom / 2).into_pyobject(py)?.into_any());
        }
        Ok(self.found().objects[(atom / 2) as usize].bind(py).clone())
    }

    fn found(&self) -> MutexGuard<'_, Found> {
        self.found.lock().expect("nothing panics while it is held")
    }

    /// The representative of an atom.
    pub fn canonical_atom(&self, py: Python<'_>, atom: u64) -> PyResult<u64> {
        let Some(canonical) = &self.canonical else {
            return Ok(atom);
        };
        if let Some(&known) = self.found().canonical.get(&atom) {
            return Ok(known);
        }
        let object = self.atom_object(py, atom)?;
        let representative = canonical.bind(py).call1((object,))?;
        let number = self.number_of(&representative)?;
        self.found().canonical.insert(atom, number);
        Ok(number)
    }

    /// Calls `take` with the atoms of each option of an atom.
    pub fn visit_options(
        &self,
        py: Python<'_>,
        atom: u64,
        mut take: impl FnMut(&[u64]) -> PyResult<bool>,
    ) -> PyResult<()> {
        let object = self.atom_object(py, atom)?;
        let options = self.moves.bind(py).call1((&object,))?;
        let mut atoms = Vec::with_capacity(2);
        let mut one = |option: &Bound<'_, PyAny>| {
            atoms.clear();
            self.add_atoms(option, &mut atoms)?;
            take(&atoms)
        };
        if let Ok(list) = options.cast_exact::<PyList>() {
            for option in list.iter() {
                if !one(&option)? {
                    break;
                }
            }
            return Ok(());
        }
        if options.is_instance_of::<PyString>() || options.try_iter().is_err() {
            let (shown, at) = (options.repr()?, object.repr()?);
            let message = format!(
                "`moves` returned {shown} at {at}; return the positions that can be reached, as a list"
            );
            return Err(PyTypeError::new_err(message));
        }
        for option in options.try_iter()? {
            if !one(&option?)? {
                break;
            }
        }
        Ok(())
    }

    /// The options of an atom that is a part of positions: asked once for all of them, while there is room.
    pub fn options(&self, py: Python<'_>, atom: u64) -> PyResult<Arc<[Atoms]>> {
        if let Some(known) = self.found().options.get(&atom) {
            return Ok(known.clone());
        }
        let mut options = Vec::new();
        self.visit_options(py, atom, |option| {
            options.push(Atoms(option.to_vec()));
            Ok(true)
        })?;
        let options: Arc<[Atoms]> = options.into();
        let numbers: usize = options.iter().map(|option| 4 + option.0.len()).sum();
        let mut found = self.found();
        if found.remembered + numbers <= MOST_REMEMBERED {
            found.remembered += numbers;
            found.options.insert(atom, options.clone());
        }
        Ok(options)
    }

    /// True if positions of several numbers are tuples; false if they are heaps side by side, as for a game that has moves
    /// for a number and none for a tuple.
    pub fn takes_tuple(&self, tuple: &Bound<'_, PyTuple>) -> PyResult<bool> {
        let py = tuple.py();
        if let Some(&known) = self.takes_tuple.get() {
            return Ok(known);
        }
        let has_moves = |position: &Bound<'_, PyAny>| {
            let moves = self.moves.bind(py).call1((position,));
            let listed =
                moves.and_then(|moves| moves.try_iter()?.try_for_each(|one| one.map(drop)));
            match listed {
                Err(failure) if failure.is_instance_of::<PyException>(py) => Ok(false),
                other => other.map(|()| true),
            }
        };
        let takes = has_moves(tuple)? || !has_moves(&0_u64.into_pyobject(py)?.into_any())?;
        Ok(*self.takes_tuple.get_or_init(|| takes))
    }

    pub fn ending_of(&self, py: Python<'_>, atoms: &[u64]) -> PyResult<Option<Ending>> {
        let Some(result) = &self.result else {
            return Ok(None);
        };
        for &atom in atoms {
            let said = result.bind(py).call1((self.atom_object(py, atom)?,))?;
            if said.is_none() {
                continue;
            }
            let word = said.extract::<String>().unwrap_or_default();
            let outcome = match word.as_str() {
                "win" => Outcome::Win,
                "lose" => Outcome::Lose,
                "draw" => Outcome::Draw,
                _ => {
                    let message = format!(
                        "`result` returned {}; return \"win\", \"lose\" or \"draw\" for the player to move, or None",
                        said.repr()?
                    );
                    return Err(PyTypeError::new_err(message));
                }
            };
            return Ok(Some(Ending::Decided(outcome)));
        }
        Ok(None)
    }

    pub fn shown_atom(&self, py: Python<'_>, atom: u64) -> PyResult<String> {
        let object = self.atom_object(py, atom)?;
        match &self.show {
            Some(show) => Ok(show.bind(py).call1((object,))?.str()?.to_string()),
            None => Ok(object.repr()?.to_string()),
        }
    }

    /// Keeps what Python raised, unless something was kept before. What is no `Exception`, as `KeyboardInterrupt`, ends the
    /// work, also where an error would only come again.
    pub fn keep(&self, failure: PyErr) {
        let goes_on = Python::attach(|py| failure.is_instance_of::<PyException>(py));
        if !goes_on && let Ok(cancel) = self.cancel.lock() {
            cancel.store(true, Ordering::Relaxed);
        }
        if let Ok(mut kept) = self.failure.lock() {
            kept.get_or_insert(failure);
        }
    }

    pub fn failed(&self, failure: PyErr) -> RulesError {
        let message = failure.to_string();
        self.keep(failure);
        RulesError {
            file: self.name.clone(),
            line: None,
            position: None,
            message,
            excerpt: None,
            is_limit: false,
        }
    }
}

/// A position: the numbers of its parts, one unless it has fallen apart.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Atoms(pub Vec<u64>);
