//! Numbers and lists of numbers as people write them, with errors that point.

use std::ops::Range;

use grundy_core::SpecError;

/// The most numbers that one position may list.
const MOST_NUMBERS: usize = 100_000;

/// The parts of `text` between `separator`s, trimmed, each with its place.
pub(crate) fn split(text: &str, separator: char) -> impl Iterator<Item = (&str, usize)> {
    let mut start = 0;
    text.split(separator).map(move |part| {
        let at = start + part.len() - part.trim_start().len();
        start += part.len() + separator.len_utf8();
        (part.trim(), at)
    })
}

/// One number within `range`, standing at `at`.
pub(crate) fn number(text: &str, at: usize, range: Range<u128>) -> Result<u64, SpecError> {
    let span = at..at + text.len();
    let in_words = || format!("{} to {}", range.start, range.end - 1);
    if text.is_empty() {
        return Err(SpecError::missing("a number", "3", at..at));
    }
    let digits = text.replace('_', "");
    if let Some(rest) = digits.strip_prefix('-')
        && rest.chars().all(|c| c.is_ascii_digit())
        && !rest.is_empty()
    {
        return Err(SpecError::out_of_range(text, &in_words(), span));
    }
    if let Some(bad) = digits.find(|c: char| !c.is_ascii_digit()) {
        let found = digits[bad..].chars().next().expect("found just above");
        let place = text.find(found).expect("only underscores were removed");
        return Err(SpecError::unexpected(
            &found.to_string(),
            "a whole number, written with digits only",
            at + place..at + place + found.len_utf8(),
        ));
    }
    match digits.parse::<u64>() {
        Ok(number) if range.contains(&u128::from(number)) => Ok(number),
        _ => Err(SpecError::out_of_range(text, &in_words(), span)),
    }
}

/// Any number that fits.
pub(crate) const ANY: Range<u128> = 0..1 << 64;
/// Any number that fits, except 0.
pub(crate) const POSITIVE: Range<u128> = 1..1 << 64;

/// Numbers between commas: `3,4,5`.
pub(crate) fn numbers(text: &str, range: Range<u128>) -> Result<Vec<u64>, SpecError> {
    if text.trim().is_empty() {
        return Err(SpecError::missing("a position", "3,4,5", 0..text.len()));
    }
    let mut list = Vec::new();
    for (part, at) in parts(text, ',')? {
        list.push(number(part, at, range.clone())?);
    }
    Ok(list)
}

/// Two numbers: `3,5`.
pub(crate) fn pair(text: &str, range: Range<u128>, example: &str) -> Result<(u64, u64), SpecError> {
    if text.trim().is_empty() {
        return Err(SpecError::missing("a position", example, 0..text.len()));
    }
    match numbers(text, range)?[..] {
        [a, b] => Ok((a, b)),
        [_] => Err(SpecError::missing(
            "the second number",
            example,
            text.len()..text.len(),
        )),
        _ => Err(SpecError::illegal(
            "more than two numbers",
            "write two",
            0..text.len(),
        )),
    }
}

/// Two sides, `4x6`; none if there is no `x` between them.
pub(crate) fn sides(text: &str, range: Range<u128>) -> Result<Option<(u64, u64)>, SpecError> {
    let Some(cross) = text.find(['x', 'X', '×']) else {
        return Ok(None);
    };
    let (a, rest) = text.split_at(cross);
    let mut rest = rest.chars();
    rest.next();
    let b = rest.as_str();
    let a_at = a.len() - a.trim_start().len();
    let b_at = text.len() - b.trim_start().len();
    Ok(Some((
        number(a.trim(), a_at, range.clone())?,
        number(b.trim(), b_at, range)?,
    )))
}

/// The parts of `text` between `separator`s, if they are not too many.
pub(crate) fn parts(text: &str, separator: char) -> Result<Vec<(&str, usize)>, SpecError> {
    check_length(text.matches(separator).count() + 1, text)?;
    Ok(split(text, separator).collect())
}

/// Fails if a position of so many numbers is too long.
pub(crate) fn check_length(numbers: usize, text: &str) -> Result<(), SpecError> {
    if numbers <= MOST_NUMBERS {
        return Ok(());
    }
    Err(SpecError::illegal(
        &format!("more than {MOST_NUMBERS} numbers in one position"),
        "use fewer; equal heaps cancel in pairs under normal play",
        0..text.len(),
    ))
}

/// `3,4,5`.
pub(crate) fn show(numbers: &[u64]) -> String {
    let numbers: Vec<String> = numbers.iter().map(u64::to_string).collect();
    numbers.join(",")
}

/// `1`, `1 and 3`, `1, 3 and 5`.
pub(crate) fn in_words(numbers: &[u64]) -> String {
    match numbers {
        [] => "nothing".to_owned(),
        [one] => one.to_string(),
        [first @ .., last] => format!("{} and {last}", show(first).replace(',', ", ")),
    }
}

/// `1 coin`, `3 coins`.
pub(crate) fn counted(count: u64, thing: &str) -> String {
    let plural = if count == 1 { "" } else { "s" };
    format!("{count} {thing}{plural}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_point_at_what_is_wrong() {
        let place = |text| numbers(text, ANY).unwrap_err().span;
        assert_eq!(place("3,-1"), 2..4);
        assert_eq!(place("1e9"), 1..2);
        assert_eq!(place("3, 99999999999999999999"), 3..23);
        assert_eq!(place("3,,4"), 2..2);
        assert_eq!(place("ü"), 0..2);
        assert_eq!(place(""), 0..0);
    }

    #[test]
    fn white_space_is_free() {
        assert_eq!(numbers(" 3 , 4,5 ", ANY), Ok(vec![3, 4, 5]));
        assert_eq!(numbers("18446744073709551615", ANY), Ok(vec![u64::MAX]));
    }
}
