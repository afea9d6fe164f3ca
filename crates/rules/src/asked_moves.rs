//! Nim-values of a game whose moves are any function of a judge program: `nim_value(p, moves = f)`.
//!
//! A function made while the input is read knows that input, so that boards and parameters need not be
//! part of every position. Values are remembered for each function until the program ends.

use std::cell::RefCell;
use std::hash::{Hash, Hasher};

use grundy_core::Limits;
use rustc_hash::{FxHashMap, FxHashSet, FxHasher};
use starlark::eval::Evaluator;
use starlark::values::Value;

use crate::convert;
use crate::listing::is_collection;
use crate::oracle::OracleError;
use crate::position::StarPosition;

/// The values of positions that are one atom each.
type Table = FxHashMap<StarPosition, u32>;

thread_local! {
    /// The tables of the functions that were asked about, by what tells the functions apart.
    static TABLES: RefCell<FxHashMap<u64, Table>> = RefCell::default();
}

/// Forgets all values.
pub(crate) fn forget() {
    TABLES.with(|tables| tables.take());
}

fn refused(message: &str, is_limit: bool) -> starlark::Error {
    starlark::Error::new_native(OracleError {
        message: message.to_owned(),
        is_limit,
    })
}

/// The nim-value of `position` where `moves` returns the options.
pub(crate) fn value<'v>(
    position: Value<'v>,
    moves: Value<'v>,
    limits: &Limits,
    eval: &mut Evaluator<'v, '_, '_>,
) -> starlark::Result<u32> {
    let mut hasher = FxHasher::default();
    moves.identity().hash(&mut hasher);
    let key = hasher.finish();
    // Taken out while it works: the function may ask about another one.
    let table = TABLES.with(|tables| tables.borrow_mut().remove(&key));
    let mut search = Search {
        moves,
        limits,
        table: table.unwrap_or_default(),
        path: FxHashSet::default(),
    };
    let value = search.value_of_sum(&to_position(position)?, eval);
    let table = search.table;
    TABLES.with(|tables| tables.borrow_mut().insert(key, table));
    value
}

fn to_position(value: Value<'_>) -> starlark::Result<StarPosition> {
    convert::position(value, 0).map_err(|error| refused(&error.to_string(), false))
}

struct Search<'v, 'l> {
    moves: Value<'v>,
    limits: &'l Limits,
    table: Table,
    /// The positions that are being examined: none of them may come again.
    path: FxHashSet<StarPosition>,
}

/// A position on the way, and how far its options have been looked at.
struct Frame {
    position: StarPosition,
    options: Vec<StarPosition>,
    next: usize,
    values: Vec<u32>,
}

impl<'v> Search<'v, '_> {
    fn value_of_sum(
        &mut self,
        sum: &StarPosition,
        eval: &mut Evaluator<'v, '_, '_>,
    ) -> starlark::Result<u32> {
        let mut value = 0;
        for atom in sum.atom_bytes() {
            value ^= self.value_of_atom(StarPosition::from_parts(0, &[atom]), eval)?;
        }
        Ok(value)
    }

    /// The value of one atom, without recursion: lines of play can be long.
    fn value_of_atom(
        &mut self,
        atom: StarPosition,
        eval: &mut Evaluator<'v, '_, '_>,
    ) -> starlark::Result<u32> {
        if let Some(&value) = self.table.get(&atom) {
            return Ok(value);
        }
        let mut stack = vec![self.enter(atom.clone(), eval)?];
        while let Some(frame) = stack.last_mut() {
            let Some(option) = frame.options.get(frame.next) else {
                let frame = stack.pop().expect("it was just looked at");
                self.path.remove(&frame.position);
                self.table.insert(frame.position, mex(frame.values));
                continue;
            };
            match self.known(option) {
                Ok(value) => {
                    frame.values.push(value);
                    frame.next += 1;
                }
                Err(missing) => {
                    let next = self.enter(missing, eval)?;
                    stack.push(next);
                }
            }
        }
        Ok(self.table[&atom])
    }

    /// The value of a sum of atoms in the table, or the first atom that is not there.
    fn known(&self, sum: &StarPosition) -> Result<u32, StarPosition> {
        sum.atom_bytes().into_iter().try_fold(0, |value, atom| {
            let atom = StarPosition::from_parts(0, &[atom]);
            match self.table.get(&atom) {
                Some(known) => Ok(value ^ known),
                None => Err(atom),
            }
        })
    }

    /// Asks for the options of an atom that is not on the way already.
    fn enter(
        &mut self,
        position: StarPosition,
        eval: &mut Evaluator<'v, '_, '_>,
    ) -> starlark::Result<Frame> {
        let count = (self.table.len() + self.path.len()) as u64;
        let limit = self.limits.check_positions(count);
        limit.map_err(|reached| refused(&reached.to_string(), true))?;
        if !self.path.insert(position.clone()) {
            let message = "positions repeat: a game given by `moves = f` must come to an end";
            return Err(refused(message, false));
        }
        let heap = eval.heap();
        let argument = convert::to_value(&position, heap);
        let returned = eval.eval_function(self.moves, &[argument], &[])?;
        if !is_collection(returned) {
            let message = "the function given as `moves` must return a list of positions";
            return Err(refused(message, false));
        }
        let options = returned.iterate(heap)?.map(to_position);
        Ok(Frame {
            position,
            options: options.collect::<starlark::Result<_>>()?,
            next: 0,
            values: Vec::new(),
        })
    }
}

/// The least number that is not among the values.
fn mex(mut values: Vec<u32>) -> u32 {
    values.sort_unstable();
    values.dedup();
    values
        .iter()
        .zip(0..)
        .take_while(|(a, b)| **a == *b)
        .count() as u32
}
