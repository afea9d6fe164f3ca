//! Removal games by declaration: the examples against the built-in games, random declarations against plain mex.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;

use grundy::core::{Play, Value};
use grundy::spec::Files;
use grundy::{Error, Question};

fn example(file: &str) -> String {
    let folder = env!("CARGO_MANIFEST_DIR");
    format!("{folder}/../../examples/rules/{file}.star")
}

fn value(question: Question) -> Option<Value> {
    let verdict = grundy::solve(&question).unwrap_or_else(|error| panic!("{error}"));
    verdict.value
}

#[test]
fn declared_examples_agree_with_the_built_in_games() {
    let mut pairs: Vec<(&str, String, String)> = Vec::new();
    for (rows, columns) in [(1, 7), (2, 3), (3, 3), (3, 5), (4, 4), (5, 3)] {
        let sides = format!("{rows}x{columns}");
        pairs.push(("cram", format!("cram:{sides}"), sides.clone()));
        pairs.push(("chomp_cells", format!("chomp:{sides}"), sides));
    }
    pairs.push((
        "cram",
        "cram:..#./..../#...".to_owned(),
        "3x4:..#./..../#...".to_owned(),
    ));
    for n in 3..16 {
        let cycle = format!("node-kayles:cycle-{n}");
        pairs.push(("node_kayles", cycle, n.to_string()));
    }
    for (file, built_in, position) in pairs {
        let declared = format!("{}:{position}", example(file));
        let declared = value(Question::new([declared]).with_files());
        assert_eq!(
            declared,
            value(Question::new([built_in.clone()])),
            "{file}: {built_in}"
        );
    }
}

#[test]
fn divisors_are_worth_what_plain_mex_says() {
    for n in [2u32, 8, 12, 24, 30, 36, 48, 60] {
        let divisors: Vec<u32> = (2..=n).filter(|d| n % d == 0).collect();
        let game: Vec<(u64, u64)> = divisors
            .iter()
            .enumerate()
            .map(|(at, d)| {
                let multiples = divisors.iter().enumerate().filter(|(_, m)| *m % d == 0);
                (1 << at, multiples.fold(0, |set, (bit, _)| set | 1 << bit))
            })
            .collect();
        let expected = mex(&game, (1 << divisors.len()) - 1, &mut HashMap::new());
        let position = format!("{}:{n}", example("divisors"));
        let found = value(Question::new([position]).with_files());
        assert_eq!(found.unwrap().to_string(), expected.to_string(), "{n}");
    }
}

/// The nim-value of a set of cells by definition.
fn mex(game: &[(u64, u64)], cells: u64, known: &mut HashMap<u64, u32>) -> u32 {
    if let Some(&value) = known.get(&cells) {
        return value;
    }
    let legal = game.iter().filter(|(needs, _)| needs & !cells == 0);
    let options: Vec<u64> = legal.map(|(_, removes)| cells & !removes).collect();
    let values: BTreeSet<u32> = options.iter().map(|&o| mex(game, o, known)).collect();
    let value = (0..).find(|n| !values.contains(n)).unwrap();
    known.insert(cells, value);
    value
}

/// True if the player to move wins when who cannot move wins.
fn wins_misere(game: &[(u64, u64)], cells: u64, known: &mut HashMap<u64, bool>) -> bool {
    if let Some(&wins) = known.get(&cells) {
        return wins;
    }
    let legal = game.iter().filter(|(needs, _)| needs & !cells == 0);
    let options: Vec<u64> = legal.map(|(_, removes)| cells & !removes).collect();
    let wins = options.is_empty() || options.iter().any(|&o| !wins_misere(game, o, known));
    known.insert(cells, wins);
    wins
}

struct Random(u64);

impl Random {
    fn below(&mut self, n: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) % n
    }
}

fn listed(cells: u64, names: &[String]) -> String {
    let chosen = names.iter().enumerate();
    let chosen = chosen.filter(|(bit, _)| cells >> bit & 1 == 1);
    let chosen: Vec<&str> = chosen.map(|(_, name)| name.as_str()).collect();
    chosen.join(",")
}

fn given(source: &str) -> Files {
    let files = BTreeMap::from([("mine.star".to_owned(), source.to_owned())]);
    Files::Given(Arc::new(files))
}

fn asked(source: &str, position: &str) -> Question {
    let mut question = Question::new([format!("mine.star:{position}")]);
    question.files = given(source);
    question
}

#[test]
fn random_declarations_agree_with_plain_mex_in_values_outcomes_and_winning_moves() {
    for seed in 1..=400u64 {
        let mut random = Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        let count = 1 + random.below(9);
        let kind = random.below(4);
        let name = |n: u64| match kind {
            0 => n.to_string(),
            1 => format!("({},{})", n / 3, n % 3),
            2 => format!("\"c{n}\""),
            _ => format!("({n},\"x\",{})", n * 7 % 5),
        };
        let names: Vec<String> = (0..count).map(name).collect();
        let subset = |random: &mut Random| {
            (0..count)
                .filter(|_| random.below(3) == 0)
                .fold(0, |set, bit| set | 1 << bit)
        };
        let moves = random.below(9);
        let game: Vec<(u64, u64)> = (0..moves)
            .map(|_| {
                let shared = 1 << random.below(count);
                (subset(&mut random) | shared, subset(&mut random) | shared)
            })
            .collect();
        let pairs = game.iter().map(|&(needs, removes)| {
            format!(
                "([{}],[{}])",
                listed(needs, &names),
                listed(removes, &names)
            )
        });
        let source = format!(
            "def cells(n):\n    return [{}]\n\ndef removals(n):\n    return [{}]\n",
            names.join(","),
            pairs.collect::<Vec<_>>().join(",")
        );
        let cells = ((1u64 << count) - 1)
            & if random.below(2) == 0 {
                u64::MAX
            } else {
                random.below(1 << count)
            };
        let position = match listed(cells, &names).as_str() {
            "" => "0:-".to_owned(),
            cells => format!("0:{cells}"),
        };
        let context = format!("seed {seed}: {position} in\n{source}");
        let mut known = HashMap::new();
        let expected = mex(&game, cells, &mut known);
        let verdict = grundy::solve(&asked(&source, &position))
            .unwrap_or_else(|error| panic!("{error}: {context}"));
        assert_eq!(
            verdict.value.map(|v| v.to_string()),
            Some(expected.to_string()),
            "{context}"
        );
        let legal = game.iter().filter(|(needs, _)| needs & !cells == 0);
        let options: BTreeSet<u64> = legal.map(|(_, removes)| cells & !removes).collect();
        let winning = options
            .iter()
            .filter(|o| mex(&game, **o, &mut known) == 0)
            .count();
        assert_eq!(verdict.moves, Some(options.len() as u128), "{context}");
        assert_eq!(verdict.winning_moves.len(), winning, "{context}");
        for played in &verdict.winning_moves {
            let text = played.position.strip_prefix("mine.star:").unwrap();
            let after = value(asked(&source, text));
            assert_eq!(after.unwrap().to_string(), "0", "{text}: {context}");
        }
        let mut misere = asked(&source, &position);
        misere.play = Play::Misere;
        let outcome = grundy::solve(&misere).unwrap().outcome;
        let wins = wins_misere(&game, cells, &mut HashMap::new());
        assert_eq!(
            outcome == grundy::core::Outcome::Win,
            wins,
            "misère: {context}"
        );
    }
}

#[test]
fn declarations_that_are_wrong_are_refused_with_the_place() {
    let cells = "def cells(n):\n    return range(n)\n";
    let cases = [
        ("[([0], [1])]", "takes away no cell that it needs"),
        ("[([], [1])]", "takes away no cell that it needs"),
        ("[([0], [0, n])]", "3 is not among the cells"),
        ("[[0]]", "is not a pair"),
        ("[(0, [0])]", "a list of cells is needed"),
        ("None", "a list of pairs"),
        ("[([0], [0])] * (1 << 40)", ""),
    ];
    for (removals, said) in cases {
        let source = format!("{cells}def removals(n):\n    return {removals}\n");
        let error = grundy::solve(&asked(&source, "3")).unwrap_err();
        assert!(error.to_string().contains(said), "{removals}: {error}");
        assert!(matches!(error, Error::Rules(_)), "{removals}: {error:?}");
    }
    let twice = "def cells(n):\n    return [1, 1]\ndef removals(n):\n    return []\n";
    let error = grundy::solve(&asked(twice, "3")).unwrap_err();
    assert!(error.to_string().contains("stands twice"), "{error}");
    for (map, said) in [
        ("[2, 1, 0]", "not a symmetry"),
        ("[0, 0, 1]", "not a permutation"),
        ("[0, 1]", "not a permutation"),
        ("{0: 1}", "not a permutation"),
        ("{0: 2, 2: 0}", "not a symmetry"),
    ] {
        let source = format!(
            "{cells}def removals(n):\n    return [([0], [0])]\ndef symmetries(n):\n    return [{map}]\n"
        );
        let error = grundy::solve(&asked(&source, "3")).unwrap_err();
        assert!(error.to_string().contains(said), "{map}: {error}");
    }
}

#[test]
fn cells_without_a_size_belong_to_the_start_or_to_the_least_size_that_has_them() {
    let row = "def cells(n):\n    return range(n)\ndef removals(n):\n    return [([a, a + 1], [a, a + 1]) for a in range(n - 1)]\n";
    let shown = |source: &str, text: &str| grundy::solve(&asked(source, text)).unwrap().position;
    assert_eq!(shown(row, "0,1,3"), "mine.star:4:..#.");
    let started = format!("start = 6\n{row}");
    assert_eq!(shown(&started, "0,1,3"), "mine.star:6:..#.##");
    assert_eq!(shown(&started, ""), "mine.star:6");
    assert!(grundy::solve(&asked(&started, "0,9")).is_err());
}
