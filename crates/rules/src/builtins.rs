//! The functions that rules find beside Starlark's own.

use std::cell::Cell;
use std::num::NonZeroI32;

use num_bigint::BigInt;
use starlark::environment::{Globals, GlobalsBuilder, LibraryExtension};
use starlark::starlark_module;
use starlark::values::dict::DictRef;
use starlark::values::list::ListRef;
use starlark::values::none::NoneOr;
use starlark::values::range::Range;
use starlark::values::tuple::{TupleRef, UnpackTuple};
use starlark::values::{Heap, UnpackValue, Value};

use crate::convert;
use crate::failure::TooMuch;

/// The longest range that may be spread out (made into a list, summed, sorted).
const LONGEST_RANGE: i64 = 10_000_000;
/// The largest result of `pow` and of `*`, in bits.
const LARGEST_POWER_BITS: u64 = 1 << 17;

thread_local! {
    /// Bytes that the call on this thread may take.
    static ALLOWED_BYTES: Cell<u64> = const { Cell::new(u64::MAX) };
}

/// Says how many bytes calls on this thread may take from now on, and how many it was before.
pub(crate) fn allow_bytes(bytes: u64) -> u64 {
    ALLOWED_BYTES.replace(bytes)
}

/// Everything that rules can name.
pub(crate) fn globals() -> GlobalsBuilder {
    globals_with(&[
        LibraryExtension::SetType,
        LibraryExtension::Map,
        LibraryExtension::Filter,
    ])
}

/// The functions of this crate, Starlark's own, and some extensions of those.
pub(crate) fn globals_with(extensions: &[LibraryExtension]) -> GlobalsBuilder {
    GlobalsBuilder::extended_by(extensions)
        .with(ours)
        .with(crate::python::functions)
        .with(crate::printing::functions)
        .with(|builder| builder.set(crate::guards::SPLIT_MARK, convert::split_mark()))
}

/// The globals of a rules file.
pub(crate) fn rules_globals() -> Globals {
    globals()
        .with(crate::oracle::questions)
        .with(crate::more_questions::questions)
        .build()
}

fn too_much(what: String, is_memory: bool) -> starlark::Error {
    starlark::Error::new_native(TooMuch { what, is_memory })
}

pub(crate) fn wrong(message: &str) -> starlark::Error {
    starlark::Error::new_native(anyhow::Error::msg(message.to_owned()))
}

/// Refuses to make something that would break the limit on memory.
pub(crate) fn check_bytes(bytes: u64, what: &str) -> starlark::Result<()> {
    // Twice: the interpreter copies it.
    if bytes.saturating_mul(2) > ALLOWED_BYTES.get() {
        let what = format!("{what} of {bytes} bytes is too long");
        return Err(too_much(what, true));
    }
    Ok(())
}

/// Bytes that one item of a sequence takes, and how many items it has.
fn sequence(value: Value<'_>) -> Option<(u64, u64)> {
    if let Some(text) = value.unpack_str() {
        return Some((1, text.len() as u64));
    }
    let tuple = TupleRef::from_value(value).map(|tuple| tuple.content().len());
    let length = tuple.or_else(|| ListRef::from_value(value).map(|list| list.content().len()))?;
    Some((8, length as u64))
}

/// `a * b`, looked at before it is done.
fn times<'v>(a: Value<'v>, b: Value<'v>, heap: Heap<'v>) -> starlark::Result<Value<'v>> {
    if let (Some(a), Some(b)) = (a.unpack_i32(), b.unpack_i32()) {
        return Ok(heap.alloc(i64::from(a) * i64::from(b)));
    }
    for (items, count) in [(a, b), (b, a)] {
        if let Some((item_bytes, length)) = sequence(items)
            && let Ok(Some(count)) = BigInt::unpack_value(count)
        {
            let times = u64::try_from(count.clone().max(BigInt::ZERO)).unwrap_or(u64::MAX);
            let bytes = length.saturating_mul(times).saturating_mul(item_bytes);
            // Twice: the interpreter fills a buffer and copies it.
            if bytes.saturating_mul(2) > ALLOWED_BYTES.get() {
                let what =
                    format!("a sequence of {length} items repeated {count} times is too long");
                return Err(too_much(what, true));
            }
        }
    }
    if let (Ok(Some(a)), Ok(Some(b))) = (BigInt::unpack_value(a), BigInt::unpack_value(b)) {
        if a.bits() + b.bits() > LARGEST_POWER_BITS {
            let what =
                format!("a product of more than {LARGEST_POWER_BITS} bits; use smaller numbers");
            return Err(too_much(what, false));
        }
        return Ok(heap.alloc(a * b));
    }
    a.mul(b, heap)
}

/// `separator.join(list)`, measured before it is done.
fn join<'v>(separator: Value<'v>, list: Value<'v>, heap: Heap<'v>) -> starlark::Result<Value<'v>> {
    let Some(between) = separator.unpack_str() else {
        let kind = separator.get_type();
        return Err(wrong(&format!(
            "a {kind} has no join; join strings: \",\".join(list)"
        )));
    };
    let items: Vec<Value> = list.iterate(heap)?.collect();
    let mut words = Vec::with_capacity(items.len());
    for item in items {
        match item.unpack_str() {
            Some(word) => words.push(word),
            None => {
                let shown = convert::shown(item);
                return Err(wrong(&format!(
                    "`{shown}` is not a string; use str() before joining"
                )));
            }
        }
    }
    let letters: u64 = words.iter().map(|word| word.len() as u64).sum();
    let bytes = letters + (words.len() as u64).saturating_mul(between.len() as u64);
    check_bytes(bytes, "a joined string")?;
    Ok(heap.alloc(words.join(between)))
}

/// A number that a range may begin, end or step with.
fn bound(number: &BigInt) -> starlark::Result<i32> {
    i32::try_from(number).map_err(|_| {
        let what = "a range with a number beyond 31 bits is too long; use smaller numbers";
        too_much(what.to_owned(), false)
    })
}

/// The beginning, the end and the step of a range.
fn bounds(
    first: &BigInt,
    second: Option<BigInt>,
    step: &BigInt,
) -> starlark::Result<(i32, i32, i32)> {
    let (first, step) = (bound(first)?, bound(step)?);
    Ok(match second {
        Some(stop) => (first, bound(&stop)?, step),
        None => (0, first, step),
    })
}

fn range_between(start: i32, stop: i32, step: i32) -> starlark::Result<Range> {
    match NonZeroI32::new(step) {
        Some(step) => Ok(Range::new(start, stop, step)),
        None => Err(wrong("the step of a range cannot be 0")),
    }
}

/// The integers of an iterable, small ones quickly.
enum Integers {
    Small(Vec<i32>),
    Large(Vec<BigInt>),
}

fn integers<'v>(items: Value<'v>, heap: Heap<'v>) -> starlark::Result<Integers> {
    let list: Vec<Value> = items.iterate(heap)?.collect();
    let small: Option<Vec<i32>> = list.iter().map(|item| item.unpack_i32()).collect();
    if let Some(small) = small {
        return Ok(Integers::Small(small));
    }
    let large = list.iter().map(|item| {
        BigInt::unpack_value(*item)?.ok_or_else(|| {
            let shown = convert::shown(*item);
            wrong(&format!("`{shown}` is not an integer"))
        })
    });
    large.collect::<starlark::Result<_>>().map(Integers::Large)
}

/// The least number that is not in a list.
fn first_gap(items: &Integers) -> usize {
    let count = match items {
        Integers::Small(list) => list.len(),
        Integers::Large(list) => list.len(),
    };
    let mut found = vec![false; count + 1];
    let mut see = |n: Option<usize>| {
        if let Some(seen) = n.and_then(|n| found.get_mut(n)) {
            *seen = true;
        }
    };
    match items {
        Integers::Small(list) => list.iter().for_each(|&n| see(usize::try_from(n).ok())),
        Integers::Large(list) => list.iter().for_each(|n| see(usize::try_from(n).ok())),
    }
    let gap = found.iter().position(|seen| !seen);
    gap.expect("n numbers leave a gap among 0 to n")
}

/// Fails if writing `value` out would nest so deep that the stack does not hold it.
///
/// The interpreter writes nested values by recursion, and looks at no limit meanwhile.
fn check_nesting(value: Value<'_>) -> starlark::Result<()> {
    /// Deeper than any position may be, and far less than a stack holds.
    const DEEPEST: usize = 1000;
    /// Items that may be looked at; more could not be written, either.
    const MOST_ITEMS: usize = 10_000_000;
    let (mut open, mut seen) = (vec![(value, 0)], 0);
    while let Some((value, depth)) = open.pop() {
        seen += 1;
        if depth > DEEPEST || seen > MOST_ITEMS {
            let what = format!("a value nested deeper than {DEEPEST}, or too large, to write out");
            return Err(too_much(what, false));
        }
        if let Some(list) = ListRef::from_value(value) {
            open.extend(list.content().iter().map(|&item| (item, depth + 1)));
        } else if let Some(tuple) = TupleRef::from_value(value) {
            open.extend(tuple.content().iter().map(|&item| (item, depth + 1)));
        } else if let Some(dict) = DictRef::from_value(value) {
            let items = dict.iter().flat_map(|(key, item)| [key, item]);
            open.extend(items.map(|item| (item, depth + 1)));
        }
    }
    Ok(())
}

#[starlark_module]
fn ours(builder: &mut GlobalsBuilder) {
    /// What `*` becomes before a file runs.
    fn _times<'v>(
        #[starlark(require = pos)] a: Value<'v>,
        #[starlark(require = pos)] b: Value<'v>,
        heap: Heap<'v>,
    ) -> starlark::Result<Value<'v>> {
        times(a, b, heap)
    }

    /// What `s.join(list)` becomes before a file runs.
    fn _join<'v>(
        #[starlark(require = pos)] separator: Value<'v>,
        #[starlark(require = pos)] list: Value<'v>,
        heap: Heap<'v>,
    ) -> starlark::Result<Value<'v>> {
        join(separator, list, heap)
    }

    /// The value as text.
    fn str<'v>(#[starlark(require = pos)] value: Value<'v>) -> starlark::Result<String> {
        check_nesting(value)?;
        Ok(value.to_str())
    }

    /// The value as it is written in a program.
    fn repr<'v>(#[starlark(require = pos)] value: Value<'v>) -> starlark::Result<String> {
        check_nesting(value)?;
        Ok(value.to_repr())
    }

    /// The numbers from start to before stop; a range that is spread out must not be too long.
    fn range(
        #[starlark(require = pos)] first: BigInt,
        #[starlark(require = pos)] second: Option<BigInt>,
        #[starlark(require = pos, default = BigInt::from(1))] step: BigInt,
    ) -> starlark::Result<Range> {
        let (start, stop, step) = bounds(&first, second, &step)?;
        let distance = (i64::from(stop) - i64::from(start)).abs();
        if step != 0 && distance / i64::from(step).abs() > LONGEST_RANGE {
            let what = format!(
                "a range of more than {LONGEST_RANGE} numbers can only be walked by `for`; use a smaller one"
            );
            return Err(too_much(what, false));
        }
        range_between(start, stop, step)
    }

    /// What `range` is called where a `for` walks it.
    fn rang_(
        #[starlark(require = pos)] first: BigInt,
        #[starlark(require = pos)] second: Option<BigInt>,
        #[starlark(require = pos, default = BigInt::from(1))] step: BigInt,
    ) -> starlark::Result<Range> {
        let (start, stop, step) = bounds(&first, second, &step)?;
        range_between(start, stop, step)
    }

    /// An option that falls apart into independent positions.
    fn split<'v>(
        #[starlark(args)] parts: UnpackTuple<Value<'v>>,
        heap: Heap<'v>,
    ) -> starlark::Result<Value<'v>> {
        Ok(convert::split(&parts.items, heap))
    }

    /// The sum of integers.
    fn sum<'v>(
        #[starlark(require = pos)] items: Value<'v>,
        heap: Heap<'v>,
    ) -> starlark::Result<BigInt> {
        Ok(match integers(items, heap)? {
            Integers::Small(list) => list.into_iter().map(i64::from).sum::<i64>().into(),
            Integers::Large(list) => list.into_iter().sum(),
        })
    }

    /// The exclusive or of integers.
    fn xor<'v>(
        #[starlark(require = pos)] items: Value<'v>,
        heap: Heap<'v>,
    ) -> starlark::Result<BigInt> {
        Ok(match integers(items, heap)? {
            Integers::Small(list) => list.into_iter().fold(0, |sum, item| sum ^ item).into(),
            Integers::Large(list) => list
                .into_iter()
                .fold(0.into(), |sum: BigInt, item| sum ^ item),
        })
    }

    /// The least number 0, 1, 2, … that is not among the integers.
    fn mex<'v>(
        #[starlark(require = pos)] items: Value<'v>,
        heap: Heap<'v>,
    ) -> starlark::Result<i64> {
        Ok(first_gap(&integers(items, heap)?) as i64)
    }

    /// The greatest common divisor.
    fn gcd(
        #[starlark(require = pos)] a: i64,
        #[starlark(require = pos)] b: i64,
    ) -> starlark::Result<i64> {
        let (mut a, mut b) = (a.unsigned_abs(), b.unsigned_abs());
        while b != 0 {
            (a, b) = (b, a % b);
        }
        i64::try_from(a).map_err(|_| wrong("the divisor does not fit 64 bits"))
    }

    /// The integer part of the square root.
    fn isqrt(#[starlark(require = pos)] n: i64) -> starlark::Result<i64> {
        match u64::try_from(n) {
            Ok(n) => Ok(n.isqrt() as i64),
            Err(_) => Err(wrong("a negative number has no root")),
        }
    }

    /// a to the power b, modulo m if given.
    fn pow(
        #[starlark(require = pos)] a: BigInt,
        #[starlark(require = pos)] b: i64,
        #[starlark(require = pos, default = NoneOr::None)] m: NoneOr<BigInt>,
    ) -> starlark::Result<BigInt> {
        let Ok(exponent) = u32::try_from(b) else {
            return Err(wrong("the exponent must be from 0 to 4294967295"));
        };
        match m {
            NoneOr::Other(m) if m == BigInt::from(0) => Err(wrong("the modulus is 0")),
            NoneOr::Other(m) => Ok(a.modpow(&BigInt::from(exponent), &m)),
            NoneOr::None if a.bits().saturating_mul(u64::from(exponent)) > LARGEST_POWER_BITS => {
                let what =
                    format!("a power of more than {LARGEST_POWER_BITS} bits; use a smaller one");
                Err(too_much(what, false))
            }
            NoneOr::None => Ok(a.pow(exponent)),
        }
    }
}
