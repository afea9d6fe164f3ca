//! Crosses on a strip, no two adjacent: Dawson's Kayles in other clothes.

use grundy_core::{Element, HeapRules, Picture, SpecError, Touch};
use grundy_positions::{Game, game};

use super::heap_game::HeapGame;
use super::heaps::HeapMove;
use crate::info::no_parameters;
use crate::{GameInfo, notation};

/// What the registry knows of it.
pub static GAME: GameInfo = GameInfo {
    name: "dawson",
    aliases: &["crosses", "dawsons-chess", "dawson-chess"],
    summary: "put a cross on a strip, no two adjacent",
    rules: "There are strips of cells. A move puts a cross into a free cell that has no cross beside it.",
    notation: "lengths of strips: 7,3; or one strip with its crosses: ..X... (several: separated by |)",
    parameters: None,
    example: "dawson:7,5",
    trials: &[
        "dawson:0",
        "dawson:..X...",
        "dawson:X",
        "dawson:....|.X.....",
        "dawson:4,1,2",
    ],
    theory: "It is the octal game 0.137 (Dawson's chess). The values repeat with period 34 from length 52 on.",
    source: "T. R. Dawson, Caissa's Wild Roses (1935); R. K. Guy and C. A. B. Smith, The G-values of various games, \
             Proc. Cambridge Phil. Soc. 52 (1956)",
    make,
};

/// The longest strip whose cells are drawn.
const LONGEST: u64 = 200;

fn make(parameters: Option<&str>) -> Result<Box<dyn Game>, SpecError> {
    no_parameters(parameters)?;
    Ok(game(HeapGame {
        parse,
        sentence,
        picture: |lengths| {
            if lengths.iter().any(|&length| length > LONGEST) {
                return Picture::Heaps(lengths);
            }
            Picture::Strips(lengths.iter().map(|&n| ".".repeat(n as usize)).collect())
        },
        touch: Some(|strip, length, left| {
            // The cross takes its cell and the free cells beside it.
            let taken = length - left.iter().sum::<u64>();
            let cell = match left {
                [first, _] => first + 1,
                _ => u64::from(taken == 3),
            };
            if length > LONGEST {
                let cell = Element::at("to", [cell + 1]);
                return Touch::all(vec![Element::at("heap", [strip as u64]), cell]);
            }
            Touch::of(Element::at("cell", [strip as u64, cell]))
        }),
        ..HeapGame::new("dawson", HeapRules::with_tail(&[0, 1, 3, 7], &[]))
    }))
}

fn sentence(strips: &[u64], played: &HeapMove) -> String {
    let (length, taken, left) = (strips[played.index], played.taken(strips), played.left());
    let strip = format!("put a cross on the strip of {length}");
    match (taken, left) {
        (_, []) => format!("{strip}, which fills it"),
        (2, [one]) => format!(
            "{strip} at its end, leaving {} free",
            notation::counted(*one, "cell")
        ),
        (_, [one]) => format!(
            "{strip} one cell from its end, leaving {} free",
            notation::counted(*one, "cell")
        ),
        _ => format!("{strip}, leaving strips of {}", notation::in_words(left)),
    }
}

/// Lengths, or strips drawn with `.` for a free cell and `X` for a cross.
fn parse(text: &str) -> Result<Vec<u64>, SpecError> {
    if !text.contains(['.', 'x', 'X', '|']) {
        return notation::numbers(text, notation::ANY);
    }
    let mut lengths = Vec::new();
    let mut start = 0;
    for strip in text.split('|') {
        let at = start + strip.len() - strip.trim_start().len();
        start += strip.len() + 1;
        lengths.extend(free_stretches(strip.trim(), at)?);
    }
    Ok(lengths)
}

/// The stretches of a strip in which crosses may still be put.
fn free_stretches(strip: &str, at: usize) -> Result<Vec<u64>, SpecError> {
    let mut crosses = Vec::with_capacity(strip.len());
    for (index, mark) in strip.char_indices() {
        let place = at + index..at + index + mark.len_utf8();
        match mark {
            '.' | '-' | '_' => crosses.push(false),
            'x' | 'X' if crosses.last() == Some(&true) => {
                return Err(SpecError::illegal(
                    "two crosses are adjacent",
                    "leave a free cell between them",
                    place,
                ));
            }
            'x' | 'X' => crosses.push(true),
            other => {
                return Err(SpecError::unexpected(
                    &other.to_string(),
                    "`.` for a free cell or `X` for a cross",
                    place,
                ));
            }
        }
    }
    let is_free = |cell: usize| {
        let beside = cell.saturating_sub(1)..(cell + 2).min(crosses.len());
        !crosses[beside].contains(&true)
    };
    let mut lengths = vec![0];
    for cell in 0..crosses.len() {
        if is_free(cell) {
            *lengths.last_mut().expect("never empty") += 1;
        } else {
            lengths.push(0);
        }
    }
    Ok(lengths)
}
