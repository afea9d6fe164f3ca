//! Taking-and-breaking games by their code: `0.77`, `4.(3)`, `0.137`.

use grundy_core::{HeapRules, LEAVE_NOTHING, LEAVE_ONE, SpecError};
use grundy_positions::{Game, game};

use super::heap_game::HeapGame;
use crate::GameInfo;

/// What the registry knows of it.
pub static GAME: GameInfo = GameInfo {
    name: "code",
    aliases: &["octal", "hexadecimal"],
    summary: "any taking-and-breaking game by its code: 0.77, 0.137, 4.(3)",
    rules: "There are heaps. The digit d_k of the code d0.d1d2d3… says what may be left of a heap after taking k from \
            it: 1 nothing, 2 one heap, 4 two heaps, 8 three heaps, and sums of these. Heaps that are left are never \
            empty. Write the code where a name would stand: 0.77:5,4.",
    notation: "heap sizes: 5,4",
    parameters: Some(
        "the code, if the name is written out: code/0.77:5 is 0.77:5; digits 0-9a-f; `...` repeats the last digit for ever, `(12)` the digits in it",
    ),
    example: "0.137:12,5",
    trials: &[
        "0.77:7,2",
        "4.(3):5,3",
        ".6:9,4",
        "0.3...:4,2",
        "0.8:9",
        "4.0:6,3",
        "c.1:7",
        "0.f:6,2",
        "0.1(20):8,3",
        "0.0:5",
    ],
    theory: "Octal games (digits up to 7) are conjectured to have periodic values; grundy finds the period and proves it, \
             or says how far it looked.",
    source: "R. K. Guy and C. A. B. Smith, The G-values of various games, Proc. Cambridge Phil. Soc. 52 (1956); \
             Berlekamp, Conway and Guy, Winning Ways, chapter 4",
    make,
};

/// The most digits a code may have.
const MOST_DIGITS: usize = 10_000;

fn make(parameters: Option<&str>) -> Result<Box<dyn Game>, SpecError> {
    let text = parameters.unwrap_or("");
    if text.is_empty() {
        return Err(SpecError::missing("the code", "0.77:5,4", 0..0));
    }
    let rules = parse_code(text)?;
    let prefix = rules.code().unwrap_or_else(|| text.to_ascii_lowercase());
    Ok(game(HeapGame::new(&prefix, rules)))
}

/// True for what only a code looks like: digits, a point, and something behind it.
pub(crate) fn looks_like_code(ruleset: &str) -> bool {
    let Some((before, after)) = ruleset.split_once('.') else {
        return false;
    };
    let is_digit = |c: char| c.is_ascii_hexdigit();
    before.chars().all(is_digit)
        && before.len() <= 1 + before.matches('0').count()
        && after.starts_with(|c: char| is_digit(c) || c == '(' || c == '.')
        && !after.ends_with(".star")
}

fn parse_code(text: &str) -> Result<HeapRules, SpecError> {
    let point = text
        .find('.')
        .ok_or_else(|| SpecError::unexpected(text, "a code such as 0.77", 0..text.len()))?;
    let mut digits = vec![first_digit(&text[..point])?];
    let mut cycle = Vec::new();
    let after = &text[point + 1..];
    let listed = after.find(['(', '.']).unwrap_or(after.len());
    for (at, c) in after[..listed].char_indices() {
        digits.push(digit(c, point + 1 + at)?);
    }
    let rest = &after[listed..];
    let rest_at = point + 1 + listed;
    if digits.len() > MOST_DIGITS {
        let why = format!("the code has more than {MOST_DIGITS} digits");
        return Err(SpecError::illegal(&why, "use a shorter one", 0..text.len()));
    }
    if rest == "..." && digits.len() > 1 {
        cycle.push(digits.pop().expect("checked just above"));
    } else if let Some(inside) = rest.strip_prefix('(').and_then(|r| r.strip_suffix(')')) {
        for (at, c) in inside.char_indices() {
            cycle.push(digit(c, rest_at + 1 + at)?);
        }
        if cycle.is_empty() {
            return Err(SpecError::missing(
                "a digit",
                "4.(3)",
                rest_at + 1..rest_at + 1,
            ));
        }
    } else if rest.starts_with('(') && !rest.contains(')') {
        let end = text.len();
        return Err(SpecError::missing(
            "a closing parenthesis",
            "4.(3)",
            end..end,
        ));
    } else if !rest.is_empty() {
        let expected = "the end of the code, `...`, or digits in parentheses";
        return Err(SpecError::unexpected(rest, expected, rest_at..text.len()));
    }
    if digits.len() == 1 && cycle.is_empty() {
        return Err(SpecError::missing(
            "a digit after the point",
            "0.77",
            text.len()..text.len(),
        ));
    }
    Ok(HeapRules::with_tail(&digits, &cycle))
}

/// The digit before the point: taking nothing must at least split.
fn first_digit(text: &str) -> Result<u8, SpecError> {
    let stripped = text.trim_start_matches('0');
    let at = text.len() - stripped.len();
    let mut first = 0;
    for (index, c) in stripped.char_indices() {
        if index > 0 {
            let span = at..text.len();
            return Err(SpecError::unexpected(
                stripped,
                "at most one digit before the point",
                span,
            ));
        }
        first = digit(c, at)?;
    }
    if first & (LEAVE_NOTHING | LEAVE_ONE) != 0 {
        return Err(SpecError::illegal(
            "a move that takes nothing must split the heap",
            "use 0, 4, 8 or c before the point",
            at..text.len(),
        ));
    }
    Ok(first)
}

fn digit(c: char, at: usize) -> Result<u8, SpecError> {
    match c.to_digit(16) {
        Some(digit) => Ok(digit as u8),
        None => Err(SpecError::unexpected(
            &c.to_string(),
            "a digit 0-9 or a-f",
            at..at + c.len_utf8(),
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_read_and_printed() {
        for (text, code) in [
            ("0.77", "0.77"),
            (".6", "0.6"),
            ("4.(3)", "4.(3)"),
            ("0.3...", "0.(3)"),
            ("00.07", "0.07"),
            ("C.1", "c.1"),
            ("0.1(20)", "0.1(20)"),
        ] {
            assert!(looks_like_code(text), "{text}");
            assert_eq!(parse_code(text).unwrap().to_string(), code);
        }
    }

    #[test]
    fn errors_point_at_the_digit() {
        let place = |text| parse_code(text).unwrap_err().span;
        assert_eq!(place("0.8g"), 3..4);
        assert_eq!(place("3.1"), 0..1);
        assert_eq!(place("47.1"), 0..2);
        assert_eq!(place("0."), 2..2);
        assert_eq!(place("0.1()"), 4..4);
        assert_eq!(place("0.1(2"), 5..5);
        assert_eq!(place("0.1(2)3"), 3..7);
    }
}
