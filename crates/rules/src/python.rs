//! Functions and methods of Python that Starlark lacks and that rules and judge programs use.
//!
//! Methods cannot be added to the interpreter's types: `guards.rs` turns `list.sort()` into `_sort(list)`
//! and so on before a file runs.

use std::cmp::Ordering;

use num_bigint::BigInt;
use starlark::environment::GlobalsBuilder;
use starlark::eval::Evaluator;
use starlark::starlark_module;
use starlark::values::float::UnpackFloat;
use starlark::values::list::ListRef;
use starlark::values::tuple::{TupleRef, UnpackTuple};
use starlark::values::{Heap, UnpackValue, Value};

use crate::builtins::{check_bytes, wrong};
use crate::convert;
use crate::format;

/// The most digits that `int` reads: reading takes the square of their number.
const MOST_DIGITS: usize = 50_000;

/// The integer that a text holds, white space around it left out.
fn read_integer(text: &str, base: u32) -> starlark::Result<BigInt> {
    let trimmed = text.trim();
    let (sign, digits) = match trimmed.strip_prefix('-') {
        Some(digits) => ("-", digits),
        None => ("", trimmed.strip_prefix('+').unwrap_or(trimmed)),
    };
    let lower = digits.to_ascii_lowercase();
    let (prefix, named) = match lower.get(..2) {
        Some("0x") => (2, 16),
        Some("0o") => (2, 8),
        Some("0b") => (2, 2),
        _ => (0, 10),
    };
    let (digits, base) = match base {
        0 => (&digits[prefix..], named),
        base if base == named => (&digits[prefix..], base),
        base => (digits, base),
    };
    let number = (digits.len() <= MOST_DIGITS && !digits.starts_with(['-', '+', '_']))
        .then(|| BigInt::parse_bytes(format!("{sign}{digits}").as_bytes(), base));
    number.flatten().ok_or_else(|| {
        let shown: String = trimmed.chars().take(40).collect();
        wrong(&format!("`{shown}` is not an integer in base {base}"))
    })
}

/// The integer `value`, or what is wrong.
fn integer(value: Value<'_>) -> starlark::Result<BigInt> {
    match BigInt::unpack_value(value) {
        Ok(Some(number)) => Ok(number),
        _ => {
            let shown = convert::shown(value);
            Err(wrong(&format!("`{shown}` is not an integer")))
        }
    }
}

/// The least or the greatest of what an iterable or several arguments hold.
fn extreme<'v>(
    name: &str,
    wanted: Ordering,
    arguments: UnpackTuple<Value<'v>>,
    key: Option<Value<'v>>,
    default: Option<Value<'v>>,
    eval: &mut Evaluator<'v, '_, '_>,
) -> starlark::Result<Value<'v>> {
    let items: Vec<Value> = match arguments.items.as_slice() {
        [one] => one.iterate(eval.heap())?.collect(),
        several => several.to_vec(),
    };
    let mut best: Option<(Value, Value)> = None;
    for item in items {
        let rank = match key {
            Some(key) => eval.eval_function(key, &[item], &[])?,
            None => item,
        };
        let is_better = match best {
            Some((_, known)) => rank.compare(known)? == wanted,
            None => true,
        };
        if is_better {
            best = Some((item, rank));
        }
    }
    match (best, default) {
        (Some((item, _)), _) => Ok(item),
        (None, Some(default)) => Ok(default),
        (None, None) => Err(wrong(&format!(
            "{name}() of nothing; say what it is then: {name}(list, default = 0)"
        ))),
    }
}

/// A text made `width` characters wide by `fill` before or behind it.
fn padded(text: &str, width: i64, fill: &str, before: bool) -> starlark::Result<String> {
    let length = text.chars().count() as u64;
    let missing = u64::try_from(width).unwrap_or(0).saturating_sub(length);
    if fill.chars().count() != 1 {
        return Err(wrong("fill with exactly one character"));
    }
    check_bytes(missing.saturating_mul(fill.len() as u64), "a padded string")?;
    let padding = fill.repeat(missing as usize);
    Ok(if before {
        format!("{padding}{text}")
    } else {
        format!("{text}{padding}")
    })
}

#[starlark_module]
pub(crate) fn functions(builder: &mut GlobalsBuilder) {
    /// The integer that a number or a text stands for; white space around it is left out.
    fn int<'v>(
        #[starlark(require = pos)] value: Option<Value<'v>>,
        #[starlark(default = 10)] base: i32,
    ) -> starlark::Result<BigInt> {
        let Some(value) = value else {
            return Ok(BigInt::ZERO);
        };
        if let Some(text) = value.unpack_str() {
            return match u32::try_from(base) {
                Ok(base @ (0 | 2..=36)) => read_integer(text, base),
                _ => Err(wrong("the base must be 0, or from 2 to 36")),
            };
        }
        if let Some(truth) = value.unpack_bool() {
            return Ok(i32::from(truth).into());
        }
        if let Ok(Some(number)) = BigInt::unpack_value(value) {
            return Ok(number);
        }
        match UnpackFloat::unpack_value(value) {
            Ok(Some(UnpackFloat(number))) if number.abs() < 9e18 => Ok((number as i64).into()),
            _ => {
                let shown = convert::shown(value);
                Err(wrong(&format!("`{shown}` cannot be made an integer")))
            }
        }
    }

    /// The binary digits of an integer: `bin(5)` is `"0b101"`.
    fn bin<'v>(#[starlark(require = pos)] n: Value<'v>) -> starlark::Result<String> {
        Ok(format::with_base(&integer(n)?, "0b", 2))
    }

    /// The octal digits of an integer.
    fn oct<'v>(#[starlark(require = pos)] n: Value<'v>) -> starlark::Result<String> {
        Ok(format::with_base(&integer(n)?, "0o", 8))
    }

    /// The hexadecimal digits of an integer.
    fn hex<'v>(#[starlark(require = pos)] n: Value<'v>) -> starlark::Result<String> {
        Ok(format::with_base(&integer(n)?, "0x", 16))
    }

    /// How many binary digits an integer has.
    fn bit_length<'v>(#[starlark(require = pos)] n: Value<'v>) -> starlark::Result<BigInt> {
        Ok(integer(n)?.bits().into())
    }

    /// How many ones an integer has in binary.
    fn popcount<'v>(#[starlark(require = pos)] n: Value<'v>) -> starlark::Result<BigInt> {
        let number = integer(n)?;
        Ok(number.magnitude().count_ones().into())
    }

    /// The quotient and the remainder: `(a // b, a % b)`.
    fn divmod<'v>(
        #[starlark(require = pos)] a: Value<'v>,
        #[starlark(require = pos)] b: Value<'v>,
        heap: Heap<'v>,
    ) -> starlark::Result<Value<'v>> {
        let (a, b) = (integer(a)?, integer(b)?);
        if b == BigInt::ZERO {
            return Err(wrong("divmod by 0"));
        }
        let (mut quotient, mut remainder) = (&a / &b, &a % &b);
        // As in Python, the remainder has the sign of the divisor.
        if remainder != BigInt::ZERO && (remainder.sign() != b.sign()) {
            quotient -= 1;
            remainder += b;
        }
        Ok(heap.alloc((quotient, remainder)))
    }

    /// The greatest of the items, by `key` if given; `default` of none.
    fn max<'v>(
        #[starlark(args)] arguments: UnpackTuple<Value<'v>>,
        #[starlark(require = named)] key: Option<Value<'v>>,
        #[starlark(require = named)] default: Option<Value<'v>>,
        eval: &mut Evaluator<'v, '_, '_>,
    ) -> starlark::Result<Value<'v>> {
        extreme("max", Ordering::Greater, arguments, key, default, eval)
    }

    /// The least of the items, by `key` if given; `default` of none.
    fn min<'v>(
        #[starlark(args)] arguments: UnpackTuple<Value<'v>>,
        #[starlark(require = named)] key: Option<Value<'v>>,
        #[starlark(require = named)] default: Option<Value<'v>>,
        eval: &mut Evaluator<'v, '_, '_>,
    ) -> starlark::Result<Value<'v>> {
        extreme("min", Ordering::Less, arguments, key, default, eval)
    }

    /// What `list.sort()` becomes before a file runs.
    fn _sort<'v>(
        #[starlark(require = pos)] list: Value<'v>,
        #[starlark(require = named)] key: Option<Value<'v>>,
        #[starlark(require = named, default = false)] reverse: bool,
        eval: &mut Evaluator<'v, '_, '_>,
    ) -> starlark::Result<Value<'v>> {
        let Some(items) = ListRef::from_value(list) else {
            let kind = list.get_type();
            return Err(wrong(&format!(
                "a {kind} cannot be sorted in place; sorted(…) returns a sorted list"
            )));
        };
        let mut ranked = Vec::new();
        for &item in items.content() {
            let rank = match key {
                Some(key) => eval.eval_function(key, &[item], &[])?,
                None => item,
            };
            ranked.push((rank, item));
        }
        let mut failure = None;
        ranked.sort_by(|(a, _), (b, _)| {
            let order = a.compare(*b).unwrap_or_else(|error| {
                failure.get_or_insert(error);
                Ordering::Equal
            });
            if reverse { order.reverse() } else { order }
        });
        if let Some(error) = failure {
            return Err(error);
        }
        let heap = eval.heap();
        let sorted: Vec<Value> = ranked.into_iter().map(|(_, item)| item).collect();
        for (index, item) in sorted.into_iter().enumerate() {
            list.set_at(heap.alloc(index as i64), item)?;
        }
        Ok(Value::new_none())
    }

    /// What `text.zfill(width)` becomes before a file runs.
    fn _zfill<'v>(
        #[starlark(require = pos)] text: &str,
        #[starlark(require = pos)] width: i64,
    ) -> starlark::Result<String> {
        match text.strip_prefix(['-', '+']) {
            Some(rest) => {
                let sign = &text[..1];
                Ok(format!("{sign}{}", padded(rest, width - 1, "0", true)?))
            }
            None => padded(text, width, "0", true),
        }
    }

    /// What `text.rjust(width, fill)` becomes before a file runs.
    fn _rjust<'v>(
        #[starlark(require = pos)] text: &str,
        #[starlark(require = pos)] width: i64,
        #[starlark(require = pos, default = " ")] fill: &str,
    ) -> starlark::Result<String> {
        padded(text, width, fill, true)
    }

    /// What `text.ljust(width, fill)` becomes before a file runs.
    fn _ljust<'v>(
        #[starlark(require = pos)] text: &str,
        #[starlark(require = pos)] width: i64,
        #[starlark(require = pos, default = " ")] fill: &str,
    ) -> starlark::Result<String> {
        padded(text, width, fill, false)
    }

    /// What `n.bit_length()` becomes before a file runs.
    fn _bit_length<'v>(#[starlark(require = pos)] n: Value<'v>) -> starlark::Result<BigInt> {
        Ok(integer(n)?.bits().into())
    }

    /// What `n.bit_count()` becomes before a file runs.
    fn _bit_count<'v>(#[starlark(require = pos)] n: Value<'v>) -> starlark::Result<BigInt> {
        Ok(integer(n)?.magnitude().count_ones().into())
    }

    /// What `"%03d" % n` becomes before a file runs, where the format has a width.
    fn _percent<'v>(
        #[starlark(require = pos)] text: &str,
        #[starlark(require = pos)] arguments: Value<'v>,
    ) -> starlark::Result<String> {
        let single = [arguments];
        let items = match TupleRef::from_value(arguments) {
            Some(tuple) => tuple.content(),
            None => &single,
        };
        format::percent(text, items)
    }
}
