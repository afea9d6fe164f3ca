//! What judge programs and rules may use: Python's helpers, the reader, games whose moves read the input.

use grundy::core::Limits;
use grundy::judge::JudgeProgram;
use grundy::spec::Files;

/// What `judge(text)` of this program returns for `input`.
fn run(source: &str, input: &str) -> String {
    let program = JudgeProgram::load("t.star", source, &Limits::default()).unwrap();
    program.run(input).unwrap()
}

/// The value of an expression, written out.
fn value(expression: &str) -> String {
    let source = format!("def judge(text):\n    return [str({expression})]\n");
    run(&source, "").trim_end().to_owned()
}

/// What the program fails with.
fn failure(source: &str, input: &str) -> String {
    let program = JudgeProgram::load("t.star", source, &Limits::default());
    match program.and_then(|program| program.run(input)) {
        Ok(output) => panic!("answered {output}"),
        Err(error) => error.to_string(),
    }
}

#[test]
fn helpers_of_python_are_there() {
    for (expression, expected) in [
        ("int(' 12\\n')", "12"),
        ("int('-0x1f', 16)", "-31"),
        ("int('ff', 16)", "255"),
        ("int(True) + int('7') + int(3)", "11"),
        ("bin(10) + hex(255) + oct(8)", "0b10100xff0o10"),
        ("(1 << 70).bit_length() + bit_length(5)", "74"),
        ("popcount(255) + (6).bit_count()", "10"),
        ("divmod(7, 2)", "(3, 1)"),
        ("divmod(-7, 2)", "(-4, 1)"),
        ("max([], default = 5)", "5"),
        ("max([3, 1], key = lambda x: -x)", "1"),
        ("min(4, 2, 3)", "2"),
        (
            "'%03d|%5d|%-4d|%+d|%x' % (7, -12, 5, 3, 255)",
            "007|  -12|5   |+3|ff",
        ),
        (
            "'7'.zfill(3) + '-7'.zfill(4) + 'a'.rjust(3) + 'b'.ljust(2) + '.'",
            "007-007  ab .",
        ),
        ("(',' + ' ').join(['a', 'b'])", "a, b"),
    ] {
        assert_eq!(value(expression), expected, "{expression}");
    }
}

#[test]
fn a_list_is_sorted_in_place() {
    let source = "\
def judge(text):
    a = [3, 1, 2]
    b = a
    a.sort(key = lambda x: -x)
    a.sort(reverse = False)
    return [str(b)]
";
    assert_eq!(run(source, ""), "[1, 2, 3]\n");
    let said = failure("def judge(text):\n    x = [1, 'a']\n    x.sort()\n", "");
    assert!(said.contains("t.star:3"), "{said}");
}

#[test]
fn a_reader_hands_out_words_numbers_and_lines() {
    let source = "\
def judge(text):
    r = reader(text)
    n = r.int()
    a = r.ints(n)
    w = r.word()
    rest = r.line()
    blank = r.line()
    line = r.line()
    two = r.words(2)
    return [str([n, a, w, rest, blank, line, two, r.has_more()])]
";
    let input = "2\n 10  20\nx y z\n\n  whole line \nu\nv\n";
    let expected =
        "[2, [10, 20], \"x\", \"y z\", \"\", \"  whole line \", [\"u\", \"v\"], False]\n";
    assert_eq!(run(source, input), expected);
    let said = failure(
        "def judge(text):\n    r = reader(text)\n    return r.int()\n",
        "",
    );
    assert!(said.contains("the input has ended"), "{said}");
    assert!(said.contains("t.star:3"), "{said}");
}

#[test]
fn a_judge_may_return_a_number() {
    assert_eq!(run("def judge(text):\n    return 42\n", ""), "42\n");
}

#[test]
fn moves_may_read_the_input() {
    let source = "\
def judge(text):
    r = reader(text)
    answers = []
    for _ in range(r.int()):
        k, n = r.ints(2)
        take = lambda h: [h - i for i in range(1, k + 1) if i <= h]
        answers.append('%d %s' % (nim_value(n, moves = take), outcome(n, moves = take)))
    return answers
";
    assert_eq!(
        run(source, "3\n3 10\n4 10\n2 3000\n"),
        "2 win\n0 lose\n0 lose\n"
    );
    let split = "\
def judge(text):
    pins = lambda n: [split(a, n - k - a) for k in (1, 2) for a in range(n - k + 1)]
    return [str([nim_value(n, moves = pins) for n in range(12)])]
";
    assert_eq!(run(split, ""), "[0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6]\n");
    let loops = "def judge(text):\n    return nim_value(0, moves = lambda n: [1 - n])\n";
    assert!(failure(loops, "").contains("must come to an end"));
}

#[test]
fn each_question_of_a_judge_is_answered_as_solve_answers_it() {
    for (expression, expected) in [
        ("outcome('nim:1,2,3')", "lose"),
        ("outcome('nim:1,1', misere = True)", "win"),
        ("nim_value('*5 + kayles:6')", "6"),
        ("remoteness('nim:2,2')", "4"),
        ("remoteness('kayles:3')", "3"),
        ("outcome('subtract/1..3:1000000000')", "lose"),
        ("nim_values('treblecross', 6)", "[0, 1, 0, 1, 2, 2, 0]"),
        ("nim_values('kayles', 4)", "[0, 1, 2, 3, 1]"),
    ] {
        assert_eq!(value(expression), expected, "{expression}");
    }
}

/// Masks of any size are positions.
#[test]
fn masks_beyond_64_bits_are_positions() {
    let source = "\
def moves(mask):
    return [mask ^ (1 << k) for k in range(66, 69) if mask >> k & 1]

def judge(text):
    return [str(nim_value(7 << 66)), outcome(3 << 66), str(winning_moves(1 << 66))]
";
    assert_eq!(run(source, ""), "1\nlose\n[0]\n");
}

fn solved(source: &str, position: &str) -> Result<String, String> {
    let files = [("t.star".to_owned(), source.to_owned())];
    let files = Files::Given(std::sync::Arc::new(files.into()));
    let question = grundy::Question {
        files,
        ..grundy::Question::new([position])
    };
    match grundy::solve(&question) {
        Ok(verdict) => Ok(format!("{} {}", verdict.position, verdict.outcome.word())),
        Err(error) => Err(error.to_string()),
    }
}

#[test]
fn positions_that_become_negative_are_noticed_soon() {
    let said = solved("def moves(n):\n    return [n - 1, n - 2]\n", "t.star:5").unwrap_err();
    assert!(said.contains("positions become negative"), "{said}");
    let said = solved(
        "def moves(p):\n    return [(p[0] - 1, p[1]), (p[0], p[1] - 1)]\n",
        "t.star:(3,4)",
    );
    assert!(said.unwrap_err().contains("positions become negative"));
    // Negative numbers that are meant, or that stay near, are positions like others.
    let near = "def moves(n):\n    return [n - 7] if n > -90 else []\n";
    assert_eq!(solved(near, "t.star:5").unwrap(), "t.star:5 lose");
    let meant = "negative = True\ndef moves(n):\n    return [n - 7] if n > -90000 else []\n";
    assert_eq!(solved(meant, "t.star:5").unwrap(), "t.star:5 lose");
}

#[test]
fn a_position_of_digits_is_a_string_where_the_rules_want_one() {
    let source = "def moves(s):\n    return [s[:-1]] if len(s) > 0 else []\n";
    assert_eq!(solved(source, "t.star:101").unwrap(), "t.star:\"101\" win");
    let said = solved(source, "t.star:++++").unwrap_err();
    assert!(said.contains("put quotes around"), "{said}");
    let set = solved("def moves(n):\n    return {n - 1, n - 2}\n", "t.star:4").unwrap_err();
    assert!(set.contains("set([a, b])"), "{set}");
}

/// A large position: the options of each take more bytes than are listed at a time.
#[test]
fn large_positions_end() {
    let source = "start = (60, '.' * 20000)\n\
                  def moves(p):\n    return [(p[0] - 1, p[1])] if p[0] else []\n";
    assert!(solved(source, "t.star").unwrap().ends_with(" lose"));
}

/// Take a number from either end of a row: the commonest game with scores.
#[test]
fn a_game_with_scores_has_a_difference_and_a_line() {
    let source = "\
values = [4, 1, 9, 3]
start = (0, 4)
def moves(p):
    return [(p[0] + 1, p[1]), (p[0], p[1] - 1)] if p[0] < p[1] else []
def score(p, after):
    return values[p[0]] if after[0] > p[0] else values[p[1] - 1]
";
    let files = [("t.star".to_owned(), source.to_owned())];
    let question = grundy::Question {
        files: Files::Given(std::sync::Arc::new(files.into())),
        ..grundy::Question::new(["t.star"])
    };
    let report = grundy::scores::solve(&question).unwrap().unwrap();
    // The first takes 3 or 4, the second the other end or the 1, and the 9 comes last.
    assert_eq!(report.difference, 9);
    assert_eq!(report.line.len(), 4);
    // Sums and other commands know only who moves last.
    assert!(
        grundy::solve(&question)
            .unwrap_err()
            .to_string()
            .contains("points decide")
    );
}

#[test]
fn every_winning_move_is_named_with_its_heap() {
    // Heaps 3, 3, 5: only the 5 may be taken, whole; heaps 1, 1, 1: each of the three.
    for (expression, expected) in [
        ("len(winning_moves('nim:1,1,1'))", "1"),
        ("len(winning_moves('nim:1,1,1', each = True))", "3"),
        (
            "[(m.component, m.heap) for m in winning_moves('nim:1,1,1', each = True)]",
            "[(0, 0), (0, 1), (0, 2)]",
        ),
        (
            "[(m.component, m.heap, m.position) for m in winning_moves('nim:3,3,5 + *2', each = True)]",
            "[(0, 2, \"nim:3,3,2 + nim:2\")]",
        ),
        ("winning_moves('nim:2,2', each = True)", "[]"),
    ] {
        assert_eq!(value(expression), expected, "{expression}");
    }
    let own = "\
def moves(heaps):
    return [heaps[:i] + (k,) + heaps[i + 1:] for i in range(len(heaps)) for k in range(heaps[i])]

def judge(text):
    p = (1, 1, 1)
    return [str(len(winning_moves(p))), str(len(winning_moves(p, each = True)))]
";
    assert_eq!(run(own, ""), "3\n3\n");
}

/// The winning moves of small positions of every game, by `solve` and by the questions of a judge.
#[test]
fn winning_moves_are_those_of_solve() {
    for game in grundy::GAMES.iter() {
        for position in game.trials {
            let limits = Limits {
                positions: 20_000,
                ..Limits::default()
            };
            for misere in [false, true] {
                let asked = if misere { ", misere = True" } else { "" };
                let source = format!(
                    "def judge(text):\n    return sorted(winning_moves('{position}'{asked}))\n"
                );
                let program = JudgeProgram::load("t.star", &source, &limits).unwrap();
                let Ok(listed) = program.run("") else {
                    continue;
                };
                let question = grundy::Question {
                    play: if misere {
                        grundy::Play::Misere
                    } else {
                        grundy::Play::Normal
                    },
                    limits: limits.clone(),
                    ..grundy::Question::new([*position])
                };
                let Ok(verdict) = grundy::solve(&question) else {
                    continue;
                };
                if !verdict.complete {
                    continue;
                }
                let winning = verdict.winning_moves.into_iter();
                let mut winning: Vec<String> = winning.map(|one| one.position).collect();
                winning.sort();
                let listed: Vec<&str> = listed.lines().collect();
                assert_eq!(listed, winning, "{position}{asked}");
            }
        }
    }
}

/// Remoteness, position after position, against the search that `solve` makes for each.
#[test]
fn remoteness_is_the_same_whatever_was_asked_before() {
    let source = "\
def moves(n):
    return [(n * k + 1) % 23 for k in (2, 3, 7) if n % 5] + [n - 1 for _ in [0] if n % 3 == 0 and n]

def judge(text):
    return [str(remoteness(n, misere = m)) for m in (False, True) for n in [4, 22, 7, 0, 13] + list(range(23))]
";
    let answers = run(source, "");
    let asked: Vec<usize> = [4, 22, 7, 0, 13].into_iter().chain(0..23).collect();
    let known = [false, true].map(remoteness_by_definition);
    let known = known
        .iter()
        .flat_map(|known| asked.iter().map(|&n| known[n]));
    let known = known.map(|moves| moves.map_or("None".to_owned(), |moves| moves.to_string()));
    assert_eq!(
        answers.lines().collect::<Vec<_>>(),
        known.collect::<Vec<_>>()
    );
}

/// The same game: level after level, who is decided by what was decided before.
fn remoteness_by_definition(misere: bool) -> Vec<Option<u32>> {
    let options = |n: usize| -> Vec<usize> {
        let mut options = Vec::new();
        if !n.is_multiple_of(5) {
            options.extend([2, 3, 7].map(|k| (n * k + 1) % 23));
        }
        if n.is_multiple_of(3) && n > 0 {
            options.push(n - 1);
        }
        options
    };
    let mut decided: Vec<Option<(bool, u32)>> = vec![None; 23];
    for level in 0..=23 {
        let before = decided.clone();
        for (n, decided) in decided.iter_mut().enumerate() {
            let after = options(n);
            let loses = |at: &usize| matches!(before[*at], Some((false, _)));
            let wins = |at: &usize| matches!(before[*at], Some((true, _)));
            if decided.is_none() {
                *decided = if after.is_empty() {
                    Some((misere, 0))
                } else if after.iter().any(loses) {
                    Some((true, level))
                } else {
                    after.iter().all(wins).then_some((false, level))
                };
            }
        }
    }
    decided
        .iter()
        .map(|one| one.map(|(_, level)| level))
        .collect()
}

#[test]
fn values_of_functions_periods_of_lists_and_pursuits_are_answered() {
    for (expression, expected) in [
        (
            "nim_values(lambda n: [n - k for k in (1, 3, 4) if k <= n], 8)",
            "[0, 1, 0, 1, 2, 3, 2, 0, 1]",
        ),
        (
            "period(nim_values(lambda n: [n - k for k in (1, 3, 4) if k <= n], 60))",
            "(0, 7)",
        ),
        ("period(nim_values('kayles', 200))", "(71, 12)"),
        ("period([3, 1, 4, 1, 5])", "None"),
        ("pursuit('P...\\n.##.\\n...T\\nE...').winner", "police"),
        ("pursuit('P...\\n.##.\\n...T\\nE...').plies", "11"),
        ("pursuit('P#T').winner", "draw"),
    ] {
        assert_eq!(value(expression), expected, "{expression}");
    }
    let said = failure("def judge(text):\n    return period('kayles')\n", "");
    assert!(said.contains("takes a list"), "{said}");
    let said = failure("def judge(text):\n    return str(pursuit('P..'))\n", "");
    assert!(said.contains("the map"), "{said}");
}
