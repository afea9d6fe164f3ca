//! Nim-values by exploring everything that can be reached, without recursion.
//!
//! Positions fall apart into independent atoms where the rules say so. If no play can come back to
//! an atom, values are mexes in topological order (Sprague 1935, Grundy 1939). Otherwise they are the
//! loopy values of Smith (1966), found by the graph engine; a loopy game whose moves also split is
//! explored without taking it apart, so that the graph says everything.

use grundy_core::{Form, Game, Id, Limits, Nimber, Value};
use grundy_graph::{Graph, loopy_values};
use rustc_hash::FxHashMap;

use crate::SolveError;
use crate::values::HeapValues;

/// The values of positions found so far, by canonical id.
#[derive(Default)]
pub struct Known {
    values: FxHashMap<Id, Value>,
}

/// Everything reachable from some positions: atoms, and their options as lists of atoms.
struct Explored {
    atoms: Vec<Id>,
    /// `options[a]` lists the options of atom `a`, each a list of atom indices.
    options: Vec<Lists>,
    /// Values that theory or earlier work gave; such atoms are not explored further.
    given: Vec<Option<Value>>,
    /// True if some atom ends the game by a rule of its own: then there are no values.
    has_endings: bool,
}

/// Lists of numbers, one behind the other.
#[derive(Default)]
struct Lists {
    numbers: Vec<u32>,
    /// Where each list ends; empty if each holds one number.
    ends: Vec<u32>,
}

impl Lists {
    fn from_lists(numbers: Vec<u32>, ends: Vec<u32>) -> Lists {
        let are_single = ends.iter().zip(1..).all(|(&end, count)| end == count);
        let mut lists = Lists { numbers, ends };
        if are_single && lists.ends.len() == lists.numbers.len() {
            lists.ends = Vec::new();
            lists.numbers.sort_unstable();
            lists.numbers.dedup();
            lists.numbers.shrink_to_fit();
        }
        lists
    }

    fn iter(&self) -> impl Iterator<Item = &[u32]> {
        let single = match self.ends.is_empty() {
            true => self.numbers.as_slice(),
            false => &[],
        };
        let mut start = 0;
        let several = self.ends.iter().map(move |&end| {
            let list = &self.numbers[start as usize..end as usize];
            start = end;
            list
        });
        single.chunks(1).chain(several)
    }
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
        if let Some(value) = self.values.get(&id) {
            return Ok(Some(value.clone()));
        }
        for take_apart in [true, false] {
            let explored = self.explore(game, heaps, id, limits, take_apart)?;
            if explored.has_endings {
                return Ok(None);
            }
            if let Some(values) = explored.values(limits)? {
                for (&atom, value) in explored.atoms.iter().zip(values) {
                    self.values.insert(atom, value);
                }
                return Ok(self.look_up(game, id, take_apart));
            }
        }
        unreachable!("a game explored whole always has values")
    }

    fn look_up(&self, game: &mut dyn Game, id: Id, take_apart: bool) -> Option<Value> {
        let atoms = atoms_of(game, id, take_apart);
        let zero = Value::Finite(Nimber(0));
        atoms.iter().try_fold(zero, |sum, atom| {
            self.values.get(atom).map(|value| sum.plus(value))
        })
    }

    fn explore(
        &self,
        game: &mut dyn Game,
        heaps: &mut HeapValues,
        start: Id,
        limits: &Limits,
        take_apart: bool,
    ) -> Result<Explored, SolveError> {
        let mut explored = Explored {
            atoms: Vec::new(),
            options: Vec::new(),
            given: Vec::new(),
            has_endings: false,
        };
        let mut index: FxHashMap<Id, u32> = FxHashMap::default();
        let mut frontier = Vec::new();
        for atom in atoms_of(game, start, take_apart) {
            self.meet(
                game,
                heaps,
                atom,
                &mut explored,
                &mut index,
                &mut frontier,
                limits,
            )?;
        }
        while !frontier.is_empty() {
            limits.check_time()?;
            limits.check_positions(explored.atoms.len() as u64)?;
            let layer = std::mem::take(&mut frontier);
            let ids: Vec<Id> = layer
                .iter()
                .map(|&at| explored.atoms[at as usize])
                .collect();
            let listed = game.options_of_all(&ids, limits)?;
            for (&at, options) in layer.iter().zip(listed) {
                let mut numbers = Vec::with_capacity(options.len());
                let mut ends = Vec::with_capacity(options.len());
                for option in options {
                    for atom in atoms_of(game, option, take_apart) {
                        numbers.push(self.meet(
                            game,
                            heaps,
                            atom,
                            &mut explored,
                            &mut index,
                            &mut frontier,
                            limits,
                        )?);
                    }
                    ends.push(numbers.len() as u32);
                }
                explored.options[at as usize] = Lists::from_lists(numbers, ends);
                if explored.has_endings {
                    return Ok(explored);
                }
            }
        }
        Ok(explored)
    }

    /// The index of `atom`, met for the first time or again.
    #[allow(clippy::too_many_arguments)] // One loop's state, split off to keep the loop readable.
    fn meet(
        &self,
        game: &mut dyn Game,
        heaps: &mut HeapValues,
        atom: Id,
        explored: &mut Explored,
        index: &mut FxHashMap<Id, u32>,
        frontier: &mut Vec<u32>,
        limits: &Limits,
    ) -> Result<u32, SolveError> {
        if let Some(&at) = index.get(&atom) {
            return Ok(at);
        }
        let at = explored.atoms.len() as u32;
        index.insert(atom, at);
        explored.atoms.push(atom);
        explored.options.push(Lists::default());
        explored.has_endings |= game.ending(atom).is_some();
        // An infinite value is no Nim heap: its atom is explored again with what now leads to it.
        let given = match self.values.get(&atom) {
            Some(value @ Value::Finite(_)) => Some(value.clone()),
            _ => form_value(game, heaps, atom, limits)?,
        };
        if given.is_none() {
            frontier.push(at);
        }
        explored.given.push(given);
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
    /// The value of each atom, or `None` if play can repeat and also falls apart.
    fn values(&self, limits: &Limits) -> Result<Option<Vec<Value>>, SolveError> {
        if let Some(order) = self.topological_order() {
            return Ok(Some(self.mexes(&order)));
        }
        let mut lists = self.options.iter().flat_map(Lists::iter);
        let falls_apart = lists.any(|list| list.len() != 1);
        if falls_apart {
            return Ok(None);
        }
        self.loopy(limits).map(Some)
    }

    /// Atoms with everything an atom can become before it, if play cannot repeat.
    fn topological_order(&self) -> Option<Vec<u32>> {
        let mut open = vec![0u32; self.atoms.len()];
        let mut users: Vec<Vec<u32>> = vec![Vec::new(); self.atoms.len()];
        for (atom, options) in self.options.iter().enumerate() {
            for &part in &options.numbers {
                users[part as usize].push(atom as u32);
                open[atom] += 1;
            }
        }
        let mut order: Vec<u32> = (0..self.atoms.len() as u32)
            .filter(|&atom| open[atom as usize] == 0)
            .collect();
        let mut next = 0;
        while let Some(&atom) = order.get(next) {
            next += 1;
            for &user in &users[atom as usize] {
                open[user as usize] -= 1;
                if open[user as usize] == 0 {
                    order.push(user);
                }
            }
        }
        (order.len() == self.atoms.len()).then_some(order)
    }

    fn mexes(&self, order: &[u32]) -> Vec<Value> {
        let mut values = vec![Nimber(0); self.atoms.len()];
        let mut loose = self.given.clone();
        // `seen[v]` is the last atom that had an option worth v; a mex is at most the number of options.
        let mut seen: Vec<u32> = Vec::new();
        for &atom in order {
            let at = atom as usize;
            if let Some(given) = &loose[at] {
                values[at] = given.finite().unwrap_or_default();
                continue;
            }
            let options = &self.options[at];
            let most = options.numbers.len() + options.ends.len();
            if seen.len() <= most {
                seen.resize(most + 1, u32::MAX);
            }
            for list in options.iter() {
                let sum = Nimber::sum(list.iter().map(|&part| values[part as usize]));
                if let Some(mark) = usize::try_from(sum.0).ok().and_then(|v| seen.get_mut(v)) {
                    *mark = atom;
                }
            }
            let gap = seen.iter().position(|&mark| mark != atom);
            values[at] = Nimber(gap.unwrap_or(seen.len()) as u128);
            loose[at] = Some(Value::Finite(values[at]));
        }
        loose.into_iter().flatten().collect()
    }

    /// Loopy values; an atom whose value is given stands for a Nim heap of that size.
    fn loopy(&self, limits: &Limits) -> Result<Vec<Value>, SolveError> {
        let largest = self.given.iter().flatten().filter_map(Value::finite).max();
        let count = self.atoms.len() as u32;
        let sizes = largest.map_or(0, |Nimber(n)| n.saturating_add(1));
        limits.check_positions(u64::try_from(sizes).unwrap_or(u64::MAX))?;
        // Vertices count.. are the Nim heaps 0, 1, … that given values lead to.
        let heaps = sizes as u32;
        let mut edges = Vec::new();
        for (atom, options) in self.options.iter().enumerate() {
            match self.given[atom].as_ref().and_then(Value::finite) {
                Some(Nimber(n)) => {
                    edges.extend((0..n as u32).map(|m| (atom as u32, count + m)));
                }
                None => edges.extend(options.iter().map(|list| (atom as u32, list[0]))),
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
