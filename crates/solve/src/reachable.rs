//! Nim-values by exploring everything that can be reached, without recursion.
//!
//! Positions fall apart into independent atoms where the rules say so. An atom gets its value as soon as
//! its options have theirs: the mex (Sprague 1935, Grundy 1939). Atoms of low rank come first, so that this
//! is most often at once, and options are not kept. Atoms that still wait in the end are those from which
//! play can repeat: their values are the loopy ones of Smith (1966), found by the graph engine. Where
//! such an atom also splits into parts that wait, it is explored without taking it apart, so that the
//! graph says everything.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use grundy_core::{Form, LimitReached, Limits, Nimber, Value};
use grundy_graph::{Graph, loopy_values};
use grundy_positions::{Game, Id, Listing, OptionLists, OptionsError};

use crate::SolveError;
use crate::nimbers::{Mex, Nimbers, State};
use crate::values::HeapValues;
use crate::waiting::Waiting;

/// The values of positions found so far.
#[derive(Default)]
pub struct KnownValues {
    nimbers: Nimbers,
    mex: Mex,
    /// Atoms that have just got their values, and that others may wait for.
    settled: Vec<Id>,
    has_loops: bool,
}

/// What is on the way to being valued.
#[derive(Default)]
struct Unsettled {
    /// Atoms whose options have not been listed, by rank.
    unlisted: BinaryHeap<Reverse<(u64, Id)>>,
    waiting: Waiting,
    /// How many atoms have been met.
    met: u64,
    /// True if some atom ends the game by a rule of its own: then there are no values.
    has_endings: bool,
}

impl KnownValues {
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
        if let Some(value) = self.nimbers.get(id) {
            return Ok(Some(value));
        }
        for take_apart in [true, false] {
            let atoms = atoms_of(game, id, take_apart);
            let found = self.explore(game, heaps, &atoms, limits, take_apart);
            if !matches!(found, Ok(Explored::AllValued)) {
                self.nimbers.forget_met();
            }
            match found? {
                Explored::AllValued => return Ok(self.look_up(&atoms)),
                Explored::HasEndings => return Ok(None),
                Explored::SplitsAndRepeats => {}
            }
        }
        unreachable!("a game explored whole always has values")
    }

    /// Finds the values of several positions at once, which is quicker than one by one.
    ///
    /// # Errors
    ///
    /// As [`KnownValues::value`].
    pub fn prepare(
        &mut self,
        game: &mut dyn Game,
        heaps: &mut HeapValues,
        ids: &[Id],
        limits: &Limits,
    ) -> Result<(), SolveError> {
        let mut atoms: Vec<Id> = Vec::new();
        for &id in ids {
            atoms.extend(atoms_of(game, id, true));
        }
        let found = self.explore(game, heaps, &atoms, limits, true);
        if !matches!(found, Ok(Explored::AllValued)) {
            self.nimbers.forget_met();
        }
        found.map(|_| ())
    }

    /// True if positions were found from which play can repeat.
    pub fn has_loops(&self) -> bool {
        self.has_loops
    }

    /// Bytes that the values take.
    pub fn bytes(&self) -> u64 {
        self.nimbers.bytes()
    }

    fn look_up(&self, atoms: &[Id]) -> Option<Value> {
        let zero = Value::Finite(Nimber(0));
        atoms.iter().try_fold(zero, |sum, &atom| {
            self.nimbers.get(atom).map(|value| sum.plus(&value))
        })
    }

    fn explore(
        &mut self,
        game: &mut dyn Game,
        heaps: &mut HeapValues,
        atoms: &[Id],
        limits: &Limits,
        take_apart: bool,
    ) -> Result<Explored, SolveError> {
        let mut open = Unsettled::default();
        for &atom in atoms {
            self.meet(game, heaps, atom, &mut open, limits)?;
        }
        while let batch = open.lowest(&self.nimbers)
            && !batch.is_empty()
            && !open.has_endings
        {
            let mut rest = &batch[..];
            while !rest.is_empty() && !open.has_endings {
                let Listing { lists, ahead } = self.list(game, rest, take_apart, &open, limits)?;
                let (asked, later) = rest.split_at(lists.positions() - ahead.len());
                // They need not come to the unlisted.
                for &atom in &ahead {
                    self.nimbers.meet(atom);
                    self.is_known(game, heaps, atom, &mut open, limits)?;
                }
                for (at, &atom) in asked.iter().chain(&ahead).enumerate() {
                    self.add(game, heaps, atom, (&lists, at), &mut open, limits)?;
                }
                rest = later;
            }
            open.waiting.tidy();
        }
        if open.has_endings {
            return Ok(Explored::HasEndings);
        }
        self.take_loopy(&open.waiting, limits)
    }

    /// The options of some of `atoms`, from the first on.
    fn list(
        &self,
        game: &mut dyn Game,
        atoms: &[Id],
        take_apart: bool,
        open: &Unsettled,
        limits: &Limits,
    ) -> Result<Listing, SolveError> {
        let bytes = self.nimbers.bytes() + open.bytes();
        let within = check(limits, open.met, game.bytes() + bytes);
        let listed = within.map_err(OptionsError::from).and_then(|()| {
            let listed = game.list(atoms, take_apart, limits)?;
            // They may have to wait, and are copied then.
            limits.check_bytes(game.bytes() + bytes + 2 * listed.lists.bytes())?;
            Ok(listed)
        });
        listed.map_err(|error| match (error, atoms.first()) {
            (OptionsError::Limit(reached), Some(&first)) => {
                SolveError::limit_at(reached, &game.show(first))
            }
            (error, _) => error.into(),
        })
    }

    /// Values an atom by its options if all of them have values, else lets it wait.
    fn add(
        &mut self,
        game: &mut dyn Game,
        heaps: &mut HeapValues,
        atom: Id,
        (listed, at): (&OptionLists<Id>, usize),
        open: &mut Unsettled,
        limits: &Limits,
    ) -> Result<(), SolveError> {
        if self.nimbers.is_settled(atom) {
            return Ok(());
        }
        let mut awaited = None;
        for (number, &part) in listed.parts()[listed.parts_of(at)].iter().enumerate() {
            let is_valued = match self.nimbers.state(part) {
                State::Settled => true,
                State::Met | State::Listed => false,
                State::New => self.meet(game, heaps, part, open, limits)?,
            };
            if !is_valued {
                awaited.get_or_insert(number);
            }
        }
        match awaited {
            Some(part) => {
                self.nimbers.mark_listed(atom);
                open.waiting.add(atom, listed, at, part);
            }
            None => self.settle(atom, listed, at, &mut open.waiting),
        }
        Ok(())
    }

    /// Meets `atom`, for the first time or again; true if it has a value already.
    fn meet(
        &mut self,
        game: &mut dyn Game,
        heaps: &mut HeapValues,
        atom: Id,
        open: &mut Unsettled,
        limits: &Limits,
    ) -> Result<bool, SolveError> {
        if !self.nimbers.meet(atom) {
            return Ok(self.nimbers.is_settled(atom));
        }
        let is_known = self.is_known(game, heaps, atom, open, limits)?;
        if !is_known {
            open.unlisted.push(Reverse((game.rank(atom), atom)));
        }
        Ok(is_known)
    }

    /// Looks at an atom that was met for the first time; true if theory says its value.
    fn is_known(
        &mut self,
        game: &mut dyn Game,
        heaps: &mut HeapValues,
        atom: Id,
        open: &mut Unsettled,
        limits: &Limits,
    ) -> Result<bool, SolveError> {
        open.met += 1;
        open.has_endings |= game.ending(atom).is_some();
        let value = form_value(game, heaps, atom, limits)?;
        let is_known = value.is_some();
        value
            .into_iter()
            .for_each(|value| self.nimbers.insert(atom, value));
        Ok(is_known)
    }

    /// Values an atom whose options have values, and all that thereby can be valued.
    fn settle(&mut self, atom: Id, listed: &OptionLists<Id>, at: usize, waiting: &mut Waiting) {
        let value = self.mex.of(&self.nimbers, listed, at);
        self.nimbers.insert(atom, Value::Finite(value));
        self.settled.push(atom);
        while let Some(part) = self.settled.pop() {
            while let Some(place) = waiting.take_first(part) {
                if waiting.await_next(place, |part| self.nimbers.is_settled(part)) {
                    continue;
                }
                let options = waiting.options();
                let value = self.mex.of(&self.nimbers, options, place as usize);
                let owner = waiting.owner(place);
                self.nimbers.insert(owner, Value::Finite(value));
                waiting.release(place);
                self.settled.push(owner);
            }
        }
    }

    /// Remembers the loopy values of those who wait for ever.
    fn take_loopy(&mut self, waiting: &Waiting, limits: &Limits) -> Result<Explored, SolveError> {
        let places: Vec<u32> = waiting.places().collect();
        if places.is_empty() {
            return Ok(Explored::AllValued);
        }
        self.has_loops = true;
        let Some(graph) = self.loopy_graph(waiting, &places, limits)? else {
            return Ok(Explored::SplitsAndRepeats);
        };
        let loopy = loopy_values(&graph, limits)?;
        for (vertex, &place) in (0u32..).zip(&places) {
            self.nimbers
                .insert(waiting.owner(place), loopy.value(vertex));
        }
        Ok(Explored::AllValued)
    }

    /// The moves among those who wait, and to Nim heaps in the place of options that have values; `None`
    /// if an option is a sum that is neither.
    fn loopy_graph(
        &self,
        waiting: &Waiting,
        places: &[u32],
        limits: &Limits,
    ) -> Result<Option<Graph>, SolveError> {
        let count = places.len() as u32;
        let largest = places.iter().map(|&place| waiting.owner(place).0).max();
        let mut vertices = vec![u32::MAX; largest.map_or(0, |id| id as usize + 1)];
        for (vertex, &place) in (0u32..).zip(places) {
            vertices[waiting.owner(place).0 as usize] = vertex;
        }
        let (mut offsets, mut targets) = (vec![0], Vec::new());
        let mut heaps = 0;
        for &place in places {
            for option in waiting.options().options(place as usize) {
                match self.what_is_left(option) {
                    Left::Heap(size) => {
                        limits.check_positions(u64::try_from(size).unwrap_or(u64::MAX))?;
                        heaps = heaps.max(size as u32 + 1);
                        targets.push(count + size as u32);
                    }
                    Left::Unsettled(one) => targets.push(vertices[one.0 as usize]),
                    Left::Nothing => {}
                    Left::Sum => return Ok(None),
                }
            }
            offsets.push(targets.len() as u32);
        }
        limits.check_bytes(u64::from(heaps) * u64::from(heaps) * 4)?;
        for heap in 0..heaps {
            targets.extend((0..heap).map(|smaller| count + smaller));
            offsets.push(targets.len() as u32);
        }
        Ok(Some(Graph::from_adjacency(offsets, targets)))
    }

    fn what_is_left(&self, option: &[Id]) -> Left {
        let mut open = None;
        let mut heap = 0;
        for &part in option {
            if !self.nimbers.is_settled(part) {
                if open.replace(part).is_some() {
                    return Left::Sum;
                }
            } else if let Some(value) = self.nimbers.sum(&[part]) {
                heap ^= value;
            } else {
                return Left::Nothing;
            }
        }
        match (open, heap) {
            (None, size) => Left::Heap(size),
            (Some(one), 0) => Left::Unsettled(one),
            (Some(_), _) => Left::Sum,
        }
    }
}

/// What an option comes to when the parts that have values are reckoned up.
enum Left {
    /// A Nim heap.
    Heap(u128),
    /// One atom without a value.
    Unsettled(Id),
    /// A position that is won at once: no move worth a thought.
    Nothing,
    /// A sum of atoms without values, or of one and a heap.
    Sum,
}

/// What exploring came to.
enum Explored {
    AllValued,
    HasEndings,
    SplitsAndRepeats,
}

impl Unsettled {
    /// The atoms of lowest rank whose options have not been listed.
    fn lowest(&mut self, nimbers: &Nimbers) -> Vec<Id> {
        /// Positions whose options are listed at once.
        const MANY: usize = 2048;
        let lowest = std::iter::from_fn(|| self.unlisted.pop());
        // Some have been listed ahead of their turn.
        let lowest = lowest.map(|Reverse((_, atom))| atom);
        let lowest = lowest.filter(|&atom| nimbers.state(atom) == State::Met);
        lowest.take(MANY).collect()
    }

    fn bytes(&self) -> u64 {
        let unlisted = self.unlisted.capacity() * size_of::<Reverse<(u64, Id)>>();
        unlisted as u64 + self.waiting.bytes()
    }
}

fn check(limits: &Limits, positions: u64, bytes: u64) -> Result<(), LimitReached> {
    limits.check_time()?;
    limits.check_positions(positions)?;
    limits.check_bytes(bytes)
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
    let parts = if take_apart { game.parts(id) } else { None };
    let mut atoms = parts.unwrap_or_else(|| vec![id]);
    for atom in &mut atoms {
        *atom = game.canonical(*atom);
    }
    atoms.sort_unstable();
    atoms
}
