//! A Python game as a source of positions.

use std::sync::Arc;

use grundy::core::{Element, Ending, RulesError, SpecError, Touch};
use grundy::positions::{Game, Interned, ListedOptions, PositionRef, Source, list_one};
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::python_rules::{Atoms, PythonRules};

/// Positions that are listed at once.
const AT_ONCE: usize = 256;

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
            if let [atom] = position.0[..] {
                return rules.visit_options(py, atom, |option| {
                    let option = Atoms(option.to_vec());
                    Ok(visit(PythonMove { at: 0, option }))
                });
            }
            for (at, &atom) in position.0.iter().enumerate() {
                if distinct && position.0[..at].contains(&atom) {
                    continue;
                }
                let options = rules.options(py, atom)?;
                let mut moves = options.iter().cloned();
                if !moves.all(|option| visit(PythonMove { at, option })) {
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
