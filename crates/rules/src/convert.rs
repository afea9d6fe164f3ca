//! Between Starlark values and positions.

use std::num::NonZeroI32;

use grundy_positions::PositionRef;
use num_bigint::BigInt;
use starlark::values::list::{AllocList, ListRef};
use starlark::values::range::Range;
use starlark::values::structs::{AllocStruct, StructRef};
use starlark::values::tuple::{AllocTuple, TupleRef};
use starlark::values::{Heap, UnpackValue, Value, ValueLike};

use crate::literal::DEEPEST;
use crate::position::{
    Head, Number, StarPosition, read_head, write_integer, write_large, write_nothing,
    write_sequence, write_text, write_truth,
};
use crate::program::Complaint;

/// The most bytes that one position may take.
pub(crate) const LONGEST_BYTES: usize = 1 << 20;

/// Why a value is not a position; the display says what to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum NotAPosition {
    /// Not an integer, a string, a tuple or a list.
    Type { name: String, value: String },
    /// Nested too deep, or too long.
    TooBig,
    /// A sum inside a tuple or list.
    SplitInside,
}

impl NotAPosition {
    /// This, said of `what`, as what is wrong with what a function returned.
    pub(crate) fn complaint(&self, what: &str) -> Complaint {
        Complaint {
            message: format!("{what}{self}"),
            is_limit: *self == NotAPosition::TooBig,
        }
    }
}

impl std::fmt::Display for NotAPosition {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            NotAPosition::Type { name, .. } if name == "NoneType" => f.write_str(
                "None is not a position; return the options as a list, and [] where there are none",
            ),
            NotAPosition::Type { name, value } => write!(
                f,
                "`{value}` is a {name}; a position is an integer, a string, or a tuple or list of these"
            ),
            NotAPosition::TooBig => write!(
                f,
                "the position is nested deeper than {DEEPEST} or longer than {LONGEST_BYTES} bytes; use smaller positions"
            ),
            NotAPosition::SplitInside => f.write_str(
                "a split inside a tuple or list; a split must be a whole option: split(a, b)",
            ),
        }
    }
}

impl std::error::Error for NotAPosition {}

/// The position that `value` stands for, with `player` to move.
pub(crate) fn position(value: Value<'_>, player: u8) -> Result<StarPosition, NotAPosition> {
    let mut bytes = vec![player];
    write_sum(value, &mut bytes)?;
    Ok(StarPosition::from_bytes(&bytes))
}

/// Appends the atoms of `value`: those of a split, or the value itself.
pub(crate) fn write_sum(value: Value<'_>, bytes: &mut Vec<u8>) -> Result<(), NotAPosition> {
    each_part(value, 0, &mut |part| {
        write_one(part, bytes)?;
        if bytes.len() > LONGEST_BYTES {
            Err(NotAPosition::TooBig)
        } else {
            Ok(())
        }
    })
}

/// Hands on the parts of a split, and those of splits among them, or the value itself.
fn each_part<'v>(
    value: Value<'v>,
    depth: usize,
    take: &mut impl FnMut(Value<'v>) -> Result<(), NotAPosition>,
) -> Result<(), NotAPosition> {
    match split_parts(value) {
        None => take(value),
        Some(_) if depth > DEEPEST => Err(NotAPosition::TooBig),
        Some(parts) => {
            let mut parts = parts.iter();
            parts.try_for_each(|part| each_part(*part, depth + 1, take))
        }
    }
}

/// Appends a value that is no split.
pub(crate) fn write_one(value: Value<'_>, bytes: &mut Vec<u8>) -> Result<(), NotAPosition> {
    if value.is_none() || value.unpack_bool().is_some() {
        return Err(wrong_type(value));
    }
    write_atom(value, 0, bytes)
}

fn write_atom(value: Value<'_>, depth: usize, bytes: &mut Vec<u8>) -> Result<(), NotAPosition> {
    if let Some(number) = value.unpack_i32() {
        write_integer(number.into(), bytes);
        return Ok(());
    }
    if depth > DEEPEST || bytes.len() > LONGEST_BYTES {
        return Err(NotAPosition::TooBig);
    }
    if let Some(tuple) = TupleRef::from_value(value) {
        if depth > 0 && split_parts(value).is_some() {
            return Err(NotAPosition::SplitInside);
        }
        write_items(false, tuple.content(), depth, bytes)?;
    } else if let Some(text) = value.unpack_str() {
        if text.len() > LONGEST_BYTES {
            return Err(NotAPosition::TooBig);
        }
        write_text(text, bytes);
    } else if let Some(list) = ListRef::from_value(value) {
        write_items(true, list.content(), depth, bytes)?;
    } else if let Some(truth) = value.unpack_bool() {
        write_truth(truth, bytes);
    } else if value.is_none() {
        write_nothing(bytes);
    } else if split_parts(value).is_some() {
        return Err(NotAPosition::SplitInside);
    } else {
        match BigInt::unpack_value(value) {
            Ok(Some(number)) => write_large(&number, bytes),
            _ => return Err(wrong_type(value)),
        }
    }
    Ok(())
}

fn write_items(
    is_list: bool,
    items: &[Value<'_>],
    depth: usize,
    bytes: &mut Vec<u8>,
) -> Result<(), NotAPosition> {
    if items.len() > LONGEST_BYTES {
        return Err(NotAPosition::TooBig);
    }
    write_sequence(is_list, items.len(), bytes);
    for item in items {
        write_atom(*item, depth + 1, bytes)?;
    }
    Ok(())
}

fn wrong_type(value: Value<'_>) -> NotAPosition {
    NotAPosition::Type {
        name: value.get_type().to_owned(),
        value: shown(value),
    }
}

/// The value as a message shows it. Containers can be endless when written out: not those.
pub(crate) fn shown(value: Value<'_>) -> String {
    const LONGEST: usize = 40;
    let is_plain = value.unpack_bool().is_some()
        || value.is_none()
        || value.unpack_str().is_some_and(|text| text.len() < 10_000)
        || matches!(value.get_type(), "int" | "float" | "function");
    let text = if is_plain {
        value.to_repr()
    } else {
        return format!("{}(…)", value.get_type());
    };
    if text.chars().count() > LONGEST {
        text.chars().take(LONGEST).chain(['…']).collect()
    } else {
        text
    }
}

/// A position as a value, by its number if it has one.
pub(crate) fn reference_to_value<'v>(
    which: PositionRef<'_, StarPosition>,
    heap: Heap<'v>,
) -> Value<'v> {
    match which {
        PositionRef::Position(position) => to_value(position, heap),
        PositionRef::Number(number) => match Number::read(number).1 {
            Number::Integer(integer) => heap.alloc(integer),
            Number::Tuple(length, items) => heap.alloc(AllocTuple(items[..length].iter().copied())),
        },
    }
}

/// A whole sum as a value: its one atom, or a split.
pub(crate) fn to_value<'v>(position: &StarPosition, heap: Heap<'v>) -> Value<'v> {
    if let Some(number) = position.integer() {
        return heap.alloc(number);
    }
    let mut rest = &position.bytes()[1..];
    let mut atoms = Vec::with_capacity(1);
    while !rest.is_empty() {
        atoms.push(read_value(&mut rest, heap));
    }
    match atoms.as_slice() {
        [one] => *one,
        parts => visible_split(parts, heap),
    }
}

/// A sum as programs look at it: a struct with the field `parts`.
fn visible_split<'v>(parts: &[Value<'v>], heap: Heap<'v>) -> Value<'v> {
    let parts = heap.alloc(AllocTuple(parts.iter().copied()));
    heap.alloc(AllocStruct([("parts", parts)]))
}

/// What `split` returns to rules: the parts behind a range. No position contains a range, so this is
/// no other position, and a tuple is cheaper than a struct.
pub(crate) fn split<'v>(parts: &[Value<'v>], heap: Heap<'v>) -> Value<'v> {
    let mark = heap.alloc(split_mark());
    heap.alloc(AllocTuple(
        std::iter::once(mark).chain(parts.iter().copied()),
    ))
}

/// The parts of a split, if `value` is one.
pub(crate) fn split_parts<'v>(value: Value<'v>) -> Option<&'v [Value<'v>]> {
    if value.unpack_i32().is_some() {
        return None;
    }
    if let Some(tuple) = TupleRef::from_value(value) {
        let (first, parts) = tuple.content().split_first()?;
        // Numbers are what tuples mostly begin with, and quick to tell.
        let is_split = first.unpack_i32().is_none() && first.downcast_ref::<Range>().is_some();
        return is_split.then_some(parts);
    }
    let fields = StructRef::from_value(value)?;
    let (name, parts) = fields.iter().next()?;
    let is_split = name.as_str() == "parts";
    is_split.then(|| TupleRef::from_value(parts).map(TupleRef::content))?
}

/// The next atom as a value.
fn read_value<'v>(bytes: &mut &[u8], heap: Heap<'v>) -> Value<'v> {
    let items = |length: usize, bytes: &mut &[u8]| -> Vec<Value<'v>> {
        (0..length).map(|_| read_value(bytes, heap)).collect()
    };
    match read_head(bytes) {
        Head::Integer(number) => heap.alloc(number),
        Head::Large(number) => heap.alloc(number),
        Head::Text(text) => heap.alloc(text),
        Head::Truth(truth) => Value::new_bool(truth),
        Head::Nothing => Value::new_none(),
        Head::Tuple(length) => heap.alloc(AllocTuple(items(length, bytes))),
        Head::List(length) => heap.alloc(AllocList(items(length, bytes))),
    }
}

/// The mark in front of the parts of a split.
pub(crate) fn split_mark() -> Range {
    Range::new(0, 0, NonZeroI32::MIN)
}
