//! The names of games as people write them.

use crate::GameInfo;

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

impl GameInfo {
    /// The name of a game as people write it.
    pub fn title(&self) -> String {
        if let Some((_, title)) = TITLES.iter().find(|(name, _)| *name == self.name) {
            return (*title).to_owned();
        }
        let words = self.name.split('-').enumerate().map(|(at, word)| {
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
}
