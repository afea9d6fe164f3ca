//! Python objects as the numbers of positions, and a Python game as a source of positions.
//!
//! A small integer is its own number, doubled; every other object gets an odd number when it is first found. So a
//! game on integers costs neither objects nor look-ups. The interpreter's lock is taken wherever Python is asked. What Python
//! raises is kept in [`PythonRules::failure`] and raised again by the door.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock};

use grundy::Limits;
use grundy::core::{Element, Ending, Outcome, RulesError, SpecError, Touch};
use grundy::positions::{Game, Interned, ListedOptions, PositionRef, Source, list_one};
use pyo3::exceptions::{PyException, PyTypeError};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyInt, PyList, PyString, PyTuple};

/// The largest integer that is its own number.
const LARGEST_NUMBER: i64 = 1 << 40;
/// Positions that are listed at once.
const AT_ONCE: usize = 256;

/// What Python defines.
pub struct PythonRules {
    name: String,
    moves: Py<PyAny>,
    canonical: Option<Py<PyAny>>,
    show: Option<Py<PyAny>>,
    result: Option<Py<PyAny>>,
    describe: Option<Py<PyAny>>,
    /// The class of positions that have fallen apart.
    split: Py<PyAny>,
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
    pub fn new(py: Python<'_>, name: String, functions: Functions) -> PyResult<PythonRules> {
        let split = py.import("grundy._split")?.getattr("Split")?.unbind();
        Ok(PythonRules {
            name,
            moves: functions.moves,
            canonical: functions.canonical,
            show: functions.show,
            result: functions.result,
            describe: functions.describe,
            split,
            found: Mutex::new(Found {
                index: PyDict::new(py).unbind(),
                objects: Vec::new(),
                canonical: HashMap::new(),
            }),
            failure: Mutex::new(None),
            takes_tuple: OnceLock::new(),
            cancel: Mutex::default(),
        })
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
                self.split.bind(py).call1((parts,))
            }
        }
    }

    fn add_atoms(&self, object: &Bound<'_, PyAny>, atoms: &mut Vec<u64>) -> PyResult<()> {
        let py = object.py();
        if object.is_exact_instance_of::<PyInt>() {
            atoms.push(self.number_of(object)?);
        } else if object.get_type().is(self.split.bind(py)) {
            let parts = object.getattr(intern!(py, "parts"))?;
            for part in parts.cast::<PyTuple>()?.iter() {
                self.add_atoms(&part, atoms)?;
            }
        } else {
            atoms.push(self.number_of(object)?);
        }
        Ok(())
    }

    /// The number of an object that is no split.
    fn number_of(&self, object: &Bound<'_, PyAny>) -> PyResult<u64> {
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
    fn canonical_atom(&self, py: Python<'_>, atom: u64) -> PyResult<u64> {
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
    fn visit_options(
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

    /// True if positions of several numbers are tuples; false if they are heaps side by side, as for a game that has moves
    /// for a number and none for a tuple.
    fn takes_tuple(&self, tuple: &Bound<'_, PyTuple>) -> PyResult<bool> {
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

    fn ending_of(&self, py: Python<'_>, atoms: &[u64]) -> PyResult<Option<Ending>> {
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

    fn shown_atom(&self, py: Python<'_>, atom: u64) -> PyResult<String> {
        let object = self.atom_object(py, atom)?;
        match &self.show {
            Some(show) => Ok(show.bind(py).call1((object,))?.str()?.to_string()),
            None => Ok(object.repr()?.to_string()),
        }
    }

    /// Keeps what Python raised, unless something was kept before. What is no `Exception`, as `KeyboardInterrupt`, ends the
    /// work, also where an error would only come again.
    fn keep(&self, failure: PyErr) {
        let goes_on = Python::attach(|py| failure.is_instance_of::<PyException>(py));
        if !goes_on && let Ok(cancel) = self.cancel.lock() {
            cancel.store(true, Ordering::Relaxed);
        }
        if let Ok(mut kept) = self.failure.lock() {
            kept.get_or_insert(failure);
        }
    }

    fn failed(&self, failure: PyErr) -> RulesError {
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

/// A move: the atom that it is made in, and what becomes of that.
#[derive(Clone, Debug)]
pub struct PythonMove {
    at: usize,
    option: Atoms,
}

/// A Python game as a source of positions.
#[derive(Clone)]
pub struct PythonSource(pub Arc<PythonRules>);

impl PythonSource {
    /// The game, ready to be solved.
    pub fn game(&self) -> Box<dyn Game> {
        Box::new(Interned::new(self.clone()))
    }

    fn list_atom(
        &self,
        py: Python<'_>,
        atom: u64,
        apart: bool,
        found: &mut ListedOptions<Atoms>,
    ) -> PyResult<()> {
        let rules = &self.0;
        rules.visit_options(py, atom, |option| {
            if apart || option.len() == 1 {
                for &part in option {
                    found.push_number(rules.canonical_atom(py, part)?);
                }
            } else {
                let parts = option.iter().map(|&part| rules.canonical_atom(py, part));
                let mut parts = parts.collect::<PyResult<Vec<u64>>>()?;
                parts.sort_unstable();
                let bytes = size_of_val(&parts[..]);
                found.push(Atoms(parts), bytes);
            }
            found.end_option();
            Ok(true)
        })?;
        found.end_position();
        Ok(())
    }
}

impl Source for PythonSource {
    type Position = Atoms;
    type Move = PythonMove;

    fn visit_moves(
        &self,
        position: &Atoms,
        distinct: bool,
        visit: &mut dyn FnMut(PythonMove) -> bool,
    ) -> Result<(), RulesError> {
        let rules = &self.0;
        let visited = Python::attach(|py| {
            if rules.ending_of(py, &position.0)?.is_some() {
                return Ok(());
            }
            for (at, &atom) in position.0.iter().enumerate() {
                if distinct && position.0[..at].contains(&atom) {
                    continue;
                }
                let mut goes_on = true;
                rules.visit_options(py, atom, |option| {
                    let option = Atoms(option.to_vec());
                    goes_on = visit(PythonMove { at, option });
                    Ok(goes_on)
                })?;
                if !goes_on {
                    break;
                }
            }
            Ok(())
        });
        visited.map_err(|failure| rules.failed(failure))
    }

    fn play(&self, position: &Atoms, played: &PythonMove) -> Atoms {
        let mut after = position.0.clone();
        after.splice(played.at..=played.at, played.option.0.iter().copied());
        Atoms(after)
    }

    fn prefix(&self, _position: &Atoms) -> String {
        self.0.name.clone()
    }

    /// Reads an integer, several integers (a tuple, or heaps side by side: see [`PythonRules::takes_tuple`]), or `@` and
    /// the numbers of atoms, by which the door names positions.
    fn parse(&self, text: &str) -> Result<Atoms, SpecError> {
        let wrong = || SpecError::unexpected(text, "a number", 0..text.len());
        if let Some(numbers) = text.trim().strip_prefix('@') {
            let numbers = numbers.split('/').filter(|number| !number.is_empty());
            let atoms: Result<Vec<u64>, _> = numbers.map(str::parse).collect();
            return atoms.map(Atoms).map_err(|_| wrong());
        }
        let numbers: Result<Vec<u64>, _> = text.split(',').map(|n| n.trim().parse()).collect();
        let numbers = numbers.map_err(|_| wrong())?;
        let read = Python::attach(|py| match numbers[..] {
            [number] => self.0.atoms(&number.into_pyobject(py)?.into_any()),
            _ => {
                let tuple = PyTuple::new(py, &numbers)?;
                if self.0.takes_tuple(&tuple)? {
                    return self.0.atoms(&tuple.into_any());
                }
                let heaps = numbers.iter().map(|&n| {
                    let heap = n.into_pyobject(py)?;
                    self.0.number_of(&heap.into_any())
                });
                Ok(Atoms(heaps.collect::<PyResult<_>>()?))
            }
        });
        read.map_err(|failure| {
            self.0.keep(failure);
            wrong()
        })
    }

    fn show(&self, position: &Atoms) -> String {
        let shown = Python::attach(|py| {
            let shown = position.0.iter().map(|&atom| self.0.shown_atom(py, atom));
            shown.collect::<PyResult<Vec<String>>>()
        });
        match shown {
            Ok(shown) if shown.is_empty() => "nothing".to_owned(),
            Ok(shown) => shown.join(" & "),
            Err(failure) => {
                self.0.keep(failure);
                "?".to_owned()
            }
        }
    }

    fn describe(&self, position: &Atoms, played: &PythonMove) -> String {
        let from = Atoms(vec![position.0[played.at]]);
        if let Some(describe) = &self.0.describe {
            let said = Python::attach(|py| {
                let from = self.0.object(py, &from.0)?;
                let to = self.0.object(py, &played.option.0)?;
                Ok(describe.bind(py).call1((from, to))?.str()?.to_string())
            });
            match said {
                Ok(said) => return said,
                Err(failure) => self.0.keep(failure),
            }
        }
        let from = self.show(&from);
        let to = self.show(&played.option);
        match played.option.0.len() {
            1 => format!("move from {from} to {to}"),
            _ => format!("split {from} into {to}"),
        }
    }

    /// The numbers of the atoms after the move, from which the door makes the position.
    fn touch(&self, position: &Atoms, played: &PythonMove) -> Touch {
        let after = self.play(position, played);
        let numbers = after.0.iter().map(u64::to_string);
        Touch::of(Element::option(&numbers.collect::<Vec<_>>().join("/")))
    }

    fn canonical(&self, position: &Atoms) -> Atoms {
        let rules = &self.0;
        let mut atoms = position.0.clone();
        if rules.canonical.is_some() {
            Python::attach(|py| {
                for atom in &mut atoms {
                    match rules.canonical_atom(py, *atom) {
                        Ok(canonical) => *atom = canonical,
                        Err(failure) => rules.keep(failure),
                    }
                }
            });
        }
        atoms.sort_unstable();
        Atoms(atoms)
    }

    fn parts(&self, position: &Atoms) -> Option<Vec<Atoms>> {
        // A result ends the whole game, so parts that have one are not independent.
        if self.0.result.is_some() || position.0.len() == 1 {
            return None;
        }
        let parts = position.0.iter();
        Some(parts.map(|&atom| Atoms(vec![atom])).collect())
    }

    fn is_slow(&self) -> bool {
        true
    }

    fn list(
        &self,
        positions: &[PositionRef<'_, Atoms>],
        apart: bool,
        _ahead: Option<&dyn Fn(u64) -> bool>,
        found: &mut ListedOptions<Atoms>,
    ) -> Result<(), RulesError> {
        let Some(first) = positions.first() else {
            return Ok(());
        };
        let has_result = self.0.result.is_some();
        let single = |position: &PositionRef<'_, Atoms>| match position {
            PositionRef::Number(number) if !has_result => Some(*number),
            _ => None,
        };
        if single(first).is_none() {
            return match first {
                PositionRef::Number(number) => {
                    list_one(self, &Atoms(vec![*number]), apart && !has_result, found)
                }
                PositionRef::Position(position) => list_one(self, position, apart, found),
            };
        }
        let listed = Python::attach(|py| {
            // Functions that are not written in Python do not look.
            py.check_signals()?;
            for number in positions.iter().map_while(single).take(AT_ONCE) {
                self.list_atom(py, number, apart, found)?;
            }
            Ok(())
        });
        listed.map_err(|failure| self.0.failed(failure))
    }

    fn bytes_beyond(&self, position: &Atoms) -> usize {
        size_of_val(&position.0[..])
    }

    fn number(&self, position: &Atoms) -> Option<u64> {
        let [atom] = position.0[..] else {
            return None;
        };
        if self.0.canonical.is_none() {
            return Some(atom);
        }
        let canonical = Python::attach(|py| self.0.canonical_atom(py, atom));
        match canonical {
            Ok(canonical) => (canonical == atom).then_some(atom),
            Err(failure) => {
                self.0.keep(failure);
                Some(atom)
            }
        }
    }

    fn numbered(&self, number: u64) -> Atoms {
        Atoms(vec![number])
    }

    fn rank(&self, position: &Atoms) -> u64 {
        position
            .0
            .iter()
            .map(|&atom| self.rank_of_number(atom))
            .max()
            .unwrap_or(0)
    }

    /// Play mostly makes numbers less; what was found last is nearest to the end.
    fn rank_of_number(&self, number: u64) -> u64 {
        if number.is_multiple_of(2) {
            number
        } else {
            u64::MAX - number
        }
    }

    fn has_endings(&self) -> bool {
        self.0.result.is_some()
    }

    fn ending(&self, position: &Atoms) -> Option<Ending> {
        let ending = Python::attach(|py| self.0.ending_of(py, &position.0));
        // An error comes again from the moves, which can report it.
        ending.ok().flatten()
    }
}
