//! Kayles: knock down one pin or two adjacent ones (Dudeney 1908).

use grundy_core::{HeapRules, Picture, SpecError};
use grundy_positions::{Game, game};

use super::heap_game::HeapGame;
use super::heaps::HeapMove;
use crate::info::no_parameters;
use crate::{GameInfo, notation};

/// What the registry knows of it.
pub static GAME: GameInfo = GameInfo {
    name: "kayles",
    aliases: &["bowling", "pins", "rip-van-winkle"],
    summary: "knock down one pin or two adjacent pins",
    rules: "Pins stand in rows. A ball knocks down one pin, or two pins that stand side by side. What was between \
            pins that fell becomes a gap, so a row may fall apart in two.",
    notation: "row lengths: 5,4,2,1; or the rows as a picture: xxxxx.xxxx.xx.x",
    parameters: None,
    example: "kayles:5,4,2,1",
    trials: &[
        "kayles:0",
        "kayles:xxxxx.xxxx.xx.x",
        "kayles:xx-x",
        "kayles:7,3",
        "kayles:1,2,3",
    ],
    theory: "It is the octal game 0.77. The values repeat with period 12 from heap 71 on. Under misère play single \
             rows are lost at 1, 4, 9, 12, 20 and nowhere else; its misère quotient has 40 elements.",
    source: "H. E. Dudeney, The Canterbury Puzzles (1908); R. K. Guy and C. A. B. Smith, The G-values of various \
             games, Proc. Cambridge Phil. Soc. 52 (1956)",
    make,
};

fn make(parameters: Option<&str>) -> Result<Box<dyn Game>, SpecError> {
    no_parameters(parameters)?;
    Ok(game(HeapGame {
        parse,
        sentence,
        picture: Picture::Pins,
        ..HeapGame::new("kayles", HeapRules::with_tail(&[0, 7, 7], &[]))
    }))
}

fn sentence(rows: &[u64], played: &HeapMove) -> String {
    let row = match rows.len() {
        1 => String::new(),
        _ => format!(" of the row of {}", rows[played.index]),
    };
    let pins = match played.taken(rows) {
        1 => "one pin",
        _ => "two adjacent pins",
    };
    match played.left() {
        [] => format!("knock down {pins}{row}, the whole row"),
        [one] => format!("knock down {pins}{row}, leaving a row of {one}"),
        left => format!(
            "knock down {pins}{row}, leaving rows of {}",
            notation::in_words(left)
        ),
    }
}

/// Row lengths, or a picture with `x` (or `I`) for a pin and `.`, `-` or a space for a gap.
fn parse(text: &str) -> Result<Vec<u64>, SpecError> {
    if !text.contains(['x', 'X', 'i', 'I']) && !text.trim().chars().all(|c| c == '.') {
        return notation::numbers(text, notation::ANY);
    }
    if text.trim().is_empty() {
        return Err(SpecError::missing(
            "a position",
            "kayles:5,4",
            0..text.len(),
        ));
    }
    let mut rows = vec![0];
    for (at, mark) in text.char_indices() {
        match mark {
            'x' | 'X' | 'i' | 'I' => *rows.last_mut().expect("never empty") += 1,
            '.' | '-' | ' ' | ',' => rows.push(0),
            other => {
                return Err(SpecError::unexpected(
                    &other.to_string(),
                    "`x` for a pin or `.` for a gap",
                    at..at + other.len_utf8(),
                ));
            }
        }
    }
    Ok(rows)
}
