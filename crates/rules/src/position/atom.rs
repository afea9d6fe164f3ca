//! What positions are made of, and how it is written as bytes.

use num_bigint::{BigInt, Sign};

/// What an atom is made of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Atom {
    /// An integer.
    Integer(i64),
    /// An integer beyond 64 bits.
    Large(BigInt),
    /// A string.
    Text(String),
    /// A tuple of atoms.
    Tuple(Vec<Atom>),
    /// A list of atoms.
    List(Vec<Atom>),
    /// `True` or `False`, inside a tuple or list.
    Truth(bool),
    /// `None`, inside a tuple or list.
    Nothing,
}

const NOTHING: u8 = 0x10;
const FALSE: u8 = 0x11;
const TRUE: u8 = 0x12;
/// An integer of `n` significant bytes is `ZERO + n` if positive, `ZERO - n` if negative.
pub(super) const ZERO: u8 = 0x40;
/// An integer beyond 64 bits: its length and its digits follow.
const LARGE_NEGATIVE: u8 = ZERO - 9;
const LARGE_POSITIVE: u8 = ZERO + 9;
const TEXT: u8 = 0x50;
const TUPLE: u8 = 0x60;
const LIST: u8 = 0x61;

/// Appends an integer so that bytes sort as numbers do.
pub(crate) fn write_integer(number: i64, bytes: &mut Vec<u8>) {
    if let Ok(digit @ 1..) = u8::try_from(number) {
        bytes.extend_from_slice(&[ZERO + 1, digit]);
        return;
    }
    let size = number.unsigned_abs();
    let length = (8 - size.leading_zeros() as usize / 8) as u8;
    let digits = &size.to_be_bytes()[8 - usize::from(length)..];
    if number < 0 {
        bytes.push(ZERO - length);
        bytes.extend(digits.iter().map(|digit| !digit));
    } else {
        bytes.push(ZERO + length);
        bytes.extend_from_slice(digits);
    }
}

/// Appends an integer of any size, in the only way in which it is ever written.
pub(crate) fn write_large(number: &BigInt, bytes: &mut Vec<u8>) {
    if let Ok(small) = i64::try_from(number) {
        write_integer(small, bytes);
        return;
    }
    let (sign, digits) = number.to_bytes_be();
    bytes.push(match sign {
        Sign::Minus => LARGE_NEGATIVE,
        _ => LARGE_POSITIVE,
    });
    write_length(digits.len(), bytes);
    bytes.extend_from_slice(&digits);
}

pub(crate) fn write_text(text: &str, bytes: &mut Vec<u8>) {
    bytes.push(TEXT);
    write_length(text.len(), bytes);
    bytes.extend_from_slice(text.as_bytes());
}

/// Appends the head of a tuple or list; its items follow.
pub(crate) fn write_sequence(is_list: bool, length: usize, bytes: &mut Vec<u8>) {
    bytes.push(if is_list { LIST } else { TUPLE });
    write_length(length, bytes);
}

pub(crate) fn write_truth(truth: bool, bytes: &mut Vec<u8>) {
    bytes.push(if truth { TRUE } else { FALSE });
}

pub(crate) fn write_nothing(bytes: &mut Vec<u8>) {
    bytes.push(NOTHING);
}

pub(super) fn write_atom(atom: &Atom, bytes: &mut Vec<u8>) {
    match atom {
        Atom::Integer(number) => write_integer(*number, bytes),
        Atom::Large(number) => write_large(number, bytes),
        Atom::Text(text) => write_text(text, bytes),
        Atom::Truth(truth) => write_truth(*truth, bytes),
        Atom::Nothing => write_nothing(bytes),
        Atom::Tuple(items) | Atom::List(items) => {
            write_sequence(matches!(atom, Atom::List(_)), items.len(), bytes);
            for item in items {
                write_atom(item, bytes);
            }
        }
    }
}

/// Lengths below 255 are one byte; longer ones are 255 and eight bytes.
fn write_length(length: usize, bytes: &mut Vec<u8>) {
    match u8::try_from(length) {
        Ok(length) if length < u8::MAX => bytes.push(length),
        _ => {
            bytes.push(u8::MAX);
            bytes.extend_from_slice(&(length as u64).to_be_bytes());
        }
    }
}

/// The head of an atom, read for those who make something of it.
pub(crate) enum Head<'b> {
    /// An integer.
    Integer(i64),
    /// An integer beyond 64 bits.
    Large(BigInt),
    /// A string.
    Text(&'b str),
    /// A tuple of so many atoms, which follow.
    Tuple(usize),
    /// A list of so many atoms, which follow.
    List(usize),
    /// `True` or `False`.
    Truth(bool),
    /// `None`.
    Nothing,
}

/// Reads the head of the next atom.
pub(crate) fn read_head<'b>(bytes: &mut &'b [u8]) -> Head<'b> {
    match take(bytes, 1)[0] {
        NOTHING => Head::Nothing,
        FALSE => Head::Truth(false),
        TRUE => Head::Truth(true),
        TEXT => {
            let length = read_length(bytes);
            let text = str::from_utf8(take(bytes, length));
            Head::Text(text.expect("texts were written from strings"))
        }
        TUPLE => Head::Tuple(read_length(bytes)),
        LIST => Head::List(read_length(bytes)),
        tag @ (LARGE_NEGATIVE | LARGE_POSITIVE) => {
            let length = read_length(bytes);
            let sign = if tag == LARGE_NEGATIVE {
                Sign::Minus
            } else {
                Sign::Plus
            };
            Head::Large(BigInt::from_bytes_be(sign, take(bytes, length)))
        }
        tag => Head::Integer(read_integer(tag, bytes)),
    }
}

fn take<'b>(bytes: &mut &'b [u8], length: usize) -> &'b [u8] {
    let (head, rest) = bytes.split_at(length);
    *bytes = rest;
    head
}

fn read_length(bytes: &mut &[u8]) -> usize {
    match take(bytes, 1)[0] {
        u8::MAX => {
            let long: [u8; 8] = take(bytes, 8).try_into().expect("eight bytes were taken");
            u64::from_be_bytes(long) as usize
        }
        short => usize::from(short),
    }
}

pub(super) fn read_integer(tag: u8, bytes: &mut &[u8]) -> i64 {
    let is_negative = tag < ZERO;
    let digits = take(bytes, usize::from(tag.abs_diff(ZERO)));
    let size = digits.iter().fold(0u64, |size, &digit| {
        size << 8 | u64::from(if is_negative { !digit } else { digit })
    });
    if is_negative {
        (size as i64).wrapping_neg()
    } else {
        size as i64
    }
}

pub(super) fn read_atom(bytes: &mut &[u8]) -> Atom {
    let items = |length: usize, bytes: &mut &[u8]| (0..length).map(|_| read_atom(bytes)).collect();
    match read_head(bytes) {
        Head::Nothing => Atom::Nothing,
        Head::Truth(truth) => Atom::Truth(truth),
        Head::Text(text) => Atom::Text(text.to_owned()),
        Head::Tuple(length) => Atom::Tuple(items(length, bytes)),
        Head::List(length) => Atom::List(items(length, bytes)),
        Head::Integer(number) => Atom::Integer(number),
        Head::Large(number) => Atom::Large(number),
    }
}

/// Adds the integers of one atom to `total` and goes behind it.
pub(super) fn add_integers(bytes: &mut &[u8], total: &mut i64) {
    match bytes[0] {
        TUPLE | LIST => {
            take(bytes, 1);
            for _ in 0..read_length(bytes) {
                add_integers(bytes, total);
            }
        }
        tag if tag.abs_diff(ZERO) <= 8 => {
            take(bytes, 1);
            *total = total.saturating_add(read_integer(tag, bytes));
        }
        _ => skip_atom(bytes),
    }
}

pub(super) fn skip_atom(bytes: &mut &[u8]) {
    match take(bytes, 1)[0] {
        NOTHING | FALSE | TRUE => {}
        TEXT | LARGE_NEGATIVE | LARGE_POSITIVE => {
            let length = read_length(bytes);
            take(bytes, length);
        }
        TUPLE | LIST => {
            for _ in 0..read_length(bytes) {
                skip_atom(bytes);
            }
        }
        tag => {
            take(bytes, usize::from(tag.abs_diff(ZERO)));
        }
    }
}
