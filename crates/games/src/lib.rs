//! The rulesets that grundy ships: a folder per family, a file per game, one line each here.

mod coin_strip;
mod heap_game;
mod info;
mod moore_losing;
mod moore_options;
mod nim_game;
mod nim_heaps;
mod notation;
mod separate_heaps;
mod turning;

pub use info::GameInfo;

macro_rules! games {
    ($($family:ident { $($game:ident,)* })*) => {
        $(mod $family { $(pub mod $game;)* })*

        /// Every game, in the order in which `grundy games` lists them.
        pub static GAMES: &[&GameInfo] = &[$($(&$family::$game::GAME,)*)*];
    };
}

games! {
    heap {
        nim,
        subtract,
        lasker,
        grundys_game,
        kayles,
        dawson,
        code,
        poker_nim,
        moore,
        nimble,
        wythoff,
        euclid,
        fibonacci_nim,
        end_nim,
        mark,
        aliquot,
        subtract_a_square,
        dawsons_kayles,
        guiles,
        officers,
    }
    stairs {
        staircase,
    }
    coins {
        welter,
        silver_dollar,
        turning_turtles,
        mock_turtles,
        ruler,
    }
    grid {
        chop,
        matrix,
        northcott,
        chomp,
        cram,
        cutting,
        hyper_knights,
    }
    strip {
        left_right,
        treblecross,
    }
    graph {
        green_hackenbush,
        node_kayles,
    }
}

/// The game with this name or alias, whatever its case.
pub fn find(name: &str) -> Option<&'static GameInfo> {
    GAMES
        .iter()
        .find(|game| game.names().any(|known| known.eq_ignore_ascii_case(name)))
        .copied()
}

/// The names most like `name`, best first: at most three, and none that is far off.
pub fn nearest(name: &str) -> Vec<String> {
    const ENOUGH: f64 = 0.6;
    let name: String = name.chars().take(40).collect::<String>().to_lowercase();
    // Slips of the fingers (`nmi`) and names that were only begun (`kay`).
    let likeness = |known: &str| {
        let slip = strsim::normalized_damerau_levenshtein(&name, known);
        let begun = strsim::jaro_winkler(&name, known);
        (slip.max(begun) > ENOUGH).then_some(slip + begun)
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

    /// A file that the registry does not name is a game that nobody can play.
    #[test]
    fn every_file_in_a_family_folder_is_registered() {
        let source = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
        let mut files = 0;
        for family in std::fs::read_dir(&source).unwrap().flatten() {
            if !family.path().is_dir() {
                continue;
            }
            files += std::fs::read_dir(family.path()).unwrap().count();
        }
        assert_eq!(
            files,
            GAMES.len(),
            "add the missing line to `games!` in lib.rs"
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
    fn misspelt_names_are_recognised() {
        assert_eq!(nearest("nin")[0], "nim");
        assert_eq!(nearest("kyles")[0], "kayles");
        assert!(nearest("qqqqqq").is_empty());
    }
}
