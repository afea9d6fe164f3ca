//! Telling about the games.

use grundy_core::{Limits, Picture};
use grundy_games::{GameInfo, find, looks_like_code, no_such_game};

use crate::Error;
use crate::spec::{Files, open_ruleset};

/// The game with this name, alias or code.
///
/// # Errors
///
/// [`Error::Spec`] with the nearest names.
pub fn game_info(name: &str) -> Result<&'static GameInfo, Error> {
    let bare = name.split(['/', ':']).next().unwrap_or(name);
    let known = if looks_like_code(bare) {
        find("code")
    } else {
        find(bare)
    };
    known.ok_or_else(|| Error::Spec {
        text: name.to_owned(),
        error: no_such_game(bare),
    })
}

/// Names that are more than their words.
const TITLES: &[(&str, &str)] = &[
    ("code", "Octal games"),
    ("grundys-game", "Grundy\u{2019}s game"),
    ("dawson", "Dawson\u{2019}s chess (crosses)"),
    ("dawsons-kayles", "Dawson\u{2019}s Kayles"),
    ("lasker", "Lasker\u{2019}s Nim"),
    ("moore", "Moore\u{2019}s Nim"),
    ("staircase", "Staircase Nim"),
    ("subtract", "Subtraction game"),
    ("coins", "Moving coins (Welter)"),
    ("wythoff", "Wythoff\u{2019}s game"),
    ("euclid", "Euclid\u{2019}s game"),
    ("northcott", "Northcott\u{2019}s game"),
    ("matrix", "Matrix game"),
    ("left-right", "Gray and white"),
    ("ruler", "The ruler game"),
    ("poker-nim", "Poker-Nim"),
    ("end-nim", "End-Nim"),
];
/// Words that are names inside a title.
const NAMES: &[&str] = &["nim", "kayles", "hackenbush"];

/// The name of a game as people write it.
pub fn title(game: &GameInfo) -> String {
    if let Some((_, title)) = TITLES.iter().find(|(name, _)| *name == game.name) {
        return (*title).to_owned();
    }
    let words = game.name.split('-').enumerate().map(|(at, word)| {
        let mut letters = word.chars();
        match letters.next() {
            Some(first) if at == 0 || NAMES.contains(&word) => {
                first.to_uppercase().chain(letters).collect()
            }
            _ => word.to_owned(),
        }
    });
    words.collect::<Vec<String>>().join(" ")
}

/// How the example of a game looks.
pub fn example_picture(game: &GameInfo) -> Picture {
    let sum = crate::spec::parse_sum(&[game.example.to_owned()], Files::Deny, &Limits::default());
    sum.map_or(Picture::Text, |sum| sum.picture(sum.components[0]))
}

/// What a game is played with.
pub fn family(picture: &Picture) -> &'static str {
    match picture {
        Picture::Heaps(_) => "heaps",
        Picture::Pins(_) | Picture::Strips(_) => "rows",
        Picture::Stairs(_) | Picture::Coins { .. } | Picture::Faces(_) => "coins",
        Picture::Bars(_)
        | Picture::Sheets(_)
        | Picture::Board(_)
        | Picture::Matrix(_)
        | Picture::Pawns { .. } => "boards",
        Picture::Graph { .. } | Picture::Network { .. } | Picture::Trees(_) => "graphs",
        _ => "other",
    }
}

/// The values of the positions `0`, `1`, `2`, … of the example's ruleset, where those are positions.
pub fn first_values(game: &GameInfo) -> Option<String> {
    let ruleset = game.example.split(':').next()?;
    let values =
        grundy_solve::first_values(open_ruleset(ruleset, Files::Deny, &Limits::default()).ok()?)?;
    let list = values.join(" ");
    Some(format!("{ruleset}:0, 1, 2, … are worth {list} …"))
}
