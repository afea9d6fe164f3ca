//! Nim-values by exploring everything that can be reached, without recursion.
//!
//! Positions fall apart into independent atoms where the rules say so. If no play can come back to
//! an atom, values are mexes in topological order (Sprague 1935, Grundy 1939). Otherwise they are the
//! loopy values of Smith (1966), found by the graph engine; a loopy game whose moves also split is
//! explored without taking it apart, so that the graph says everything.

use grundy_core::{Form, Game, Id, InParts, Limits, Nimber, Value};
use grundy_graph::{Graph, loopy_values};
use rustc_hash::FxHashMap;

use crate::SolveError;
use crate::values::HeapValues;

/// The values of positions found so far, by canonical id.
#[derive(Default)]
pub struct Known {
    /// Small nimbers, which nearly all values are; [`UNKNOWN`] where there is none.
    nimbers: Vec<u32>,
    others: FxHashMap<Id, Value>,
}

const UNKNOWN: u32 = u32::MAX;

/// Everything reachable from some positions: atoms, and their options as lists of atoms.
#[derive(Default)]
struct Explored {
    atoms: Vec<Id>,
    /// The number of each atom, by id; [`UNKNOWN`] for positions that were not met.
    index: Vec<u32>,
    /// The options of the atoms, as numbers of atoms.
    options: InParts<u32>,
    /// Values that theory or earlier work gave; such atoms are not explored further.
    given: FxHashMap<u32, Value>,
    /// True if some atom ends the game by a rule of its own: then there are no values.
    has_endings: bool,
}

impl Known {
    /// The value of `id`, or `None` where the game has no values (it can end by a rule of its own).
    ///
    /// # Errors
    ///
    /// [`SolveError`] when a limit is reached or the rules fail.
    pub fn value(
        &mut self,
        game: &mut dyn Game,
        heaps: &mut HeapValues,
        id: Id,
        limits: &Limits,
    ) -> Result<Option<Value>, SolveError> {
        let id = game.canonical(id);
        if let Some(value) = self.get(id) {
            return Ok(Some(value));
        }
        for take_apart in [true, false] {
            let explored = self.explore(game, heaps, id, limits, take_apart)?;
            if explored.has_endings {
                return Ok(None);
            }
            if self.take_values(&explored, limits)? {
                return Ok(self.look_up(game, id, take_apart));
            }
        }
        unreachable!("a game explored whole always has values")
    }

    fn get(&self, id: Id) -> Option<Value> {
        match self.nimbers.get(id.0 as usize) {
            Some(&nimber) if nimber != UNKNOWN => Some(Value::Finite(Nimber(nimber.into()))),
            _ => self.others.get(&id).cloned(),
        }
    }

    fn insert(&mut self, id: Id, value: Value) {
        let small = value.finite().and_then(|Nimber(n)| u32::try_from(n).ok());
        match small.filter(|&n| n != UNKNOWN) {
            Some(nimber) => {
                let at = id.0 as usize;
                if self.nimbers.len() <= at {
                    self.nimbers.resize(at + 1, UNKNOWN);
                }
                self.nimbers[at] = nimber;
            }
            None => {
                self.others.insert(id, value);
            }
        }
    }

    fn look_up(&self, game: &mut dyn Game, id: Id, take_apart: bool) -> Option<Value> {
        let atoms = atoms_of(game, id, take_apart);
        let zero = Value::Finite(Nimber(0));
        atoms.iter().try_fold(zero, |sum, &atom| {
            self.get(atom).map(|value| sum.plus(&value))
        })
    }

    /// Remembers the value of each atom; false if play can repeat and also falls apart.
    fn take_values(&mut self, explored: &Explored, limits: &Limits) -> Result<bool, SolveError> {
        if let Some(nimbers) = explored.mexes(limits)? {
            for (at, (&atom, nimber)) in explored.atoms.iter().zip(nimbers).enumerate() {
                let given = explored.given.get(&(at as u32)).cloned();
                self.insert(atom, given.unwrap_or(Value::Finite(nimber)));
            }
            return Ok(true);
        }
        if explored.options.falls_apart() {
            return Ok(false);
        }
        for (&atom, value) in explored.atoms.iter().zip(explored.loopy(limits)?) {
            self.insert(atom, value);
        }
        Ok(true)
    }

    fn explore(
        &self,
        game: &mut dyn Game,
        heaps: &mut HeapValues,
        start: Id,
        limits: &Limits,
        take_apart: bool,
    ) -> Result<Explored, SolveError> {
        /// Positions whose options are listed at once.
        const MANY: usize = 4096;
        let mut explored = Explored::default();
        for atom in atoms_of(game, start, take_apart) {
            self.meet(game, heaps, atom, &mut explored, limits)?;
        }
        while explored.options.positions() < explored.atoms.len() && !explored.has_endings {
            limits.check_time()?;
            limits.check_positions(explored.atoms.len() as u64)?;
            limits.check_bytes(explored.bytes())?;
            let first = explored.options.positions();
            let last = explored.atoms.len().min(first + MANY);
            let unknown: Vec<Id> = (first..last)
                .filter(|at| !explored.given.contains_key(&(*at as u32)))
                .map(|at| explored.atoms[at])
                .collect();
            let listed = game.list(&unknown, take_apart, limits)?;
            let mut next = 0;
            for at in first..last {
                if explored.given.contains_key(&(at as u32)) {
                    explored.options.end_position();
                    continue;
                }
                for option in listed.options(next) {
                    for &atom in option {
                        let part = self.meet(game, heaps, atom, &mut explored, limits)?;
                        explored.options.push(part);
                    }
                    explored.options.end_option();
                }
                explored.options.end_position();
                next += 1;
            }
        }
        Ok(explored)
    }

    /// The number of `atom`, met for the first time or again.
    fn meet(
        &self,
        game: &mut dyn Game,
        heaps: &mut HeapValues,
        atom: Id,
        explored: &mut Explored,
        limits: &Limits,
    ) -> Result<u32, SolveError> {
        let id = atom.0 as usize;
        if let Some(&at) = explored.index.get(id)
            && at != UNKNOWN
        {
            return Ok(at);
        }
        let at = explored.atoms.len() as u32;
        if explored.index.len() <= id {
            explored.index.resize(id + 1, UNKNOWN);
        }
        explored.index[id] = at;
        explored.atoms.push(atom);
        explored.has_endings |= game.ending(atom).is_some();
        // An infinite value is no Nim heap: its atom is explored again with what now leads to it.
        let given = match self.get(atom) {
            Some(value @ Value::Finite(_)) => Some(value),
            _ => form_value(game, heaps, atom, limits)?,
        };
        if let Some(given) = given {
            explored.given.insert(at, given);
        }
        Ok(at)
    }
}

/// The value that theory promises, where it promises one.
pub fn form_value(
    game: &mut dyn Game,
    heaps: &mut HeapValues,
    id: Id,
    limits: &Limits,
) -> Result<Option<Value>, SolveError> {
    Ok(match game.form(id) {
        Form::Nim(sizes) => Some(Value::Finite(Nimber::sum(sizes.into_iter().map(Nimber)))),
        Form::Heaps(sizes) => {
            let mut sum = Nimber(0);
            for heap in sizes {
                sum ^= heaps.value(game, heap, limits)?;
            }
            Some(Value::Finite(sum))
        }
        Form::Value(value) => Some(Value::Finite(value)),
        Form::Outcome(grundy_core::Outcome::Lose) => Some(Value::Finite(Nimber(0))),
        Form::Loony => Some(Value::Loony),
        Form::Outcome(_) | Form::Unknown => None,
    })
}

fn atoms_of(game: &mut dyn Game, id: Id, take_apart: bool) -> Vec<Id> {
    let parts = match take_apart {
        true => game.parts(id),
        false => None,
    };
    let mut atoms = parts.unwrap_or_else(|| vec![id]);
    for atom in &mut atoms {
        *atom = game.canonical(*atom);
    }
    atoms.sort_unstable();
    atoms
}

impl Explored {
    /// Bytes that the lists take.
    fn bytes(&self) -> u64 {
        let words = self.atoms.capacity() + self.index.capacity();
        (words * size_of::<u32>()) as u64 + self.options.bytes()
    }

    /// The value of each atom by mex, or `None` if play can repeat: then depth-first search comes
    /// back to an atom that is not finished.
    fn mexes(&self, limits: &Limits) -> Result<Option<Vec<Nimber>>, SolveError> {
        const FRESH: u8 = 0;
        const OPEN: u8 = 1;
        const DONE: u8 = 2;
        let mut values = vec![Nimber(0); self.atoms.len()];
        let mut state = vec![FRESH; self.atoms.len()];
        for (&at, given) in &self.given {
            values[at as usize] = given.finite().unwrap_or_default();
            state[at as usize] = DONE;
        }
        let mut seen = Vec::new();
        // Atoms on the way down, each with the parts that are left to look at.
        let mut way = Vec::new();
        for start in 0..self.atoms.len() {
            if start.is_multiple_of(1024) {
                limits.check_time()?;
            }
            if state[start] == FRESH {
                state[start] = OPEN;
                way.push((start, self.options.parts_of(start)));
            }
            while let Some((at, rest)) = way.last_mut() {
                let Some(next) = rest.next() else {
                    values[*at] = self.mex(*at, &values, &mut seen);
                    state[*at] = DONE;
                    way.pop();
                    continue;
                };
                let part = self.options.parts()[next] as usize;
                match state[part] {
                    FRESH => {
                        state[part] = OPEN;
                        way.push((part, self.options.parts_of(part)));
                    }
                    OPEN => return Ok(None),
                    _ => {}
                }
            }
        }
        Ok(Some(values))
    }

    /// The least nimber that no option is worth; `seen[v]` is the last atom with an option worth v.
    fn mex(&self, atom: usize, values: &[Nimber], seen: &mut Vec<u32>) -> Nimber {
        // A mex is at most the number of options: what is larger does not matter.
        let most = self.options.count(atom);
        if seen.len() < most {
            seen.resize(most, UNKNOWN);
        }
        let mark = atom as u32;
        for option in self.options.options(atom) {
            let sum = Nimber::sum(option.iter().map(|&part| values[part as usize]));
            if sum.0 < most as u128 {
                seen[sum.0 as usize] = mark;
            }
        }
        let gap = seen[..most].iter().position(|&other| other != mark);
        Nimber(gap.unwrap_or(most) as u128)
    }

    /// Loopy values; an atom whose value is given stands for a Nim heap of that size.
    fn loopy(&self, limits: &Limits) -> Result<Vec<Value>, SolveError> {
        let largest = self.given.values().filter_map(Value::finite).max();
        let count = self.atoms.len() as u32;
        let sizes = largest.map_or(0, |Nimber(n)| n.saturating_add(1));
        limits.check_positions(u64::try_from(sizes).unwrap_or(u64::MAX))?;
        // Vertices count.. are the Nim heaps 0, 1, … that given values lead to.
        let heaps = sizes as u32;
        let mut edges = Vec::new();
        for atom in 0..count {
            match self.given.get(&atom).and_then(Value::finite) {
                Some(Nimber(n)) => {
                    edges.extend((0..n as u32).map(|m| (atom, count + m)));
                }
                None => {
                    let options = self.options.options(atom as usize);
                    edges.extend(options.map(|list| (atom, list[0])));
                }
            }
        }
        for n in 0..heaps {
            edges.extend((0..n).map(|m| (count + n, count + m)));
        }
        let graph = Graph::from_edges(count + heaps, edges.into_iter());
        let loopy = loopy_values(&graph, limits)?;
        Ok((0..count).map(|atom| loopy.value(atom)).collect())
    }
}
