//! `"%03d" % n` with flags and widths, which the interpreter's own `%` does not know.

use num_bigint::{BigInt, Sign};
use starlark::values::{UnpackValue, Value};

use crate::builtins::{check_bytes, wrong};
use crate::convert;

/// An integer in another base, with the prefix that says which.
pub(crate) fn with_base(number: &BigInt, prefix: &str, base: u32) -> String {
    let sign = if number.sign() == Sign::Minus {
        "-"
    } else {
        ""
    };
    format!("{sign}{prefix}{}", number.magnitude().to_str_radix(base))
}

/// True if a format needs [`percent`]: some `%` is followed by a flag or a width.
pub(crate) fn has_width(text: &str) -> bool {
    let mut parts = text.split('%').skip(1);
    parts.any(|part| part.starts_with(|c: char| c.is_ascii_digit() || c == '-' || c == '+'))
}

/// One `%…` of a format.
#[derive(Default)]
struct Field {
    zeros: bool,
    left: bool,
    plus: bool,
    width: u64,
}

/// The format `text` with these values in it.
pub(crate) fn percent(text: &str, values: &[Value<'_>]) -> starlark::Result<String> {
    let mut values = values.iter();
    let mut written = String::new();
    let mut characters = text.chars().peekable();
    while let Some(c) = characters.next() {
        if c != '%' {
            written.push(c);
            continue;
        }
        let mut field = Field::default();
        loop {
            match characters.peek() {
                Some('0') if field.width == 0 => field.zeros = true,
                Some('-') => field.left = true,
                Some('+') => field.plus = true,
                Some(digit) if digit.is_ascii_digit() => {
                    let digit = u64::from(*digit as u32 - '0' as u32);
                    field.width = field.width.saturating_mul(10).saturating_add(digit);
                }
                _ => break,
            }
            characters.next();
        }
        match characters.next() {
            Some('%') => written.push('%'),
            Some(kind) => {
                let value = values.next();
                let value =
                    value.ok_or_else(|| wrong("there are fewer values than % in the text"))?;
                written.push_str(&field.show(kind, *value)?);
            }
            None => return Err(wrong("a % at the end of the text; write %% for the sign")),
        }
    }
    match values.next() {
        Some(_) => Err(wrong("there are more values than % in the text")),
        None => Ok(written),
    }
}

impl Field {
    fn show(&self, kind: char, value: Value<'_>) -> starlark::Result<String> {
        let base = match kind {
            's' => return self.pad("", &value.to_str(), ' '),
            'r' => return self.pad("", &value.to_repr(), ' '),
            'd' | 'i' => 10,
            'x' | 'X' => 16,
            'o' => 8,
            _ => {
                return Err(wrong(&format!(
                    "`%{kind}` with a width is not known; there are %d, %x, %X, %o, %s and %r"
                )));
            }
        };
        let Ok(Some(number)) = BigInt::unpack_value(value) else {
            let shown = convert::shown(value);
            return Err(wrong(&format!("`{shown}` is not an integer")));
        };
        let mut digits = number.magnitude().to_str_radix(base);
        if kind == 'X' {
            digits.make_ascii_uppercase();
        }
        let sign = match (number.sign(), self.plus) {
            (Sign::Minus, _) => "-",
            (_, true) => "+",
            (_, false) => "",
        };
        if self.zeros && !self.left {
            self.pad(sign, &digits, '0')
        } else {
            self.pad("", &format!("{sign}{digits}"), ' ')
        }
    }

    /// The text, filled up to the width behind the sign.
    fn pad(&self, sign: &str, text: &str, fill: char) -> starlark::Result<String> {
        let length = (sign.len() + text.chars().count()) as u64;
        let missing = self.width.saturating_sub(length);
        check_bytes(missing, "a padded string")?;
        let padding = String::from(fill).repeat(missing as usize);
        Ok(if self.left {
            format!("{sign}{text}{padding}")
        } else {
            format!("{sign}{padding}{text}")
        })
    }
}
