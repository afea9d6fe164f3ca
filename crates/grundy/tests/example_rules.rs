//! Every rules file in examples/rules: its claims hold, and it agrees with the built-in game.

use grundy::Question;
use grundy::conjectures::{CheckRequest, check};
use grundy::core::{Limits, Play};
use grundy::spec::Files;

/// How far each file's claims are tested; a file that is not named goes to 30.
const FURTHER: &[(&str, u64)] = &[
    ("kayles", 100),
    ("dawson", 98),
    ("squares", 95),
    ("prime_nim", 120),
    ("treblecross", 10),
    ("chomp", 6),
    ("toads_and_frogs", 5),
    ("fibonacci_nim", 35),
    ("wythoff", 22),
    ("euclid", 22),
    ("rooks", 16),
    ("moore_takes", 4),
    ("increase_once", 12),
];

fn files() -> Vec<(String, String)> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/rules");
    let mut files: Vec<(String, String)> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| {
            let path = entry.unwrap().path();
            let name = path.file_stem().unwrap().to_string_lossy().into_owned();
            (name, path.to_string_lossy().into_owned())
        })
        .collect();
    files.sort();
    files
}

#[test]
fn every_example_claims_something_and_it_holds() {
    let files = files();
    assert!(files.len() >= 15);
    for (name, path) in files {
        // Declared games make no claims: `removal_rules.rs` compares them with the built-in games.
        if std::fs::read_to_string(&path)
            .unwrap()
            .contains("def removals(")
        {
            continue;
        }
        let further = FURTHER.iter().find(|(known, _)| *known == name);
        let request = CheckRequest {
            ruleset: path,
            to: Some(further.map_or(30, |&(_, to)| to)),
            claim: None,
            heaps: 1,
            play: Play::Normal,
            limits: Limits::default(),
        };
        let checked =
            check(&request, Files::Allow).unwrap_or_else(|error| panic!("{name}: {error}"));
        for claim in &checked.conjectures {
            assert!(claim.counterexample.is_none(), "{name}: {claim:?}");
            assert!(claim.positions > 2, "{name} tests next to nothing");
        }
    }
}

#[test]
fn examples_agree_with_the_built_in_games() {
    // (file, ruleset, how a position is written in both)
    let pairs: &[(&str, &str, &[&str])] = &[
        ("kayles", "kayles", &["1", "7", "12", "5,9"]),
        ("grundys_game", "grundys-game", &["3", "8", "15", "6,11"]),
        ("dawson", "dawson", &["4", "11", "..X...", "7,9"]),
    ];
    for (file, ruleset, positions) in pairs {
        let path = format!(
            "{}/../../examples/rules/{file}.star",
            env!("CARGO_MANIFEST_DIR")
        );
        for position in *positions {
            if *file == "dawson" && position.contains(',') {
                continue;
            }
            let value = |text: String| {
                grundy::solve(&Question::new([text]).with_files())
                    .unwrap()
                    .value
            };
            assert_eq!(
                value(format!("{path}:{position}")),
                value(format!("{ruleset}:{position}")),
                "{file}:{position}"
            );
        }
    }
}

#[test]
fn what_is_shown_is_read_back() {
    for (name, path) in files() {
        let text = match grundy::solve(&Question::new([path.clone()]).with_files()) {
            Ok(verdict) => verdict.position,
            // A file without a start needs a position.
            Err(_) => format!("{path}:9"),
        };
        let once = grundy::solve(&Question::new([text.clone()]).with_files()).unwrap();
        let again = grundy::solve(&Question::new([once.position.clone()]).with_files()).unwrap();
        assert_eq!(once.position, again.position, "{name}");
        for winning in &once.winning_moves {
            let after =
                grundy::solve(&Question::new([winning.position.clone()]).with_files()).unwrap();
            assert_eq!(after.outcome.word(), "lose", "{name}: {}", winning.position);
        }
    }
}
