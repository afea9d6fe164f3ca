//! Strips with at most one coin on each square, as text and picture.

use grundy_core::{Element, LONGEST_STRIP, Picture, SpecError, Touch};

use crate::notation;

/// The most coins on one strip: some games look at every pair.
const MOST_COINS: usize = 1_000;

/// Occupied squares in ascending order, from `0,3,4` or `O--OO`.
pub(crate) fn parse(text: &str) -> Result<Vec<u64>, SpecError> {
    let trimmed = text.trim();
    let at = text.len() - text.trim_start().len();
    let is_empty_strip = !trimmed.is_empty() && trimmed.chars().all(is_gap);
    let mut squares = if trimmed.contains(['O', 'o']) || is_empty_strip {
        parse_strip(trimmed, at)?
    } else {
        parse_squares(text)?
    };
    squares.sort_unstable();
    if squares.len() > MOST_COINS {
        let why = format!("there are more than {MOST_COINS} coins");
        return Err(SpecError::illegal(&why, "use fewer", 0..text.len()));
    }
    Ok(squares)
}

/// Occupied squares; `-` if there is none.
pub(crate) fn show(squares: &[u64]) -> String {
    if squares.is_empty() {
        "-".to_owned()
    } else {
        notation::show(squares)
    }
}

/// A coin, by its place among the coins, and the square it goes to.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Slide {
    pub coin: usize,
    pub to: u64,
}

/// The squares up to the last coin.
pub(crate) fn length(squares: &[u64]) -> u64 {
    squares.last().map_or(1, |last| last.saturating_add(1))
}

/// The strip up to the last coin.
pub(crate) fn picture(squares: &[u64]) -> Picture {
    Picture::Coins {
        squares: length(squares),
        coins: squares.to_vec(),
    }
}

/// Touches the coin, then the square it goes to on a strip of this length.
pub(crate) fn coin_to(coin: usize, to: u64, length: u64) -> Touch {
    let kind = if length <= LONGEST_STRIP {
        "square"
    } else {
        "to"
    };
    Touch::all(vec![
        Element::at("coin", [coin as u64]),
        Element::at(kind, [to]),
    ])
}

/// The coin and the square that the touches of [`coin_to`] name.
pub(crate) fn touched(touch: &[Element]) -> Option<(usize, u64)> {
    let parts: Vec<(&str, Vec<u64>)> = touch.iter().map(Element::parts).collect::<Option<_>>()?;
    match &parts[..] {
        [("coin", coin), ("to" | "square", to)] => {
            Some((usize::try_from(*coin.first()?).ok()?, *to.first()?))
        }
        _ => None,
    }
}

/// Numbers between commas, each once.
fn parse_squares(text: &str) -> Result<Vec<u64>, SpecError> {
    let squares = notation::numbers(text, notation::ANY)?;
    let mut seen = std::collections::HashSet::new();
    for ((part, at), square) in notation::split(text, ',').zip(&squares) {
        if !seen.insert(*square) {
            return Err(SpecError::illegal(
                &format!("two coins on square {square}"),
                "a square holds one coin; leave one out",
                at..at + part.len(),
            ));
        }
    }
    Ok(squares)
}

/// A strip drawn from square 0 on.
fn parse_strip(text: &str, at: usize) -> Result<Vec<u64>, SpecError> {
    let mut squares = Vec::new();
    for (square, (index, mark)) in text.char_indices().enumerate() {
        match mark {
            'O' | 'o' => squares.push(square as u64),
            gap if is_gap(gap) => {}
            other => {
                return Err(SpecError::unexpected(
                    &other.to_string(),
                    "`O` for a coin or `-` for an empty square",
                    at + index..at + index + other.len_utf8(),
                ));
            }
        }
    }
    Ok(squares)
}

fn is_gap(mark: char) -> bool {
    matches!(mark, '-' | '.' | '_')
}
