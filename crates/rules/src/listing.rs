//! From what `moves` returns to options.

use grundy_core::RulesError;
use grundy_positions::{ListedOptions, PositionRef};
use rustc_hash::FxHashSet;
use starlark::values::list::ListRef;
use starlark::values::tuple::TupleRef;
use starlark::values::{Heap, Value};

use crate::convert::{self, LONGEST_BYTES, NotAPosition};
use crate::literal::DEEPEST;
use crate::position::{Number, StarPosition, integer_number, player_of, tuple_number};
use crate::program::{Calls, Complaint};
use crate::runaway::NEGATIVE;
use crate::star_rules::StarRules;

impl StarRules {
    /// Calls `moves` for one atom; the options are sums with the other player to move.
    pub(crate) fn options_of(&self, atom: &StarPosition) -> Result<Vec<StarPosition>, RulesError> {
        let mut found = ListedOptions::default();
        self.list_atoms(&[PositionRef::Position(atom)], false, None, &mut found)?;
        let lists = found.map(|part| match part {
            Ok(number) => StarPosition::numbered(number),
            Err(position) => position,
        });
        Ok(lists.into_parts())
    }

    /// Calls `moves` for some of these, from the first on and at least for one; the first is an atom, and so
    /// are those it is called for. After all of them, for positions found that `ahead` says are new.
    pub(crate) fn list_atoms(
        &self,
        atoms: &[PositionRef<'_, StarPosition>],
        apart: bool,
        ahead: Option<&dyn Fn(u64) -> bool>,
        found: &mut ListedOptions<StarPosition>,
    ) -> Result<(), RulesError> {
        let limits = &self.inner.program.limits;
        let mut listing = Listing {
            rules: self,
            floor: self.inner.runaway.floor(true),
            floor_of_several: self.inner.runaway.floor(false),
            rest: atoms.iter(),
            ahead: ahead.map(Ahead::new),
            is_ahead: false,
            enough: found.parts() + MANY,
            positions_before: found.positions(),
            options: Options {
                apart,
                player: 0,
                most: limits.work.positions,
                most_bytes: limits.bytes,
                bytes_before: 0,
                present: 0,
                bytes: Vec::new(),
                found,
            },
        };
        let program = &self.inner.program;
        let called = program.call_for_some(&self.inner.moves, &mut listing);
        if !listing.is_ahead {
            return called;
        }
        listing.options.found.forget_unended();
        Ok(())
    }

    /// Calls `moves` for each of these atoms and counts the options without looking at them: what the
    /// interpreter takes by itself, for measuring.
    ///
    /// # Errors
    ///
    /// [`RulesError`] if a call fails.
    pub fn count_options(&self, atoms: &[&StarPosition]) -> Result<u64, RulesError> {
        let which = atoms.iter().map(|atom| match atom.number() {
            Some(number) => PositionRef::Number(number),
            None => PositionRef::Position(*atom),
        });
        let atoms: Vec<PositionRef<'_, StarPosition>> = which.collect();
        let mut count = Count {
            rest: atoms.iter(),
            options: 0,
        };
        while !count.rest.as_slice().is_empty() {
            let program = &self.inner.program;
            program.call_for_some(&self.inner.moves, &mut count)?;
        }
        Ok(count.options)
    }
}

/// Options that are enough for one row of calls.
const MANY: usize = 1 << 14;
/// Bytes that are enough for one row of calls.
const MANY_BYTES: u64 = 1 << 22;
/// Positions that are enough to be listed ahead.
const MANY_AHEAD: usize = 1 << 9;

/// Calls that list options.
struct Listing<'p, 'f> {
    rules: &'p StarRules,
    /// Positions below this are a mistake.
    floor: i64,
    floor_of_several: i64,
    rest: std::slice::Iter<'p, PositionRef<'p, StarPosition>>,
    ahead: Option<Ahead<'f>>,
    /// True if the present call is for a position that nobody asked for.
    is_ahead: bool,
    /// So many parts end the row.
    enough: usize,
    /// Positions that were listed before this row.
    positions_before: usize,
    options: Options<'f>,
}

/// What could be listed although nobody asked for it.
struct Ahead<'f> {
    is_new: &'f dyn Fn(u64) -> bool,
    seen: FxHashSet<u64>,
    open: Vec<u64>,
    /// The parts before have been looked at.
    looked_at: usize,
}

impl<'f> Ahead<'f> {
    fn new(is_new: &'f dyn Fn(u64) -> bool) -> Ahead<'f> {
        Ahead {
            is_new,
            seen: FxHashSet::default(),
            open: Vec::new(),
            looked_at: 0,
        }
    }

    /// A position that was found, is new, and has not been listed.
    fn next(&mut self, found: &ListedOptions<StarPosition>) -> Option<u64> {
        if found.ahead().len() >= MANY_AHEAD {
            return None;
        }
        for number in found.numbers_from(self.looked_at) {
            if (self.is_new)(number) && self.seen.insert(number) {
                self.open.push(number);
            }
        }
        self.looked_at = found.parts();
        self.open.pop()
    }
}

impl<'p> Calls<'p> for Listing<'p, '_> {
    fn next(&mut self) -> Option<PositionRef<'p, StarPosition>> {
        let found = &self.options.found;
        // At least one position is always listed, however much was found before.
        let is_enough = found.parts() >= self.enough || found.bytes() > MANY_BYTES;
        if is_enough && found.positions() > self.positions_before {
            return None;
        }
        if let Some(&which) = self.rest.next() {
            return match which {
                PositionRef::Position(sum) if !sum.is_one_atom() => None,
                atom => Some(atom),
            };
        }
        let next = self.ahead.as_mut()?.next(self.options.found)?;
        self.is_ahead = true;
        Some(PositionRef::Number(next))
    }

    fn read<'v>(
        &mut self,
        atom: PositionRef<'p, StarPosition>,
        returned: Value<'v>,
        heap: Heap<'v>,
    ) -> Result<(), Complaint> {
        let inner = &self.rules.inner;
        let (total, floor) = match atom {
            PositionRef::Number(number) => {
                let number = Number::read(number).1;
                match number {
                    Number::Integer(_) => (number.total(), self.floor),
                    Number::Tuple(..) => (number.total(), self.floor_of_several),
                }
            }
            PositionRef::Position(position) => (position.total(), self.floor_of_several),
        };
        if total < floor {
            return Err(NEGATIVE.to_owned().into());
        }
        inner.runaway.listed(total);
        self.options.player = match (inner.has_two_players, atom) {
            (false, _) => 0,
            (true, PositionRef::Number(number)) => 1 - player_of(number),
            (true, PositionRef::Position(position)) => 1 - position.player(),
        };
        let added = self.options.add_all(returned, heap);
        added.map_err(|problem| match problem {
            Problem::Wrong(complaint) => complaint,
            Problem::OutOfMemory => Complaint {
                message: inner.program.origin(None).out_of_memory(),
                is_limit: true,
            },
        })?;
        match atom {
            PositionRef::Number(number) if self.is_ahead => self.options.found.end_ahead(number),
            _ => self.options.found.end_position(),
        }
        Ok(())
    }
}

/// Calls that count options.
struct Count<'p> {
    rest: std::slice::Iter<'p, PositionRef<'p, StarPosition>>,
    options: u64,
}

impl<'p> Calls<'p> for Count<'p> {
    fn next(&mut self) -> Option<PositionRef<'p, StarPosition>> {
        self.rest.next().copied()
    }

    fn read<'v>(
        &mut self,
        _: PositionRef<'p, StarPosition>,
        returned: Value<'v>,
        _: Heap<'v>,
    ) -> Result<(), Complaint> {
        let count = returned.length().map_err(|error| error.to_string())?;
        self.options += count as u64;
        Ok(())
    }
}

/// Where options are collected.
struct Options<'f> {
    /// Whether splits are given by their parts.
    apart: bool,
    /// Who is to move in them.
    player: u8,
    /// The most that one position may have.
    most: u64,
    /// What those of one position may take, and what others took before.
    most_bytes: u64,
    bytes_before: u64,
    /// Bytes that the present option would take as a whole, or fewer.
    present: usize,
    /// Where positions are written before they are made.
    bytes: Vec<u8>,
    found: &'f mut ListedOptions<StarPosition>,
}

/// Why options could not be collected.
enum Problem {
    Wrong(Complaint),
    OutOfMemory,
}

impl Options<'_> {
    /// Adds all options of one position.
    fn add_all<'v>(&mut self, returned: Value<'v>, heap: Heap<'v>) -> Result<(), Problem> {
        let wrong = |message: String| Problem::Wrong(message.into());
        self.bytes_before = self.found.bytes();
        if let Some(list) = ListRef::from_value(returned) {
            let mut options = list.content().iter().enumerate();
            options.try_for_each(|(index, option)| self.add(index, *option))?;
        } else if is_collection(returned) {
            let options = returned.iterate(heap);
            let mut options = options
                .map_err(|error| wrong(error.to_string()))?
                .enumerate();
            options.try_for_each(|(index, option)| self.add(index, option))?;
        } else {
            return Err(wrong(not_options(returned)));
        }
        Ok(())
    }

    #[inline]
    fn add(&mut self, index: usize, option: Value<'_>) -> Result<(), Problem> {
        if index as u64 >= self.most {
            let most = self.most;
            return Err(Problem::Wrong(Complaint {
                message: format!("more than {most} options; raise the limit on positions"),
                is_limit: true,
            }));
        }
        match option.unpack_i32() {
            Some(integer) => self.found.push_number(integer_number(self.player, integer)),
            None => self.add_larger(index, option)?,
        }
        self.found.end_option();
        Ok(())
    }

    /// Adds the parts of an option that is not just an integer.
    fn add_larger(&mut self, index: usize, option: Value<'_>) -> Result<(), Problem> {
        self.present = 0;
        let added = if self.apart {
            self.add_parts(option, 0)
        } else {
            self.add_whole(option)
        };
        added.map_err(|error| {
            let complaint = error.complaint(&format!("option number {}: ", index + 1));
            Problem::Wrong(complaint)
        })?;
        if self.found.bytes() - self.bytes_before > self.most_bytes {
            Err(Problem::OutOfMemory)
        } else {
            Ok(())
        }
    }

    /// Adds the parts of a split, and those of splits among them, or the value itself.
    fn add_parts(&mut self, value: Value<'_>, depth: usize) -> Result<(), NotAPosition> {
        if self.add_small(value) {
            return Ok(());
        }
        match convert::split_parts(value) {
            None => {
                self.bytes.clear();
                self.bytes.push(self.player);
                convert::write_one(value, &mut self.bytes)?;
                self.present += self.bytes.len() - 1;
                self.push_bytes();
                Ok(())
            }
            Some(_) if depth > DEEPEST => Err(NotAPosition::TooBig),
            Some(parts) => parts.iter().try_for_each(|part| {
                self.add_parts(*part, depth + 1)?;
                if self.present > LONGEST_BYTES {
                    Err(NotAPosition::TooBig)
                } else {
                    Ok(())
                }
            }),
        }
    }

    fn add_whole(&mut self, option: Value<'_>) -> Result<(), NotAPosition> {
        if self.add_small(option) {
            return Ok(());
        }
        self.bytes.clear();
        self.bytes.push(self.player);
        convert::write_sum(option, &mut self.bytes)?;
        self.push_bytes();
        Ok(())
    }

    /// Adds a value that has a number; false if it has none.
    #[inline]
    fn add_small(&mut self, value: Value<'_>) -> bool {
        let (number, length) = if let Some(integer) = value.unpack_i32() {
            (Some(integer_number(self.player, integer)), 1)
        } else if let Some(tuple) = TupleRef::from_value(value) {
            let items = tuple.content();
            let integers = items.iter().map(|item| item.unpack_i32());
            let number = tuple_number(self.player, items.len(), integers);
            (number, items.len())
        } else {
            (None, 0)
        };
        let Some(number) = number else {
            return false;
        };
        self.present += length;
        self.found.push_number(number);
        true
    }

    fn push_bytes(&mut self) {
        let position = StarPosition::from_bytes(&self.bytes);
        let beyond = position.heap_bytes();
        self.found.push(position, beyond);
    }
}

/// True for what options may be collected in.
pub(crate) fn is_collection(value: Value<'_>) -> bool {
    matches!(
        value.get_type(),
        "list" | "tuple" | "set" | "range" | "dict"
    )
}

fn not_options(value: Value<'_>) -> String {
    if value.is_none() {
        "None was returned; return the options as a list, and [] where there are none (is a `return` missing?)".to_owned()
    } else {
        format!(
            "`{}` was returned; return the options as a list, also if there is only one",
            convert::shown(value)
        )
    }
}
