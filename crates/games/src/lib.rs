//! The rulesets that grundy ships: a folder per family, a file per game, one line each here.

mod coins;
mod graph;
mod grid;
mod heap;
mod heap_rules_in_words;
mod info;
mod notation;
mod sprouts;
mod stairs;
mod strip;
mod title;

use std::sync::LazyLock;

use grundy_core::{SpecError, SpecErrorKind};
use grundy_positions::Game;

pub use heap_rules_in_words::rules_in_words;
pub use info::GameInfo;
pub use sprouts::SproutsLands;

/// Every game, in the order in which they are listed.
pub static GAMES: LazyLock<Vec<&'static GameInfo>> = LazyLock::new(|| {
    [
        heap::GAMES,
        stairs::GAMES,
        coins::GAMES,
        grid::GAMES,
        strip::GAMES,
        graph::GAMES,
        sprouts::GAMES,
    ]
    .concat()
});

/// The game with this name or alias, whatever its case; spaces, underscores and apostrophes are as good as
/// hyphens and nothing.
///
/// # Examples
///
/// ```
/// assert_eq!(grundy_games::find("Grundy's Game").unwrap().name, "grundys-game");
/// ```
pub fn find(name: &str) -> Option<&'static GameInfo> {
    let name = plain(name);
    GAMES
        .iter()
        .find(|game| game.names().any(|known| *known == name))
        .copied()
}

/// A name as the registry writes it.
fn plain(name: &str) -> String {
    let words = name.trim().split([' ', '_', '-']);
    let words = words.filter(|word| !word.is_empty());
    let words: Vec<String> = words
        .map(|word| word.replace(['\'', '’'], "").to_lowercase())
        .collect();
    words.join("-")
}

/// Well-known games that grundy does not solve, because the players' moves differ.
const PARTIZAN: &[(&str, &str)] = &[
    ("domineering", "Domineering"),
    ("crosscram", "Domineering"),
    ("red-blue-hackenbush", "Hackenbush in red and blue"),
    ("blue-red-hackenbush", "Hackenbush in red and blue"),
    ("hackenbush-red-blue", "Hackenbush in red and blue"),
    ("hackenbush-blue-red", "Hackenbush in red and blue"),
    ("amazons", "Amazons"),
    ("konane", "Konane"),
    ("clobber", "Clobber"),
    ("toads-and-frogs", "Toads and Frogs"),
    ("snort", "Snort"),
    ("col", "Col"),
    ("chess", "Chess"),
    ("checkers", "Checkers"),
    ("draughts", "Draughts"),
    ("go", "Go"),
    ("hex", "Hex"),
    ("tic-tac-toe", "Tic-tac-toe"),
    ("tictactoe", "Tic-tac-toe"),
    ("fox-and-geese", "Fox and Geese"),
    ("maze", "Maze"),
    ("push", "Push"),
    ("shove", "Shove"),
];

/// What is said of names that people type and that are not games here.
fn explained(name: &str) -> Option<SpecError> {
    let plain = plain(name);
    let (why, instead) = match plain.as_str() {
        "dots-and-boxes" | "strings-and-coins" => (
            "in this game boxes are counted and who closes one moves again, so nim-values do not decide it",
            "`score(position, move)` in a .star file makes a game in which points decide",
        ),
        word if word.starts_with("misere-") && find(&word["misere-".len()..]).is_some() => (
            "misère play is not part of a game's name",
            "add `--misere` to the command",
        ),
        word if is_judge_problem(word) => (
            "this names a problem of a judge, not a game",
            "`grundy judge` runs it, and `grundy judge --list` names all",
        ),
        _ => return None,
    };
    Some(SpecError::illegal(why, instead, 0..name.len()))
}

/// True for the name of a judge with a number behind it.
fn is_judge_problem(name: &str) -> bool {
    const JUDGES: [&str; 9] = [
        "lightoj",
        "spoj",
        "cses",
        "poj",
        "hdu",
        "luogu",
        "codeforces",
        "hackerrank",
        "uva",
    ];
    let judge = JUDGES.iter().find(|judge| name.starts_with(**judge));
    judge.is_some_and(|judge| name[judge.len()..].contains(|c: char| c.is_ascii_digit()))
}

/// What is said of a game whose players' moves differ.
fn partizan(name: &str) -> Option<SpecError> {
    let plain = plain(name);
    let (_, title) = PARTIZAN.iter().find(|(known, _)| *known == plain)?;
    let why = format!(
        "{title} is partizan: the players' moves differ, so it has no nim-values and is not among the games"
    );
    let instead = match plain.as_str() {
        "domineering" | "crosscram" => "`cram` is played with the same dominoes by both",
        name if name.contains("hackenbush") => {
            "`green-hackenbush` is the game in which both cut every edge"
        }
        _ => "write rules with moves(position, player) in a .star file to learn who wins",
    };
    Some(SpecError::illegal(&why, instead, 0..name.len()))
}

/// The names most like `name`, best first: at most three, and none that is far off.
pub fn nearest(name: &str) -> Vec<String> {
    const ENOUGH_ALIKE: f64 = 0.6;
    const ENOUGH_BEGUN: f64 = 0.85;
    let name = plain(&name.chars().take(40).collect::<String>());
    // Slips of the fingers (`nmi`) and names that were only begun (`kay`).
    let likeness = |known: &str| {
        let slip = strsim::normalized_damerau_levenshtein(&name, known);
        let begun = strsim::jaro_winkler(&name, known);
        (slip > ENOUGH_ALIKE || begun > ENOUGH_BEGUN).then_some(slip + begun)
    };
    let mut scored: Vec<(f64, &str)> = GAMES
        .iter()
        .flat_map(|game| game.names())
        .filter_map(|known| Some((likeness(known)?, known)))
        .collect();
    scored.sort_by(|a, b| b.0.total_cmp(&a.0));
    scored
        .iter()
        .take(3)
        .map(|(_, known)| (*known).to_owned())
        .collect()
}

/// The game with this name and parameters (`subtract/1,2`), or this code; `None` if there is none of that name.
///
/// # Errors
///
/// [`SpecError`] if the parameters are wrong.
pub fn open(ruleset: &str) -> Result<Option<Box<dyn Game>>, SpecError> {
    if looks_like_code(ruleset) {
        let code = find("code").expect("codes are a game of the registry");
        return (code.make)(Some(ruleset)).map(Some);
    }
    let (name, parameters) = match ruleset.split_once('/') {
        Some((name, parameters)) => (name, Some(parameters)),
        None => (ruleset, None),
    };
    let Some(game) = find(name.trim()) else {
        return Ok(None);
    };
    let parameters = parameters.or_else(|| own_parameters(name));
    let made = (game.make)(parameters);
    made.map(Some)
        .map_err(|error| error.shifted(name.len() + 1))
}

/// What a message repeats of a name that is unknown, in characters.
const LONGEST_NAME: usize = 40;

/// The parameters that a name implies: Pick-Up-Bricks takes one brick or two.
fn own_parameters(name: &str) -> Option<&'static str> {
    (plain(name) == "pick-up-bricks").then_some("1,2")
}

/// That `ruleset` is no game.
pub fn unknown_game(ruleset: &str) -> SpecError {
    let is_number = |c: char| c.is_ascii_digit() || c == ',' || c == ' ';
    if ruleset.chars().all(is_number) {
        let numbers: String = ruleset.trim().chars().take(LONGEST_NAME).collect();
        let example = format!("nim:{numbers}");
        let span = 0..ruleset.len();
        return SpecError::missing("the name of a game", &example, span);
    }
    let name = ruleset.split('/').next().unwrap_or_default();
    // A path from the root has nothing before its first slash.
    let name = if name.is_empty() { ruleset } else { name };
    no_such_game(name.trim_end())
}

/// That there is no game called `name`, with the nearest names.
pub fn no_such_game(name: &str) -> SpecError {
    if let Some(error) = partizan(name).or_else(|| explained(name)) {
        return error;
    }
    let kind = SpecErrorKind::UnknownGame {
        name: name.chars().take(LONGEST_NAME).collect(),
        nearest: nearest(name),
    };
    SpecError::new(kind, 0..name.len())
}

/// The game whose name is a taking-and-breaking code, if `ruleset` looks like one: `0.77`.
pub fn looks_like_code(ruleset: &str) -> bool {
    heap::code::looks_like_code(ruleset)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slip_of_the_fingers_finds_its_name() {
        for (slip, name) in [
            ("nmi", "nim"),
            ("kayls", "kayles"),
            ("wytoff", "wythoff"),
            ("moor", "moore"),
        ] {
            assert_eq!(
                nearest(slip).first().map(String::as_str),
                Some(name),
                "{slip}"
            );
        }
        assert!(nearest("zzzzzzzz").is_empty());
    }

    /// A game that the registry does not name is a game that nobody can play.
    #[test]
    fn every_file_with_a_game_is_registered() {
        let source = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
        let mut files = 0;
        for family in std::fs::read_dir(&source).unwrap().flatten() {
            for file in std::fs::read_dir(family.path()).into_iter().flatten() {
                let text = std::fs::read_to_string(file.unwrap().path()).unwrap();
                files += usize::from(text.contains("pub static GAME: GameInfo"));
            }
        }
        assert_eq!(
            files,
            GAMES.len(),
            "add the missing game to its family's `GAMES`"
        );
    }

    #[test]
    fn names_are_unique_and_lower_case() {
        let mut seen = std::collections::HashSet::new();
        for name in GAMES.iter().flat_map(|game| game.names()) {
            assert_eq!(name, name.to_lowercase());
            assert!(seen.insert(name), "{name} stands twice");
        }
    }

    #[test]
    fn names_are_found_as_people_write_them() {
        for (written, name) in [
            ("Grundy's game", "grundys-game"),
            ("dawson chess", "dawson"),
            ("PICK_UP_BRICKS", "subtract"),
            (" Mock  Turtles ", "mock-turtles"),
        ] {
            assert_eq!(find(written).map(|game| game.name), Some(name), "{written}");
        }
    }

    #[test]
    fn partizan_games_are_answered_with_a_sentence_and_never_shadow_a_game() {
        for (name, _) in PARTIZAN {
            let said = no_such_game(name).to_string();
            assert!(said.contains("partizan"), "{said}");
            assert_eq!(plain(name), *name);
            assert!(find(name).is_none(), "{name} is a game");
        }
        assert!(nearest("xylophone").is_empty());
    }

    #[test]
    fn names_that_are_no_games_are_explained() {
        for (name, said) in [
            ("misere-nim", "--misere"),
            ("lightoj1199", "grundy judge"),
            ("dots-and-boxes", "score"),
        ] {
            let error = no_such_game(name).to_string();
            assert!(error.contains(said), "{error}");
        }
        for (name, known) in [("take-away", "subtract"), ("wythoff-queens", "wythoff")] {
            assert_eq!(find(name).map(|game| game.name), Some(known));
        }
    }

    #[test]
    fn misspelt_names_are_recognised() {
        assert_eq!(nearest("nin")[0], "nim");
        assert_eq!(nearest("kyles")[0], "kayles");
        assert!(nearest("qqqqqq").is_empty());
    }
}
