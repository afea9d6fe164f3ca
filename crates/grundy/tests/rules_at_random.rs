//! Random rules files against exhaustive search by definition.

use std::collections::BTreeMap;

use grundy::core::{Limits, Outcome, Play, Value};
use grundy::judge::JudgeProgram;
use grundy::{Error, Question};

/// A small generator of random numbers (xorshift); the seed is in every message.
struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % n
    }
}

/// A random game on `names.len()` positions: the options of each, perhaps with cycles.
fn random_graph(random: &mut Random, vertices: usize, is_acyclic: bool) -> Vec<Vec<usize>> {
    (0..vertices)
        .map(|v| {
            let most = if is_acyclic { v } else { vertices };
            let degree = random.below(4);
            match most {
                0 => Vec::new(),
                _ => (0..degree).map(|_| random.below(most)).collect(),
            }
        })
        .collect()
}

/// Outcomes by definition: repeat the two rules until nothing changes.
fn outcomes(graph: &[Vec<usize>], play: Play) -> Vec<Outcome> {
    let mut known = vec![Outcome::Draw; graph.len()];
    loop {
        let before = known.clone();
        for (v, options) in graph.iter().enumerate() {
            known[v] = if options.is_empty() {
                play.without_moves()
            } else if options.iter().any(|&o| known[o] == Outcome::Lose) {
                Outcome::Win
            } else if options.iter().all(|&o| known[o] == Outcome::Win) {
                Outcome::Lose
            } else {
                Outcome::Draw
            };
        }
        if known == before {
            return known;
        }
    }
}

fn names(random: &mut Random, vertices: usize) -> Vec<String> {
    let kind = random.below(4);
    (0..vertices)
        .map(|v| match kind {
            0 => v.to_string(),
            1 => format!("({},{})", v / 3, v % 3),
            2 => format!("\"w{v}\""),
            _ => format!("[{v},(\"a\",{})]", v % 2),
        })
        .collect()
}

fn write_rules(path: &std::path::Path, names: &[String], graph: &[Vec<usize>]) {
    let mut rows = String::new();
    for (v, options) in graph.iter().enumerate() {
        let listed: Vec<&str> = options.iter().map(|&o| names[o].as_str()).collect();
        rows += &format!(
            "    if p == {}:\n        return [{}]\n",
            names[v],
            listed.join(", ")
        );
    }
    let source = format!("def moves(p):\n{rows}    fail(\"no such position\")\n");
    std::fs::write(path, source).unwrap();
}

fn folder(name: &str) -> std::path::PathBuf {
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

#[test]
fn random_rules_have_the_outcomes_of_the_definition() {
    let folder = folder("random");
    for seed in 1..=60u64 {
        let mut random = Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        let vertices = 1 + random.below(12);
        let graph = random_graph(&mut random, vertices, seed % 3 == 0);
        let names = names(&mut random, vertices);
        let path = folder.join(format!("{seed}.star"));
        write_rules(&path, &names, &graph);
        for play in [Play::Normal, Play::Misere] {
            let expected = outcomes(&graph, play);
            for v in 0..vertices {
                let question = Question {
                    play,
                    ..Question::new([format!("{}:={}", path.display(), names[v])]).with_files()
                };
                let verdict = grundy::solve(&question).unwrap();
                assert_eq!(verdict.outcome, expected[v], "seed {seed}, {}", names[v]);
                let verification = grundy::verify(&question, &verdict).unwrap();
                let complaints = verification.complaints;
                assert!(complaints.is_empty(), "seed {seed}: {complaints:?}");
                for winning in &verdict.winning_moves {
                    let after = Question {
                        play,
                        ..Question::new([winning.position.clone()]).with_files()
                    };
                    let after = grundy::solve(&after).unwrap();
                    assert_eq!(after.outcome, Outcome::Lose, "seed {seed}");
                }
            }
        }
    }
}

#[test]
fn games_with_splits_have_the_values_of_the_definition() {
    // Taking and splitting by random digits, in Starlark and as a code.
    let folder = folder("splits");
    for seed in 1..=12u64 {
        let mut random = Random(seed.wrapping_mul(0x2545_f491_4f6c_dd1d));
        let digits: Vec<usize> = (0..3).map(|_| random.below(8)).collect();
        let code: String = digits.iter().map(usize::to_string).collect();
        let source = format!(
            "DIGITS = {digits:?}\n\
             def moves(n):\n\
             \x20   options = []\n\
             \x20   for k, digit in enumerate(DIGITS, 1):\n\
             \x20       if digit & 1 and n == k:\n\
             \x20           options.append(split())\n\
             \x20       if digit & 2 and n > k:\n\
             \x20           options.append(n - k)\n\
             \x20       if digit & 4:\n\
             \x20           options.extend([split(a, n - k - a) for a in range(1, n - k)])\n\
             \x20   return options\n"
        );
        let path = folder.join(format!("{code}.star"));
        std::fs::write(&path, source).unwrap();
        for n in 0..25 {
            let value = |position: String| {
                grundy::solve(&Question::new([position]).with_files())
                    .unwrap()
                    .value
            };
            assert_eq!(
                value(format!("{}:{n}", path.display())),
                value(format!("0.{code}:{n}")),
                "0.{code}:{n}"
            );
            let misere = |position: String| {
                let question = Question {
                    play: Play::Misere,
                    ..Question::new([position]).with_files()
                };
                grundy::solve(&question).unwrap().outcome
            };
            if n < 12 {
                assert_eq!(
                    misere(format!("{}:{n}", path.display())),
                    misere(format!("0.{code}:{n}")),
                    "misère 0.{code}:{n}"
                );
            }
        }
    }
}

#[test]
fn sums_with_built_in_games_are_xored() {
    let folder = folder("sums");
    let path = folder.join("take.star");
    std::fs::write(
        &path,
        "def moves(n):\n    return [n - k for k in (1, 3, 4) if k <= n]\n",
    )
    .unwrap();
    let path = path.display();
    let verdict =
        grundy::solve(&Question::new([format!("{path}:7,9"), "nim:2".to_owned()]).with_files())
            .unwrap();
    let same = grundy::solve(&Question::new(["subtract/1,3,4:7,9 + nim:2"]).with_files()).unwrap();
    assert_eq!(verdict.value, same.value);
    assert_eq!(verdict.moves, same.moves);
    assert_eq!(verdict.winning_moves.len(), same.winning_moves.len());
}

#[test]
fn two_players_with_moves_of_their_own_are_solved_like_a_graph_with_owners() {
    let folder = folder("players");
    let path = folder.join("players.star");
    for seed in 1..=20u64 {
        let mut random = Random(seed.wrapping_mul(0xda94_2042_e4dd_58b5));
        let vertices = 2 + random.below(6);
        let tables: Vec<Vec<Vec<usize>>> = (0..2)
            .map(|_| random_graph(&mut random, vertices, false))
            .collect();
        std::fs::write(
            &path,
            format!("TABLES = {tables:?}\ndef moves(p, player):\n    return TABLES[player][p]\n"),
        )
        .unwrap();
        // Vertex 2 * position + player.
        let graph: Vec<Vec<usize>> = (0..2 * vertices)
            .map(|v| {
                let options = tables[v % 2][v / 2].iter();
                options.map(|&to| 2 * to + 1 - v % 2).collect()
            })
            .collect();
        for play in [Play::Normal, Play::Misere] {
            let expected = outcomes(&graph, play);
            for (v, expected) in expected.iter().enumerate() {
                let position = format!("{}/{}:{}", path.display(), v % 2, v / 2);
                let question = Question {
                    play,
                    ..Question::new([position]).with_files()
                };
                let verdict = grundy::solve(&question).unwrap();
                assert_eq!(
                    verdict.outcome, *expected,
                    "seed {seed} vertex {v} {play:?}"
                );
            }
        }
    }
}

#[test]
fn values_of_loopy_rules_agree_with_the_graph_engine() {
    let folder = folder("loopy");
    let path = folder.join("loopy.star");
    for seed in 1..=20u64 {
        let mut random = Random(seed.wrapping_mul(0x9e37_79b9));
        let vertices = 2 + random.below(10);
        let graph = random_graph(&mut random, vertices, false);
        std::fs::write(
            &path,
            format!("G = {graph:?}\ndef moves(v):\n    return G[v]\n"),
        )
        .unwrap();
        let edges: Vec<String> = graph
            .iter()
            .enumerate()
            .flat_map(|(v, options)| options.iter().map(move |o| format!("({v}, {o})")))
            .collect();
        let source = format!(
            "def judge(text):\n    return graph_values({vertices}, [{}])\n",
            edges.join(", ")
        );
        let program = JudgeProgram::load("t.star", &source, &Limits::default()).unwrap();
        let output = program.run("").unwrap();
        let expected: Vec<&str> = output.lines().collect();
        for (v, expected) in expected.iter().enumerate() {
            let question = Question::new([format!("{}:{v}", path.display())]).with_files();
            let value = grundy::solve(&question).unwrap().value;
            let shown = value.as_ref().map(Value::to_string).unwrap_or_default();
            assert_eq!(shown, *expected, "seed {seed} vertex {v}");
        }
    }
}

#[test]
fn hostile_rules_end_in_clear_errors_within_the_limits() {
    // (rules, what the message says, the exit status)
    let cases: &[(&str, &str, u8)] = &[
        (
            "def moves(n):\n    for i in range(1000000000):\n        for j in range(1000000000):\n            pass\n    return []\n",
            "steps",
            1,
        ),
        (
            "def moves(n):\n    return list(range(1000000000))\n",
            "range of more than",
            1,
        ),
        (
            "def moves(n):\n    return [\"x\" * 1000000000 * 1000000000]\n",
            "too long",
            1,
        ),
        (
            "def moves(n):\n    s = [0] * 1000\n    s *= 2000000000\n    return s\n",
            "too long",
            1,
        ),
        (
            "def moves(n):\n    s = \"x\" * 1000000\n    return [s.join([\"y\"] * 1000000)]\n",
            "too long",
            1,
        ),
        (
            "def f(n):\n    return f(n + 1)\ndef moves(n):\n    return [f(n)]\n",
            "nested deeper than",
            1,
        ),
        ("def moves(n):\n    return [n + 1, n * 2]\n", "positions", 1),
        (
            "def moves(n):\n    x = 3\n    for i in range(100):\n        x = x * x\n    return []\n",
            "product of more",
            1,
        ),
        (
            "x = [i for i in range(1000000000)]\ndef moves(n):\n    return []\n",
            "steps",
            1,
        ),
        (
            "def moves(n):\n    return [1, \"a\", 2.5]\n",
            "option number 3",
            2,
        ),
        ("def moves(n):\n    [n - 1]\n", "None was returned", 2),
        (
            "def moves(n):\n    return n - 1\n",
            "return the options as a list",
            2,
        ),
        ("def moves(n):\n    return [{\"a\": 1}]\n", "is a dict", 2),
        (
            "def moves(n):\n    return [(1, split(1, 2))]\n",
            "split inside",
            2,
        ),
        (
            "def moves(n):\n    return [n * 1000000000 * 1000000000 * 1000000000]\n",
            "use smaller numbers",
            1,
        ),
        ("def move(n):\n    return []\n", "no function `moves`", 2),
        ("moves = 3\n", "must be a function", 2),
        ("def moves():\n    return []\n", "takes the position", 2),
        (
            "def moves(n):\n    while n:\n        n -= 1\n",
            "no while",
            2,
        ),
        ("def moves(n):\n    return [2**n]\n", "pow", 2),
        ("load(\"other.star\", \"x\")\n", "not allowed", 2),
        (
            "count = [0]\ndef moves(n):\n    count[0] += 1\n    return [count[0]]\n",
            "cannot be changed",
            2,
        ),
        (
            "def moves(n):\n    return [nim_value(n)]\n",
            "only judge",
            2,
        ),
        (
            "def moves(n):\n    return [n - 1]\ndef result(n):\n    return \"won\"\n",
            "is not a result",
            2,
        ),
        (
            "start = 2.5\ndef moves(n):\n    return []\n",
            "`start` is not a position",
            2,
        ),
        ("def moves(n):\n    return [open(\"x\")]\n", "open", 2),
        (
            "for i in range(1000000000):\n    pass\ndef moves(n):\n    return []\n",
            "steps",
            1,
        ),
        (
            "def moves(n):\n    return []\ndef parse(text):\n    for i in range(1000000000):\n        pass\n",
            "steps",
            1,
        ),
        (
            "def moves(n):\n    return []\ndef show(n):\n    for i in range(1000000000):\n        pass\n",
            "steps",
            1,
        ),
        (
            "def moves(n):\n    return []\ndef show(n):\n    return n\n",
            "return a string",
            2,
        ),
    ];
    let path = folder("hostile").join("hostile.star");
    for (source, says, status) in cases {
        std::fs::write(&path, source).unwrap();
        let question = Question {
            limits: Limits {
                positions: 20_000,
                bytes: 512 << 20,
                rule_steps: 1_000_000,
                ..Limits::default()
            },
            ..Question::new([format!("{}:5", path.display())]).with_files()
        };
        let error = match grundy::solve(&question) {
            Ok(verdict) => panic!("{source} was solved: {:?}", verdict.outcome),
            Err(error) => error,
        };
        let message = grundy::render::error::text(&error.report().error);
        assert!(message.contains(says), "{source}\n{message}");
        let is_limit = error.class() == grundy::ErrorClass::Limit;
        assert_eq!(is_limit, *status == 1, "{source}\n{message}");
        let has_line = match &error {
            Error::Rules(error) => error.line.is_some() || source.starts_with("def move(n)"),
            _ => true,
        };
        assert!(has_line || source.starts_with('x'), "{source}\n{message}");
    }
}

#[test]
fn positions_that_grow_for_ever_end_at_the_memory_limit_with_a_short_message() {
    let path = folder("growing").join("growing.star");
    for moves in ["split(n, n)", "(n, n)"] {
        std::fs::write(&path, format!("def moves(n):\n    return [{moves}]\n")).unwrap();
        let question = Question {
            limits: Limits {
                bytes: 8 << 20,
                ..Limits::default()
            },
            ..Question::new([format!("{}:5", path.display())]).with_files()
        };
        let error = grundy::solve(&question).err().unwrap();
        let message = grundy::render::error::text(&error.report().error);
        assert!(message.len() < 1000, "{message}");
        assert_eq!(error.class(), grundy::ErrorClass::Limit, "{message}");
    }
}

#[test]
fn numbers_between_commas_are_a_tuple_where_rules_know_nothing_else() {
    let path = folder("tuples").join("wythoff.star");
    let wythoff = "def moves(p):\n    a, b = p\n    return ([(x, b) for x in range(a)] + [(a, y) for y in range(b)]\n            + [(a - k, b - k) for k in range(1, min(a, b) + 1)])\n";
    let nim = "def moves(n):\n    return range(n)\n";
    for (source, shown, outcome) in [
        (wythoff, "(3,5)", Outcome::Lose),
        (nim, "3,5", Outcome::Win),
    ] {
        std::fs::write(&path, source).unwrap();
        let question = Question::new([format!("{}:3,5", path.display())]).with_files();
        let verdict = grundy::solve(&question).unwrap();
        assert_eq!(verdict.outcome, outcome);
        assert!(verdict.position.ends_with(shown), "{}", verdict.position);
    }
}

#[test]
fn deeply_nested_files_are_read_without_overflow() {
    let path = folder("nested").join("nested.star");
    let deep = |inside: String| format!("def moves(n):\n    return [{inside}]\n");
    for source in [
        deep("(".repeat(20_000) + "0" + &")".repeat(20_000)),
        deep("-".repeat(60_000) + "0"),
        deep(vec!["0"; 40_000].join("+")),
        deep("[".repeat(30_000)),
    ] {
        std::fs::write(&path, source).unwrap();
        // Solved or refused; not crashed.
        let _ = grundy::solve(&Question::new([format!("{}:0", path.display())]).with_files());
    }
}

#[test]
fn numbers_of_positions_do_not_depend_on_threads() {
    let path = folder("threads").join("wythoff.star");
    let source = "def moves(p):\n    a, b = p\n    return ([(x, b) for x in range(a)] + [(a, y) for y in range(b)]\n            + [(a - k, b - k) for k in range(1, min(a, b) + 1)])\n";
    std::fs::write(&path, source).unwrap();
    let values: BTreeMap<usize, Option<Value>> = [1, 2, 3]
        .into_iter()
        .map(|threads| {
            let question = Question {
                limits: Limits {
                    threads,
                    ..Limits::default()
                },
                ..Question::new([format!("{}:(14,11)", path.display())]).with_files()
            };
            (threads, grundy::solve(&question).unwrap().value)
        })
        .collect();
    assert_eq!(values[&1], values[&2]);
    assert_eq!(values[&1], values[&3]);
}
